"""Screens over HTTP and the socket: what everybody may see, by leave of somebody who plays."""

from collections.abc import Iterator

import pytest

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.screens import Telly, own_screens
from tests.web.visitors import Visitor, add_bots


@pytest.fixture
def ann(visitor: NewVisitor) -> Visitor:
    return visitor()


@pytest.fixture
def room(ann: Visitor) -> Iterator[str]:
    """A private table of Ann's, who is there."""
    room = ann.open_room("Ann")
    with ann.connect(room) as line:
        line.receive_until("room")
        yield room


@pytest.fixture
def telly(visitor: NewVisitor) -> Telly:
    return Telly(visitor())


def allow(person: Visitor, telly: Telly, room: str) -> int:
    return person.post(f"/screens/{telly.code}", {"room": room}).status_code


def test_a_screen_shows_a_private_table_and_no_hand(ann: Visitor, room: str, telly: Telly) -> None:
    assert telly.state == "waiting"
    assert telly.browser.get("/screen/table").headers["location"] == "/screen"
    assert f'value="{room}"' in ann.get(f"/screens/{telly.code}").text
    assert allow(ann, telly, room) == 303
    assert telly.state == "showing"
    page = telly.browser.get("/screen/table").text
    assert "on-screen" in page
    assert "Take a seat" not in page
    with ann.connect(room) as line, telly.connect(room) as screen:
        shown = screen.receive_until("room")
        assert (shown["you"], shown["seat"], shown["member"]) == (None, None, False)
        assert (shown["code"], shown["secret"]) == (None, None)
        add_bots(line, GAMES[0].seats[0] - 1)
        assert line.ask("start")["type"] == "done"
        line.receive_until("frame", lambda frame: frame["view"]["private"] is not None)
        told = line.find("room", lambda room: room["screens"] == 1)
        assert told["spectator_count"] == 0, "a screen is no person who watches"
        frame = screen.receive_until("frame")
        assert (frame["seat"], frame["view"]["private"], frame["prompt"]) == (None, None, None)
        assert screen.ask("say", text="hello")["type"] == "refused"
        assert not [told for told in screen.received if told["type"] == "chat"]


def test_a_screen_goes_dark_at_once_when_it_is_taken_back(
    ann: Visitor, room: str, telly: Telly, visitor: NewVisitor
) -> None:
    allow(ann, telly, room)
    (screen,) = own_screens(ann)
    with telly.connect(room) as line:
        line.receive_until("room")
        ben = visitor()
        ben.open_room("Ben")
        assert ben.post(f"/screens/{screen}/end").status_code == 303
        assert telly.state == "showing", "it was not Ben's"
        assert ann.post(f"/screens/{screen}/end").status_code == 303
        assert line.receive_until("bye")["code"] == "signed-out"
    assert telly.state == "gone"
    assert ann.post(f"/screens/{screen}/end").status_code == 303, "twice"
    with telly.connect(room) as line:
        assert line.receive()["code"] == "not-member"


def test_a_screen_ends_when_whoever_allowed_it_is_gone_from_the_table(
    ann: Visitor, room: str, telly: Telly, visitor: NewVisitor
) -> None:
    ben = visitor()
    with ann.connect(room) as line:
        secret = line.receive_until("room")["secret"]
        ben.join(secret, "Ben")
        assert allow(ben, telly, room) == 303
        with telly.connect(room) as screen, ben.connect(room) as own_line:
            screen.receive_until("room")
            bens = own_line.receive_until("room")["you"]
            assert line.ask("kick", person=bens)["type"] == "done"
            assert screen.receive_until("bye")["code"] == "spectators-off"
        assert telly.state == "gone"
        assert telly.browser.get("/screen").status_code == 200, "it does not lead to the table"


def test_nobody_shows_a_table_of_others(
    room: str, telly: Telly, visitor: NewVisitor, ann: Visitor
) -> None:
    ben = visitor()
    assert allow(ben, telly, room) in (303, 401, 403), "a stranger"
    ben.open_room("Ben")
    assert allow(ben, telly, room) == 403
    assert telly.state == "waiting"
    for code in ("AAAAAAAAAAAA", "x", "%F0%9F%90%94"):
        assert ann.get(f"/screens/{code}").status_code == 404
        assert ann.post(f"/screens/{code}", {"room": room}).status_code == 409


def test_no_screen_shows_a_table_that_nobody_may_watch(
    ann: Visitor, room: str, telly: Telly
) -> None:
    with ann.connect(room) as line:
        assert line.ask("set-room", spectators=False)["type"] == "done"
    assert "lets nobody watch" in ann.post(f"/screens/{telly.code}", {"room": room}).text
    assert telly.state == "waiting"


def test_a_screen_shows_no_other_table(
    ann: Visitor, room: str, telly: Telly, visitor: NewVisitor
) -> None:
    other = visitor().open_room("Ben")
    allow(ann, telly, room)
    with telly.connect(other) as line:
        assert line.receive()["code"] == "not-member"


def test_whoever_is_logged_in_at_a_screen_sees_no_hand_there(ann: Visitor, room: str) -> None:
    telly = Telly(ann)
    allow(ann, telly, room)
    assert '"you": null' in ann.get("/screen/table").text
    with telly.connect(room) as line:
        assert line.receive_until("room")["you"] is None
