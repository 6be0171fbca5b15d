"""A server that is closed and opened again under play, and what its players lose by it.

Eight of ten restarts are by SIGTERM and one by SIGKILL. At one of ten the server comes back with
other versions of the rules, the only thing that stops matches. After each return the log is
compared with what the players saw.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from signal import SIGTERM
from time import monotonic, time
from typing import Final

import msgspec

from app.games import GAMES
from app.ops.postgres import Postgres
from app.store.database.connections import name_matches_by_id
from tests.database import connected, fetch
from tests.prove.clients.bot_tables import bot_table
from tests.prove.clients.player_memory import PlayerMemory
from tests.prove.clients.random_player import PlayedTable, RandomPlayer, open_table
from tests.prove.connections.planted_faults import newer_rules
from tests.prove.connections.restarts.restart_clients import ClockWatch
from tests.prove.connections.restarts.stuck_connections import open_stuck_connections
from tests.prove.crashes.log_checker import LogChecker
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.patience import Patience
from tests.prove.runner.temp_server import logged_errors, server_on
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

MANY: Final = 12
"""Tables of a long run."""
EXIT: Final = 10.0
"""Seconds of Patience within which the server must have ended."""
DEAD: Final = 60.0
"""Seconds of Patience within which every table must go on."""
TOLERANCE: Final = 150
"""Milliseconds by which clocks that were read at different moments may differ."""
ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PATIENCE": "20",
    "PECKING_ORDER_PACE": "0.1",
    "PECKING_ORDER_LOG_LEVEL": "warning",
}


_RUNNING: Final = "SELECT id FROM matches WHERE state = 'running'"


class Plan(msgspec.Struct, frozen=True):
    tables: int = MANY
    most: int | None = None
    """Restarts."""
    exit: float = EXIT
    faults: tuple[Patch, ...] = ()
    away: float = 0.0
    """Seconds for which the server stays closed: a clock that runs on shows the more."""


class Tally(msgspec.Struct):
    """The counts of one run."""

    restarts: Counter[str] = msgspec.field(default_factory=Counter)
    exits: list[float] = []
    """Seconds from SIGTERM to the end of the process."""
    pauses: list[float] = []
    """For each table, seconds from the signal to a new frame."""
    told: int = 0
    """Open connections that got a goodbye."""
    open: int = 0
    """All connections that were open."""
    clocks: int = 0
    """Clocks that were compared before and after."""
    stopped: int = 0
    """Matches stopped because their rules had changed."""
    faults: list[str] = []


class Deployment:
    """One run. `tally.faults` says what did not hold."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan, self.tally, self.memory = plan, Tally(), PlayerMemory()
        self._chance = Random(seed)
        self._checker = LogChecker(self.memory)
        self._tables: list[PlayedTable] = []
        self._watches: list[ClockWatch] = []
        self._excused: set[str] = set()
        """Matches that ran when the rules changed."""
        self._rules = 1

    async def run(self, store: Postgres, enough: Callable[[Tally], bool]) -> None:
        server = server_on(store, newer_rules, *self.plan.faults, **ENVIRONMENT)
        self._url = server.database_url
        tasks: list[asyncio.Task[None]] = []
        try:
            await asyncio.to_thread(server.start)
            stuck_room = bot_table(server.base_url, 0, people=1)[0].room
            for number in range(self.plan.tables):
                games = [(game.slug, game.seats) for game in GAMES]
                table, players = open_table(
                    server.base_url, self.memory, self._chance, games, number
                )
                wind(table, players[0])
                self._tables.append(table)
                self._watches += [ClockWatch(player) for player in players]
                tasks += [asyncio.create_task(player.run()) for player in players]
            await self._everybody(monotonic(), server.pid, first=True)
            while not self.tally.faults and not enough(self.tally):
                await self._restart(server, stuck_room)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server.kill()

    async def _restart(self, server: ServerProcess, stuck_room: str) -> None:
        kind = (
            self._chance.choices(("deploy", "kill", "rules"), (8, 1, 1))[0]
            if self.plan.most is None
            else "deploy"
        )
        await asyncio.sleep(self._chance.uniform(0, 0.4))
        stuck = open_stuck_connections(server.port, stuck_room)
        try:
            signalled = monotonic()
            for watch in self._watches:
                watch.said_goodbye = False
            connected = [watch for watch in self._watches if watch.player.connected]
            if kind == "kill":
                server.kill()
            else:
                await self._close(server)
        finally:
            for one in stuck:
                one.close()
        while any(watch.player.connected for watch in self._watches):
            await asyncio.sleep(0.01)
        for watch in self._watches:
            watch.lost(round(time() * 1000))
        if kind != "kill" and not self.tally.faults:
            told = sum(watch.said_goodbye for watch in connected)
            self.tally.told, self.tally.open = (
                self.tally.told + told,
                self.tally.open + len(connected),
            )
            if connected and 2 * told < len(connected):
                self.tally.faults.append(
                    f"{told} of {len(connected)} connections were told to come back"
                )
        await self._check()
        if self.tally.faults:
            return
        if kind == "rules":
            self._rules += 1
            server._environment["RULES"] = str(self._rules)
            self._excused |= {row["id"] for row in await fetch(self._url, _RUNNING)}
        await asyncio.sleep(self.plan.away)
        began = round(time() * 1000)
        for table in self._tables:
            table.since, table.back = table.steps, None
        await asyncio.to_thread(server.start)
        await self._everybody(signalled, server.pid)
        await self._returned()
        self.tally.restarts[kind] += 1
        self._clocks(began)
        await self._check()
        self.tally.faults += logged_errors(server)

    async def _close(self, server: ServerProcess) -> None:
        began, patience = monotonic(), Patience(self.plan.exit, server.pid)
        assert server._process is not None, "it runs"
        server._process.send_signal(SIGTERM)
        while server._process.poll() is None and not patience.over:
            await asyncio.sleep(0.01)
        self.tally.exits.append(monotonic() - began)
        if server._process.poll() is None:
            self.tally.faults.append(
                f"the server had not ended {self.plan.exit:.0f} s after SIGTERM"
            )
        server.kill()

    async def _everybody(self, since: float, pid: int, first: bool = False) -> None:
        """Waits until every table has shown something new.

        Raises NotJudged on too slow a machine.
        """
        patience = Patience(DEAD, pid)
        while waiting := [
            table for table in self._tables if table.back is None or (first and table.steps == 0)
        ]:
            now = monotonic()
            for table in waiting:
                if table.steps > table.since:
                    table.back = now - since
                    if not first:
                        self.tally.pauses.append(now - since)
            if patience.over:
                self.tally.faults += [
                    f"table {table.room} has shown nothing for {DEAD:.0f} s" for table in waiting
                ]
                return
            await asyncio.sleep(0.01)

    async def _returned(self) -> None:
        """Waits until every player has got a frame."""
        end = monotonic() + DEAD

        def behind() -> bool:
            return any(watch.after is None for watch in self._watches if watch.frame is not None)

        while behind() and monotonic() < end:
            await asyncio.sleep(0.01)

    def _clocks(self, began: int) -> None:
        for watch in self._watches:
            charged = watch.charged(began)
            if charged is not None:
                self.tally.clocks += 1
                if charged > TOLERANCE:
                    self.tally.faults.append(
                        f"a restart cost somebody {charged} ms of the time to move"
                    )

    async def _check(self) -> None:
        async with connected(self._url) as connection:
            await name_matches_by_id(connection)
            faults = await self._checker.check(connection)
        stopped = {
            match
            for match in self._excused
            if any(match in fault.words and "broken off" in fault.words for fault in faults)
        }
        self.tally.stopped = max(self.tally.stopped, len(stopped))
        self.tally.faults += [
            str(fault)
            for fault in faults
            if not (
                "broken off" in fault.words and any(match in fault.words for match in self._excused)
            )
        ]


def wind(table: PlayedTable, host: RandomPlayer) -> None:
    """Puts a clock on that table."""
    visitor = Visitor(table.base_url, table.game)
    with visitor.http, visitor.connect(table.room, cookie=host.cookie) as line:
        answer = line.ask("set-room", clock="relaxed")
        assert answer["type"] == "done", answer
