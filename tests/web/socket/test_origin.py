"""The Origin of a table socket is checked before the handshake, the cookie after it."""

import httpx2
import pytest
from websockets.exceptions import InvalidStatus

from app.web.rate_limits import RATES
from app.web.server.middleware import OwnOrigin, normal_origin
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import ANSWER_SECONDS, request_until_limited


@pytest.mark.parametrize("origin", ["https://evil.example", "https://{host}", "{ours}/path"])
def test_a_foreign_origin_is_refused_before_anything_is_accepted(
    visitor: NewVisitor, web_server: ServerProcess, origin: str
) -> None:
    person = visitor()
    room = person.open_room(listed="true")
    ours = web_server.base_url
    with (
        pytest.raises(InvalidStatus) as refused,
        person.connect(room, origin.format(ours=ours, host=ours.removeprefix("http://")) or " "),
    ):
        pass
    assert refused.value.response.status_code == 403
    assert b"Origin" in refused.value.response.body


def test_our_own_origin_is_taken_in_any_case_of_letters(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    person = visitor()
    with person.connect(
        person.open_room(), web_server.base_url.upper().replace("HTTP", "http")
    ) as line:
        assert line.receive()["type"] == "welcome"


def test_a_plain_request_for_a_socket_is_answered(visitor: NewVisitor) -> None:
    assert visitor().get("/ws/table/x").status_code == 404


@pytest.mark.parametrize("cookie", ["po=" + "A" * 43, "po=x", "po=%7f"])
def test_a_foreign_cookie_is_told_that_it_is_logged_out(visitor: NewVisitor, cookie: str) -> None:
    person = visitor()
    room = person.open_room()
    with visitor().connect(room, cookie=cookie) as line:
        code, bye = line.receive_to_end()
    assert code == 4401
    assert bye is not None
    assert (bye["code"], bye["retry_in"]) == ("signed-out", None)


def test_a_stranger_may_not_enter_a_private_room(visitor: NewVisitor) -> None:
    room = visitor().open_room()
    somebody = visitor()
    somebody.open_room("Fritz")
    for cookie in ("", somebody.cookie):
        with visitor().connect(room, cookie=cookie) as line:
            code, bye = line.receive_to_end()
        assert code == 4403
        assert bye is not None
        assert bye["code"] == "not-member"
        assert [message["type"] for message in line.received] == ["bye"]


def test_a_stranger_watches_a_listed_room_and_cannot_act(visitor: NewVisitor) -> None:
    room = visitor().open_room(listed="true")
    with visitor().connect(room, cookie="") as line:
        shown = line.receive_until("room")
        assert not shown["member"]
        assert {shown[part] for part in ("you", "seat", "code", "secret")} == {None}
        for command in (
            {"kind": "sit"},
            {"kind": "say", "text": "hello"},
            {"kind": "add-bot", "strength": "casual"},
            {"kind": "start"},
        ):
            answer = line.ask(**command)
            assert (answer["type"], answer["code"]) == ("refused", "not-member")


@pytest.mark.parametrize("room", ["nothing", "A" * 22, "a" * 500, "%00", "..", "a%2fb"])
def test_a_room_that_is_not_there_closes_with_its_own_code(visitor: NewVisitor, room: str) -> None:
    person = visitor()
    person.open_room()
    try:
        with person.connect(room) as line:
            code, bye = line.receive_to_end()
    except InvalidStatus:  # no address of a table at all
        return
    assert code == 4404
    assert bye is not None
    assert bye["code"] == "room-gone"


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("http://Cards.Example", "http://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://cards.example:443", "http://cards.example:443"),
        ("http://[::1]:80", "http://[::1]"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("null", "null"),
        ("http://x:y:z", "null"),
        ("http://cards.example:99999", "null"),
        ("javascript://cards.example", "null"),
        ("http://", "null"),
    ],
)
def test_origins_are_compared_as_browsers_write_them(written: str, normal: str) -> None:
    assert normal_origin(written) == normal


def test_the_public_address_wins_over_what_the_request_says() -> None:
    """Behind a proxy the Host may be the proxy's own."""
    origin = OwnOrigin("https://cards.example")
    scope = {
        "type": "http",
        "scheme": "http",
        "headers": [(b"host", b"10.0.0.1:8000"), (b"origin", b"https://cards.example")],
    }
    assert origin.is_claimed_by(scope)
    scope["headers"] = [(b"host", b"10.0.0.1:8000"), (b"origin", b"http://10.0.0.1:8000")]
    assert not origin.is_claimed_by(scope)


def test_without_a_host_there_is_no_origin_to_claim() -> None:
    scope = {"type": "http", "scheme": "http", "headers": [(b"origin", b"null")]}
    assert not OwnOrigin(None).is_claimed_by(scope)


def test_the_handshake_does_not_name_the_server(visitor: NewVisitor) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        assert line.socket.response is not None
        assert "Server" not in line.socket.response.headers


def test_many_new_connections_are_turned_away(strict_server: ServerProcess) -> None:
    from_elsewhere = httpx2.HTTPTransport(
        local_address="127.0.0.40"
    )  # whose other requests must not suffer for it
    headers = {
        "Origin": strict_server.base_url,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    with httpx2.Client(
        base_url=strict_server.base_url,
        transport=from_elsewhere,
        headers=headers,
        timeout=ANSWER_SECONDS,
    ) as client:
        *before, _ = request_until_limited("socket", lambda: client.get("/ws/table/x"))
    assert len(before) >= RATES["socket"].burst
    assert {answer.status_code for answer in before} == {101}
