"""The promise of the games: the conformance kit's checks in turn over fresh seeds, with progress, and the seeds that fail are kept."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic

from tests.games.kit.adapter import Adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.frames import LIMIT
from tests.games.kit.seeds import FILE, Kept, keep
from tests.games.kit.tally import Tally, written
from tests.games.test_conformance import GAMES, adapter_of

EVERY = 5.0
"""Seconds between two lines of progress."""
ENOUGH = 3
"""Failures after which a check of a game is left alone."""


def prove(asked: argparse.Namespace) -> bool:
    """Whether everything held; what did not is printed and kept in seeds.toml."""
    unknown = [name for name in asked.names if name not in GAMES]
    if unknown:
        _say(f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.")
        return False
    slugs = asked.names or list(GAMES)
    first = asked.seed if asked.seed is not None else random.SystemRandom().randrange(1_000_000_000)
    _say(f"{', '.join(slugs)}: {asked.minutes:g} min from seed {first}")
    tallies = {slug: Tally() for slug in slugs}
    failures = _run([adapter_of(slug) for slug in slugs], first, asked.minutes * 60, tallies)
    heavy = {slug: tally.heavy() or 0 for slug, tally in tallies.items()}
    for line in written({slug: tally.counts for slug, tally in tallies.items()}, heavy):
        _say(line)
    too_big = [slug for slug, size in heavy.items() if size > LIMIT]
    for slug in too_big:
        _say(f"{slug}: 99 of 100 frames are not under {LIMIT} bytes.")
    _say(f"{sum(failures.values())} failures." + (f" Their seeds are kept in {FILE.name}." if failures else ""))
    return not failures and not too_big


def _run(adapters: Sequence[Adapter], first: int, seconds: float, tallies: dict[str, Tally]) -> Counter[tuple[str, str]]:
    failures: Counter[tuple[str, str]] = Counter()
    begin = told = monotonic()
    for number, (adapter, name, seed) in enumerate(_cases(adapters, first)):
        now = monotonic()
        if now - begin >= seconds:
            break
        if now - told >= EVERY:
            told = now
            _say(f"{now - begin:6.0f} s  {number} cases  {sum(failures.values())} failures")
        slug, check = adapter.game.slug, CHECKS[name]
        if failures[slug, name] >= ENOUGH:
            continue
        try:
            check.look(adapter, seed, check.steps, tallies[slug])
        except Exception as error:
            failures[slug, name] += 1
            keep(Kept(slug, name, seed, check.steps))
            _say(f"FAILED {slug} {name} seed {seed}: {type(error).__name__}: {error}")
    return +failures


def _cases(adapters: Sequence[Adapter], first: int) -> Iterator[tuple[Adapter, str, int]]:
    seed = first
    while True:
        for adapter in adapters:
            for name in CHECKS:
                yield adapter, name, seed
        seed += 1


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
