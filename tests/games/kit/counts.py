"""The numbers of what the checks looked at, so that a passing run says how much it means."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

COLUMNS: Final = (
    "matches",
    "states",
    "refusals",
    "worlds",
    "compared",
    "unpaired",
    "endings",
    "choices",
    "frames",
    "messages",
)
"""Matches begun; states checked; moves refused; worlds drawn; moments compared between two worlds;
steps without a match in another world; endings whose worlds were all found; bots' choices compared;
frames measured; server messages compared between two tables."""


@dataclass
class Counts:
    counts: Counter[str] = field(default_factory=Counter)
    sizes: list[int] = field(default_factory=list)
    """Bytes of frames."""

    def add(self, what: str, number: int = 1) -> None:
        assert what in COLUMNS, f"nothing is counted as {what}"
        self.counts[what] += number

    def heavy(self) -> int | None:
        """The 99th percentile of the frames' sizes in bytes."""
        return sorted(self.sizes)[len(self.sizes) * 99 // 100] if self.sizes else None


def counts_table(games: Mapping[str, Counter[str]], heaviest: Mapping[str, int]) -> Iterable[str]:
    """A table with a line for each game."""
    columns = [name for name in COLUMNS if any(counts[name] for counts in games.values())]
    width = max((len(game) for game in games), default=0)
    yield " " * width + "".join(f"{name:>10}" for name in columns) + "  frame p99"
    for game, counts in games.items():
        yield (
            f"{game:<{width}}"
            + "".join(f"{counts[name]:>10,}" for name in columns)
            + f"{heaviest.get(game, 0):>9,} B"
        )
