"""The proof `races`: of several who want one thing at once, one gets it and all others learn why
not."""

import asyncio
import random
from collections import Counter, defaultdict
from typing import Final

from tests.database import fetch
from tests.prove.races.planted_faults import PLANTED, RaceFault
from tests.prove.races.scenes import Cards, Hosts, Pauses, Result, Scene, Seats
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_server

SCENES: Final = {"seat": Seats, "pause": Pauses, "host": Hosts, "card": Cards}
LEAST: Final = 10
"""Races of each scene before a run ends: what was never tried has not held."""
ENOUGH: Final = 50
"""Wins due to a place before its share is printed."""

ENVIRONMENT: Final = {"PECKING_ORDER_LIMITS": "10000", "PECKING_ORDER_PATIENCE": "20"}
_TWICE: Final = """
SELECT count(*) FROM (
    SELECT FROM entries WHERE body ->> 'type' = 'played'
    GROUP BY match_id, seat, body ->> 'key' HAVING count(*) > 1
) AS twice
"""


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
        """The wins of each place if all were even."""

    async def run(
        self,
        base_url: str,
        scenes: dict[str, type[Seats | Pauses | Hosts | Cards]],
        progress: Progress,
    ) -> None:
        opened: list[Scene] = []
        try:
            for number, (name, scene) in enumerate(scenes.items()):
                opened.append(
                    await scene.open(base_url, f"Racer {name}", random.Random(self._seed + number))
                )
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
        """For each kind: the least and the most share of its due wins that a place won."""
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


def run_races(options: RunOptions, fault: RaceFault | None = None) -> RaceRun:
    """Races on a server of their own, in all scenes or where the fault shows."""
    scenes = SCENES if fault is None else {fault.scene: SCENES[fault.scene]}
    patches = () if fault is None else (fault.plant,)
    races = RaceRun(options.seed)
    with temp_server(*patches, **ENVIRONMENT) as server:
        asyncio.run(races.run(server.base_url, scenes, Progress(options)))
        [[twice]] = asyncio.run(fetch(server.database_url, _TWICE))
    if twice:
        races.faults.append(f"races: {twice} prompts were answered twice by the same seat")
    return races


def prove(options: RunOptions) -> Findings:
    races = run_races(options)
    total = races.races.total()
    kinds = ", ".join(f"{many:,} for a {kind}" for kind, many in sorted(races.races.items()))
    figure = (
        f"{len(races.faults)} anomalies in {total:,} races ({kinds}); 99 of 100 losers knew "
        f"within {races.slow:.0f} ms; won of what was due to a place: "
        f"{races.shares() or 'too few to say'}"
    )
    return Findings({"P7": figure}, tuple(races.faults))


def prove_broken(fault: RaceFault) -> Run:
    return lambda options: Findings({}, tuple(run_races(options, fault).faults))


PROOF: Final = Proof(
    "races",
    ("P7",),
    "one seat, card, start, pause or role is wanted by several at once",
    prove,
    quick=0.05,
    planted={name: PlantedFault("P7", prove_broken(fault)) for name, fault in PLANTED.items()},
)
