"""A server under play that is killed again and again, and what its players remember.

The server, PostgreSQL or both are killed at random moments, also during a start; and the server
kills itself at named points of the write path. After each kill the log is compared with all that
players saw and were answered. After each return every table must go on.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import msgspec

from app.games import GAMES
from tests.prove.clients.player_memory import Fault, PlayerMemory
from tests.prove.clients.random_player import PlayedTable, RandomPlayer, open_table
from tests.prove.crashes import kill_points
from tests.prove.crashes.kill_points import POINTS
from tests.prove.crashes.log_checker import LogChecker
from tests.prove.crashes.machine import ServerAndStore
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.patience import Patience
from tests.prove.runner.proof import PROGRESS_EVERY, print_line

DEAD = 30.0
"""Seconds of Patience after which a table without a new frame counts as dead."""
VICTIMS = ("server", "store", "both", *POINTS)
"""The victim of a kill, or the point at which the server kills itself."""
AT_ONCE = 0.5
"""Seconds in which players come back, and their tables are read."""
COMES_BY = 5.0
"""Seconds within which the server should reach a point."""


class Plan(msgspec.Struct, frozen=True):
    """The settings of a campaign."""

    seed: int
    tables: int
    seconds: float | None = None
    kills: int | None = None
    """It ends after this many kills or after `seconds`."""
    least: int = 3
    """Kills before it ends: what was never tried has not held."""
    victims: tuple[str, ...] = VICTIMS
    fsync: bool = True
    patches: tuple[Patch, ...] = (kill_points.install,)
    """Made in the server's process."""
    dead: float = DEAD
    forked: bool = False
    """For planted faults; an honest server starts as people start it."""
    at_once: bool = False
    """The log is also looked at as soon as players are back, before they go on."""


