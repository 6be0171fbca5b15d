"""The proof `noninterference`: pairs of runs in every variant of every game."""

from collections.abc import Iterator
from typing import Final

from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Broken
from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.noninterference.cells import missing, summary
from tests.prove.noninterference.planted_faults import PLANTED
from tests.prove.noninterference.run_pair import Count, compare_pairs
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

ENOUGH: Final = 10
"""Differences after which the run ends."""
OFTEN: Final = 100
"""Comparisons of each cell in a long run."""
LONG: Final = 500_000
"""Frames of a long run, in which a cell that was never compared is a fault."""


def prove(options: RunOptions) -> Findings:
    """Compares pairs; a long run must also have filled every cell that can be filled."""
    unknown = [name for name in options.games if name not in GAMES]
    if unknown:
        return Findings({}, (f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.",))
    count = Count()
    faults: list[str] = []
    progress = Progress(options)
    for adapter, seed in _cases(options):
        if progress.over or len(faults) >= ENOUGH:
            break
        progress.show(f"{count.frames:,} frames compared  {len(faults)} differ")
        try:
            compare_pairs(adapter, seed, count)
        except Exception as error:
            faults.append(
                f"noninterference {adapter.game.slug} seed {seed}: {type(error).__name__}: {error}"
            )
    if options.verbose:
        for line in summary(count, OFTEN):
            print_line(line)
    if count.frames >= LONG:
        faults += [f"noninterference: {cell} was never compared" for cell in missing(count)]
    often = sum(times >= OFTEN for times in count.cells.values())
    pairs, cells = count.what["pairs of different worlds"], len(count.cells)
    found = (
        f"{len(faults)} differing of {count.frames:,} frames in {pairs:,} pairs, "
        f"{often} of {cells} cells {OFTEN} times"
    )
    looked = sum(times for (who, *_), times in count.cells.items() if who == "the administrator")
    figures = {
        "P3": found,
        "P14": f"{len(faults)} differing of {looked:,} frames and pages of an administrator",
    }
    return Findings(figures, tuple(faults))


def _cases(options: RunOptions) -> Iterator[tuple[Adapter, int]]:
    seed = options.seed
    while True:
        for slug in options.games or GAMES:
            yield adapter_of(slug), seed
        seed += 1


def look_for_leak(focus: str, game: str = "", first: int = 0) -> Run:
    """Pairs from the same seeds each time until one differs, looking at some pages only.

    `game` and `first`: this game alone, from that seed on.
    """

    def run(options: RunOptions) -> Findings:
        progress = Progress(options)
        for adapter, seed in _cases(RunOptions(options.minutes, first, (game,) if game else ())):
            try:
                compare_pairs(adapter, seed, Count(), focus)
            except Broken as error:
                fault = f"noninterference {adapter.game.slug} seed {seed}: {error}"
                return Findings({}, (fault,))
            if seed >= PLANTED_SEEDS or (progress.over and seed > 1):
                break
        return Findings({})

    return run


SHOWN_BY: Final = {"seats-by-place": ("scum-of-the-earth", 1)}
"""Game and seed that show what few matches show: there somebody leaves a seat and asks again."""
PLANTED_SEEDS: Final = 30
"""Seeds within which a planted leak must have shown."""

PROOF: Final = Proof(
    "noninterference",
    ("P3", "P14"),
    "two worlds that one viewer cannot tell apart, compared byte by byte",
    prove,
    quick=0.2,
    planted={
        name: PlantedFault(
            promise, with_patch(plant, look_for_leak(focus, *SHOWN_BY.get(name, ())))
        )
        for name, (promise, plant, focus) in PLANTED.items()
    },
)
