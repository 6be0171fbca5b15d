"""The proof `games`: checks of the conformance kit with fresh seeds; seeds that fail are kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tests.games.kit.adapter import Adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts, counts_table
from tests.games.kit.failed_seeds import FILE, FailedSeed, add_seed
from tests.games.kit.frame_sizes import LIMIT
from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.runner.proof import Findings, Progress, Proof, RunOptions, print_line

ENOUGH = 3
"""Failures after which a check of a game is left out."""


def prove(options: RunOptions) -> Findings:
    """Runs the checks on every game, or those named; failed seeds are kept in seeds.toml."""
    unknown = [name for name in options.games if name not in GAMES]
    if unknown:
        return Findings({}, (f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.",))
    slugs = options.games or tuple(GAMES)
    tallies = {slug: Counts() for slug in slugs}
    faults = _run([adapter_of(slug) for slug in slugs], options, tallies)
    heavy = {slug: tally.heavy() or 0 for slug, tally in tallies.items()}
    if options.verbose:
        for line in counts_table({slug: tally.counts for slug, tally in tallies.items()}, heavy):
            print_line(line)
        if faults:
            print_line(f"Seeds that failed are kept in {FILE.name}.")
    faults += [
        f"{slug}: 99 of 100 frames are not under {LIMIT} bytes."
        for slug, size in heavy.items()
        if size > LIMIT
    ]
    counts: Counter[str] = sum((Counter(tally.counts) for tally in tallies.values()), Counter())
    seen = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    return Findings(
        {
            "P3": f"{len(faults)} failures in {seen}",
            "P10": f"{counts['states']:,} states equal to their replay",
        },
        tuple(faults),
    )


def _run(adapters: Sequence[Adapter], options: RunOptions, tallies: dict[str, Counts]) -> list[str]:
    failures: Counter[tuple[str, str]] = Counter()
    faults: list[str] = []
    progress = Progress(options)
    for number, (adapter, name, seed) in enumerate(_cases(adapters, options.seed)):
        if progress.over:
            break
        progress.show(f"{number} cases  {len(faults)} failures")
        slug, check = adapter.game.slug, CHECKS[name]
        if failures[slug, name] >= ENOUGH:
            continue
        try:
            check.run(adapter, seed, check.steps, tallies[slug])
        except Exception as error:
            failures[slug, name] += 1
            add_seed(FailedSeed(slug, name, seed, check.steps))
            faults.append(f"{slug} {name} seed {seed}: {type(error).__name__}: {error}")
    return faults


def _cases(adapters: Sequence[Adapter], first: int) -> Iterator[tuple[Adapter, str, int]]:
    seed = first
    while True:
        for adapter in adapters:
            for name in CHECKS:
                yield adapter, name, seed
        seed += 1


PROOF: Final = Proof("games", ("P3", "P10"), "every game by the conformance kit", prove, quick=0.05)
