"""The promise of the tables: evening after evening from fresh seeds, with progress, a table of what happened, and the seeds that failed."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.runner.proof import Ask, Found, Planted, Progress, Proof, say
from tests.prove.simulation.planted_faults import PLANTED
from tests.prove.simulation.run_result import Evening, Played
from tests.prove.simulation.world import World

ENOUGH: Final = 20
"""Failures after which the run ends."""
FILE: Final = Path(__file__).with_name("seeds.txt")
"""Seeds that failed once, one a line; every later test run looks at them again."""
SOMETIMES: Final = (
    "killed", "killed while writing", "takeover", "superseded, fenced", "fenced", "two houses",
    "outage", "stood still", "wall clock set", "drained",
    "lost before the commit", "committed, answer lost", "late commit", "slow store", "store down", "refused, cannot save",
    "repeated, done", "late repetition", "wrong move", "slow reader", "cut", "vanished", "second window", "chat", "pause", "resume",
    "stand", "sit", "stand-in", "kick", "make-host", "premove", "play-here", "add-bot", "call-last-deal", "stop-match",
    "entry played", "entry shuffled", "entry expired", "entry reseated", "entry last-deal",
    "entry sealed", "entry refused to open", "opened wrongly",
)  # fmt: skip
"""Kinds of trouble, each of which must really have happened."""


@cache
def variants(slug: str) -> tuple[Played, ...]:
    """A game of the kit in every variant that its adapter names."""
    adapter = adapter_of(slug)
    return tuple(Played(adapter.game, *match) for match in adapter.matches.values())


SMALL: Final = GAMES[0]
"""The kit's toy game: it meets every trouble in a tenth of the time."""


def evening(seed: int, small: bool | None = None) -> Evening:
    """Always the same for the same seed: every second one with the small game, or all (`small`) or none of them."""
    if small is None:
        small = seed % 2 == 0
    return evening_of((SMALL,) if small else [slug for slug in GAMES if slug != SMALL], seed)


def evening_of(slugs: Sequence[str], seed: int) -> Evening:
    """One with one of these games."""
    return World(seed, [one for slug in slugs for one in variants(slug)]).run()


def kept() -> list[int]:
    return [int(line) for line in FILE.read_text().split()]


def never(happened: Counter[str]) -> list[str]:
    """What should have happened and did not."""
    return [kind for kind in SOMETIMES if not happened[kind]]


class Tally:
    """All evenings of a run."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.happened: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        """For the record: "matches" came to their end by their own rules."""
        self.steps = 0
        self.seconds = 0.0

    def add(self, one: Evening) -> None:
        self.steps, self.seconds = self.steps + one.steps, self.seconds + one.seconds
        self.happened.update(one.happened)
        large = 0 if one.game == SMALL else one.finished
        self.counts.update(
            {
                "evenings": 1,
                "matches": one.finished,
                "matches begun": one.begun,
                "matches of large games": large,
            }
        )
        if one.failure is not None:
            self.faults.append(f"simulation seed {one.seed}: {one.failure}")

    def __str__(self) -> str:
        matches, large, evenings = (
            self.counts[what] for what in ("matches", "matches of large games", "evenings")
        )
        return (
            f"{len(self.faults)} violations in {matches:,} matches ({large:,} of large games) of {evenings:,} evenings, "
            f"{self.steps:,} steps, {self.seconds / 3600:.1f} simulated hours"
        )


def prove(ask: Ask) -> Found:
    """Whether every evening held; those that did not are told with their seeds."""
    unknown = [name for name in ask.names if name not in GAMES]
    if unknown:
        return Found({}, (f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.",))
    tally, progress = Tally(), Progress(ask)
    for seed in count(ask.seed):
        tally.add(evening_of(ask.names, seed) if ask.names else evening(seed))
        progress.tell(
            f"{tally.counts['evenings']:,} evenings  {tally.counts['matches']:,} matches  {len(tally.faults)} failures"
        )
        if progress.over or len(tally.faults) >= ENOUGH:
            break
    if ask.loud:
        for kind in sorted(tally.happened, key=lambda kind: -tally.happened[kind]):
            say(f"{tally.happened[kind]:10}  {kind}")
        if tally.faults:
            say(f"Seeds worth keeping go into {FILE.name}.")
    if tally.counts["evenings"] >= ENOUGH * 10 and (not ask.names or SMALL in ask.names):
        tally.faults += [f"simulation: {kind} never happened" for kind in never(tally.happened)]
    return Found(dict.fromkeys(PROMISES, str(tally)), tuple(tally.faults), counts=tally.counts)


def broken_by(fault: str) -> Callable[[Ask], Found]:
    """Small evenings in a house with that fault, until one fails."""

    def look(ask: Ask) -> Found:
        progress = Progress(ask)
        with pytest.MonkeyPatch.context() as patch:
            PLANTED[fault].plant(patch)
            for seed in range(PATIENCE):
                one = evening(seed, small=True)
                if one.failure is not None:
                    return Found({}, (f"simulation seed {seed}: {one.failure}",))
                if progress.over:
                    break
        return Found({})

    return look


PROMISES: Final = ("P1", "P2", "P4", "P5", "P9", "P12", "P13")
PATIENCE: Final = 300
"""Seeds within which a planted fault must have shown."""

PROOF: Final = Proof(
    "simulation",
    PROMISES,
    "the tables on a seeded loop, under every trouble",
    prove,
    quick=0.3,
    planted={
        name: Planted(fault.promise, fault.says, broken_by(name)) for name, fault in PLANTED.items()
    },
)
