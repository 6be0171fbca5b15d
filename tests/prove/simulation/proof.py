"""The proof `simulation`: runs from fresh seeds, with counts of all troubles and the seeds that
failed."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import (
    Findings,
    PlantedFault,
    Progress,
    Proof,
    Run,
    RunOptions,
    print_line,
)
from tests.prove.simulation.planted_faults import PLANTED
from tests.prove.simulation.run_result import GameVariant, RunResult
from tests.prove.simulation.world import World

ENOUGH: Final = 20
"""Failures after which the run ends."""
FILE: Final = Path(__file__).with_name("seeds.txt")
"""Seeds that failed once, one a line; every later test run looks at them again."""
SOMETIMES: Final = (
    "killed", "killed while writing", "takeover", "superseded, fenced", "fenced", "two servers",
    "outage", "stood still", "wall clock set", "drained",
    "lost before the commit", "committed, answer lost", "late commit", "slow store", "store down",
    "refused, cannot save",
    "repeated, done", "late repetition", "wrong move", "slow reader", "cut", "vanished",
    "second window", "chat", "pause", "resume",
    "stand", "sit", "stand-in", "kick", "make-host", "premove", "play-here", "add-bot",
    "call-last-deal", "stop-match",
    "entry played", "entry shuffled", "entry expired", "entry reseated", "entry last-deal",
    "entry sealed", "entry refused to open", "opened wrongly",
)  # fmt: skip
"""Kinds of trouble, each of which must really happen."""


@cache
def variants(slug: str) -> tuple[GameVariant, ...]:
    """A game of the kit in every variant of its adapter."""
    adapter = adapter_of(slug)
    return tuple(GameVariant(adapter.game, *match) for match in adapter.matches.values())


SMALL: Final = GAMES[0]
"""The kit's toy game: it meets every trouble in a tenth of the time."""


def run_seed(seed: int, small: bool | None = None) -> RunResult:
    """One run: each second seed plays the small game, or all (`small`) or none of them."""
    if small is None:
        small = seed % 2 == 0
    return run_games((SMALL,) if small else [slug for slug in GAMES if slug != SMALL], seed)


def run_games(slugs: Sequence[str], seed: int) -> RunResult:
    """A run with one of these games."""
    return World(seed, [one for slug in slugs for one in variants(slug)]).run()


def kept_seeds() -> list[int]:
    return [int(line) for line in FILE.read_text().split()]


def never_happened(happened: Counter[str]) -> list[str]:
    """The kinds of trouble that did not happen."""
    return [kind for kind in SOMETIMES if not happened[kind]]


class Tally:
    """The counts of all runs."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.happened: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        """"matches" came to their end by their own rules."""
        self.steps = 0
        self.seconds = 0.0

    def add(self, one: RunResult) -> None:
        self.steps, self.seconds = self.steps + one.steps, self.seconds + one.seconds
        self.happened.update(one.happened)
        large = 0 if one.game == SMALL else one.finished
        self.counts.update(
            {
                "runs": 1,
                "matches": one.finished,
                "matches of large games": large,
            }
        )
        if one.failure is not None:
            self.faults.append(f"simulation seed {one.seed}: {one.failure}")

    def __str__(self) -> str:
        matches, large, runs = (
            self.counts[what] for what in ("matches", "matches of large games", "runs")
        )
        return (
            f"{len(self.faults)} violations in {matches:,} matches ({large:,} of large games) "
            f"of {runs:,} runs, "
            f"{self.steps:,} steps, {self.seconds / 3600:.1f} simulated hours"
        )


def prove(options: RunOptions) -> Findings:
    """Runs seed after seed; those that fail are faults."""
    unknown = [name for name in options.games if name not in GAMES]
    if unknown:
        return Findings({}, (f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.",))
    tally, progress = Tally(), Progress(options)
    for seed in count(options.seed):
        tally.add(run_games(options.games, seed) if options.games else run_seed(seed))
        progress.show(
            f"{tally.counts['runs']:,} runs  {tally.counts['matches']:,} matches  "
            f"{len(tally.faults)} failures"
        )
        if progress.over or len(tally.faults) >= ENOUGH:
            break
    if options.verbose:
        for kind in sorted(tally.happened, key=lambda kind: -tally.happened[kind]):
            print_line(f"{tally.happened[kind]:10}  {kind}")
        if tally.faults:
            print_line(f"Seeds worth keeping go into {FILE.name}.")
    if tally.counts["runs"] >= ENOUGH * 10 and (not options.games or SMALL in options.games):
        tally.faults += [
            f"simulation: {kind} never happened" for kind in never_happened(tally.happened)
        ]
    return Findings(dict.fromkeys(PROMISES, str(tally)), tuple(tally.faults))


def look_for_fault(first: int) -> Run:
    """Runs of the small game from that seed on until one fails."""

    def run(options: RunOptions) -> Findings:
        progress = Progress(options)
        for seed in range(first, first + PLANTED_SEEDS):
            one = run_seed(seed, small=True)
            if one.failure is not None:
                return Findings({}, (f"simulation seed {seed}: {one.failure}",))
            if progress.over:
                break
        return Findings({})

    return run


PROMISES: Final = ("P1", "P2", "P4", "P5", "P9", "P12", "P13")
PLANTED_SEEDS: Final = 300
"""Seeds within which a planted fault must have shown."""
SHOWN_FROM: Final = {"room-read-before-taken": 19, "wall-clock-deadlines": 30}
"""The first seeds for what few runs show; for all else 0."""

PROOF: Final = Proof(
    "simulation",
    PROMISES,
    "the tables on a seeded event loop, under every trouble",
    prove,
    quick=0.1,
    planted={
        name: PlantedFault(promise, with_patch(plant, look_for_fault(SHOWN_FROM.get(name, 0))))
        for name, (promise, plant) in PLANTED.items()
    },
)
