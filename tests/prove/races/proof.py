"""The promise of clear races: the same seat, card, start, pause or role is wanted by several at once, over real sockets."""

import asyncio
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

import asyncpg

from app.ops.postgres import Postgres
from app.settings import plain_database_url
from tests.prove.races.planted_faults import PLANTED
from tests.prove.races.scenes import Cards, Hosts, Pauses, Result, Scene, Seats
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import database_folder
from tests.server_process import House

SCENES: Final = {"seat": Seats, "pause": Pauses, "host": Hosts, "card": Cards}
LEAST: Final = 10
"""Races of each scene before which it does not end: what was never tried has not held."""
ENOUGH: Final = 50
"""Wins due to a place from which on its share says something."""

_TWICE: Final = "SELECT count(*) FROM (SELECT FROM entries WHERE kind = 'played' GROUP BY match_id, seat, key HAVING count(*) > 1) AS twice"


class RaceRun:
    """All races of one run. `faults` says what went wrong."""

    def __init__(self, seed: int) -> None:
        self.faults: list[str] = []
        self.races: Counter[str] = Counter()
        self.waits: list[float] = []
        """Seconds that each loser waited for the answer."""
        self._seed = seed
        self._won: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._due: defaultdict[str, defaultdict[int, float]] = defaultdict(
            lambda: defaultdict(float)
        )
        """What each place of a scene would have won if all were even."""

    async def run(
        self,
        base_url: str,
        scenes: dict[str, type[Seats | Pauses | Hosts | Cards]],
        progress: Progress,
    ) -> None:
        opened: list[Scene] = []
        try:
            for number, (name, scene) in enumerate(scenes.items()):
                opened.append(await scene.open(base_url, name, random.Random(self._seed + number)))
            await asyncio.gather(*(self._races(scene, progress) for scene in opened))
        except (TimeoutError, AssertionError) as error:
            self.faults.append(f"races: {type(error).__name__} {error}")
        finally:
            for one in opened:
                await one.close()

    async def _races(self, scene: Scene, progress: Progress) -> None:
        run = 0
        while not self.faults and (not progress.over or run < LEAST):
            self._note(await scene.once())
            run += 1
            progress.show(f"{self.races.total()} races  {len(self.faults)} faults")

    def _note(self, result: Result) -> None:
        self.races[result.kind] += 1
        self.waits += [one.after for one in result.losers]
        self._won[result.kind].update(result.winners)
        for place in result.places:
            self._due[result.kind][place] += 1 / len(result.places)
        if result.wrong is not None:
            self.faults.append(
                f"races: {result.wrong}, in race {self.races[result.kind]} of its kind"
            )

    def shares(self) -> str:
        """How much of what was due to each place it won, the least and the most of each kind, in percent; of kinds run often enough."""
        told = []
        for kind, due in sorted(self._due.items()):
            if min(due.values()) < ENOUGH:
                continue
            parts = [100 * self._won[kind][place] / due[place] for place in due]
            told.append(f"{kind} {min(parts):.0f} to {max(parts):.0f} %")
        return ", ".join(told)

    @property
    def slow(self) -> float:
        """Milliseconds within which 99 of 100 losers knew."""
        waits = sorted(self.waits)
        return 1000 * waits[len(waits) * 99 // 100] if waits else 0.0


def run_races(options: RunOptions, module: str = "app", fault: str | None = None) -> RaceRun:
    """A house of its own, and its races for so long."""
    folder = database_folder()
    scenes = SCENES if fault is None else {PLANTED[fault].scene: SCENES[PLANTED[fault].scene]}
    track = RaceRun(options.seed)
    try:
        with Postgres(folder / "data", fsync=False) as postgres:
            environment = {
                "PECKING_ORDER_LIMITS": "10000",
                "PECKING_ORDER_PATIENCE": "20",
                "DATABASE_URL": postgres.url,
            }
            house = House(folder, module, **environment, **({"PLANTED": fault} if fault else {}))
            house.start()
            try:
                asyncio.run(track.run(house.base_url, scenes, Progress(options)))
                twice = asyncio.run(count(postgres.url))
                if twice:
                    track.faults.append(
                        f"races: {twice} questions were answered twice by the same seat"
                    )
            finally:
                house.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return track


async def count(url: str) -> int:
    connection = await asyncpg.connect(plain_database_url(url))
    try:
        twice: int = await connection.fetchval(_TWICE)
    finally:
        await connection.close()
    return twice


def prove(options: RunOptions) -> Findings:
    track = run_races(options)
    kinds = ", ".join(f"{many:,} for a {kind}" for kind, many in sorted(track.races.items()))
    figure = (
        f"{len(track.faults)} anomalies in {track.races.total():,} races ({kinds}); 99 of 100 losers knew within {track.slow:.0f} ms; "
        f"won of what was due to a place: {track.shares() or 'too few to say'}"
    )
    return Findings(
        {"P7": figure}, tuple(track.faults), counts={"races": track.races.total(), **track.races}
    )


def broken_by(fault: str) -> Callable[[RunOptions], Findings]:
    return lambda options: Findings(
        {}, tuple(run_races(options, "tests.prove.races.planted_faults", fault).faults)
    )


PROOF: Final = Proof(
    "races",
    ("P7",),
    "one seat, card, start, pause or role, wanted by several at once",
    prove,
    quick=0.15,
    planted={
        name: PlantedFault("P7", fault.says, broken_by(name)) for name, fault in PLANTED.items()
    },
)
