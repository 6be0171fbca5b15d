"""P8, a deploy ends no game: the house is told to close while fifty people play and others bother it, and opened again.

Nine of ten times by SIGTERM, once by SIGKILL; one of ten times it comes back with another version of every game's rules, which is
the one thing that breaks matches off. After each return the log is compared with what people saw, as the crash campaign does it.
"""

import asyncio
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, time
from typing import Final

import asyncpg
import msgspec

from app.games import GAMES
from app.ops.postgres import Postgres
from app.settings import libpq_url
from tests.prove.clients.player_memory import PlayerMemory
from tests.prove.clients.random_player import PlayedTable, RandomPlayer, open_table
from tests.prove.connections import server_fixture
from tests.prove.connections.restarts.restart_clients import ClockWatch
from tests.prove.connections.restarts.stuck_connections import STUCK, open_stuck_connections
from tests.prove.crashes.log_checker import LogChecker
from tests.prove.runner.patience import Patience
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions, print_line
from tests.prove.runner.temp_server import database_folder
from tests.server_process import House
from tests.web.visitors import Visitor

TABLES: Final = 12
FEW: Final = 6
"""In the quick share."""
EXIT: Final = 10.0
"""Seconds of Patience within which the house must have ended …"""
LONGEST: Final = 30.0
"""… and in the quick share, where the machine may be busy with anything."""
DEAD: Final = 60.0
"""Seconds of Patience within which every table must go on."""
LEAST: Final = 3
"""Restarts before which it does not end: what was never tried has not held."""
TOLERANCE: Final = 150
"""Milliseconds by which clocks that were read at different moments may differ."""
ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PATIENCE": "20",
    "PECKING_ORDER_PACE": "0.1",
    "PECKING_ORDER_LOG_LEVEL": "warning",
}


class Plan(msgspec.Struct, frozen=True):
    tables: int = TABLES
    most: int | None = None
    """Restarts."""
    exit: float = EXIT
    planted: str = ""
    away: float = 0.0
    """Seconds for which the house stays closed: a clock that runs on meanwhile shows the more."""


class Tally(msgspec.Struct):
    """What was seen."""

    restarts: Counter[str] = msgspec.field(default_factory=Counter)
    exits: list[float] = []
    """Seconds from SIGTERM to the end of the process."""
    pauses: list[float] = []
    """Seconds from the signal to something new at a table, for each table."""
    told: int = 0
    """Connections that were told to come back …"""
    open: int = 0
    """… of those that were open."""
    clocks: int = 0
    """Clocks that were compared before and after."""
    stopped: int = 0
    """Matches broken off because their rules had changed."""
    faults: list[str] = []


class Deployment:
    """One run. Afterwards `tally.faults` says what did not hold."""

    def __init__(self, plan: Plan, seed: int, folder: Path) -> None:
        self.plan, self.tally, self.memory = plan, Tally(), PlayerMemory()
        self._chance, self._folder = Random(seed), folder
        self._checker = LogChecker(self.memory)
        self._tables: list[PlayedTable] = []
        self._ears: list[ClockWatch] = []
        self._excused: set[str] = set()
        """Matches that ran when the rules changed."""
        self._rules = 1

    async def run(self, enough: Callable[[Tally], bool]) -> None:
        with Postgres(self._folder / "data", fsync=False) as store:
            self._url = libpq_url(store.url)
            house = House(
                self._folder,
                "tests.prove.connections.planted_faults",
                DATABASE_URL=store.url,
                PLANTED=self.plan.planted,
                **ENVIRONMENT,
            )
            tasks: list[asyncio.Task[None]] = []
            try:
                await asyncio.to_thread(house.start)
                bothered = server_fixture.table(house.base_url, 0, people=1)[0].room
                for number in range(self.plan.tables):
                    games = [(game.slug, game.seats) for game in GAMES]
                    table, players = open_table(
                        house.base_url, self.memory, self._chance, games, number
                    )
                    wind(table, players[0])
                    self._tables.append(table)
                    self._ears += [ClockWatch(player) for player in players]
                    tasks += [asyncio.create_task(player.run()) for player in players]
                await self._everybody(monotonic(), house.pid, first=True)
                while not self.tally.faults and not enough(self.tally):
                    await self._restart(house, bothered)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                house.kill()

    async def _restart(self, house: House, bothered: str) -> None:
        kind = (
            self._chance.choices(("deploy", "kill", "rules"), (8, 1, 1))[0]
            if self.plan.most is None
            else "deploy"
        )
        await asyncio.sleep(self._chance.uniform(0, 0.4))
        nuisances = open_stuck_connections(house.port, bothered)
        try:
            signalled = monotonic()
            for ear in self._ears:
                ear.said_goodbye = False
            connected = [ear for ear in self._ears if ear.player.connected]
            if kind == "kill":
                house.kill()
            else:
                await self._close(house)
        finally:
            for one in nuisances:
                one.close()
        while any(ear.player.connected for ear in self._ears):
            await asyncio.sleep(0.01)
        for ear in self._ears:
            ear.lost(round(time() * 1000))
        if kind != "kill" and not self.tally.faults:
            told = sum(ear.said_goodbye for ear in connected)
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
            house._environment["RULES"] = str(self._rules)
            self._excused |= {
                row["id"]
                for row in await self._rows("SELECT id FROM matches WHERE state = 'running'")
            }
        await asyncio.sleep(self.plan.away)
        began = round(time() * 1000)
        for table in self._tables:
            table.since, table.back = table.steps, None
        await asyncio.to_thread(house.start)
        await self._everybody(signalled, house.pid)
        await self._returned()
        self.tally.restarts[kind] += 1
        self._clocks(began)
        await self._check()
        self.tally.faults += server_fixture.logged_errors(house)

    async def _close(self, house: House) -> None:
        began, patience = monotonic(), Patience(self.plan.exit, house.pid)
        assert house._process is not None, "it runs"
        house._process.terminate()
        while house._process.poll() is None and not patience.over:
            await asyncio.sleep(0.01)
        self.tally.exits.append(monotonic() - began)
        if house._process.poll() is None:
            self.tally.faults.append(
                f"the house had not ended {self.plan.exit:.0f} s after SIGTERM"
            )
        house.kill()

    async def _everybody(self, since: float, house: int, first: bool = False) -> None:
        """Until something new was shown at every table. Raises Unjudged where the machine was too slow to say."""
        patience = Patience(DEAD, house)
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
        """Until everybody has been shown something."""
        end = monotonic() + DEAD

        def behind() -> bool:
            return any(ear.after is None for ear in self._ears if ear.frame is not None)

        while behind() and monotonic() < end:
            await asyncio.sleep(0.01)

    def _clocks(self, began: int) -> None:
        for ear in self._ears:
            charged = ear.charged(began)
            if charged is not None:
                self.tally.clocks += 1
                if charged > TOLERANCE:
                    self.tally.faults.append(
                        f"a restart cost somebody {charged} ms of the time to move"
                    )

    async def _check(self) -> None:
        connection = await asyncpg.connect(self._url)
        try:
            faults = await self._checker.check(connection)
        finally:
            await connection.close()
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

    async def _rows(self, query: str) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self._url)
        try:
            return await connection.fetch(query)
        finally:
            await connection.close()


