"""`bench strength`: the hands that one sharp bot wins among steady ones, by game and budget.

`--part GAME` measures that game alone, and `--part GAME:SEATS` at another number of seats.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from math import log, sqrt
from statistics import fmean, pvariance
from time import monotonic
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from app.bot_workers.worker_process import cpu_count
from app.bots.arena import Z_95, MatchResult, seating
from app.games import BY_SLUG
from app.ops.arena import Tournament, check, results
from bench import open_hands
from bench.report import Ask, Bench, Progress, Sheet

CELLS: Final = (
    ("usurp", 2),
    ("scroker", 2),
    ("skuncum", 3),
    ("scum-of-the-earth", 4),
    ("scum-the-masquerade", 4),
)
"""Games with the seats at which they are measured; named before anything was."""
BUDGETS: Final = (0.0, 0.005, 0.03, 0.2)
"""Seconds for a choice: a worker that answers late has none, and the last is the usual one."""
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
    reference: list[float] = []
    """The shares of a player who sees all hands, where the target was missed."""

    @property
    def row(self) -> tuple[str | int | float | None, ...]:
        won, margin = share_and_margin(self.shares)
        seen, seen_margin = share_and_margin(self.reference)
        return (
            BY_SLUG[self.game].title,
            self.seats,
            1000 * self.budget,
            len(self.shares),
            100 / self.seats,
            won,
            margin,
            100 * target(self.seats),
            self.verdict,
            seen,
            seen_margin,
        )


def share_and_margin(shares: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The mean in percent, and half of its 95 % interval."""
    if not shares:
        return None, None
    return 100 * fmean(shares), 100 * Z_95 * sqrt(pvariance(shares) / len(shares))


def sets_won(
    coming: Iterator[MatchResult], seats: int, enough: Callable[[Sequence[float]], bool]
) -> list[float]:
    """The share won in each set of matches, until there are enough."""
    shares: list[float] = []
    while not shares or not enough(shares):
        shares.append(share_won(list(islice(coming, seats)), entrants(seats)))
    return shares


def entrants(seats: int) -> tuple[str, ...]:
    return ("sharp", *["steady"] * (seats - 1))


def measure(slug: str, seats: int, budget: float, seed: int, seconds: float) -> Cell:
    """Sets of matches until the test has a verdict, or time is up.

    Raises InvalidTournament.
    """
    wanted = Tournament(slug, entrants(seats), seats, {}, seed, budget=budget)
    check(wanted)
    high = target(seats)
    low = (1 / seats + high) / 2

    def enough(shares: Sequence[float]) -> bool:
        return verdict(shares, low, high) != "open" or monotonic() > end

    end = monotonic() + seconds
    with closing(results(wanted, cpu_count())) as coming:
        shares = sets_won(coming, seats, enough)
    return Cell(slug, seats, budget, shares, verdict(shares, low, high))


def with_reference(cell: Cell, seed: int, seconds: float) -> Cell:
    """The cell beside what a player wins who sees all hands, in as many sets."""
    end = monotonic() + seconds

    def enough(shares: Sequence[float]) -> bool:
        return len(shares) >= len(cell.shares) or monotonic() > end

    coming = open_hands.matches(cell.game, cell.seats, cell.budget, seed)
    return replace(cell, reference=sets_won(coming, cell.seats, enough))


def cells(parts: Sequence[str]) -> list[tuple[str, int]]:
    """The games and seats that are meant.

    >>> cells(["usurp", "skuncum:5"])
    [('usurp', 2), ('skuncum', 5)]
    """
    if not parts:
        return list(CELLS)
    named = [part.partition(":") for part in parts]
    return [(slug, int(seats) if seats else dict(CELLS)[slug]) for slug, _, seats in named]


def run(ask: Ask) -> Iterator[Sheet]:
    progress = Progress(ask)
    rows = []
    for slug, seats in cells(ask.parts):
        for budget in BUDGETS:
            progress.tell(f"{slug}, {seats} seats, {1000 * budget:g} ms a choice")
            cell = measure(slug, seats, budget, ask.seed, ask.each(LONGEST))
            if budget == BUDGETS[-1] and cell.verdict == "missed":
                progress.tell(f"{slug}, {seats} seats, all hands open")
                cell = with_reference(cell, ask.seed, ask.each(LONGEST))
            rows.append(cell.row)
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
            "all hands open %",
            "± % of that",
        ),
        rows,
        (
            "Each set is the same deals once for each seat of the sharp bot.",
            "0 ms: the search comes too late, so the table's own answer stands.",
            f"reached or missed: told from half of that gain with an error of {ERROR:.0%} each.",
            "all hands open: the same search, which knows all hands, where the target was missed.",
        ),
        None
        if not rows
        else all(row[8] != "missed" for row in rows if row[2] == 1000 * BUDGETS[-1]),
    )


BENCH: Final = Bench("strength", "sharp bots among steady ones, in every game", run, long=True)
