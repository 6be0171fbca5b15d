"""Defaults that a view's JSON omits: always, and only those; with them the view is complete."""

from itertools import islice
from random import Random

import msgspec
import pytest

from app.games import GAMES
from app.rules.codec import omitted_defaults, read_view, to_json
from app.rules.game import AnyGame, AnyView, Seat, view
from app.rules.replay import Setup
from bench.play import match


def views(game: AnyGame, seats: int) -> list[AnyView]:
    """All that anybody sees of the first moments of a match."""
    states = islice(match(game, Setup(seats, game.options(), ranked=False), Random(seats)), 150)
    return [view(state, viewer) for state in states for viewer in (None, *map(Seat, range(seats)))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_view_is_whole_once_what_is_usual_is_put_back(game: AnyGame) -> None:
    left_out, seen = omitted_defaults(game), views(game, game.seats[-1])
    for one in seen:
        sent = msgspec.json.decode(msgspec.json.encode(to_json(one)))
        assert read_view(game, sent) == one
        for name, part in (("public", one.public), ("private", one.private)):
            if part is not None:
                whole = {**left_out[name], **sent[name]}
                assert set(whole) == {field.encode_name for field in msgspec.structs.fields(part)}
    leaves_out = any(
        len(to_json(one.public)) < len(msgspec.structs.fields(one.public)) for one in seen
    )
    assert leaves_out == any(left_out["public"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_usual_is_never_sent(game: AnyGame) -> None:
    """Or equal views could differ on the wire, and their sizes would tell something."""
    left_out = msgspec.json.decode(msgspec.json.encode(omitted_defaults(game)))
    for one in views(game, game.seats[0]):
        for name, sent in msgspec.json.decode(msgspec.json.encode(to_json(one))).items():
            if name in left_out and sent is not None:
                assert not [
                    field
                    for field, value in sent.items()
                    if field in left_out[name] and value == left_out[name][field]
                ]
