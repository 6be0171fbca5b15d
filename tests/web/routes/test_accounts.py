"""Accounts over HTTP: guests become members and keep everything; logins begin fresh and end everywhere."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from app.games import GAMES
from app.web.limits import WRONG_PASSWORDS_BEFORE_WAIT
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


def test_logging_in_gives_a_token_that_nobody_had_before(visitor: NewVisitor) -> None:
    visitor().sign_up("Ludwig", PASSWORD)
    person = visitor()
    person.http.cookies.set("po", "planted-by-somebody-else-AAAAAAAAAAAAAAAAAAA")
    answer = person.post("/login", {"name": "ludwig", "password": PASSWORD})
    assert answer.status_code == 303
    cookie = answer.headers.get_list("set-cookie")
    token = next(each for each in cookie if each.startswith("po="))
    assert "planted" not in token
    assert all(part in token for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="))
    assert "Secure" not in token, "plain http at home"


def test_a_wrong_password_and_an_unknown_name_read_the_same(visitor: NewVisitor) -> None:
    visitor().sign_up("Wilma", PASSWORD)

    def attempt(name: str) -> str:
        answer = visitor().post("/login", {"name": name, "password": "not the password"})
        assert answer.status_code == 422
        return re.sub(r'nonce="[^"]+"', "", answer.text.replace(name, ""))

    known = attempt("Wilma")
    assert "Wrong name or password." in known
    assert attempt("Xilma") == known


def test_logging_out_closes_the_tables_connections_at_once(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room()
    cookie = host.cookie
    with host.connect(room) as line:
        line.receive_until("room")
        assert host.post("/account/logout").status_code == 303
        code, bye = line.receive_to_end()
    assert code == 4401
    assert bye is not None
    assert bye["code"] == "signed-out"
    assert not host.cookie
    with host.connect(room, cookie=cookie) as line:
        assert line.receive_to_end()[0] == 4401


def test_logging_out_everywhere_closes_all_devices(visitor: NewVisitor) -> None:
    phone, desk = visitor(), visitor()
    phone.sign_up("Two Devices", PASSWORD)
    room = phone.open_room()
    desk.post("/login", {"name": "Two Devices", "password": PASSWORD})
    with phone.connect(room) as one, desk.connect(room) as two:
        one.receive_until("room")
        two.receive_until("room")
        assert desk.post("/account/logout-everywhere").status_code == 303
        assert one.receive_to_end()[0] == two.receive_to_end()[0] == 4401
    assert phone.get("/account").status_code == desk.get("/account").status_code == 303


def test_one_device_can_be_logged_out_from_another_and_nobody_elses(visitor: NewVisitor) -> None:
    phone, desk, stranger = visitor(), visitor(), visitor()
    phone.sign_up("List Maker", PASSWORD)
    stranger.sign_up("Not Yours", PASSWORD)
    desk.post("/login", {"name": "List Maker", "password": PASSWORD})
    page = desk.get("/account").text
    listed = {
        session: bool(mine)
        for mine, session in re.findall(
            r'<tr( class="mine")?>\s*<td data-label="Device">.*?/account/sessions/([\w-]+)/close',
            page,
            re.DOTALL,
        )
    }
    assert sorted(listed.values()) == [False, True]
    for session in listed:
        stranger.post(f"/account/sessions/{session}/close")
    assert phone.get("/account").status_code == desk.get("/account").status_code == 200
    for session in sorted(listed, key=lambda session: listed[session]):
        assert desk.post(f"/account/sessions/{session}/close").status_code == 303
        assert phone.get("/account").status_code == 303
    assert desk.get("/account").status_code == 303


def test_a_new_password_logs_out_the_other_devices_and_renews_this_one(visitor: NewVisitor) -> None:
    phone, desk = visitor(), visitor()
    phone.sign_up("Changer", PASSWORD)
    desk.post("/login", {"name": "Changer", "password": PASSWORD})
    before = desk.cookie
    assert (
        desk.post(
            "/account/password",
            {"current_password": "wrong one!", "new_password": "another fine secret"},
        ).status_code
        == 422
    )
    assert (
        desk.post(
            "/account/password", {"current_password": PASSWORD, "new_password": "short"}
        ).status_code
        == 422
    )
    assert (
        desk.post(
            "/account/password",
            {"current_password": PASSWORD, "new_password": "another fine secret"},
        ).status_code
        == 303
    )
    assert desk.cookie != before
    assert desk.get("/account").status_code == 200
    assert phone.get("/account").status_code == 303
    assert visitor().post("/login", {"name": "Changer", "password": PASSWORD}).status_code == 422
    assert (
        visitor().post("/login", {"name": "Changer", "password": "another fine secret"}).status_code
        == 303
    )


def test_a_new_name_is_shown_at_the_table(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Old Name")
    with host.connect(room) as line:
        line.receive_until("room")
        assert host.post("/account/rename", {"name": "New Name"}).status_code == 303
        line.receive_until("room", lambda shown: shown["seats"][0]["name"] == "New Name")
    assert host.post("/account/rename", {"name": "x"}).status_code == 422


def test_a_deleted_account_is_gone_and_its_matches_keep_no_name(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Vanisher")
    host.sign_up("Vanisher", PASSWORD)
    with host.connect(room) as line:
        you = line.receive_until("room")["you"]
        assert host.post("/account/delete", {"confirm": "wrong"}).status_code == 422
        assert host.post("/account/delete", {"confirm": PASSWORD}).status_code == 303
        assert line.receive_to_end()[0] in (4401, 4403)
    assert not host.cookie
    assert visitor().get(f"/people/{you}").status_code == 404
    assert visitor().post("/login", {"name": "Vanisher", "password": PASSWORD}).status_code == 422
    visitor().sign_up("Vanisher", PASSWORD)


def test_a_guest_deletes_itself_by_name(visitor: NewVisitor) -> None:
    guest = visitor()
    guest.open_room("Shortlived")
    assert guest.post("/account/delete", {"confirm": "x"}).status_code == 422
    assert guest.post("/account/delete", {"confirm": "Shortlived"}).status_code == 303


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "http:evil.example", "javascript:alert(1)",
        "/%0d%0aSet-Cookie:x=y\r\nSet-Cookie: x=y", "///evil.example", "evil.example", " //evil.example", "/\t/evil.example", "", "\x00",
        "http://[", "é",
    ],
)  # fmt: skip
def test_nobody_is_led_to_another_site(visitor: NewVisitor, target: str) -> None:
    visitor().post("/signup", {"name": "Traveller", "password": PASSWORD})
    answer = visitor().post("/login", {"name": "Traveller", "password": PASSWORD, "next": target})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "x=y" not in str(answer.headers)


def test_one_is_led_back_to_where_one_was(visitor: NewVisitor) -> None:
    visitor().post("/signup", {"name": "Traveller", "password": PASSWORD})
    answer = visitor().post(
        "/login", {"name": "Traveller", "password": PASSWORD, "next": "/table/abc?x=1#y"}
    )
    assert answer.headers["location"] == "/table/abc?x=1#y"


def test_what_is_not_ones_own_asks_for_a_login(visitor: NewVisitor) -> None:
    stranger = visitor()
    for path in (
        "/account/rename",
        "/account/password",
        "/account/delete",
        "/account/logout-everywhere",
        "/account/sessions/x/close",
    ):
        assert stranger.post(path).status_code == 401
    for path in ("/account", "/history", "/account/delete"):
        assert stranger.get(path).headers["location"].startswith("/login?next=/")


def test_a_message_after_a_redirect_is_shown_once(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Welcome Guest", PASSWORD)
    assert "Your name is yours now" in person.get("/").text
    assert "Your name is yours now" not in person.get("/").text


def test_guessing_passwords_is_slowed_down(strict_server: ServerProcess) -> None:
    person = Visitor(strict_server.base_url, GAMES[0].slug)
    with person.http:
        *before, last = request_until_limited(
            "login", lambda: person.post("/login", {"name": "Target", "password": "a guess"})
        )
    assert len(before) >= WRONG_PASSWORDS_BEFORE_WAIT
    assert {answer.status_code for answer in before} == {422}
    assert int(last.headers["retry-after"]) > 0


def test_names_come_out_as_words(visitor: NewVisitor) -> None:
    host = visitor()
    host.sign_up("O'Brien Söhne")
    page = host.get("/account").text
    assert "O&#39;Brien Söhne" in page


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
