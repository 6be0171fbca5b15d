"""`bench strength`: the hands that one sharp bot wins among steady ones, by game and budget."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from math import log, sqrt
from statistics import fmean, pvariance
from time import monotonic
from typing import Final, Literal

import msgspec

from app.bot_workers.worker_process import cpu_count
from app.bots.arena import Z_95, MatchResult, seating
from app.games import BY_SLUG
from app.ops.arena import Tournament, results
from bench.report import Ask, Bench, Progress, Sheet

CELLS: Final = (
    ("usurp", 2),
    ("scroker", 2),
    ("skuncum", 3),
    ("scum-of-the-earth", 4),
    ("scum-the-masquerade", 4),
)
"""Games with the seats at which they are measured; named before anything was."""
BUDGETS: Final = (0.005, 0.03, 0.2)
"""Seconds for a choice; the last is the server's usual one."""
AMONG_TWO: Final = 0.65
"""The share of hands that sharp should win against one steady bot."""
ERROR: Final = 0.05
"""The share of verdicts of each kind that may be wrong."""
LONGEST: Final = 600.0
"""Seconds for each cell."""
FEWEST: Final = 20
"""Sets before a verdict: the variance of fewer says nothing."""
Verdict = Literal["reached", "missed", "open"]


def target(seats: int) -> float:
    """The share at this number of seats whose odds are as far above a fair share's as at two.

    >>> round(target(2), 3), round(target(4), 3)
    (0.65, 0.382)
    """
    odds = AMONG_TWO / (1 - AMONG_TWO) / (seats - 1)
    return odds / (1 + odds)


def verdict(shares: Sequence[float], low: float, high: float) -> Verdict:
    """Wald's sequential test of a mean of `high` against one of `low`, on independent sets."""
    spread = pvariance(shares) if len(shares) >= FEWEST else 0.0
    if not spread:
        return "open"
    ratio = len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * spread)
    bound = log((1 - ERROR) / ERROR)
    return "reached" if ratio >= bound else "missed" if ratio <= -bound else "open"


def share_won(matches: Sequence[MatchResult], entrants: Sequence[str]) -> float:
    """The share of hands that sharp won in one set of the same deals, a seat after the other."""
    won, hands = 0.0, 0
    for number, match in enumerate(matches):
        seat = seating(entrants, len(entrants), number).index("sharp")
        for places in match.hands:
            hands += 1
            best = min(places)
            won += (places[seat] == best) / places.count(best)
    return won / hands


class Cell(msgspec.Struct, frozen=True):
    """One line of the table."""

    game: str
    seats: int
    budget: float
    shares: list[float]
    verdict: Verdict

    @property
    def row(self) -> tuple[str | int | float | None, ...]:
        margin = Z_95 * sqrt(pvariance(self.shares) / len(self.shares))
        return (
            BY_SLUG[self.game].title,
            self.seats,
            1000 * self.budget,
            len(self.shares),
            100 / self.seats,
            100 * fmean(self.shares),
            100 * margin,
            100 * target(self.seats),
            self.verdict,
        )


def measure(slug: str, seats: int, budget: float, seed: int, seconds: float) -> Cell:
    """Sets of matches until the test has a verdict, or time is up."""
    entrants = ("sharp", *["steady"] * (seats - 1))
    wanted = Tournament(slug, entrants, seats, {}, seed, budget=budget)
    fair, high = 1 / seats, target(seats)
    low = (fair + high) / 2
    shares: list[float] = []
    end = monotonic() + seconds
    with closing(results(wanted, cpu_count())) as coming:
        while True:
            matches = list(islice(coming, seats))
            shares.append(share_won(matches, entrants))
            found = verdict(shares, low, high)
            if found != "open" or monotonic() > end:
                break
    return Cell(slug, seats, budget, shares, found)


def run(ask: Ask) -> Iterator[Sheet]:
    progress = Progress(ask)
    rows = []
    for slug, seats in CELLS:
        if ask.parts and slug not in ask.parts:
            continue
        for budget in BUDGETS:
            progress.tell(f"{slug}, {seats} seats, {1000 * budget:g} ms a choice")
            rows.append(measure(slug, seats, budget, ask.seed, ask.each(LONGEST)).row)
    yield Sheet(
        "One sharp bot among steady ones: hands won",
        (
            "game",
            "seats",
            "ms a choice",
            "sets of deals",
            "fair %",
            "won %",
            "± %",
            "target %",
            "target",
        ),
        rows,
        (
            "Each set is the same deals once for each seat of the sharp bot.",
            f"reached or missed: told from half of that gain with an error of {ERROR:.0%} each.",
        ),
        None if not rows else all(row[-1] != "missed" for row in rows if row[2] == 200),
    )


BENCH: Final = Bench("strength", "sharp bots among steady ones, in every game", run, long=True)
