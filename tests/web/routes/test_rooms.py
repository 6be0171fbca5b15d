"""Rooms from outside: opening one, who may see it, and what strangers may know."""

import re
from contextlib import ExitStack

import pytest

from app.games import GAMES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, invite_of

BAD_NAMES = {"nothing": "", "markup": "<b>Anna</b>", "a direction mark": "An\u202ena"}
"""Three kinds of many, which tests/store/people/test_account_names.py has."""


def test_a_host_opens_a_room_and_sits_in_it(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Hanna")
    with host.connect(room) as line:
        shown = line.receive_until("room")
    assert shown["host"] == shown["you"] == shown["seats"][0]["person"]
    assert shown["seats"][0]["name"] == "Hanna"
    page = host.get(f"/table/{room}")
    assert page.status_code == 200
    assert room in page.text


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES.keys())
@pytest.mark.parametrize("door", ["/rooms", "/join/{secret}", "/knock", "/table/{room}/enter"])
def test_a_bad_name_gets_a_sentence_and_no_seat(visitor: NewVisitor, name: str, door: str) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room(listed="true")
    secret, code = invite_of(host, room)
    answer = guest.post(
        door.format(secret=secret, room=room), {"name": name, "game": GAMES[0].slug, "code": code}
    )
    assert answer.status_code == 422
    assert "po=" not in answer.headers.get("set-cookie", ""), "nobody was made"
    assert re.search(r'class="field-error"[^>]*>\s*\w', answer.text), (
        "a sentence stands near the field"
    )
    assert "<b>Anna</b>" not in answer.text
    with host.connect(room) as line:
        assert len(line.receive_until("room")["people"]) == 1


def test_a_listed_table_is_shown_and_open(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    room = host.open_room(listed="true")
    with host.connect(room) as line:
        line.receive_until("room")
        cards = {
            card["id"]: card
            for card in stranger.get(
                "/api/tables", params={"open": "true", "game": GAMES[0].slug}
            ).json()["tables"]
        }
        card = cards[room]
        assert (card["host"], card["people"]) == ("Hanna", 1)
        assert (card["open"], card["listed"]) == (True, True)
        assert not {"secret", "code"} & card.keys()
        assert stranger.get("/api/tables", params={"game": "none"}).json() == {"tables": []}
        assert stranger.get(f"/table/{room}").status_code == 200
        assert stranger.get(f"/table/{room}/qr.svg").status_code == 404, (
            "the link is for people of the room"
        )
        for deed in ("report", "device-link"):
            assert stranger.post(f"/table/{room}/{deed}").status_code == 403, "of the room alone"
        assert stranger.post(f"/table/{room}/enter", {"name": "Fritz"}).status_code == 303
    with stranger.connect(room) as line:
        assert line.receive_until("room")["seat"] == 1


def test_an_unknown_game_is_refused(visitor: NewVisitor) -> None:
    answer = visitor().post("/rooms", {"name": "Hanna", "game": "no-such-game"})
    assert answer.status_code == 422
    assert "Choose one from the list." in answer.text


def test_the_way_to_the_rules_leads_to_every_game(visitor: NewVisitor) -> None:
    person = visitor()
    assert 'href="/rules"' in person.get("/").text
    page = person.get("/rules")
    assert page.status_code == 200
    for game in GAMES:
        assert f'href="/rules/{game.slug}"' in page.text.split("</main>")[0]


def test_a_fourth_public_table_of_one_person_is_refused_with_a_sentence(
    strict_server: ServerProcess,
) -> None:
    host = Visitor(strict_server.base_url, GAMES[0].slug)
    with ExitStack() as windows:
        windows.callback(host.http.close)
        for _ in range(3):
            window = windows.enter_context(host.connect(host.open_room(listed="true")))
            window.receive_until("room")
        refused = host.post("/rooms/any", {"game": GAMES[1].slug})
        assert refused.status_code == 422
        assert "You are at 3 public tables already." in refused.text
        assert host.post("/rooms", {"game": GAMES[0].slug}).status_code == 303, "a private one"
