"""The promise of the tables: evening after evening from fresh seeds, with progress, a table of what happened, and the seeds that failed."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.proof import Ask, Found, Planted, Progress, Proof, say
from tests.prove.simulation.planted import PLANTED
from tests.prove.simulation.world import Evening, Played, World

ENOUGH: Final = 20
"""Failures after which the run ends."""
FILE: Final = Path(__file__).with_name("seeds.txt")
"""Seeds that failed once, one a line; every later test run looks at them again."""
SOMETIMES: Final = (
    "killed", "killed while writing", "takeover", "superseded, fenced", "fenced", "two houses",
    "outage", "stood still", "wall clock set", "drained",
    "lost before the commit", "committed, answer lost", "late commit", "slow store", "store down", "refused, cannot save",
    "repeated, done", "late repetition", "wrong move", "slow reader", "cut", "vanished", "second window", "chat", "pause", "resume",
    "stand", "sit", "stand-in", "kick", "make-host", "queue", "play-here", "add-bot", "call-last-deal", "stop-match",
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
    return World(seed, variants(SMALL) if small else [one for slug in GAMES if slug != SMALL for one in variants(slug)]).run()


def kept() -> list[int]:
    return [int(line) for line in FILE.read_text().split()]


def never(happened: Counter[str]) -> list[str]:
    """What should have happened and did not."""
    return [kind for kind in SOMETIMES if not happened[kind]]


def prove(ask: Ask) -> Found:
    """Whether every evening held; those that did not are told with their seeds."""
    faults: list[str] = []
    happened: Counter[str] = Counter()
    evenings = steps = 0
    seconds = 0.0
    progress = Progress(ask)
    for one in _evenings(ask.seed):
        evenings, steps, seconds = evenings + 1, steps + one.steps, seconds + one.seconds
        happened.update(one.happened)
        if one.failure is not None:
            faults.append(f"simulation seed {one.seed}: {one.failure}")
        progress.tell(f"{evenings} evenings  {len(faults)} failures")
        if progress.over or len(faults) >= ENOUGH:
            break
    if ask.loud:
        for kind in sorted(happened, key=lambda kind: -happened[kind]):
            say(f"{happened[kind]:10}  {kind}")
        if faults:
            say(f"Seeds worth keeping go into {FILE.name}.")
    faults += [f"simulation: {kind} never happened" for kind in (never(happened) if evenings >= ENOUGH * 10 else [])]
    found = f"{len(faults)} violations in {evenings:,} evenings, {steps:,} steps, {seconds / 3600:.1f} simulated hours"
    return Found(dict.fromkeys(PROMISES, found), tuple(faults))


def _evenings(first: int) -> Iterator[Evening]:
    seed = first
    while True:
        yield evening(seed)
        seed += 1


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
    planted={name: Planted(fault.promise, fault.says, broken_by(name)) for name, fault in PLANTED.items()},
)