def wind(table: PlayedTable, host: RandomPlayer) -> None:
    """Everybody at that table plays by the clock."""
    visitor = Visitor(table.base_url, table.game)
    with visitor.http, visitor.connect(table.room, cookie=host._cookie) as line:
        answer = line.ask("set-room", clock="relaxed")
        assert answer["type"] == "done", answer


def proven(options: RunOptions, plan: Plan) -> Tally:
    folder, progress = database_folder(), Progress(options)
    deployment = Deployment(plan, options.seed, folder)

    def enough(tally: Tally) -> bool:
        progress.show(
            f"{tally.restarts.total()} restarts  {deployment.memory.done:,} commands  {len(tally.faults)} faults"
        )
        return (progress.over and tally.restarts.total() >= LEAST) or (
            plan.most is not None and tally.restarts.total() >= plan.most
        )

    asyncio.run(deployment.run(enough))
    deployment.tally.restarts["commands"] = deployment.memory.done
    if not deployment.tally.faults:
        shutil.rmtree(folder, ignore_errors=True)
    elif not plan.planted:
        print_line(f"Kept: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return deployment.tally


def prove(options: RunOptions) -> Findings:
    tally = proven(options, Plan() if options.minutes >= 1 else Plan(tables=FEW, exit=LONGEST))
    commands = tally.restarts.pop("commands")
    if options.verbose:
        for line in told(tally):
            print_line(line)
    pauses, exits = sorted(tally.pauses) or [0.0], sorted(tally.exits) or [0.0]
    figure = (
        f"{len(tally.faults)} games or commands lost in {tally.restarts.total()} restarts ({commands:,} acknowledged commands, "
        f"{len(STUCK)} who would not leave each time); ended after {exits[-1]:.1f} s at most; "
        f"play went on after {pauses[len(pauses) // 2]:.1f} s (p50), {pauses[len(pauses) * 99 // 100]:.1f} s (p99); "
        f"{tally.clocks} clocks compared, none charged"
    )
    counts = {"restarts": tally.restarts.total(), "commands": commands, "clocks": tally.clocks}
    return Findings({"P8": figure}, tuple(tally.faults), counts=counts)


def told(tally: Tally) -> Iterator[str]:
    yield ", ".join(f"{count} {kind}" for kind, count in sorted(tally.restarts.items()))
    yield f"{tally.told} of {tally.open} connections were told to come back; {tally.stopped} matches broken off for new rules"


def planted(name: str, says: str, exit: float = EXIT, away: float = 0.0) -> PlantedFault:  # noqa: A002
    plan = Plan(tables=4, most=8, exit=exit, planted=name, away=away)

    def run(options: RunOptions) -> Findings:
        tally = proven(options, plan)
        return Findings({}, tuple(tally.faults))

    return PlantedFault("P8", says, run)


PROOF: Final = Proof(
    "restarts",
    ("P8",),
    "the house is closed and opened again under play",
    prove,
    quick=0.2,
    planted={
        "nobody-told": planted("nobody-told", "the house closes without a word"),
        "waits-for-everybody": planted(
            "waits-for-everybody", "the house waits until everybody has left", exit=4.0
        ),
        "clock-charged": planted(
            "clock-charged", "the clocks ran on while the house was closed", away=1.0
        ),
        "shown-in-haste": planted("shown-in-haste", "what is shown is written a moment later"),
    },
)
