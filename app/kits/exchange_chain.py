"""A chain of exchanges: draws where there is too much to count. It is approximate.

It begins with an arrangement that puts no card where it may not lie. Then it makes random
exchanges: several cards of two rows, or one card of each of some rows in a ring. An exchange that
breaks limits is mostly dropped. After `MOVES` of them for each row the next arrangement that keeps
all limits is taken.

In the long run each arrangement comes as often as any other. After that number of exchanges
this is nearly so. Every arrangement that is drawn keeps all constraints.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, TypeVar

from app.kits.count_table import Contradiction, Limit, Table
from app.rules.values import Chance

T = TypeVar("T")

MOVES: Final = 16
"""Exchanges for each row before an arrangement is taken."""
PATIENCE: Final = 2000
"""Exchanges for each row until the search for an arrangement is given up."""
BREACH: Final = 3.0
"""The natural logarithm by which an exchange is rarer for each card too many or too few."""


class NotFound(Exception):
    """The chain met no arrangement that keeps all limits; there may be one all the same."""


def draw_by_exchanges(table: Table, items: Sequence[Sequence[T]], chance: Chance) -> list[list[T]]:
    """Items for each row, in random order, from the items of each column.

    Raises NotFound, and Contradiction where some items may lie nowhere.
    """
    chain = _Chain(table, chance)
    chain.run()
    pools = [chance.sample(list(some), len(some)) for some in items]
    rows = [[pools[column].pop() for column in row] for row in chain.rows]
    for row in rows:
        chance.shuffle(row)
    return rows


class _Chain:
    def __init__(self, table: Table, chance: Chance) -> None:
        self._allows, self._limits, self._chance = table.allows, table.limits, chance
        self.rows: list[list[int]] = [[] for _ in table.rows]
        """The columns of the items in each row."""
        free = [sum(column) for column in zip(*table.allows, strict=True)]
        columns = [column for column, size in enumerate(table.columns) for _ in range(size)]
        chance.shuffle(columns)
        spots = [row for row, size in enumerate(table.rows) for _ in range(size)]
        chance.shuffle(spots)
        for column in sorted(columns, key=free.__getitem__):
            fitting = (at for at, row in enumerate(spots) if self._allows[row][column])
            at = next(fitting, None)
            if at is None:
                at = self._make_room(column, spots)
            self.rows[spots[at]].append(column)
            spots[at] = spots[-1]
            spots.pop()

    def run(self) -> None:
        random, size = self._chance.random, len(self.rows)
        moves = MOVES * size
        gaps = [self._gap(limit) for limit in self._limits]
        for number in range(moves + PATIENCE * size):
            if number >= moves and not any(gaps):
                return
            before = self._exchange() if random() < 0.5 else self._ring()
            if not before:
                continue
            after = [
                gap if limit.rows.isdisjoint(before) else self._gap(limit)
                for limit, gap in zip(self._limits, gaps, strict=True)
            ]
            worth = (sum(gaps) - sum(after)) * BREACH
            if worth >= 0 or random() < exp(worth):
                gaps = after
            else:
                for row, columns in before.items():
                    self.rows[row] = columns
        raise NotFound

    def _make_room(self, column: int, spots: list[int]) -> int:
        """Moves items on so that one of the free spots is in a row that may take the column."""
        queue = [row for row, allows in enumerate(self._allows) if allows[column]]
        came: dict[int, tuple[int, int] | None] = dict.fromkeys(queue)
        for row in queue:
            if row in spots:
                at = spots.index(row)
                while (step := came[row]) is not None:
                    source, moved = step
                    self.rows[source].remove(moved)
                    self.rows[row].append(moved)
                    row = source
                spots[at] = row
                return at
            for held in dict.fromkeys(self.rows[row]):
                for other, allows in enumerate(self._allows):
                    if allows[held] and other not in came:
                        came[other] = (row, held)
                        queue.append(other)
        raise Contradiction

    def _exchange(self) -> dict[int, list[int]]:
        """Exchanges items of two rows that may lie in both; how the rows were."""
        if len(self.rows) < 2:
            return {}
        one, other = self._chance.sample(range(len(self.rows)), 2)
        before = {one: self.rows[one], other: self.rows[other]}
        mine, theirs = self._allows[one], self._allows[other]
        gives = [column for column in before[one] if theirs[column]]
        takes = [column for column in before[other] if mine[column]]
        most = min(len(gives), len(takes))
        if not most:
            return {}
        number = 1 + int(most * self._chance.random())
        self._chance.shuffle(gives)
        self._chance.shuffle(takes)
        kept = [column for column in before[one] if not theirs[column]]
        left = [column for column in before[other] if not mine[column]]
        self.rows[one] = kept + gives[number:] + takes[:number]
        self.rows[other] = left + takes[number:] + gives[:number]
        return before

    def _ring(self) -> dict[int, list[int]]:
        """Moves one item of each of some rows to the next of them; how the rows were."""
        random, size = self._chance.random, len(self.rows)
        length = 3
        while random() < 0.5:
            length += 1
        if length > size:
            return {}
        ring = self._chance.sample(range(size), length)
        spots = [int(random() * len(self.rows[row])) for row in ring]
        moved = [self.rows[row][spot] for row, spot in zip(ring, spots, strict=True)]
        if not all(
            self._allows[row][column]
            for row, column in zip(ring[1:] + ring[:1], moved, strict=True)
        ):
            return {}
        before = {row: self.rows[row] for row in ring}
        for row, spot, column in zip(ring, spots, moved[-1:] + moved[:-1], strict=True):
            self.rows[row] = [*before[row][:spot], column, *before[row][spot + 1 :]]
        return before

    def _gap(self, limit: Limit) -> int:
        """By how many items, or holders, the limit is missed."""
        held = [sum([column in limit.columns for column in self.rows[row]]) for row in limit.rows]
        number = sum(map(bool, held)) if limit.holders else sum(held)
        return max(limit.least - number, number - limit.most, 0)
