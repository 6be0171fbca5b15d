"""Pairwise testing of setups: every two values of seats and options meet in some setup."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

import msgspec

from app.rules.game import AnyGame
from app.rules.replay import Setup

Row: TypeAlias = tuple[Any, ...]
Pair: TypeAlias = tuple[int, Any, int, Any]


@cache
def pairwise_setups(game: AnyGame) -> tuple[Setup, ...]:
    """Setups in which every allowed pair of values occurs; always the same, in the same order."""
    names = [field.name for field in _fields(game)]
    values = (tuple(game.seats), (False, True), *(_values(game, field) for field in _fields(game)))
    return tuple(_setup(game, names, row) for row in _cover(game, names, values))


def _fields(game: AnyGame) -> Sequence[msgspec.inspect.Field]:
    kind = msgspec.inspect.type_info(game.options)
    assert isinstance(kind, msgspec.inspect.StructType)
    return kind.fields


def _values(game: AnyGame, field: msgspec.inspect.Field) -> tuple[Any, ...]:
    """The values of an option: all where they are listed, else bounds and default of a number."""
    default = getattr(game.options(), field.name)
    kind = field.type.type if isinstance(field.type, msgspec.inspect.Metadata) else field.type
    match kind:
        case msgspec.inspect.BoolType():
            return (False, True)
        case msgspec.inspect.LiteralType(values=values):
            return tuple(values)
        case msgspec.inspect.EnumType(cls=enum):
            return tuple(enum)
        case msgspec.inspect.IntType(ge=least, le=most):
            return tuple(
                dict.fromkeys(value for value in (least, default, most) if value is not None)
            )
        case _:
            return (default,)


def _setup(game: AnyGame, names: Sequence[str], row: Row) -> Setup:
    return Setup(row[0], game.options(**dict(zip(names, row[2:], strict=True))), row[1])


def _cover(game: AnyGame, names: Sequence[str], values: Sequence[tuple[Any, ...]]) -> Iterator[Row]:
    """Greedy: each row starts with a new pair and takes the random rest with most new pairs."""
    chance = random.Random(1)
    left = dict.fromkeys(
        (i, a, j, b)
        for (i, first), (j, second) in combinations(enumerate(values), 2)
        for a in first
        for b in second
    )
    while left:
        pair = next(iter(left))
        rows = [row for _ in range(30) if _fits(game, names, row := _with(pair, values, chance))]
        if not rows:
            del left[pair]
            continue
        best = max(rows, key=lambda row: sum(met in left for met in _met(row)))
        for met in _met(best):
            left.pop(met, None)
        yield best


def _with(pair: Pair, values: Sequence[tuple[Any, ...]], chance: random.Random) -> Row:
    i, a, j, b = pair
    return tuple(
        a if place == i else b if place == j else chance.choice(options)
        for place, options in enumerate(values)
    )


def _fits(game: AnyGame, names: Sequence[str], row: Row) -> bool:
    return game.config_problem(row[0], _setup(game, names, row).options) is None


def _met(row: Row) -> Iterator[Pair]:
    return ((i, a, j, b) for (i, a), (j, b) in combinations(enumerate(row), 2))
