"""Three processes on one PostgreSQL that are killed, frozen, cut off and restarted in turn.

Players reach them through HAProxy. All checks of the crash campaign are made, and more: a table
never leaves a process that lives, one process claims it where several try, and no former name is
seen again.
"""

import asyncio
import os
import signal
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any, Final

from app.ops.drain import drain
from app.ops.postgres import socket_url
from app.settings import libpq_url
from tests.prove.clients.player_memory import Fault
from tests.prove.clients.random_player import PlayedTable
from tests.prove.crashes.campaign import Campaign, Plan
from tests.prove.many import changes
from tests.prove.many.network import LOOPBACK, FromSiblings, Front, Haproxy, ToStore
from tests.prove.many.people import Names, PagePlayer, open_many_table, visit
from tests.prove.proxies.proof import free_port
from tests.server_process import ServerProcess

PROCESSES: Final = 3
SHARED: Final = {
    "PECKING_ORDER_SIBLINGS_SECRET": "only-for-processes-of-this-proof",
    "PECKING_ORDER_TRUSTED_PROXIES": LOOPBACK,
    "PECKING_ORDER_PACE": "0.1",
}
EVENTS: Final = ("kill", "freeze", "lock", "store", "siblings", "restart", "drain", "claims")
"""Killed; held still; its locks' session ended; cut from PostgreSQL; all cut from each other;
stopped by a signal; drained by the verb; killed, and its tables asked for at both others at once.
"""
CALM: Final = "calm"  # nothing but a changed name, or somebody who leaves for good
ENDS: Final = frozenset({"kill", "restart", "drain", "claims"})
LONGEST_SILENCE: Final = 12.0
"""Seconds of a freeze or cut, at least: PostgreSQL ends a silent session after ten."""
LASTS: Final = {"freeze": LONGEST_SILENCE, "store": LONGEST_SILENCE, "siblings": 3.0}
"""Seconds of an event, at least."""
CUT: Final = ("freeze", "lock", "store", "siblings")
"""Events in which a process lives on, frozen or without a connection."""
KEEPS: Final = frozenset({"siblings", CALM})
"""Events after which every table stays where it is."""
CHANGED: Final = 0.8
"""The chance that somebody takes another name or leaves for good during an event."""
LOOK_EVERY: Final = 0.5
ON_ITS_WAY: Final = 0.3
"""Seconds in which what a process had sent arrives."""
_OWNERS: Final = """
SELECT rooms.id, processes.name, epoch FROM rooms JOIN processes ON processes.number = owner
"""
_CUT: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name LIKE 'pecking-order server, process ' || $1 || ' on %'
"""
Owners = dict[str, tuple[str, int]]
"""Name of the process and epoch, by room."""


def spread(seconds: list[float]) -> str:
    """Median, 99th percentile and most of some seconds, in words."""
    if len(seconds) < 2:
        return ", ".join(f"{second:.2f}" for second in seconds) or "no"
    highest = quantiles(seconds, n=100, method="inclusive")[98]
    return f"{median(seconds):.2f}, {highest:.2f}, {max(seconds):.2f}"


class ManyProcesses(Campaign):
    """`kills` counts the events by their kinds."""

    events: Sequence[str] = EVENTS

    def __init__(self, plan: Plan, folder: Path, verbose: bool = False) -> None:
        super().__init__(plan, folder, verbose)
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        """By event: how long it took each time until the last table went on."""
        self.names = Names()
        self._people: list[PagePlayer] = []
        self._turn: list[str] = []
        self._owner: dict[str, str] = {}
        """The process of each room, at the last look."""
        self._losing = ""
        """The process whose tables others may have now."""
        self._watching: asyncio.Task[None] | None = None
        ports = [free_port() for _ in range(PROCESSES)]
        self._front = Front(folder, ports)
        self._ways = [
            (
                ToStore(folder / f"p{number}", self._machine.sockets),
                FromSiblings(folder / f"siblings{number}.cfg", port),
            )
            for number, port in enumerate(ports)
        ]
        self._servers = [self._new_server(number, port) for number, port in enumerate(ports)]
        self._machine.server = self._servers[0]

    def _new_server(self, number: int, port: int) -> ServerProcess:
        to_store, from_siblings = self._ways[number]
        server = self._machine.new_server(
            to_store.folder,
            socket_url(to_store.folder),
            self.plan.patches,
            PECKING_ORDER_PROCESS_NAME=f"p{number}",
            PECKING_ORDER_SIBLING_ADDRESS=from_siblings.address,
            **SHARED,
        )
        server.port = port
        return server

    async def _opened(self) -> None:
        for part in self._network:
            await asyncio.to_thread(part.start)
        for server in self._servers[1:]:
            await asyncio.to_thread(server.start)
        self._watching = asyncio.create_task(self._watch())

    async def _closing(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        for server in self._servers:
            server.kill()
        for part in self._network:
            part.kill()

    @property
    def _network(self) -> list[Haproxy]:
        return [self._front, *(way for ways in self._ways for way in ways)]

    def _open_table(self, number: int) -> tuple[PlayedTable, list[PagePlayer]]:
        server = self._servers[number % PROCESSES]
        table, players = open_many_table(
            server.base_url, self._front.base_url, self.memory, self._chance, self.names, number
        )
        self._people += players
        return table, players

    @property
    def returns(self) -> str:
        """The seconds until all tables went on: median, 99th percentile and most, by event."""
        cut = [second for event in CUT for second in self.seconds[event]]
        times = {event: self.seconds[event] for event in EVENTS} | {"all that cut or freeze": cut}
        return ", ".join(f"{event} {spread(seconds)} s" for event, seconds in times.items())

    # -- one event

    async def _round(self) -> None:
        await self._everybody()
        await asyncio.sleep(self._chance.uniform(0, 0.5))
        event, before = self._next_event(), await self._owners()
        number = int(self._chance.choice(sorted(before.values()))[0][1:])  # who runs tables
        self.kills[event] += 1
        change = self._change() if event != "claims" and self._chance.random() < CHANGED else None
        began = monotonic()
        self._losing = "" if event in KEEPS else f"p{number}"
        stopping = await self._begin(event, number, before)
        await asyncio.sleep(ON_ITS_WAY)
        self._back(30.0)
        self._returned = began
        await self._everybody()
        if self.faults:
            return
        self.seconds[event].append(max(table.back or 0.0 for table in self._tables))
        await self._end(event, number, began, stopping)
        if change is not None:
            await change
        await self._check()
        if event == "claims":
            self.faults += self._claimed(before, await self._owners())
        await self._look()
        self._losing = ""
        self._tell()

    def _next_event(self) -> str:
        """All in turn, each time in another order."""
        if not self._turn:
            self._turn = self._chance.sample(self.events, len(self.events))
        return self._turn.pop()

    def _change(self) -> "asyncio.Task[None]":
        return changes.begin(self._chance, self._front.base_url, self._people, self.names)

    async def _begin(self, event: str, number: int, before: Owners) -> "asyncio.Future[Any] | None":
        """Makes it happen. A server that stops in good order takes its time."""
        victim, (to_store, _) = self._servers[number], self._ways[number]
        match event:
            case "kill":
                victim.kill()
            case "claims":
                victim.kill()
                rooms = {room for room, (name, _) in before.items() if name == f"p{number}"}
                await self._claim(rooms, [one for one in self._servers if one is not victim])
            case "freeze":
                os.kill(victim.pid, signal.SIGSTOP)
            case "lock":
                await self._end_session(victim)
            case "store":
                to_store.hold()
            case "siblings":
                for _, from_siblings in self._ways:
                    from_siblings.hold()
            case "restart":
                return asyncio.ensure_future(asyncio.to_thread(victim.stop))
            case "drain":
                return asyncio.ensure_future(self._drain(f"p{number}"))
        return None

    async def _drain(self, name: str) -> None:
        async for _ in drain(libpq_url(self._machine.url), name):
            pass

    async def _end(
        self, event: str, number: int, began: float, stopping: "asyncio.Future[Any] | None"
    ) -> None:
        """Ends the event: a held part goes on, and an ended server starts again."""
        victim, (to_store, _) = self._servers[number], self._ways[number]
        if event in LASTS:
            await asyncio.sleep(LASTS[event] - (monotonic() - began))
        if stopping is not None:
            await stopping
        if event == "freeze":
            os.kill(victim.pid, signal.SIGCONT)
        to_store.release()
        for _, from_siblings in self._ways:
            from_siblings.release()
        if event in LASTS:
            await asyncio.sleep(1.0)  # whatever was held arrives
        if event in ENDS or not victim.alive:
            victim.kill()
            await asyncio.to_thread(victim.start)

    async def _claim(self, rooms: Collection[str], servers: Sequence[ServerProcess]) -> None:
        """Somebody of each table comes to each server, all at once."""
        people = {player.room: player for player in self._people if player.room in rooms}
        visits = (visit(server, one) for one in people.values() for server in servers)
        await asyncio.gather(*visits)

    async def _end_session(self, victim: ServerProcess) -> None:
        """Ends the session that holds the process's locks."""
        connection = await self._machine.connect()
        try:
            await connection.execute(_CUT, str(victim.pid))
        finally:
            await connection.close()

    # -- what must hold

    async def _check(self) -> None:
        await super()._check()
        if not self.faults:
            connection = await self._machine.connect()
            try:
                self.faults += await changes.settled(connection, self.names, self._people)
            finally:
                await connection.close()

    async def _owners(self) -> Owners:
        connection = await self._machine.connect()
        try:
            rows = await connection.fetch(_OWNERS)
        finally:
            await connection.close()
        return {row["id"]: (row["name"], row["epoch"]) for row in rows}

    async def _watch(self) -> None:
        """Looks all the time for tables that leave a process that lives."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self._look()

    async def _look(self) -> None:
        owners = await self._owners()
        for room, (name, _) in owners.items():
            former = self._owner.get(room, name)
            if name != former != self._losing:
                self.faults.append(Fault("taken", f"table {room} left {former} for {name}"))
        self._owner = {room: name for room, (name, _) in owners.items()}

    def _claimed(self, before: Owners, after: Owners) -> Iterator[Fault]:
        """The tables of a killed process that more than one other has claimed."""
        for room, (name, epoch) in before.items():
            later = after.get(room, (name, epoch))[1]
            if name == self._losing and later > epoch + 1:
                yield Fault("taken", f"table {room} was claimed {later - epoch} times")
