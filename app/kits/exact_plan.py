"""Exact plans: all ways to fill a table are counted once, then each draw takes one of them.

Row after row is filled, cell after cell. What the later rows can still tell apart is all that a
count depends on: the numbers left of each group of columns, the room left in the row, the sums of
open limits. So few numbers of moderate size are counted, not deals.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial, prod
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from app.kits.count_table import Contradiction, Groups, Table
from app.rules.values import Chance

T = TypeVar("T")

MOST: Final = 40_000
"""Steps from one count to another that a plan may have."""
HOPELESS: Final = 50 * MOST
"""A bound on the states of a plan with which its steps are not even counted."""

_State: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...]]
"""The rest of each group, the room in the row, the sums of the open limits."""
_Choice: TypeAlias = tuple[_State, int, int]
"""The state that follows, the number in the cell, the ways to take it."""
_Node: TypeAlias = tuple[list[float], list[int], list[Any]]
"""The running shares of the choices at a cell, the numbers chosen, and the nodes that follow."""


class TooMuch(Exception):
    """The table has more than `MOST` steps."""


class _Cell(NamedTuple):
    """A cell of a row and a group of columns."""

    row: int
    group: int
    later: tuple[int, ...]
    """The groups from which the row takes afterwards."""
    all: bool
    """True if no later row may take from the group."""
    limits: tuple[int, ...]
    closing: tuple[int, ...]
    """The limits of which this is the last cell."""
    after: Groups | None
    """The last cell of a row: the groups that are one for all later rows; groups in none are used
    up.
    """
    room: int
    """The next row's size."""


class Plan:
    """All ways to fill a table, each as likely as any other."""

    def __init__(self, table: Table) -> None:
        self._size = len(table.rows)
        order = _order(table)
        self._first, self._cells = _cells(table, order)
        self._limits = [(limit.least, limit.most) for limit in table.limits]
        root = (
            tuple(sum(table.columns[column] for column in group) for group in self._first),
            table.rows[order[0]] if order else 0,
            (0,) * len(table.limits),
        )
        self._root, count = self._counted(self._reached(root), root)
        self.total: int = count * prod(map(factorial, table.rows))
        """The number of ways to give each card a spot in a row."""

    def draw(self, items: Sequence[Sequence[T]], chance: Chance) -> list[list[T]]:
        """Items for each row, in random order, from the items of each column."""
        random = chance.random
        pools = [[item for column in group for item in items[column]] for group in self._first]
        rows: list[list[T]] = [[] for _ in range(self._size)]
        node = self._root
        for cell in self._cells:
            shares, numbers, nodes = node
            at = bisect_right(shares, random()) if len(numbers) > 1 else 0
            node = nodes[at]
            row = rows[cell.row]
            _take(pools[cell.group], numbers[at], row, random)
            if cell.after is not None:
                rows[cell.row] = sorted(row, key=lambda _: random())
                pools = [
                    pools[group[0]]
                    if len(group) == 1
                    else [item for number in group for item in pools[number]]
                    for group in cell.after
                ]
        return rows

    def _reached(self, root: _State) -> list[dict[_State, list[_Choice]]]:
        """The choices at each cell for each state before it. Raises TooMuch."""
        layers: list[dict[_State, list[_Choice]]] = []
        states, steps = {root}, 0
        for cell in self._cells:
            layer: dict[_State, list[_Choice]] = {}
            for state in states:
                layer[state] = choices = self._choices(cell, state)
                steps += len(choices)
                if steps > MOST:
                    raise TooMuch
            layers.append(layer)
            states = {after for choices in layer.values() for after, _, _ in choices}
        layers.append({state: [] for state in states})
        return layers

    def _counted(
        self, layers: list[dict[_State, list[_Choice]]], root: _State
    ) -> tuple[_Node, int]:
        """The node of the first cell, and its count. Raises Contradiction where that is 0."""
        nodes: dict[_State, _Node] = {state: ([], [], []) for state in layers[-1]}
        counts = dict.fromkeys(layers[-1], 1)
        for layer in reversed(layers[:-1]):
            before: dict[_State, _Node] = {}
            sums: dict[_State, int] = {}
            for state, choices in layer.items():
                ways = [one for one in choices if one[0] in counts]
                running = list(accumulate([each * counts[after] for after, _, each in ways]))
                if running and running[-1]:
                    sums[state] = total = running[-1]
                    before[state] = (
                        [count / total for count in running],
                        [number for _, number, _ in ways],
                        [nodes[after] for after, _, _ in ways],
                    )
            nodes, counts = before, sums
        if root not in nodes:
            raise Contradiction
        return nodes[root], counts[root]

    def _choices(self, cell: _Cell, state: _State) -> list[_Choice]:
        """The numbers that the cell may hold."""
        left, room, sums = state
        group, have = cell.group, left[cell.group]
        low = max(have if cell.all else 0, room - sum([left[other] for other in cell.later]))
        found = []
        for number in range(low, min(have, room) + 1):
            after = sums
            if cell.limits:
                new = list(sums)
                if not all(self._keeps(cell, at, number, new) for at in cell.limits):
                    continue
                after = tuple(new)
            rest = (*left[:group], have - number, *left[group + 1 :])
            then = room - number
            if cell.after is not None:
                rest = tuple([sum([rest[one] for one in groups]) for groups in cell.after])
                then = cell.room
            found.append(((rest, then, after), number, comb(have, number)))
        return found

    def _keeps(self, cell: _Cell, at: int, number: int, sums: list[int]) -> bool:
        """Adds the number to the limit's sum. False if the limit cannot be kept any more."""
        least, most = self._limits[at]
        sums[at] += number
        if sums[at] > most or (at in cell.closing and sums[at] < least):
            return False
        if at in cell.closing:
            sums[at] = 0
        return True


