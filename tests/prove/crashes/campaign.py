"""The promise that what was seen is saved: a real house under play, killed again and again, and what its players remember.

The house alone is killed, PostgreSQL alone, or both, at random moments, also while they start; and the house kills itself at named
points of the write path (crash_points). After each kill the log is compared with all that people were shown and told before; after
each return every table must go on. How often the kernel was told to write through to the disk is not proved here: a kill cannot tell.
"""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from app.games import GAMES
from tests.prove.clients.player_memory import Fault, PlayerMemory
from tests.prove.clients.random_player import PlayedTable, RandomPlayer, open_table
from tests.prove.crashes.kill_points import POINTS
from tests.prove.crashes.log_checker import LogChecker
from tests.prove.crashes.machine import ServerAndStore
from tests.prove.crashes.planted_faults import PLANTED
from tests.prove.runner.patience import Patience
from tests.prove.runner.proof import EVERY, Findings, PlantedFault, Proof, RunOptions, print_line
from tests.prove.runner.temp_server import database_folder

LONG: Final = 2.0
"""Minutes from which on a campaign is a long one."""
TABLES: Final = 50
"""At play at once in a long campaign …"""
FEW: Final = 12
"""… and in a short one, which should come to some kills too."""
DEAD = 30.0
"""Seconds of Patience after which a table at which nothing new was shown counts as dead."""
VICTIMS = ("house", "store", "both", *POINTS)
"""Who is killed; or the point at which the house kills itself."""
COMES_BY = 5.0
"""Seconds within which somebody should come by a point."""


class Plan(msgspec.Struct, frozen=True):
    """What a campaign does."""

    seed: int
    tables: int = TABLES
    seconds: float | None = None
    kills: int | None = None
    """It ends after so many, or after so many seconds, …"""
    least: int = 3
    """… but not before so many: what was never tried has not held."""
    victims: tuple[str, ...] = VICTIMS
    fsync: bool = True
    module: str = "tests.prove.crashes.kill_points"
    environment: dict[str, str] = {}
    dead: float = DEAD


