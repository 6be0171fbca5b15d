"""The shape of a proof: it tries to break promises of the server and reports what it found.

docs/reliability.md names the promises P1 to P20. Each proof brings planted faults: the same
attempt on a server that was broken on purpose must end in a fault.
"""

import sys
from collections.abc import Callable, Mapping
from random import SystemRandom
from time import monotonic
from typing import Final

import msgspec

PROGRESS_EVERY: Final = 5.0
"""Seconds between two lines of progress."""


def print_line(line: str) -> None:
    """Prints a line and flushes it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class NotJudged(Exception):
    """The proof could not be carried out; the message says why. It neither held nor failed."""


class RunOptions(msgspec.Struct, frozen=True):
    """The length of a run, its seeds and its games."""

    minutes: float
    """The run ends within some seconds of that."""
    seed: int
    """The first of its seeds."""
    games: tuple[str, ...] = ()
    """Slugs of the games to use; none: all."""
    verbose: bool = True


class Findings(msgspec.Struct, frozen=True):
    """The result of one run of a proof."""

    figures: Mapping[str, str]
    """By promise, in words: "0 lost of 12,962 seen moves in 94 kills"."""
    faults: tuple[str, ...] = ()
    """Each a sentence with the seed that shows it again."""
    impossible: str = ""
    """A program or a right that this machine lacks; then nothing was looked at."""


Run = Callable[[RunOptions], Findings]


class PlantedFault(msgspec.Struct, frozen=True):
    """A fault that is put into the server on purpose."""

    promise: str
    run: Run
    """The proof on the broken server; it must report a fault."""


class Proof(msgspec.Struct, frozen=True):
    """One way of trying to break promises."""

    name: str
    promises: tuple[str, ...]
    summary: str
    run: Run
    quick: float
    """Minutes of its share of a quick run."""
    planted: Mapping[str, PlantedFault] = {}
    """By name."""


class Progress:
    """The time of one run, and a line of progress every few seconds."""

    def __init__(self, options: RunOptions) -> None:
        self._verbose = options.verbose
        self._limit = options.minutes * 60
        self._began = self._shown = monotonic()

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    @property
    def over(self) -> bool:
        """The given time is used up."""
        return self.seconds >= self._limit

    def show(self, line: str) -> None:
        now = monotonic()
        if self._verbose and now - self._shown >= PROGRESS_EVERY:
            self._shown = now
            print_line(f"{self.seconds:6.0f} s  {line}")


def fresh_seed() -> int:
    """A seed that differs from run to run."""
    return SystemRandom().randrange(1_000_000_000)