@lru_cache(maxsize=128)
def plan(table: Table) -> tuple[Plan | None, bool]:
    """The plan of a table without limits on holders, and True if it is of the transposed table.

    No plan where both have too many steps. Raises Contradiction.
    """
    both = [(table, False), (table.transposed(), True)]
    sized = ((_size(one), turned, one) for one, turned in both)
    for size, turned, one in sorted(sized, key=lambda sized: sized[:2]):
        try:
            if size > HOPELESS:
                raise TooMuch
            return Plan(one), turned
        except TooMuch:
            continue
    return None, False


def _order(table: Table) -> list[int]:
    """The order of rows: next comes the one after which the fewest numbers have to be told apart.

    Rows without room are left out.
    """
    left, order, gone = [row for row, size in enumerate(table.rows) if size], list[int](), 0
    while left:
        row = min(
            left,
            key=lambda row: _states(
                table, [other for other in left if other != row], gone + table.rows[row]
            ),
        )
        left.remove(row)
        order.append(row)
        gone += table.rows[row]
    return order


def _states(table: Table, rows: Sequence[int], gone: int) -> int:
    """A bound on the numbers to be told apart before these rows, after this many cards."""
    return prod(
        min(sum([table.columns[column] for column in group]), gone) + 1
        for group in _groups(table, rows)
    )


def _groups(table: Table, rows: Sequence[int]) -> Groups:
    """The columns that these rows allow, those together that the rows cannot tell apart."""
    limits = [limit for limit in table.limits if not limit.rows.isdisjoint(rows)]
    alike: dict[tuple[object, ...], list[int]] = {}
    for column in range(len(table.columns)):
        allowed = tuple([table.allows[row][column] for row in rows])
        if any(allowed):
            limited = tuple([column in limit.columns for limit in limits])
            alike.setdefault((allowed, limited), []).append(column)
    return tuple(map(tuple, alike.values()))


def _cells(table: Table, order: Sequence[int]) -> tuple[Groups, list[_Cell]]:
    """The groups at the first row, and all cells in order. Raises Contradiction."""
    groups = [_groups(table, order[at:]) for at in range(len(order) + 1)]
    if sum(map(len, groups[0])) < len(table.columns):
        raise Contradiction
    cells: list[_Cell] = []
    last: dict[int, int] = {}
    for at, row in enumerate(order):
        now = groups[at]
        where = {column: number for number, group in enumerate(now) for column in group}
        after = tuple(
            tuple(dict.fromkeys(where[column] for column in group)) for group in groups[at + 1]
        )
        kept = {number for group in after for number in group}
        takes = [number for number, group in enumerate(now) if table.allows[row][group[0]]]
        takes.sort(key=lambda number: number in kept)
        if not takes:
            raise Contradiction
        for place, number in enumerate(takes):
            column, later = now[number][0], tuple(takes[place + 1 :])
            limits = tuple(
                which
                for which, limit in enumerate(table.limits)
                if row in limit.rows and column in limit.columns
            )
            last.update(dict.fromkeys(limits, len(cells)))
            room = 0 if later or row == order[-1] else table.rows[order[at + 1]]
            cells.append(
                _Cell(
                    row,
                    number,
                    later,
                    number not in kept,
                    limits,
                    (),
                    None if later else after,
                    room,
                )
            )
    if any(limit.least and which not in last for which, limit in enumerate(table.limits)):
        raise Contradiction
    for which, cell in last.items():
        cells[cell] = cells[cell]._replace(closing=(*cells[cell].closing, which))
    return groups[0], cells


def _size(table: Table) -> int:
    """A bound on the states of a plan."""
    order, gone, size = _order(table), 0, 0
    for at, row in enumerate(order):
        gone += table.rows[row]
        size += _states(table, order[at:], gone)
    return size


def _take(pool: list[T], number: int, row: list[T], random: Callable[[], float]) -> None:
    """Moves this many items from the pool, any as likely as any other."""
    size = len(pool)
    if number == size:
        row += pool
        pool.clear()
        return
    for _ in range(number):
        at = int(random() * size)
        size -= 1
        row.append(pool[at])
        pool[at] = pool[size]
    del pool[size:]