class Campaign:
    """One run of a plan. `faults` says what did not hold."""

    def __init__(self, plan: Plan, folder: Path, verbose: bool = False) -> None:
        self.plan, self.folder = plan, folder
        self.faults: list[Fault] = []
        self.kills: Counter[str] = Counter()
        self.slowest = 0.0
        """Seconds from a return until the last table had a new frame."""
        self.memory = PlayerMemory()
        self.checker = LogChecker(self.memory)
        self._verbose = verbose
        self._chance = random.Random(plan.seed)
        self._machine = ServerAndStore(folder, plan.fsync, plan.patches, plan.forked)
        self._servers = [self._machine.server]
        self._tables: list[PlayedTable] = []
        self._players: list[RandomPlayer] = []
        self._began = self._told = self._returned = monotonic()
        self._patience = Patience(plan.dead)

    async def run(self) -> None:
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._before()
            await self._machine.start_store()
            await self._opened()
            await self._machine.start_server()
            for number in range(self.plan.tables):
                table, players = self._open_table(number)
                self._tables.append(table)
                self._players += players
            tasks = [asyncio.create_task(player.run()) for player in self._players]
            self._began = monotonic()
            self._back(DEAD)
            await self._everybody()
            while not self.faults and not self._enough():
                await self._round()
            if not self.faults:
                await self._everybody()
            if not self.faults:
                await self._check()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._closing()
            self._machine.stop()

    def _open_table(self, number: int) -> tuple[PlayedTable, Sequence[RandomPlayer]]:
        """A table with its players, nobody connected yet."""
        games = [(game.slug, game.seats) for game in GAMES]
        base_url = self._machine.server.base_url
        return open_table(base_url, self.memory, self._chance, games, number)

    async def _before(self) -> None:
        """A hook before anything runs."""

    async def _opened(self) -> None:
        """A hook after PostgreSQL has started and before the server does."""

    async def _closing(self) -> None:
        """A hook before everything is stopped."""

    def _enough(self) -> bool:
        if self.plan.kills is not None:
            return self.kills.total() >= self.plan.kills
        return (
            monotonic() - self._began >= (self.plan.seconds or 0)
            and self.kills.total() >= self.plan.least
        )

    # -- one kill

    async def _round(self) -> None:
        victim = self._chance.choice(self.plan.victims)
        if self._chance.random() < 0.7:
            await self._everybody()
            await self._check()
        if not self.faults:
            await asyncio.sleep(self._chance.uniform(0, 1))
            await self._kill(victim)
            self._tell()

    async def _kill(self, victim: str) -> None:
        if victim in POINTS:
            reached = await self._machine.kill_at(victim, COMES_BY)
            self.kills[f"at {victim}" if reached else "server"] += 1
            victim = "server"
        else:
            self.kills[victim] += 1
        if victim != "store":
            self._machine.kill_server()
        if victim != "server":
            self._machine.kill_store()
            await asyncio.sleep(self._chance.uniform(0, 0.5))
            await self._machine.start_store()
        if victim != "store":
            await self._heard_out()
        await self._check()
        if victim != "store" and not self.faults:
            while self._chance.random() < 0.1:
                self.kills["starting"] += 1
                await self._machine.start_and_kill(self._chance.uniform(0.2, 1.5))
                await self._heard_out()
                await self._check()
            await self._machine.start_server()
        self._back()
        if self.plan.at_once and not self.faults:
            await asyncio.sleep(AT_ONCE)
            await self._check()

    async def _heard_out(self) -> None:
        """Waits for what a dead server had sent: it counts as seen."""
        while any(player.connected for player in self._players):
            await asyncio.sleep(0.01)

    # -- what must hold

    async def _check(self) -> None:
        connection = await self._machine.connect()
        try:
            found = await self.checker.check(connection)
        finally:
            await connection.close()
        self.faults += [fault for fault in found if not self._is_excused(fault)]
        for server in self._servers:
            log = server.logged.read_text(errors="replace")
            for words in ("table broke", "table set aside", "Traceback"):
                if words in log and not self.faults:
                    self.faults.append(Fault("broken", f"the server has logged {words!r}"))

    def _is_excused(self, fault: Fault) -> bool:
        """A hook for faults that a subclass brings about itself."""
        return False

    def _back(self, least: float = 0.0) -> None:
        """The server and its store are there: from now on every table must go on.

        `least`: seconds before a table counts as dead, at least.
        """
        self._returned = monotonic()
        self._patience = Patience(
            max(self.plan.dead, least), *(server.pid for server in self._servers if server.alive)
        )
        for table in self._tables:
            table.since, table.back = table.steps, None

    async def _everybody(self) -> None:
        """Waits until every table goes on. Raises NotJudged on too slow a machine."""
        while waiting := [
            table for table in self._tables if table.back is None and not self.faults
        ]:
            now = monotonic() - self._returned
            for table in waiting:
                if table.steps > table.since:
                    table.back = now
                    self.slowest = max(self.slowest, now)
            if self._patience.over:
                self.faults += [
                    Fault(
                        "dead", f"table {one.room} ({one.game}) has shown nothing for {now:.0f} s"
                    )
                    for one in waiting
                ]
                return
            await asyncio.sleep(0.02)
            self._tell()

    def found(self, *kinds: str) -> int:
        """The number of faults of these kinds."""
        return sum(fault.kind in kinds for fault in self.faults)

    # -- words

    def _tell(self) -> None:
        now = monotonic()
        if self._verbose and now - self._told >= PROGRESS_EVERY:
            self._told = now
            print_line(
                f"{now - self._began:6.0f} s  {self.kills.total()} kills  "
                f"{self.checker.seen} moves seen  {len(self.faults)} faults"
            )

    def summary(self) -> list[str]:
        kinds = Counter(fault.kind for fault in self.faults)
        kills = ", ".join(f"{count} {victim}" for victim, count in sorted(self.kills.items()))
        matches = self.checker.stories.values()
        ended = sum(match.closed for match in matches)
        rows = [
            ("kills", f"{self.kills.total()} ({kills})"),
            ("matches", f"{len(matches)}, {ended} of them ended"),
            ("moves seen", str(self.checker.seen)),
            ("frames compared", str(self.memory.frames)),
            ("acknowledged", str(self.memory.done)),
            ("parts in shuffles", str(self.memory.parts)),
            *(
                (kind, str(kinds[kind]))
                for kind in ("lost", "changed", "doubled", "false refusal", "dead", "broken")
            ),
            ("slowest return", f"{self.slowest:.2f} s"),
        ]
        return [f"{name:<16} {value}" for name, value in rows]
