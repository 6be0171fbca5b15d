"""The notifications of one browser: who may start them, for which address, and what ends them."""

import json
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.web.push.encryption import encode
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor, check_log, new_visitors
from tests.web.push.browser import Browser
from tests.web.visitors import Visitor

PUSH_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
"""Of RFC 8291, so known to the whole world."""
COMPRESSED = Browser().key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
PATH = "/account/notifications"
JSON = {"accept": "application/json"}


def fields(**changed: str) -> dict[str, str]:
    browser = Browser(f"https://fcm.googleapis.com/fcm/send/{encode(Browser().auth)}")
    keys = {"p256dh": encode(browser.point), "auth": encode(browser.auth)}
    return {"endpoint": browser.endpoint, **keys, **changed}


def notified(who: Visitor) -> list[str]:
    """The push services of the person's browsers, as their own data has them."""
    told = json.loads(who.get("/account/export").text)
    return [one["push_service"] for one in told["notified_browsers"]]


def is_on(who: Visitor) -> bool:
    return 'data-on="true"' in who.get("/account").text


@pytest.fixture(scope="module")
def sending_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server with a key; it has nothing to send."""
    with new_server(
        PECKING_ORDER_LIMITS="1000",
        PECKING_ORDER_PUSH_KEY=PUSH_KEY,
        PECKING_ORDER_SECURITY_CONTACT="mailto:security@cards.example",
    ) as server:
        yield server
        check_log(server)


@pytest.fixture
def visitor(sending_server: ServerProcess) -> Iterator[NewVisitor]:
    yield from new_visitors(sending_server)


@pytest.fixture
def guest(visitor: NewVisitor) -> Visitor:
    one = visitor()
    one.open_room("Rosalind")
    return one


def test_a_guest_is_notified_until_they_stop_it(guest: Visitor) -> None:
    assert (is_on(guest), notified(guest)) == (False, [])
    assert guest.post(PATH, fields()).status_code == 204
    assert (is_on(guest), notified(guest)) == (True, ["fcm.googleapis.com"])
    assert guest.post(PATH, fields()).status_code == 204
    assert notified(guest) == ["fcm.googleapis.com"], "one browser has one address"
    for _ in range(2):
        assert guest.post(f"{PATH}/end").status_code == 204
        assert not is_on(guest)


def test_what_is_kept_of_a_browser_is_told_without_its_secrets(guest: Visitor) -> None:
    sent = fields()
    guest.post(PATH, sent)
    told = guest.get("/account/export").text
    assert not [value for value in sent.values() if value in told]


def test_notifications_end_with_the_login(guest: Visitor, visitor: NewVisitor) -> None:
    sent = fields()
    guest.post(PATH, sent)
    guest.post("/account/logout")
    other = visitor()
    other.open_room("Quentin")
    assert other.post(PATH, sent).status_code == 204, "the browser is another person’s now"
    assert notified(other) == ["fcm.googleapis.com"]


@pytest.mark.parametrize("endpoint", ["https://evil.example/", "https://127.0.0.1/a", ""])
def test_an_address_that_is_no_push_service_is_refused(guest: Visitor, endpoint: str) -> None:
    answer = guest.post(PATH, fields(endpoint=endpoint), headers=JSON)
    assert answer.status_code in (422, 400)
    assert "error" in answer.json()
    assert notified(guest) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": ""},
        {"p256dh": encode(b"\4" + bytes(64))},
        {"p256dh": encode(COMPRESSED)},
        {"auth": ""},
        {"auth": encode(bytes(15))},
        {"auth": encode(bytes(17))},
        {"auth": "a+b/" * 5},
    ],
)
def test_keys_that_are_none_are_refused(guest: Visitor, changed: dict[str, str]) -> None:
    assert guest.post(PATH, fields(**changed), headers=JSON).status_code == 422
    assert notified(guest) == []


def test_a_stranger_and_another_site_start_nothing(guest: Visitor, visitor: NewVisitor) -> None:
    assert visitor().post(PATH, fields()).status_code == 401
    assert visitor().post(f"{PATH}/end").status_code == 401
    foreign = {"Origin": "https://evil.example"}
    assert guest.post(PATH, fields(), headers=foreign).status_code == 403
    crossing = {"Sec-Fetch-Site": "cross-site"}
    assert guest.post(PATH, fields(), headers=crossing).status_code == 403
    assert notified(guest) == []


def test_a_server_without_a_key_knows_no_notifications(web_server: ServerProcess) -> None:
    one = Visitor(web_server.base_url, "usurp")
    one.open_room("Odette")
    for path in (PATH, f"{PATH}/end"):
        answer = one.post(path, fields(), headers=JSON)
        assert answer.status_code == 404
        assert answer.json() == {"error": "This server sends no notifications."}
    assert "otification" not in one.get("/account").text
    one.http.close()
