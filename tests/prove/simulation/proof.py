"""The promise of the tables: evening after evening from fresh seeds, with progress, a table of what happened, and the seeds that failed."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import SystemRandom
from time import monotonic
from typing import Final

from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.simulation.world import Evening, Played, World

EVERY: Final = 5.0
"""Seconds between two lines of progress."""
ENOUGH: Final = 20
"""Failures after which the run ends."""
FILE: Final = Path(__file__).with_name("seeds.txt")
"""Seeds that failed once, one a line; every later test run looks at them again."""
SOMETIMES: Final = (
    "killed", "killed while writing", "takeover", "superseded, fenced", "superseded, locked out", "fenced",
    "outage", "stood still", "drained",
    "lost before the commit", "committed, answer lost", "late commit", "slow store", "store down", "refused, cannot save",
    "repeated, done", "late repetition", "wrong move", "slow reader", "cut", "vanished", "second window", "chat", "pause", "resume",
    "stand", "sit", "stand-in", "kick", "make-host", "queue", "play-here", "add-bot", "call-last-deal", "stop-match",
    "entry played", "entry shuffled", "entry expired", "entry reseated", "entry last-deal",
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


def prove(asked: argparse.Namespace) -> bool:
    """Whether every evening held; those that did not are printed with their seeds."""
    first = asked.seed if asked.seed is not None else SystemRandom().randrange(1_000_000_000)
    _say(f"simulation: {asked.minutes:g} min from seed {first}")
    failed: list[Evening] = []
    happened: Counter[str] = Counter()
    evenings = steps = 0
    seconds = 0.0
    begin = told = monotonic()
    for one in _evenings(first):
        evenings, steps, seconds = evenings + 1, steps + one.steps, seconds + one.seconds
        happened.update(one.happened)
        if one.failure is not None:
            failed.append(one)
            _say(f"FAILED seed {one.seed}: {one.failure}")
        now = monotonic()
        if now - told >= EVERY:
            told = now
            _say(f"{now - begin:6.0f} s  {evenings} evenings  {len(failed)} failures")
        if now - begin >= asked.minutes * 60 or len(failed) >= ENOUGH:
            break
    took = monotonic() - begin
    for kind in sorted(happened, key=lambda kind: -happened[kind]):
        _say(f"{happened[kind]:10}  {kind}")
    rate = f"{seconds / max(took, 1e-9):.0f} times real time"
    _say(f"{evenings} evenings, {steps} steps, {seconds / 3600:.1f} simulated hours in {took:.0f} s ({rate})")
    missing = never(happened) if evenings >= ENOUGH * 10 else []
    for kind in missing:
        _say(f"Never happened: {kind}.")
    _say(
        f"{len(failed)} failures."
        + (f" Seeds worth keeping go into {FILE.name}: {' '.join(str(one.seed) for one in failed)}" if failed else "")
    )
    return not failed and not missing


def _evenings(first: int) -> Iterator[Evening]:
    seed = first
    while True:
        yield evening(seed)
        seed += 1


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
