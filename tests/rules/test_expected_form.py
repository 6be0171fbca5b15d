"""The form that was expected of a wrong value, in words: not the value, nor a library's."""

from contextlib import suppress
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from app.games import GAMES
from app.rules.codec import read_move
from app.rules.errors import MalformedMove
from app.rules.expected_form import say_expected
from app.rules.game import AnyGame, Seat, view
from app.rules.play import say_offered
from tests.table.high_card import GAME, HighCardOptions


class Suit(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


class Lay(msgspec.Struct, tag_field="type", tag="lay", forbid_unknown_fields=True):
    suit: Suit
    face: Annotated[int, msgspec.Meta(ge=1, le=13)]
    on: int | None = None
    how: Literal["up", "down"] = "up"
    with_: tuple[int, ...] = msgspec.field(default=(), name="with")
    loud: bool = False
    word: Annotated[str, msgspec.Meta(max_length=9)] = ""


class Fold(msgspec.Struct, tag_field="type", tag="fold", forbid_unknown_fields=True):
    pass


FULL = {"type": "lay", "suit": "hearts", "face": 3}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (None, "A move is an object."),
        (["lay"], "A move is an object."),
        ({}, "The “type” of a move is lay or fold."),
        ({"type": 7}, "The “type” of a move is lay or fold."),
        ({"type": "play"}, "The “type” of a move is lay or fold."),
        ({"type": "lay"}, "The move “lay” needs “suit” and “face”."),
        (FULL | {"suit": "cups"}, "The “suit” of the move “lay” is hearts or spades."),
        (FULL | {"face": 14}, "The “face” of the move “lay” is a whole number from 1 to 13."),
        (FULL | {"on": "x"}, "The “on” of the move “lay” is a whole number or null."),
        (FULL | {"how": 1}, "The “how” of the move “lay” is down or up."),
        (FULL | {"with": 1}, "The “with” of the move “lay” is a list."),
        (FULL | {"loud": 1}, "The “loud” of the move “lay” is true or false."),
        ({"type": "fold", "x": 1}, "The move “fold” has no fields."),
    ],
)
def test_it_names_the_first_thing_that_does_not_fit(raw: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, type=Lay | Fold)
    assert say_expected(Lay | Fold, raw, "move") == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_refusal_of_a_move_speaks_as_a_library_does(game: AnyGame) -> None:
    tags = [str(kind.__struct_config__.tag) for kind in game.moves.__args__]
    odd = "\u202e<b>$.x`"
    said: set[str] = set()
    for tag in (*tags, odd):
        for raw in ({"type": tag}, {"type": tag, odd: odd}, *_with_each_field(game, tag, odd)):
            with suppress(MalformedMove):
                read_move(game, raw)
                continue
            said.add(_refusal(game, raw))
    assert len(said) > len(tags)
    for sentence in said:
        assert sentence.endswith("."), sentence
        assert not {"`", "$", "<", "\u202e"} & set(sentence), sentence
        assert "Expected" not in sentence


def _refusal(game: AnyGame, raw: dict[str, Any]) -> str:
    with pytest.raises(MalformedMove) as refused:
        read_move(game, raw)
    return refused.value.sentence


def _with_each_field(game: AnyGame, tag: str, value: Any) -> list[dict[str, Any]]:
    kinds = {str(kind.__struct_config__.tag): kind for kind in game.moves.__args__}
    if tag not in kinds:
        return []
    names = [field.encode_name for field in msgspec.structs.fields(kinds[tag])]
    values: tuple[Any, ...] = (value, 10**9, [], {}, None)
    return [{"type": tag, **dict.fromkeys(names, one)} for one in values]


def test_the_moves_that_a_seat_may_make_are_named() -> None:
    state = GAME.setup(2, HighCardOptions(), False)
    dealt = GAME.apply_shuffle(state, list(range(6)))
    seen = view(dealt, Seat(0))
    assert say_offered(GAME, seen, "choose.1") == "What you may do now is choose."
    assert say_offered(GAME, seen, "choose.9") == ""
    assert say_offered(GAME, view(state, Seat(0)), "choose.1") == ""
