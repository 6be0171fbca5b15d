"""The log of a match: a setup and its entries. Live play, restart and replay all use `step`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from app.rules.game import AnyGame, AnyState, Prompt, Seat
from app.rules.play import all_prompts, clock_keys, play, spans

MOST_ENTRIES: Final = 1000
"""Entries of one deal for each seat of the match: a deal that takes more has no end."""


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A seat answered the question `key`."""

    seat: Seat
    key: str
    move: Any
    """One of the game's own move records."""


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data that an order follows from, beside the server's decks; see docs/fair-shuffle.md.

    Seats are written as text, bytes as hexadecimal.
    """

    version: int
    number: int
    """The shuffle's number in its match, 0-based."""
    attempt: int
    """0-based; one more for each time that somebody did not open."""
    seals: dict[str, str]
    """The seals of the seats, made before anything was revealed."""
    openings: dict[str, str]
    """The revealed values behind the seals: the seats' parts of the seed."""
    refused: tuple[Seat, ...]
    """The seats that did not reveal in time in an attempt before, and were left out."""
    head: str
    """The head of the match's chain of shuffles before this one."""
    barred: tuple[Seat, ...] = ()
    """The seats that left two parts unopened earlier in the match, and may seal none any more. Left
    out of JSON and hashes if there are none."""


class Shuffled(msgspec.Struct, frozen=True, tag_field="type", tag="shuffled"):
    """Chance gave an order; replays need no generator."""

    order: tuple[int, ...]
    proof: Proof | None = None
    """None: the match has no secret, so nothing can be proven."""


class Expired(msgspec.Struct, frozen=True, tag_field="type", tag="expired"):
    """Time ran out for the question or span `key`."""

    key: str


class Reseated(msgspec.Struct, frozen=True, tag_field="type", tag="reseated"):
    """Between two deals `left` went and `joined` new seats were appended."""

    left: tuple[Seat, ...]
    joined: int


class LastDeal(msgspec.Struct, frozen=True, tag_field="type", tag="last-deal"):
    """The host called the last deal."""


Entry: TypeAlias = Played | Shuffled | Expired | Reseated | LastDeal
"""One line of a match. Its number in the match, 0-based, is its ply."""


class Setup(msgspec.Struct, frozen=True):
    """The arguments of Game.setup."""

    seats: int
    options: Any
    """The game's own Options."""
    ranked: bool = False


def step(
    game: AnyGame, state: AnyState, entry: Entry, asked: Sequence[Prompt] | None = None
) -> AnyState:
    """The state after one more entry. Raises RuleError where a played entry is no legal move.

    `asked`: all that the seat of a played entry is asked and offered, if it is known.
    """
    match entry:
        case Played(seat, key, move):
            return play(game, state, seat, key, move, asked)
        case Shuffled(order):
            assert sorted(order) == list(range(game.pending_shuffle_size(state))), (
                "not an order of what awaits one"
            )
            return game.apply_shuffle(state, order)
        case Expired(key):
            assert key in clock_keys(all_prompts(game, state), spans(game, state)), (
                f"nobody is asked {key}, and no span is {key}"
            )
            return game.expire(state, key)
        case Reseated(left, joined):
            assert game.may_reseat(state.public), "people come and go between deals only"
            return game.reseat(state, left, joined)
        case LastDeal():
            return game.last_deal(state)


def replay(game: AnyGame, setup: Setup, entries: Iterable[Entry]) -> Iterator[AnyState]:
    """Every state of a match: the setup, then one state per entry."""
    state = game.setup(setup.seats, setup.options, setup.ranked)
    yield state
    for entry in entries:
        state = step(game, state, entry)
        yield state
