"""JSON for views, moves, entries, events and options. There is none for states, on purpose."""

from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from app.rules.errors import MalformedMove
from app.rules.expected_form import say_expected
from app.rules.game import AnyGame, AnyView, Event, Game, Options, State, View
from app.rules.replay import Entry, Played

_encoder = msgspec.json.Encoder()


def read_move(game: AnyGame, raw: Any) -> Any:
    """A move of `game` from decoded JSON. Raises MalformedMove."""
    try:
        return msgspec.convert(raw, type=_one_of(game.moves, raw))
    except msgspec.ValidationError:
        expected = say_expected(game.moves, raw, "move")
        raise MalformedMove(f"That is not a move of {game.title}. {expected}") from None


def _one_of(union: Any, raw: Any) -> Any:
    """The record of the union that these decoded values are tagged as, or the union itself.

    Reading as a union costs ten times as much, because msgspec inspects the union every time.
    """
    tag = raw.get("type") if isinstance(raw, dict) else None
    return _by_tag(union).get(tag, union) if isinstance(tag, str) else union


@cache
def _by_tag(union: Any) -> dict[str, Any]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union) or (union,)}


def read_options(game: AnyGame, raw: Any) -> Options:
    """Options of `game` from decoded JSON.

    Raises msgspec.ValidationError, whose text names the field.
    """
    options: Options = msgspec.convert(raw, type=game.options)
    return options


def read_view(game: AnyGame, raw: Any) -> AnyView:
    """A view of `game` from decoded JSON, as `to_json` wrote it. Raises msgspec.ValidationError."""
    seen: AnyView = msgspec.convert(raw, type=_view_type(type(game)))
    return seen


@cache
def _view_type(kind: type[AnyGame]) -> Any:
    """View[P, Q] with the parts that the game names in its base `Game[P, Q, H, M]`."""
    for ancestor in kind.__mro__:
        for base in getattr(ancestor, "__orig_bases__", ()):
            if get_origin(base) is Game:
                seen: Any = View  # a type that is only known now
                return seen[get_args(base)[:2]]
    name = kind.__name__
    raise TypeError(f"{name} does not name its parts: write class {name}(Game[P, Q, H, M])")


def omitted_defaults(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The values of fields that a view's JSON leaves out, as JSON, by part.

    For example `{"public": {field: value}, "private": {field: value}}`. A part whose record does
    not say `omit_defaults` is empty.
    """
    parts = {field.name: field.type for field in msgspec.structs.fields(_view_type(type(game)))}
    return {name: _omitted(parts[name]) for name in ("public", "private")}


def _omitted(part: Any) -> dict[str, Any]:
    left_out: dict[str, Any] = {}
    for kind in (part, *get_args(part)):
        if (
            isinstance(kind, type)
            and issubclass(kind, msgspec.Struct)
            and kind.__struct_config__.omit_defaults
        ):
            left_out |= {
                field.encode_name: to_json(field.default)
                for field in msgspec.structs.fields(kind)
                if not field.required
            }
    return left_out


def read_entry(game: AnyGame, raw: dict[str, Any]) -> Entry:
    """A stored entry from decoded JSON. Raises MalformedMove or msgspec.ValidationError."""
    entry: Entry = msgspec.convert(raw, type=_one_of(Entry, raw))
    if isinstance(entry, Played):
        return Played(entry.seat, entry.key, read_move(game, entry.move))
    return entry


def to_json_text(value: Any) -> msgspec.Raw:
    """A part of a view as JSON text, to be embedded as it is: shared parts are encoded once."""
    assert not isinstance(value, State), "no code encodes a state"
    return msgspec.Raw(_encoder.encode(value))


def to_json(value: AnyView | Entry | Event | Options | Any) -> Any:
    """The JSON-ready form of a view, entry, event, move or options."""
    assert not isinstance(value, State), "no code encodes a state"
    return msgspec.to_builtins(value)
