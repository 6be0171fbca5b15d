"""The page behind a password reset link (issue 13)."""

import re

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from app.web.rate_limits import RATES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.password_links import EXPIRED, NEW, OLD, log_in_status, make_link
from tests.web.visitors import ANSWER_SECONDS, TableConnection, Visitor


@pytest.fixture
def mia(visitor: NewVisitor) -> tuple[Visitor, str]:
    """A member, and the name."""
    person, name = visitor(), f"Miranda {next(name_numbers)}"
    person.sign_up(name, OLD)
    return person, name


def test_the_link_shows_the_name_and_takes_the_same_passwords_as_sign_up(
    visitor: NewVisitor, admin: Visitor, mia: tuple[Visitor, str]
) -> None:
    person, name = mia
    phone, token = visitor(), make_link(admin, person)
    assert "paste the link" in phone.get("/reset").text
    told = phone.post("/reset", {"token": f" {phone.base_url}/reset#{token}\n"})
    assert (told.status_code, told.headers["location"]) == (303, "/reset")
    cookie = told.headers["set-cookie"]
    assert all(
        part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/reset", "Max-Age=3600")
    )
    page = phone.get("/reset")
    assert f"Choose a new password for <bdi>{name}</bdi>" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "same-origin"
    assert not phone.cookie, "looking logs nobody in"
    for password, words in (
        ("short", "at least 8 characters"),
        ("password123", "easy to guess"),
        (f"{name}1", "easy to guess"),
        ("x" * 300, "at most 200"),
        ("", "at least 8 characters"),
    ):
        answer = phone.post("/reset/password", {"token": token, "password": password})
        assert answer.status_code == 422
        assert words in answer.text.lower()
        assert len(password) < 6 or password not in answer.text
    done = phone.post("/reset/password", {"token": token, "password": NEW})
    assert (done.status_code, done.headers["location"]) == (303, "/"), "a refusal uses nothing up"
    assert "password-reset" not in phone.http.cookies
    assert "Your new password is set" in phone.get("/").text
    assert name in phone.get("/account").text
    assert log_in_status(visitor(), name, OLD) == 422
    assert log_in_status(visitor(), name, NEW) == 303


def test_all_other_logins_end_and_their_tables_close_at_once(
    visitor: NewVisitor, admin: Visitor, mia: tuple[Visitor, str]
) -> None:
    person, _ = mia
    room, token = person.open_room(), make_link(admin, person)
    before = person.cookie
    with person.connect(room) as line:
        you = line.receive_until("room")["you"]
        phone = visitor()
        assert phone.post("/reset/password", {"token": token, "password": NEW}).status_code == 303
        assert_closed(line)
    assert visitor().get("/account", headers={"Cookie": before}).status_code == 303
    assert phone.cookie != before
    with phone.connect(room) as line:
        assert line.receive_until("room")["you"] == you, "the seat stays"


def assert_closed(line: TableConnection) -> None:
    """The login ended before the next command, and not at the look that comes every minute."""
    with pytest.raises(ConnectionClosed) as closed:
        line.ask("say", text="still here")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_used_expired_and_unknown_links_read_alike_and_say_what_to_do(
    visitor: NewVisitor, admin: Visitor, mia: tuple[Visitor, str]
) -> None:
    used = make_link(admin, mia[0])
    assert visitor().post("/reset/password", {"token": used, "password": NEW}).status_code == 303
    shown = set()
    for token in (used, "A" * 43):
        phone = visitor()
        assert phone.post("/reset", {"token": token}).status_code == 303
        page = phone.get("/reset")
        assert page.status_code == 404
        assert "password-reset" not in phone.http.cookies
        again = phone.post("/reset/password", {"token": token, "password": NEW})
        assert again.status_code == 404
        shown |= {without_nonce(page.text), without_nonce(again.text)}
    odd = visitor().post("/reset/password", {"token": "\x00", "password": NEW})
    shown.add(without_nonce(odd.text))
    (only,) = shown
    assert EXPIRED in only
    assert "Ask an administrator for another." in only
    assert visitor().post("/reset", {"token": "https://cards.example/"}).status_code == 422


def without_nonce(page: str) -> str:
    return re.sub(r'nonce="[^"]+"', "", page).replace("/reset/password", "/reset")


def test_whoever_is_somebody_else_there_reads_it_and_is_logged_out(
    visitor: NewVisitor, admin: Visitor, mia: tuple[Visitor, str]
) -> None:
    phone, token = visitor(), make_link(admin, mia[0])
    room = phone.open_room("Otto")
    before = phone.cookie
    phone.post("/reset", {"token": token})
    assert "This browser is logged in as Otto, a guest" in phone.get("/reset").text
    with phone.connect(room) as line:
        line.receive_until("room")
        assert phone.post("/reset/password", {"token": token, "password": NEW}).status_code == 303
        assert_closed(line)
    assert visitor().get("/account", headers={"Cookie": before}).status_code == 303
    assert mia[1] in phone.get("/account").text


def test_a_changed_password_ends_the_link(admin: Visitor, mia: tuple[Visitor, str]) -> None:
    person, _ = mia
    token = make_link(admin, person)
    form = {"current_password": OLD, "new_password": "nine green bottles"}
    assert person.post("/account/password", form).status_code == 303
    assert person.post("/reset/password", {"token": token, "password": NEW}).status_code == 404


def test_guesses_at_links_meet_a_limit(strict_server: ServerProcess) -> None:
    with httpx2.Client(
        base_url=strict_server.base_url,
        headers={"Origin": strict_server.base_url},
        transport=httpx2.HTTPTransport(local_address="127.0.0.42"),
        timeout=ANSWER_SECONDS,
    ) as guesser:
        burst = int(RATES["password-reset"].burst)
        statuses = [
            guesser.post(
                "/reset/password", data={"token": f"{number:043d}", "password": NEW}
            ).status_code
            for number in range(2 * burst)
        ]
    assert set(statuses) == {404, 429}
    assert statuses[-1] == 429
