"""The switches: who sets them, what a player meets then, and what is refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, add_bots

GAME = GAMES[0]
NewSwitch = Callable[..., httpx2.Response]
PAGE = "/admin/switches"
DEEDS: dict[str, dict[str, Any]] = {
    "announcement": {"text": "Hello", "minutes": "5"},
    "sign-up": {"mode": "closed"},
    "chat": {"pause": "30"},
    "rest": {"minutes": "10", "length": "30"},
    "shelf": {"shown": [game.slug for game in GAMES[1:]]},
}
USUAL: dict[str, dict[str, Any]] = {
    "announcement": {"text": ""},
    "sign-up": {"mode": "open"},
    "chat": {"pause": "0"},
    "rest": {},
    "shelf": {"shown": [game.slug for game in GAMES]},
}


def version_on(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found is not None, page
    return found[1]


@pytest.fixture
def switch(admin: Visitor) -> Iterator[NewSwitch]:
    """Sets a switch as an administrator does; afterwards all are as usual again."""

    def post(what: str, version: str | None = None, **form: Any) -> httpx2.Response:
        known = version or version_on(admin.get(PAGE).text)
        return admin.post(f"{PAGE}/{what}", {"version": known, **form})

    yield post
    for what, form in USUAL.items():
        post(what, **form)
    page = admin.get(PAGE).text
    assert "Nothing is announced." in page
    assert "No rest is planned." in page


def said_on(page: str) -> str:
    """The text of the announcement on a page; "" where there is none."""
    found = re.search(r'<aside class="announced".*?</aside>', page, re.DOTALL)
    return "" if found is None else re.sub(r"<[^>]+>", "", found[0])


def test_an_announcement_is_on_every_page_and_at_tables_until_it_ends(
    visitor: NewVisitor, switch: NewSwitch
) -> None:
    host, stranger = visitor(), visitor()
    room = host.open_room("Hanna")
    assert said_on(stranger.get("/").text) == ""
    with host.connect(room) as line:
        line.receive_until("room")
        answer = switch("announcement", text="  Cards <b>tonight</b>  ", minutes="5")
        assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}#announcement")
        heard = line.receive_until("announced")
        assert heard["text"] == "Cards <b>tonight</b>"
        assert 0 < heard["ends_in"] <= 5 * 60_000
        assert heard["rests_in"] is None
        for path in ("/", "/login", "/rules", f"/rules/{GAME.slug}", "/nothing/here"):
            assert "&lt;b&gt;tonight" in stranger.get(path).text, path
        assert 'aside class="announced"' not in host.get(f"/table/{room}").text, "the socket says"
        with host.connect(room) as later:
            assert later.receive_until("announced")["key"] == heard["key"]
        assert switch("announcement").status_code == 303
        assert line.receive_until("announced")["text"] == ""
    assert said_on(stranger.get("/").text) == ""


def test_while_nothing_is_announced_a_table_hears_nothing_of_it(visitor: NewVisitor) -> None:
    host = visitor()
    with host.connect(host.open_room("Hanna")) as line:
        assert line.ask("say", text="Hello")["type"] == "done"
        assert "announced" not in {message["type"] for message in line.received}


ODD_FORMS: list[tuple[str, dict[str, Any], str]] = [
    ("announcement", {"text": "Late", "minutes": "-5"}, "The end must lie ahead"),
    ("announcement", {"text": "Late", "minutes": "0"}, "The end must lie ahead"),
    ("announcement", {"text": "Late", "minutes": "soon"}, "The end must lie ahead"),
    ("announcement", {"text": "Late", "minutes": "43201"}, "The end must lie ahead"),
    ("announcement", {"text": "\u200b", "minutes": "5"}, "a sentence of 200 letters at most."),
    ("announcement", {"text": "a" * 201, "minutes": "5"}, "a sentence of 200 letters at most."),
    ("announcement", {"text": ""}, "Write what everybody should read."),
    ("rest", {"minutes": "-1", "length": "30"}, "the minutes until the rest begins"),
    ("rest", {"minutes": "10", "length": "0"}, "the minutes until the rest begins"),
    ("rest", {"minutes": "10", "length": "1441"}, "the minutes until the rest begins"),
    ("rest", {"minutes": "", "length": ""}, "the minutes until the rest begins"),
    ("shelf", {"shown": []}, "One game at least has to stay on the shelf."),
    ("shelf", {"shown": ["no-such-game"]}, "One game at least has to stay on the shelf."),
]


def test_a_switch_that_cannot_be_set_so_is_refused_with_a_sentence(
    switch: NewSwitch, admin: Visitor
) -> None:
    before = version_on(admin.get(PAGE).text)
    for what, form, sentence in ODD_FORMS:
        refused = switch(what, **form)
        assert (refused.status_code, sentence in refused.text) == (422, True), (what, form)
        assert version_on(admin.get(PAGE).text) == before, (what, form)


def test_a_stale_page_and_a_double_click_change_nothing(
    switch: NewSwitch, admin: Visitor, visitor: NewVisitor
) -> None:
    old = version_on(admin.get(PAGE).text)
    assert switch("announcement", old, text="First", minutes="5").status_code == 303
    for what, form in DEEDS.items():
        refused = switch(what, old, **form)
        assert refused.status_code == 409
        assert "perhaps by a double click" in refused.text
    page = visitor().get("/").text
    assert "First" in said_on(page)
    log = admin.get("/admin/audit", params={"subject": "switch:announcement"}).text
    assert log.count(": First</td>") == 1


def test_moderators_see_the_switches_and_set_none(switch: NewSwitch, mona: Visitor) -> None:
    assert switch("sign-up", mode="invited").status_code == 303
    seen = mona.get(PAGE)
    assert seen.status_code == 200
    assert "/signup#" not in seen.text, "the invitation is for administrators to give"
    assert "<form" not in seen.text


def test_where_sign_up_is_closed_nobody_becomes_a_member(
    visitor: NewVisitor, switch: NewSwitch
) -> None:
    switch("sign-up", mode="closed")
    person = visitor()
    form = {"name": "Wanda 77", "password": "a long enough secret"}
    for answer in (person.get("/signup"), person.post("/signup", form)):
        assert "Nobody can become a member here for now." in answer.text
        assert 'action="/signup/invitation"' not in answer.text
    refused = person.post("/signup", form, headers={"Accept": "application/json"})
    assert refused.status_code == 403
    assert refused.json() == {
        "error": "Nobody can become a member here for now. As a guest you can play all the same."
    }
    assert person.open_room("Wanda 77"), "guests play in any case"


def test_an_invitation_lets_in_until_it_ends(
    visitor: NewVisitor, switch: NewSwitch, admin: Visitor
) -> None:
    switch("sign-up", mode="invited")
    form = {"password": "a long enough secret"}
    link = re.search(r"/signup#([\w-]{43})", admin.get(PAGE).text)
    assert link is not None
    stranger, guesser, first, late = visitor(), visitor(), visitor(), visitor()
    assert "you need an invitation link" in stranger.get("/signup").text
    assert stranger.post("/signup", {"name": "Wanda 78", **form}).status_code == 403
    guesser.post("/signup/invitation", {"token": f"http://x/signup#{'A' * 43}"})
    for answer in (guesser.get("/signup"), guesser.post("/signup", {"name": "Wanda 79", **form})):
        assert "This invitation has ended, or never was one." in answer.text
    for person in (first, late):
        led = person.post("/signup/invitation", {"token": f"http://x/signup#{link[1]}"})
        assert led.headers["location"] == "/signup"
        assert 'name="password"' in person.get("/signup").text
    assert first.post("/signup", {"name": "Wanda 80", **form}).status_code == 303
    switch("sign-up", mode="invited")
    assert link[1] in admin.get(PAGE).text, "the link stays until a new one is wanted"
    switch("sign-up", mode="invited", fresh="true")
    assert link[1] not in admin.get(PAGE).text
    refused = late.post("/signup", {"name": "Wanda 81", **form})
    assert refused.status_code == 403
    assert "This invitation has ended" in refused.text


def test_slow_chat_refuses_a_second_line_with_the_time_left(
    visitor: NewVisitor, switch: NewSwitch
) -> None:
    host = visitor()
    with host.connect(host.open_room("Hanna")) as line:
        assert line.ask("say", text="Before")["type"] == "done"
        assert switch("chat", pause="300").status_code == 303
        refused = line.ask("say", text="Too soon")
        assert refused["code"] == "too-much"
        found = re.fullmatch(
            r"The chat is slow for now: one line in 300 seconds for each person\. "
            r"Yours can come in (\d+) s\.",
            refused["text"],
        )
        assert found is not None, refused
        assert 250 < int(found[1]) <= 300
        switch("chat", pause="0")
        assert line.ask("say", text="After")["type"] == "done"
    assert switch("chat", pause="7").status_code == 422


def test_before_a_rest_no_table_opens_and_no_match_begins_but_matches_run_on(
    visitor: NewVisitor, switch: NewSwitch
) -> None:
    host, other = visitor(), visitor()
    with host.connect(host.open_room("Hanna")) as line:
        add_bots(line, GAME.seats[0] - 1)
        assert switch("rest", minutes="10", length="30").status_code == 303
        heard = line.receive_until("announced")
        assert 0 < heard["rests_in"] <= 600_000 < heard["rest_ends_in"] <= 2_400_000
        refused = line.ask("start")
        assert refused["code"] == "not-now"
        assert refused["text"].startswith("The server rests in 10 minutes. Matches that run go on")
        page = other.get("/").text
        assert "The server rests from" in said_on(page)
        for path in ("/rooms", "/rooms/now", "/rooms/any", "/lessons"):
            form = {"game": GAME.slug, "name": "Gustav"}
            answer = other.post(path, form)
            assert answer.status_code == 409, path
            assert "The server rests in 10 minutes." in answer.text, path
            told = other.post(path, form, headers={"Accept": "application/json"})
            assert "The server rests in 10 minutes." in told.json()["error"]
        assert switch("rest").status_code == 303
        assert line.ask("start")["type"] == "done"
        switch("rest", minutes="0", length="30")
        assert line.ask("say", text="Still here")["type"] == "done"
        assert line.ask("stop-match")["type"] == "done"
        assert line.ask("start")["text"].startswith("The server rests for another 30 minutes.")


def test_a_game_off_the_shelf_is_not_offered_chosen_or_begun(
    visitor: NewVisitor, switch: NewSwitch
) -> None:
    kept, gone = GAMES[0], GAMES[-1]
    host, other = visitor(), visitor()
    with host.connect(host.open_room("Hanna")) as line:
        others = [game.slug for game in GAMES if game is not gone]
        assert switch("shelf", shown=others).status_code == 303
        home = other.get("/").text
        assert f'name="game" value="{gone.slug}"' not in home
        assert f'name="game" value="{kept.slug}"' in home
        assert "off the shelf" in other.get(f"/rules/{gone.slug}").text
        sentence = f"{gone.title} is off the shelf for now. Choose another game."
        for path in ("/rooms", "/rooms/now", "/rooms/any", "/lessons"):
            answer = other.post(path, {"game": gone.slug, "name": "Gustav"})
            assert (answer.status_code, sentence in answer.text) == (409, True), path
        refused = line.ask("set-game", game=gone.slug)
        assert (refused["code"], refused["text"]) == ("not-now", sentence)
        switch("shelf", shown=[game.slug for game in GAMES if game is not kept])
        add_bots(line, kept.seats[0] - 1)
        assert line.ask("start")["text"].startswith(f"{kept.title} is off the shelf")


def test_each_change_is_in_the_audit_log_with_what_was_set(
    switch: NewSwitch, admin: Visitor
) -> None:
    for what, form in DEEDS.items():
        assert switch(what, **form).status_code == 303
    log = admin.get("/admin/audit").text
    for what, words in {
        "announcement": ": Hello",
        "sign up": "closed",
        "chat": "one line in 30 s",
        "rest": "from ",
        "shelf": f"off the shelf: {GAMES[0].title}",
    }.items():
        assert f">{what}</a>" in log, what
        assert words in log, what
