"""Play now: a private table with bots, short rules and no clock, from one form."""

import html
import json
import re
from typing import Any

import pytest

from app.games import GAMES
from app.rules.codec import read_options, to_json
from app.rules.game import AnyGame
from app.store.people.names import clean_name
from app.table.room.display_names import BOT_NAMES
from app.web.rendering.phrases import BIRDS, MANNERS
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor

SHELL = re.compile(r'<script type="application/json" id="table-page">(.*?)</script>', re.DOTALL)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def play_now(somebody: Visitor, game: AnyGame, **more: str) -> str:
    """The address that the form leads to."""
    answer = somebody.post("/rooms/now", {"game": game.slug, "name": "Soloist", **more})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def shell_of(somebody: Visitor, path: str) -> dict[str, Any]:
    """The data that the table's script gets with its page."""
    found = SHELL.search(somebody.get(path).text)
    assert found is not None
    shell: dict[str, Any] = json.loads(html.unescape(found[1]))
    return shell


@every_game
def test_play_now_makes_a_private_table_that_starts_with_one_command(
    visitor: NewVisitor, game: AnyGame
) -> None:
    somebody = visitor()
    path = play_now(somebody, game)
    assert path.endswith("#deal"), "the page starts the match as it opens"
    with somebody.connect(path.removesuffix("#deal").rpartition("/")[2]) as line:
        room = line.receive_until("room")
        assert (room["listed"], room["clock"], room["config_problem"]) == (False, "off", None)
        assert room["host"] == room["you"]
        assert not room["rematch"], "no match has been played yet"
        bots = [seat["bot"] for seat in room["seats"] if seat["person"] is None]
        assert bots == ["steady"] * ((game.solo_seats or game.seats[0]) - 1)
        quick = to_json(read_options(game, dict(game.presets[0].options)))
        assert room["options"] == json.loads(json.dumps(quick))
        assert line.ask("start")["type"] == "done"
        line.find("frame", lambda frame: frame["view"]["private"] is not None)


def test_who_plays_now_has_the_first_rank_and_may_ask_for_a_hint(visitor: NewVisitor) -> None:
    """The first rank leads, so the first question is the first card."""
    somebody = visitor()
    path = play_now(somebody, GAMES[0])
    with somebody.connect(path.removesuffix("#deal").rpartition("/")[2]) as line:
        assert line.ask("start")["type"] == "done"
        frame = line.find("frame", lambda frame: frame["prompt"] is not None)
        assert (frame["seat"], frame["prompt"]["kind"]) == (0, "lead")
        line.send("hint", key=frame["prompt"]["key"])
        hint = line.receive_until("hint")
        assert hint["move"]["type"] == "play"
        assert hint["text"].startswith("Lead ")
        line.send("explain", card=hint["move"]["cards"][0])
        assert line.receive_until("explained")["playable"] is True


def test_play_now_without_such_a_game_or_a_name_says_so(visitor: NewVisitor) -> None:
    somebody = visitor()
    answer = somebody.post("/rooms/now", {"game": "no-such-game", "name": "Soloist"})
    assert answer.status_code == 422
    assert "Choose one from the list." in html.unescape(answer.text)
    nameless = somebody.post("/rooms/now", {"game": GAMES[0].slug, "name": ""})
    assert nameless.status_code == 422
    assert "field-error" in nameless.text
    assert "po=" not in nameless.headers.get("set-cookie", ""), "nobody was made"


def test_the_home_page_offers_strangers_a_name_and_nobody_else(visitor: NewVisitor) -> None:
    somebody = visitor()
    offered = re.compile(r'id="f-name"[^>]* value="([^"]+)"')
    found = offered.search(somebody.get("/").text)
    assert found is not None
    play_now(somebody, GAMES[0], name=found[1])
    assert offered.search(somebody.get("/").text) is None


def test_names_given_by_the_server_have_ten_letters_at_most() -> None:
    guests = {clean_name(f"{one} {other}") for one in MANNERS for other in BIRDS}
    assert len(guests) == 400
    assert max(map(len, (*guests, *BOT_NAMES))) <= 10


def test_a_public_table_says_who_waits_until_its_first_match(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Waiter", listed="true")
    with host.connect(room) as line:
        line.receive_until("room")
        cards = {card["id"]: card for card in host.get("/api/tables").json()["tables"]}
        assert cards[room]["waiting"] == ["Waiter"]
        assert "Waiter" in visitor().get("/").text
        for _ in range(GAMES[0].seats[0] - 1):
            assert line.ask("add-bot", strength="casual")["type"] == "done"
        assert line.ask("start")["type"] == "done"
        cards = {card["id"]: card for card in host.get("/api/tables").json()["tables"]}
        assert cards[room]["waiting"] == []


def test_bots_meanwhile_leave_the_seat_at_the_public_table_and_watch_it(
    visitor: NewVisitor,
) -> None:
    somebody, other = visitor(), visitor()
    waiting = somebody.open_room("Patience", listed="true")
    path = play_now(somebody, GAMES[0], waiting=waiting)
    assert path.endswith(f"?waiting={waiting}#deal")
    page = path.removesuffix("#deal")
    assert shell_of(somebody, page)["waiting"] == waiting
    with somebody.connect(waiting) as line:
        assert len(line.receive_until("room")["seats"]) == 1, "the seat is kept"
    assert shell_of(other, f"/table/{waiting}?waiting={waiting}")["waiting"] is None, (
        "a page watches no table where its person does not wait"
    )
    table = page.partition("?")[0]
    assert shell_of(somebody, f"{table}?waiting=nonsense")["waiting"] is None
    assert play_now(other, GAMES[0], waiting="/\\evil").count("waiting") == 0
