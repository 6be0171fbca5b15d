"""What a proof is: something that tries to break promises of the house for as long as it is told, and says what it found.

A promise is named P1 to P15; docs/reliability.md says what each means. A proof that never fails is worth nothing, so each brings
planted faults: the same attempt on a house in which something was broken on purpose, which must end in a fault.
"""

import sys
from collections.abc import Callable, Mapping
from random import SystemRandom
from time import monotonic
from typing import Final

import msgspec

EVERY: Final = 5.0
"""Seconds between two lines of progress."""


def print_line(line: str) -> None:
    """A line for the person at the terminal, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class NotJudged(Exception):
    """The proof could not be carried out; the message says why. It neither held nor failed to hold."""


class RunOptions(msgspec.Struct, frozen=True):
    """What is wanted of a proof."""

    minutes: float
    """How long it may go on; it ends within some seconds of that."""
    seed: int
    """Where its seeds begin."""
    games: tuple[str, ...] = ()
    """Slugs of the games it is about; none: all."""
    verbose: bool = True


class Findings(msgspec.Struct, frozen=True):
    """What came of it."""

    figures: Mapping[str, str]
    """By promise: what was looked at and what was found, as in "0 lost of 12,962 seen moves in 94 kills"."""
    faults: tuple[str, ...] = ()
    """What did not hold, each a sentence with the seed that shows it again."""
    impossible: str = ""
    """Why this machine cannot look at it at all: a program is missing, or a right. Then nothing was looked at."""
    counts: Mapping[str, int] = {}
    """What was looked at, by the words of the record (`kept.py`): {"kills": 94, "seen moves": 12962}."""
    cells: Mapping[str, int] = {}
    """How often each cell was compared, where a proof has cells that must all be filled: {"seat / socket / frame": 812}."""


class PlantedFault(msgspec.Struct, frozen=True):
    """A fault that is put into the house on purpose."""

    promise: str
    says: str
    run: Callable[[RunOptions], Findings]
    """The proof on the broken house; it must come back with a fault."""


class Proof(msgspec.Struct, frozen=True):
    """One way of trying to break promises."""

    name: str
    promises: tuple[str, ...]
    summary: str
    run: Callable[[RunOptions], Findings]
    quick: float
    """Minutes that the quick gate gives it."""
    planted: Mapping[str, PlantedFault] = {}
    """By name."""


class Progress:
    """A line every few seconds: how long it has run, and what the caller has to say."""

    def __init__(self, options: RunOptions) -> None:
        self._loud = options.verbose
        self._limit = options.minutes * 60
        self._began = self._told = monotonic()

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    @property
    def over(self) -> bool:
        """Whether the time that was given is used up."""
        return self.seconds >= self._limit

    def show(self, line: str) -> None:
        now = monotonic()
        if self._loud and now - self._told >= EVERY:
            self._told = now
            print_line(f"{self.seconds:6.0f} s  {line}")


def fresh_seed() -> int:
    """A place to begin that is another every time."""
    return SystemRandom().randrange(1_000_000_000)
