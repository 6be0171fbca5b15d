"""The summary at pytest's end: the states of each game that the kit has checked, of all workers."""

from collections import Counter
from typing import Any

import pytest

from tests.games.kit.counts import Counts, counts_table

PROPERTY = "conformance"


def remember(record_property: Any, game: str, counts: Counts) -> None:
    """Hands the counts of a test, in whatever process, to the summary."""
    record_property(
        PROPERTY, {"game": game, "counts": dict(counts.counts), "heavy": counts.heavy() or 0}
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    games: dict[str, Counter[str]] = {}
    heaviest: dict[str, int] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) != "call":
                continue
            for name, looked in report.user_properties:
                if name == PROPERTY:
                    game = looked["game"]
                    games.setdefault(game, Counter()).update(looked["counts"])
                    heaviest[game] = max(heaviest.get(game, 0), looked["heavy"])
    if games:
        terminalreporter.section("conformance")
        for line in counts_table(dict(sorted(games.items())), heaviest):
            terminalreporter.write_line(line)
