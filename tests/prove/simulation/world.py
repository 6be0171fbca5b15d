"""One simulated run: a seed decides the game, the clients and all troubles; then all is healed."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Sequence
from contextvars import copy_context
from random import Random
from typing import Final

import structlog
from structlog.typing import EventDict

from app.rules.codec import to_json
from app.table.model.errors import TableError
from app.table.model.room import ClockLevel, RoomId, Stage
from tests.prove.simulation.client import SimulatedClient
from tests.prove.simulation.final_checks import check_logs
from tests.prove.simulation.loop import SimulatedLoop
from tests.prove.simulation.oracle import Broken, Oracle
from tests.prove.simulation.process import ServerProcess
from tests.prove.simulation.run_result import GameVariant, RunResult
from tests.prove.simulation.store_connection import StoreConnection, Trouble
from tests.table.fake_store import FakeStore

MOST_STEPS: Final = 150_000
PATIENCE: Final = 600.0
"""Simulated seconds after the healing within which a match must have ended."""


class World:
    def __init__(self, seed: int, shelf: Sequence[GameVariant]) -> None:
        self.seed, self.chance = seed, Random(seed)
        chance = self.chance
        played = chance.choice(shelf)
        self.game, self.seats, self.options = played.game, played.seats, played.options
        self.loop = SimulatedLoop(chance, MOST_STEPS)
        self.happened: Counter[str] = Counter()
        self.oracle = Oracle(self.loop.time)
        self.store = FakeStore()
        self.room = RoomId("")
        self.clock_level = chance.choice(
            (ClockLevel.BRISK, ClockLevel.BRISK, ClockLevel.RELAXED, ClockLevel.OFF)
        )
        self.wildness = chance.choice((0.05, 0.15, 0.3))
        self.trouble = Trouble()
        self.processes: list[ServerProcess] = []
        self.clients = [
            SimulatedClient(self, name)
            for name in ("Ann", "Bob", "Cat", "Dan")[: chance.randint(1, min(4, self.seats))]
        ]
        self.calm = False
        self.failure: str | None = None
        self._ended_at_healing = 0
        self.outside = copy_context()
        """The context of what happens in no process."""
        self._digest = hashlib.blake2b(digest_size=16)
        self._count = 0

    # -- what happened

    def note(self, line: str) -> None:
        self._digest.update(f"{self.loop.time():.3f} {line}\n".encode())

    def broke(self, what: str) -> None:
        if self.failure is None:
            self.failure = f"{what} ({self.game.slug}, at {self.loop.time() - 1000:.2f} s)"

    @property
    def enough(self) -> bool:
        """The process that is left has ended a match since the healing.

        A match whose last line was on its way when an earlier process was killed does not count.
        """
        return self.processes[-1].connection.ended > self._ended_at_healing

    @property
    def finished(self) -> int:
        return sum(match.state == "finished" for match in self.store.matches.values())

    # -- processes

    def connection(self) -> StoreConnection:
        """A connection to the store, for one more process."""
        return StoreConnection(
            self.store, self.oracle, self.outside, self.chance, self.trouble, self.happened
        )

    def start_process(self) -> ServerProcess:
        self._count += 1
        way = self.connection()
        process = ServerProcess(
            self._count, self.loop, way, {self.game.slug: self.game}, self.chance, self.broke
        )
        self.processes.append(process)
        self.note(f"server {process.number} begins")
        return process

    def pick_process(self, calm: bool) -> ServerProcess | None:
        """The process for a new connection: the newest, or another that still runs."""
        if not self.processes:
            return None
        if calm or len(self.processes) == 1 or self.chance.random() < 0.7:
            return self.processes[-1]
        self.happened["two servers"] += 1
        return self.chance.choice(self.processes)

    def crash(self, process: ServerProcess) -> None:
        self.note(f"server {process.number} is killed")
        if process.connection.under_way:
            self.happened["killed while writing"] += 1
        self.happened["killed"] += 1
        self.loop.kill(process.number)
        self.processes.remove(process)
        for connection in process.connections:
            connection.open = False

    async def inject_faults(self, until: float) -> None:
        while self.loop.time() < until:
            await asyncio.sleep(self.chance.randrange(100, 1500) / 100)
            match self.chance.choice(
                (
                    "kill",
                    "kill",
                    "outage",
                    "stand still",
                    "takeover",
                    "drain",
                    "quiet",
                    "wall clock",
                )
            ):
                case "kill":
                    self.crash(self.processes[-1])
                    await asyncio.sleep(self.chance.randrange(50, 200) / 100)
                    self.start_process()
                case "outage":
                    self.happened["outage"] += 1
                    self.trouble.down = True
                    await asyncio.sleep(self.chance.randrange(20, 600) / 100)
                    self.trouble.down = False
                case "stand still":
                    self.happened["stood still"] += 1
                    process = self.processes[-1]
                    self.loop.stop_process(process.number)
                    await asyncio.sleep(self.chance.randrange(10, 2000) / 100)
                    self.loop.continue_process(process.number)
                case "wall clock":
                    self.happened["wall clock set"] += 1
                    self.loop.wall += self.chance.choice((-3600.0, -5.0, 5.0, 3600.0))
                case "takeover":
                    await self._takeover()
                case "drain":
                    self.happened["drained"] += 1
                    process = self.processes[-1]
                    drained = process.do(process.lobby.drain())
                    for _ in range(60):
                        await asyncio.sleep(0.5)
                        if drained.done():
                            break
                    else:
                        raise Broken("a server did not close within 30 s")
                    self.crash(process)
                    self.start_process()
                case _:
                    pass

    async def _takeover(self) -> None:
        """A takeover: the owner stalls, another process starts, and the first wakes up."""
        self.happened["takeover"] += 1
        old = self.processes[-1]
        self.loop.stop_process(old.number)
        await asyncio.sleep(self.chance.randrange(30, 300) / 100)
        old.connection.superseded = True
        self.start_process()
        for client in self.clients:
            for connection in client.connections:
                if connection.process is old and self.chance.random() < 0.5:
                    connection.vanish()
        await asyncio.sleep(self.chance.randrange(30, 500) / 100)
        self.loop.continue_process(old.number)
        await asyncio.sleep(self.chance.randrange(100, 1000) / 100)
        self.crash(old)

    # -- what happens in a run

    def tick(self, client: SimulatedClient) -> None:
        try:
            client.turn()
        except Broken as broken:
            self.broke(str(broken))
        pause = (
            self.chance.randrange(5, 40) / 100 if self.calm else self.chance.randrange(5, 150) / 100
        )
        self.loop.call_later(pause, self.tick, client)

    async def scenario(self) -> None:
        first, host = self.start_process(), self.clients[0]
        made = first.do(first.lobby.create(host.person, self.game.slug, to_json(self.options)))
        self.room = await made
        host.member = True
        for client in self.clients:
            self.tick(client)
        for fate in ("lost", "silent", "late"):
            setattr(self.trouble, fate, self.chance.choice((0.0, 0.01, 0.05)))
        self.trouble.slow = self.chance.choice((0.0, 0.05, 0.3))
        await self._suffer(self.chance.randrange(20, 120))
        self.heal()
        await self.come_to_an_end(PATIENCE)

    async def come_to_an_end(self, patience: float) -> None:
        """Waits until a match has ended and nobody waits; then the last process closes.

        Raises Broken.
        """
        end = self.loop.time() + patience
        while not self._at_rest() and self.failure is None:
            if self.loop.time() > end:
                raise Broken(f"nobody comes to an end: {self._standing()}")
            await asyncio.sleep(1.0)
        if self.failure is None:
            await self._close()

    async def _until_broken(self) -> None:
        while self.failure is None:
            await asyncio.sleep(0.5)

    async def _suffer(self, seconds: int) -> None:
        trouble = asyncio.create_task(self.inject_faults(self.loop.time() + seconds))
        watch = asyncio.create_task(self._until_broken())
        await asyncio.wait((trouble, watch), return_when=asyncio.FIRST_COMPLETED)
        watch.cancel()
        if trouble.done():
            await trouble
        else:
            trouble.cancel()

    def heal(self) -> None:
        self.note("healed")
        self.calm = True
        self.trouble.lost = self.trouble.silent = self.trouble.late = self.trouble.slow = 0.0
        self._ended_at_healing = self.processes[-1].connection.ended
        for client in self.clients:
            client.calm = True
            for connection in client.connections:
                connection.slow = False

    def _at_rest(self) -> bool:
        room = self.store.rooms[self.room]
        return (
            self.enough
            and room.stage is Stage.GATHERING
            and all(client.pending is None for client in self.clients)
        )

    def _standing(self) -> str:
        room = self.store.rooms[self.room]
        waits = [
            (client.person.name, client.pending and client.pending.command)
            for client in self.clients
        ]
        match = self.store.matches.get(room.match) if room.match else None
        state = match and match.state
        return f"{room.stage}, {state}, {len(room.seats)} seats, paused {room.paused}, {waits}"

    async def _close(self) -> None:
        """Checks that all clients are up to date and that the last process closes in good order."""
        await asyncio.sleep(5.0)
        for client in self.clients:
            client.check_caught_up()
        process = self.processes[-1]
        drained = process.do(process.lobby.drain())
        await asyncio.sleep(20.0)
        if not drained.done():
            raise Broken("the server does not close")
        check_logs(self)

    # -- and how it went

    def run(self) -> RunResult:
        with structlog.testing.capture_logs() as logs:
            try:
                self.loop.run_until_complete(self.scenario())
            except (Exception, asyncio.CancelledError) as error:
                self.broke(f"{type(error).__name__}: {error}")
        self._look_at(logs)
        self._digest.update(f"{self.loop.steps} {self.chance.random()}".encode())
        self.loop.bury()
        self.happened.update({f"entry {kind}": many for kind, many in self.oracle.entries.items()})
        seconds = self.loop.time() - 1000
        digest, begun = self._digest.hexdigest(), len(self.store.matches)
        return RunResult(
            self.seed,
            digest,
            self.loop.steps,
            seconds,
            self.happened,
            self.failure,
            self.game.slug,
            begun,
            self.finished,
        )

    def _look_at(self, logs: Sequence[EventDict]) -> None:
        for log in logs:
            if log["log_level"] == "error" and log["event"] != "table broke":
                self.broke(f"logged: {log}")
        for error in (*self.loop.errors, *self.loop.failed(TableError)):
            self.broke(error)
