"""JSON for all that may leave the server, and none for states."""

from typing import Any

import msgspec
import pytest

from app.rules import codec
from app.rules.errors import MalformedMove
from app.rules.game import Seat, view
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Shuffled
from tests.table.high_card import GAME, Choose, Crow, Dealt, HighCardOptions


def test_a_move_is_read_by_its_type() -> None:
    assert codec.read_move(GAME, {"type": "choose", "card": 3}) == Choose(3)
    assert codec.read_move(GAME, {"type": "crow", "loud": True}) == Crow(True)


@pytest.mark.parametrize(
    "raw",
    [
        None,
        3,
        "choose",
        [],
        {},
        {"type": "choose"},
        {"type": "fold"},
        {"card": 3},
        {"type": "choose", "card": "3"},
        {"type": 7, "card": 3},
    ],
)
def test_what_is_no_move_of_the_game_is_malformed(raw: Any) -> None:
    with pytest.raises(MalformedMove) as refused:
        codec.read_move(GAME, raw)
    assert refused.value.sentence.startswith("That is not a move of High Card")


ENTRIES: list[Entry] = [
    Played(Seat(1), "choose.1", Choose(3)),
    Shuffled((2, 0, 1)),
    Expired("choose.1"),
    Reseated((Seat(0),), 2),
    LastDeal(),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_comes_back_from_json_as_it_was(entry: Entry) -> None:
    assert (
        codec.read_entry(GAME, msgspec.json.decode(msgspec.json.encode(codec.to_json(entry))))
        == entry
    )


@pytest.mark.parametrize(
    "raw", [{}, {"type": "dealt"}, {"type": "shuffled"}, {"type": "expired", "key": 3}]
)
def test_what_is_no_entry_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.read_entry(GAME, raw)


def test_an_entry_with_a_foreign_move_is_malformed() -> None:
    with pytest.raises(MalformedMove):
        codec.read_entry(GAME, {"type": "played", "seat": 0, "key": "k", "move": {"type": "fold"}})


def test_options_name_the_field_that_is_wrong() -> None:
    assert codec.read_options(GAME, {"deals": 3}) == HighCardOptions(deals=3)
    with pytest.raises(msgspec.ValidationError, match="deals"):
        codec.read_options(GAME, {"deals": 0})
    with pytest.raises(msgspec.ValidationError, match="cheat"):
        codec.read_options(GAME, {"cheat": True})


def test_views_and_events_become_plain_json_and_a_state_does_not() -> None:
    state = GAME.setup(2, HighCardOptions(), False)
    assert codec.to_json(view(state, Seat(0)))["private"] == {
        "hand": (),
        "chosen": None,
        "sure": False,
    }
    assert codec.to_json(Dealt(2)) == {"type": "dealt", "deal": 2}
    with pytest.raises(AssertionError, match="no code encodes a state"):
        codec.to_json(state)


def test_a_view_comes_back_from_json_as_it_was() -> None:
    state = GAME.apply_shuffle(GAME.setup(2, HighCardOptions(), False), range(6))
    for seat in (None, Seat(0), Seat(1)):
        seen = view(state, seat)
        assert (
            codec.read_view(GAME, msgspec.json.decode(msgspec.json.encode(codec.to_json(seen))))
            == seen
        )
    with pytest.raises(msgspec.ValidationError, match="public"):
        codec.read_view(GAME, {"seat": None, "private": None})
