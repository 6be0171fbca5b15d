"""Unseen cards: each gets a place at random, so that the constraints are kept. For `resample`.

Equal cards are copies: two dealt tens are two cards. Every arrangement of the copies is as likely
as any other.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import perm, prod
from typing import Final, Generic, TypeVar

from app.kits.constraints import Constraint, Holds, NoArrangement
from app.kits.count_table import (
    Contradiction,
    Limit,
    Table,
    cases,
    merged,
    settled,
    simplified,
)
from app.kits.exact_plan import plan
from app.kits.exchange_chain import NotFound, draw_by_exchanges
from app.rules.values import Chance

P = TypeVar("P", bound=Hashable)
C = TypeVar("C", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

CASES: Final = 64
"""Combinations of holders that are counted, where exactly one of some places holds a card."""


def once_for_each_view(prepare: Callable[[V], T]) -> Callable[[V], T]:
    """`prepare`, not called again while the same view is asked for: a view never changes."""
    last: tuple[V, T] | None = None

    def prepared(view: V) -> T:
        nonlocal last
        if last is None or last[0] is not view:
            last = view, prepare(view)
        return last[1]

    return prepared


class UnseenCards(Generic[P, C]):
    """The ways in which the unseen cards may lie; make it once for a view, draw often.

    `places` says how many cards lie in each place; together they take all cards.

    Draws are exact, but for the rounding of floats, as long as all can be counted in moderate time.
    Where constraints tie too many cards and places together, `exact` is False: draws then come from
    a chain of exchanges and are approximate (`exchange_chain.py`).

    Raises NoArrangement where the constraints contradict each other, and ValueError where the
    numbers of cards and places differ.
    """

    def __init__(
        self,
        cards: Sequence[C],
        places: Mapping[P, int],
        constraints: Sequence[Constraint] = (),
    ) -> None:
        if len(cards) != sum(places.values()):
            raise ValueError(f"{len(cards)} cards do not fill {sum(places.values())} spots")
        self._places = places
        self._filled = [place for place, size in places.items() if size]
        self._kinds, self._table = _table(cards, places, self._filled, constraints)
        self._cases = counted_cases(self._table)
        if not self._cases:
            raise NoArrangement(self._conflict())
        self.exact: Final = all(case.plan is not None for case in self._cases)
        """False where draws are approximate."""
        sums = list(accumulate(case.total or 1 for case in self._cases))
        self._shares = [total / sums[-1] for total in sums]

    def draw(self, chance: Chance) -> dict[P, list[C]]:
        """The cards of each place, in random order."""
        number = len(self._cases)
        at = bisect_right(self._shares, chance.random()) if number > 1 else 0
        try:
            rows = self._cases[at].draw(self._kinds, chance)
        except (Contradiction, NotFound):
            text = "No arrangement of the unseen cards was found that keeps all constraints."
            raise NoArrangement((), text) from None
        empty: dict[P, list[C]] = {place: [] for place in self._places}
        return empty | dict(zip(self._filled, rows, strict=True))

    def _conflict(self) -> tuple[int, ...]:
        """Constraints that contradict each other, as few as that takes."""
        needed = list(enumerate(self._table.limits))
        for one in tuple(needed):
            fewer = [other for other in needed if other != one]
            if not counted_cases(self._table._replace(limits=tuple(limit for _, limit in fewer))):
                needed = fewer
        return tuple(at for at, _ in needed)


class _Case:
    """A table made smaller: what is certain is settled, and what is alike is one.

    Raises Contradiction.
    """

    def __init__(self, table: Table, counted: bool) -> None:
        self._sizes = table.rows
        table, self._certain = settled(simplified(table))
        if self._certain:
            table = simplified(table)
        self._left = table.rows
        self.plan, self._turned = None, False
        if counted:
            self._table, self._rows, self._columns = merged(table)
            self.plan, self._turned = plan(self._table)
        else:
            self._table = table
            self._rows = tuple((row,) for row in range(len(table.rows)))
            self._columns = tuple((column,) for column in range(len(table.columns)))
        self.total = 0
        """The number of ways to give each card a spot, if they were counted."""
        if self.plan is not None:
            spots = zip(self._sizes, self._left, strict=True)
            self.total = self.plan.total * prod(perm(size, size - left) for size, left in spots)

    def draw(self, kinds: Sequence[Sequence[C]], chance: Chance) -> list[list[C]]:
        """Cards for each row, in random order."""
        sizes, rows = self._left, list[list[C]]([] for _ in self._left)
        if self._certain:
            loose = [cards for kind, cards in enumerate(kinds) if kind not in self._certain]
        else:
            loose = list(kinds)
        groups = [[card for kind in group for card in loose[kind]] for group in self._columns]
        if self.plan is not None and self._turned:
            spots = [[row for row in group for _ in range(sizes[row])] for group in self._rows]
            for cards, taken in zip(groups, self.plan.draw(spots, chance), strict=True):
                for card, row in zip(cards, taken, strict=True):
                    rows[row].append(card)
        else:
            if self.plan is not None:
                drawn = self.plan.draw(groups, chance)
            else:
                drawn = draw_by_exchanges(self._table, groups, chance)
            for group, cards in zip(self._rows, drawn, strict=True):
                start = 0
                for row in group:
                    rows[row] = cards[start : start + sizes[row]]
                    start += sizes[row]
        for kind, row in self._certain.items():
            rows[row] += kinds[kind]
        if self._turned or self._certain:
            random = chance.random
            return [sorted(row, key=lambda _: random()) for row in rows]
        return rows


@lru_cache(maxsize=64)
def counted_cases(table: Table) -> list[_Case]:
    """Each case that is possible, counted; or one that is not, where there is too much to count."""
    several, found = any(limit.holders for limit in table.limits), list[_Case]()
    for number, case in enumerate(cases(table)):
        try:
            one = _Case(case, True)
        except Contradiction:
            continue
        if several and (number == CASES or one.plan is None):
            return [_Case(table, False)]
        found.append(one)
    return found


def _table(
    cards: Sequence[C],
    places: Mapping[P, int],
    filled: Sequence[P],
    constraints: Sequence[Constraint],
) -> tuple[list[list[C]], Table]:
    """The cards by kind, and the table of filled places and kinds with a limit a constraint."""
    named: dict[frozenset[Hashable], int] = {}
    for number, constraint in enumerate(constraints):
        cards_of = frozenset(constraint.cards)
        named[cards_of] = named.get(cards_of, 0) | 1 << number
    marks: dict[Hashable, int] = {}
    for cards_of, mark in named.items():
        for card in cards_of:
            marks[card] = marks.get(card, 0) | mark
    kinds: dict[int, list[C]] = {}
    if marks:
        for card in cards:
            kinds.setdefault(marks.get(card, 0), []).append(card)
    elif cards:
        kinds[0] = list(cards)
    limits = []
    for number, constraint in enumerate(constraints):
        unknown = set(constraint.places) - places.keys()
        if unknown:
            raise ValueError(f"constraint {number} names places that are not there")
        within = set(constraint.places)
        rows = frozenset(row for row, place in enumerate(filled) if place in within)
        columns = frozenset(column for column, mark in enumerate(kinds) if mark >> number & 1)
        if isinstance(constraint, Holds):
            most = len(cards) if constraint.most is None else constraint.most
            limits.append(Limit(rows, columns, constraint.least, most))
        else:
            single = sum(len(held) for at, held in enumerate(kinds.values()) if at in columns) == 1
            limits.append(Limit(rows, columns, 1, 1, holders=not single))
    return list(kinds.values()), Table(
        tuple(places[place] for place in filled),
        tuple(map(len, kinds.values())),
        ((True,) * len(kinds),) * len(filled),
        tuple(limits),
    )