class Campaign:
    """One run of a plan. Afterwards `faults` says what did not hold."""

    def __init__(self, plan: Plan, folder: Path, loud: bool = False) -> None:
        self.plan, self.folder = plan, folder
        self.faults: list[Fault] = []
        self.kills: Counter[str] = Counter()
        self.slowest = 0.0
        """Seconds from a return until the last table showed something new."""
        self.memory = PlayerMemory()
        self.checker = LogChecker(self.memory)
        self._loud = loud
        self._chance = random.Random(plan.seed)
        self._machine = ServerAndStore(folder, plan.fsync, plan.module, plan.environment)
        self._houses = [self._machine.house]
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
            await self._machine.start_house()
            games = [(game.slug, game.seats) for game in GAMES]
            for number in range(self.plan.tables):
                table, players = open_table(
                    self._machine.house.base_url, self.memory, self._chance, games, number
                )
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

    async def _before(self) -> None:
        """Nothing runs yet."""

    async def _opened(self) -> None:
        """PostgreSQL is there, the house not yet."""

    async def _closing(self) -> None:
        """All is over, and everything still stands."""

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
            self.kills[f"at {victim}" if reached else "house"] += 1
            victim = "house"
        else:
            self.kills[victim] += 1
        if victim != "store":
            self._machine.kill_house()
        if victim != "house":
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
            await self._machine.start_house()
        self._back()

    async def _heard_out(self) -> None:
        """What a dead house had sent still arrives, and counts as seen."""
        while any(player.connected for player in self._players):
            await asyncio.sleep(0.01)

    # -- what must hold

    async def _check(self) -> None:
        connection = await self._machine.connect()
        try:
            self.faults += await self.checker.check(connection)
        finally:
            await connection.close()
        for house in self._houses:
            log = house.logged.read_text(errors="replace")
            for words in ("table broke", "table set aside", "Traceback"):
                if words in log and not self.faults:
                    self.faults.append(Fault("broken", f"the house has logged {words!r}"))

    def _back(self, least: float = 0.0) -> None:
        """The house and its store are there: from now on every table has to go on. `least` seconds at least before one counts as dead."""
        self._returned = monotonic()
        self._patience = Patience(
            max(self.plan.dead, least), *(house.pid for house in self._houses if house.alive)
        )
        for table in self._tables:
            table.since, table.back = table.steps, None

    async def _everybody(self) -> None:
        """Waits until every table goes on. Raises Unjudged where the machine was too slow to say."""
        while waiting := [table for table in self._tables if table.back is None]:
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
        """How many faults of these kinds there were."""
        return sum(fault.kind in kinds for fault in self.faults)

    # -- words

    def _tell(self) -> None:
        now = monotonic()
        if self._loud and now - self._told >= EVERY:
            self._told = now
            print_line(
                f"{now - self._began:6.0f} s  {self.kills.total()} kills  {self.checker.seen} moves seen  {len(self.faults)} faults"
            )

    def summary(self) -> list[str]:
        kinds = Counter(fault.kind for fault in self.faults)
        rows = [
            (
                "kills",
                f"{self.kills.total()} ({', '.join(f'{count} {victim}' for victim, count in sorted(self.kills.items()))})",
            ),
            (
                "matches",
                f"{len(self.checker.stories)}, {sum(story.closed for story in self.checker.stories.values())} of them ended",
            ),
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


def prove(options: RunOptions) -> Findings:
    """Whether everything held; if not, what the house and its store left behind is kept."""
    folder = database_folder()
    campaign = Campaign(
        Plan(
            options.seed, TABLES if options.minutes >= LONG else FEW, seconds=options.minutes * 60
        ),
        folder,
        loud=options.verbose,
    )
    with suppress(KeyboardInterrupt):
        asyncio.run(campaign.run())
    if options.verbose:
        for line in campaign.summary():
            print_line(line)
    faults = tuple(str(fault) for fault in campaign.faults)
    kills = f"{campaign.kills.total():,} kills"
    figures = {
        "P1": f"{campaign.found('lost', 'changed')} lost of {campaign.checker.seen:,} seen moves in {kills}",
        "P2": f"{campaign.found('doubled', 'false refusal')} wrong of {campaign.memory.done:,} acknowledged commands in {kills}",
        "P9": f"{campaign.found('dead', 'broken')} dead tables after {kills}; the slowest went on after {campaign.slowest:.1f} s",
    }
    counts = {
        "kills": campaign.kills.total(),
        "seen moves": campaign.checker.seen,
        "commands": campaign.memory.done,
    }
    if faults:
        print_line(f"Kept: {folder} (house.log, data/postgres.log)")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return Findings(figures, faults, counts=counts)


def broken_by(name: str) -> Callable[[RunOptions], Findings]:
    """The campaign on a house with that fault, killed where the fault must show."""
    fault = PLANTED[name]

    def look(options: RunOptions) -> Findings:
        folder = database_folder()
        module, environment = "tests.prove.crashes.planted_faults", {"PLANTED": name}
        dead = DEAD if "dead" not in fault.kinds else 2.0
        plan = Plan(
            options.seed,
            3,
            kills=10,
            victims=fault.victims,
            fsync=False,
            module=module,
            environment=environment,
            dead=dead,
        )
        campaign = Campaign(plan, folder)
        try:
            asyncio.run(campaign.run())
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return Findings(
            {}, tuple(str(found) for found in campaign.faults if found.kind in fault.kinds)
        )

    return look


PROOF: Final = Proof(
    "crashes",
    ("P1", "P2", "P9"),
    "a house at play is killed again and again, at random and at named points",
    prove,
    quick=0.25,
    planted={
        name: PlantedFault(fault.promise, fault.says, broken_by(name))
        for name, fault in PLANTED.items()
    },
)
