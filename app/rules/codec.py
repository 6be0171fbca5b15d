"""JSON for views, moves, entries, events and options. There is none for states, and none may be added."""

from typing import Any

import msgspec

from app.rules.errors import MalformedMove
from app.rules.game import AnyGame, AnyView, Event, Options, State
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Shuffled


def read_move(game: AnyGame, raw: Any) -> Any:
    """A move of `game` from decoded JSON. Raises MalformedMove."""
    try:
        return msgspec.convert(raw, type=game.moves)
    except msgspec.ValidationError as error:
        raise MalformedMove(f"That is not a move of {game.title}: {error}.") from None


def read_options(game: AnyGame, raw: Any) -> Options:
    """Options of `game` from decoded JSON. Raises msgspec.ValidationError, whose text names the field."""
    options: Options = msgspec.convert(raw, type=game.options)
    return options


def read_entry(game: AnyGame, raw: dict[str, Any]) -> Entry:
    """A stored entry from decoded JSON. Raises MalformedMove or msgspec.ValidationError."""
    entry: Entry = msgspec.convert(raw, type=Played | Shuffled | Expired | Reseated | LastDeal)
    if isinstance(entry, Played):
        return Played(entry.seat, entry.key, read_move(game, entry.move))
    return entry


def plain(value: AnyView | Entry | Event | Options | Any) -> Any:
    """The JSON-ready form of a view, entry, event, move or options."""
    assert not isinstance(value, State), "no code encodes a state"
    return msgspec.to_builtins(value)
