"""Login and sign-up over HTTP: guests keep everything, and sessions start fresh."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from app.games import GAMES
from app.web.context.request_context import safe_next
from app.web.rate_limits import WRONG_PASSWORDS_BEFORE_WAIT
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.visitors import ANSWER_SECONDS, Visitor, request_until_limited

PASSWORD = "a long enough secret"


def test_a_guest_becomes_a_member_and_keeps_seat_and_connection(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Greta")
    before = host.cookie
    with host.connect(room) as line:
        you = line.receive_until("room")["you"]
        host.sign_up("Greta Garbo", PASSWORD)
        shown = line.receive_until("room", lambda shown: shown["seats"][0]["registered"])
        assert (shown["you"], shown["seat"], shown["seats"][0]["name"]) == (you, 0, "Greta Garbo")
        line.socket.send('{"type":"ping"}')
        line.receive_until("pong")
    assert host.cookie != before, "the token is a new one"
    stranger = visitor()
    assert stranger.http.get("/account", headers={"Cookie": before}).status_code == 303, (
        "the old one is worth nothing"
    )
    assert f"/people/{you}" in host.get("/account").text


def test_signing_up_without_being_a_guest_makes_a_member(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Fresh Face", PASSWORD)
    assert "Fresh Face" in person.get("/account").text
    assert person.get("/signup").headers["location"] == "/account"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "Weak One", "password": "short"}, "at least 8 characters"),
        ({"name": "Weak One", "password": "password123"}, "easy to guess"),
        ({"name": "Weak One", "password": "aaaaaaaaaa"}, "easy to guess"),
        ({"name": "Weak Weaker", "password": "weak weaker1"}, "easy to guess"),
        ({"name": "Weak One", "password": "x" * 300}, "At most 200"),
        ({"name": "<i>", "password": PASSWORD}, "cannot hold"),
        ({"name": "Wéak\u202eOne", "password": PASSWORD}, "writing-direction characters"),
        ({}, "A name has at least"),
    ],
)
def test_a_form_that_will_not_do_comes_back_with_a_sentence(
    visitor: NewVisitor, form: dict[str, str], words: str
) -> None:
    person = visitor()
    answer = person.post("/signup", form)
    assert answer.status_code == 422
    assert words.lower() in answer.text.lower()
    assert not person.cookie
    assert form.get("password", "x" * 9) not in answer.text, "a password is never shown again"


def test_a_name_that_looks_like_a_members_is_refused(visitor: NewVisitor) -> None:
    visitor().sign_up("Paul Klee", PASSWORD)
    for lookalike in ("paul klee", "РаuI Klee", "PAUL  KLEE", "Paul-Klee"):
        answer = visitor().post("/signup", {"name": lookalike, "password": PASSWORD})
        assert answer.status_code == 422, lookalike
        assert (
            visitor().post("/rooms", {"name": lookalike, "game": GAMES[0].slug}).status_code == 422
        ), "nor as a guest"


def test_a_wrong_password_and_an_unknown_name_read_the_same(visitor: NewVisitor) -> None:
    visitor().sign_up("Wilma", PASSWORD)

    def attempt(name: str) -> str:
        answer = visitor().post("/login", {"name": name, "password": "not the password"})
        assert answer.status_code == 422
        return re.sub(r'nonce="[^"]+"', "", answer.text.replace(name, ""))

    known = attempt("Wilma")
    assert "Wrong name or password." in known
    assert attempt("Xilma") == known


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        "/%0d%0aSet-Cookie:x=y\r\nSet-Cookie: x=y",
        "///evil.example",
        "evil.example",
        " //evil.example",
        "/\t/evil.example",
        "",
        "\x00",
        "http://[",
        "é",
    ],
)
def test_nobody_is_led_to_another_site(target: str) -> None:
    assert safe_next(target) == "/"


def test_one_is_led_back_to_where_one_was(visitor: NewVisitor) -> None:
    visitor().sign_up("Traveller", PASSWORD)
    for target, led in (("/table/abc?x=1#y", "/table/abc?x=1#y"), ("//evil.example", "/")):
        form = {"name": "Traveller", "password": PASSWORD, "next": target}
        assert visitor().post("/login", form).headers["location"] == led


def test_guessing_passwords_is_slowed_down(strict_server: ServerProcess) -> None:
    person = Visitor(strict_server.base_url, GAMES[0].slug)
    with person.http:
        *before, last = request_until_limited(
            "login", lambda: person.post("/login", {"name": "Target", "password": "a guess"})
        )
    assert len(before) >= WRONG_PASSWORDS_BEFORE_WAIT
    assert {answer.status_code for answer in before} == {422}
    assert int(last.headers["retry-after"]) > 0


def test_a_form_that_is_sent_four_times_at_once_is_taken_once_and_breaks_nothing(
    visitor: NewVisitor,
) -> None:
    """A double click: whoever comes second finds a member where a guest was, or nobody."""
    person = visitor()
    person.open_room("Twice")
    member = {"name": f"Twice Clicked {next(name_numbers)}", "password": PASSWORD}

    def at_once(path: str, form: dict[str, str]) -> list[httpx2.Response]:
        headers = {"Cookie": person.cookie, "Origin": person.base_url}
        with ThreadPoolExecutor(4) as clicks:
            return list(
                clicks.map(
                    lambda _: httpx2.post(
                        person.base_url + path, data=form, headers=headers, timeout=ANSWER_SECONDS
                    ),
                    range(4),
                )
            )

    answers = at_once("/signup", member)
    assert {answer.status_code for answer in answers} <= {303, 422}, "or the name is taken by now"
    taken = [answer for answer in answers if "po" in answer.cookies]
    assert len(taken) == 1
    person.http.cookies.update(taken[0].cookies)
    answers = at_once("/account/delete", {"confirm": PASSWORD})
    assert {answer.status_code for answer in answers} <= {303, 401, 409, 422}
    assert [answer.status_code for answer in answers].count(303) == 1
    assert visitor().post("/login", member).status_code == 422


def test_an_invitation_of_odd_letters_is_none(visitor: NewVisitor) -> None:
    for token in ("Ā", "🦆", "#é"):
        assert visitor().post("/signup/invitation", {"token": token}).status_code == 303
