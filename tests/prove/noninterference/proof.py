"""The proof `twins`: pair after pair of evenings in every game and variant, with a table of what was compared for whom and by which way."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Broken
from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.noninterference.cells import missing, summary
from tests.prove.noninterference.planted_faults import PLANTED
from tests.prove.noninterference.run_pair import Count, pairs
from tests.prove.runner.proof import Ask, Found, Planted, Progress, Proof, say

ENOUGH: Final = 10
"""Differences after which the run ends."""
OFTEN: Final = 100
"""How often each cell is to be compared in a long run."""
LONG: Final = 500_000
"""Frames from which on a run is long, and a cell that was never compared is a fault."""


def prove(ask: Ask) -> Found:
    """Whether nothing differed, and whether everything was looked at that can be."""
    unknown = [name for name in ask.names if name not in GAMES]
    if unknown:
        return Found({}, (f"There is no game {unknown[0]!r}; there are {', '.join(GAMES)}.",))
    count = Count()
    faults: list[str] = []
    progress = Progress(ask)
    for adapter, seed in _cases(ask):
        if progress.over or len(faults) >= ENOUGH:
            break
        progress.tell(f"{count.frames:,} frames compared  {len(faults)} differ")
        try:
            pairs(adapter, seed, count)
        except Exception as error:
            faults.append(f"twins {adapter.game.slug} seed {seed}: {type(error).__name__}: {error}")
    if ask.loud:
        for line in summary(count, OFTEN):
            say(line)
    if count.frames >= LONG:
        faults += [f"twins: {cell} was never compared" for cell in missing(count)]
    often = sum(times >= OFTEN for times in count.cells.values())
    found = (
        f"{len(faults)} differing of {count.frames:,} frames in {count.what['pairs of different worlds']:,} pairs, "
        f"{often} of {len(count.cells)} cells {OFTEN} times"
    )
    looked = sum(times for (who, *_), times in count.cells.items() if who == "the administrator")
    figures = {
        "P3": found,
        "P14": f"{len(faults)} differing of {looked:,} frames and pages of an administrator",
    }
    counts = {"frames": count.frames, "pairs": count.what["pairs of different worlds"]}
    return Found(
        figures,
        tuple(faults),
        counts=counts,
        cells={" / ".join(cell): times for cell, times in sorted(count.cells.items())},
    )


def _cases(ask: Ask) -> Iterator[tuple[Adapter, int]]:
    seed = ask.seed
    while True:
        for slug in ask.names or GAMES:
            yield adapter_of(slug), seed
        seed += 1


def broken_by(name: str) -> Callable[[Ask], Found]:
    """Pairs in a house with that leak, from the same seeds each time, until one differs."""

    def look(ask: Ask) -> Found:
        progress = Progress(ask)
        with pytest.MonkeyPatch.context() as patch:
            _, _, plant, focus = PLANTED[name]
            plant(patch)
            for adapter, seed in _cases(Ask(ask.minutes, 0, loud=False)):
                try:
                    pairs(adapter, seed, Count(), focus)
                except Broken as error:
                    return Found({}, (f"twins {adapter.game.slug} seed {seed}: {error}",))
                if seed >= PATIENCE or (progress.over and seed > 1):
                    return Found({})
        return Found({})

    return look


PATIENCE: Final = 30
"""Seeds within which a planted leak must have shown."""

PROOF: Final = Proof(
    "twins",
    ("P3", "P14"),
    "two worlds that a viewer cannot tell apart, and every byte compared",
    prove,
    quick=0.4,
    planted={
        name: Planted(promise, says, broken_by(name))
        for name, (promise, says, _, _) in PLANTED.items()
    },
)
