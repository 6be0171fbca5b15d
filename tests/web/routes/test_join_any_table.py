"""A seat with strangers: at any listed table of a game, or at a listed table of one's own."""

import re

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor

GAME = GAMES[-1]


def sat_down(somebody: Visitor, name: str) -> str:
    """The room."""
    answer = somebody.post("/rooms/any", {"game": GAME.slug, "name": name})
    assert answer.status_code == 303, answer.text
    room = answer.headers["location"].rpartition("/")[2]
    with somebody.connect(room) as line:
        shown = line.receive_until("room")
    assert (shown["game"], shown["listed"], shown["seat"] is None) == (GAME.slug, True, False)
    return str(room)


def test_strangers_meet_at_one_table_until_it_is_full(visitor: NewVisitor) -> None:
    rooms = [sat_down(visitor(), f"Stray {number}") for number in range(GAME.seats[-1] + 1)]
    assert len(set(rooms)) > 1
    full = max(set(rooms), key=rooms.count)
    assert 1 < rooms.count(full) <= GAME.seats[-1]
    listed = {
        card["id"]: card for card in visitor().get(f"/api/tables?game={GAME.slug}").json()["tables"]
    }
    assert set(rooms) <= set(listed)
    assert all(card["people"] + card["bots"] <= GAME.seats[-1] for card in listed.values())


def test_where_somebody_is_called_so_another_table_is_taken(visitor: NewVisitor) -> None:
    first, second = sat_down(visitor(), "Double"), sat_down(visitor(), "Double")
    assert first != second


def test_who_has_a_name_needs_no_other_and_who_has_none_must_take_one(visitor: NewVisitor) -> None:
    somebody = visitor()
    room = sat_down(somebody, "Once")
    assert sat_down(somebody, "") == room, "one seat is enough"
    nameless = visitor().post("/rooms/any", {"game": GAME.slug, "name": "x" * 100})
    assert nameless.status_code == 422
    assert visitor().post("/rooms/any", {"game": "no-such-game", "name": "Lost"}).status_code == 422


def test_a_name_field_takes_as_many_characters_as_a_name_may_have(visitor: NewVisitor) -> None:
    room = visitor().open_room("Wilhelmina of Wimble", listed="true")
    for path in ("/", f"/table/{room}"):
        fields = re.findall(r'<input[^>]*autocomplete="nickname"[^>]*>', visitor().get(path).text)
        assert fields, path
        assert all('maxlength="20"' in field for field in fields), path
