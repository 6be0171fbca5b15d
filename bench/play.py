"""Random legal play of any game, move by move, to measure engines with."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec

from app.rules.game import AnyGame, AnyState, AnyView, Seat, view
from app.rules.replay import Setup

MOST_MOVES: Final = 200
"""The most legal moves to draw from; a game with numbers in its moves may have thousands."""


def begun(game: AnyGame, setup: Setup) -> AnyState:
    """The match before its first card."""
    return game.setup(setup.seats, setup.options, setup.ranked)


def dealt(game: AnyGame, state: AnyState, chance: Random) -> AnyState:
    """The state once every shuffle that is due has happened."""
    while number := game.pending_shuffle_size(state):
        order = list(range(number))
        chance.shuffle(order)
        state = game.apply_shuffle(state, order)
    return state


def asked(game: AnyGame, state: AnyState) -> tuple[Seat, AnyView, list[Any]] | None:
    """The first prompted seat, its view and its legal moves; None once the match is over."""
    for seat in game.awaited_seats(state.public):
        seen = view(state, seat)
        moves = list(islice(game.legal_moves(seen), MOST_MOVES))
        if moves:
            return seat, seen, moves
    return None


def match(game: AnyGame, setup: Setup, chance: Random) -> Iterator[AnyState]:
    """The state after each move of one match, to its end."""
    state = dealt(game, begun(game, setup), chance)
    while (question := asked(game, state)) is not None:
        seat, _, moves = question
        state = game.apply(state, seat, chance.choice(moves))
        yield state
        state = dealt(game, state, chance)


def endless(game: AnyGame, setup: Setup, chance: Random, lengths: list[int]) -> Iterator[AnyState]:
    """One match after the other; into `lengths` goes how many moves each had."""
    while True:
        moves = 0
        for state in match(game, setup, chance):
            moves += 1
            yield state
        lengths.append(moves)


@cache
def longest(game: AnyGame) -> Any:
    """Options with every number as large as a host may choose it, so that a match is long."""
    return game.options(**{name: most for name, (_, most) in numbers(game).items()})


@cache
def shortest(game: AnyGame) -> Any:
    """Options with every number as small as a host may choose it, so that a match is short."""
    return game.options(**{name: least for name, (least, _) in numbers(game).items()})


def numbers(game: AnyGame) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each option that is a number."""
    found: dict[str, tuple[int, int]] = {}
    for field in msgspec.inspect.type_info(game.options).fields:  # type: ignore[attr-defined]
        kind = field.type.type if isinstance(field.type, msgspec.inspect.Metadata) else field.type
        if (
            isinstance(kind, msgspec.inspect.IntType)
            and kind.ge is not None
            and kind.le is not None
        ):
            found[field.name] = (kind.ge, kind.le)
        if isinstance(kind, msgspec.inspect.LiteralType):
            values = [value for value in kind.values if isinstance(value, int)]
            if len(values) == len(kind.values):
                found[field.name] = (min(values), max(values))
    return found
