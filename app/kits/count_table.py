"""Tables of numbers: how many cards of each kind may lie in each place. They hold no card.

Rows are places and columns are kinds of cards, or the other way round: counting is the same.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""Rows or columns that are alike, by index."""


class Limit(NamedTuple):
    """At least `least` and at most `most` in the cells of these rows and columns together."""

    rows: frozenset[int]
    columns: frozenset[int]
    least: int
    most: int
    holders: bool = False
    """Counts the rows that have any, instead of what they have."""


class Table(NamedTuple):
    """The sizes of rows and columns, which have the same sum; the cells that may be filled."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    allows: tuple[tuple[bool, ...], ...]
    """By row and column. False: nothing of the column lies in the row."""
    limits: tuple[Limit, ...]

    def transposed(self) -> "Table":
        """The same table with rows and columns exchanged; no limit may count holders."""
        allows = tuple(zip(*self.allows, strict=True))
        limits = (limit._replace(rows=limit.columns, columns=limit.rows) for limit in self.limits)
        return Table(self.columns, self.rows, allows, tuple(limits))


class Contradiction(Exception):
    """No numbers keep the limits."""


def cases(table: Table) -> Iterator[Table]:
    """Tables that together mean the same and exclude each other, none with a limit on holders."""
    plain = tuple(limit for limit in table.limits if not limit.holders)
    counted = [limit for limit in table.limits if limit.holders]
    for chosen in product(*(sorted(limit.rows) for limit in counted)):
        limits = list(plain)
        for limit, holder in zip(counted, chosen, strict=True):
            one = frozenset((holder,))
            limits.append(Limit(one, limit.columns, 1, sum(table.columns)))
            limits.append(Limit(limit.rows - one, limit.columns, 0, 0))
        yield table._replace(limits=tuple(limits))


def simplified(table: Table) -> Table:
    """The same table with limits turned into forbidden cells where they say just that.

    Raises Contradiction where one limit alone cannot be kept.
    """
    allows = [list(row) for row in table.allows]
    every_row, every_column = range(len(table.rows)), range(len(table.columns))
    left: list[Limit] = []

    def forbid(rows: Iterable[int], columns: Iterable[int]) -> None:
        columns = tuple(columns)
        for row in rows:
            for column in columns:
                allows[row][column] = False

    for limit in sorted(table.limits, key=lambda limit: limit.most > 0):
        rows, columns = limit.rows, limit.columns
        if limit.holders:
            left.append(limit)
            continue
        room = sum(table.rows[row] for row in rows)
        cards = sum(
            table.columns[column] for column in columns if any(allows[row][column] for row in rows)
        )
        most = min(limit.most, room, cards)
        if limit.least > most:
            raise Contradiction
        if most == 0:
            forbid(rows, columns)
        elif limit.least == sum(table.columns[column] for column in columns):
            forbid((row for row in every_row if row not in rows), columns)
        elif limit.least == room:
            forbid(rows, (column for column in every_column if column not in columns))
        elif limit.least > 0 or most < min(room, cards):
            left.append(limit._replace(most=most))
    return Table(table.rows, table.columns, tuple(map(tuple, allows)), tuple(left))


def settled(table: Table) -> tuple[Table, dict[int, int]]:
    """The table without columns that only one row allows, and the row of each of those.

    The other columns are in order. Raises Contradiction.
    """
    rows, limits, places = list(table.rows), list(table.limits), dict[int, int]()
    for column, size in enumerate(table.columns):
        allowed = [row for row, allows in enumerate(table.allows) if allows[column]]
        if len(allowed) != 1 or any(limit.holders and column in limit.columns for limit in limits):
            continue
        row = places[column] = allowed[0]
        rows[row] -= size
        if rows[row] < 0:
            raise Contradiction
        for at, limit in enumerate(limits):
            if row in limit.rows and column in limit.columns:
                limits[at] = limit._replace(least=limit.least - size, most=limit.most - size)
    if not places:
        return table, places
    kept = [column for column in range(len(table.columns)) if column not in places]
    after = {column: at for at, column in enumerate(kept)}
    left = Table(
        tuple(rows),
        tuple(table.columns[column] for column in kept),
        tuple(tuple(allows[column] for column in kept) for allows in table.allows),
        tuple(
            limit._replace(columns=frozenset(after[at] for at in limit.columns if at in after))
            for limit in limits
        ),
    )
    return left, places


def merged(table: Table) -> tuple[Table, Groups, Groups]:
    """The table with rows that are alike as one, and columns too; and which became one."""
    table, columns = _merged_rows(table.transposed())
    table, rows = _merged_rows(table.transposed())
    return table, rows, columns


def _merged_rows(table: Table) -> tuple[Table, Groups]:
    alike: dict[tuple[tuple[bool, ...], tuple[bool, ...]], list[int]] = {}
    for row, allows in enumerate(table.allows):
        limited = tuple([row in limit.rows for limit in table.limits])
        alike.setdefault((allows, limited), []).append(row)
    groups = tuple(map(tuple, alike.values()))
    limits = tuple(
        limit._replace(
            rows=frozenset(at for at, (_, limited) in enumerate(alike) if limited[number])
        )
        for number, limit in enumerate(table.limits)
    )
    sizes = tuple(sum(table.rows[row] for row in group) for group in groups)
    return Table(sizes, table.columns, tuple(allows for allows, _ in alike), limits), groups
