"""Device links: valid once, for ten minutes, and as long as their login."""

from collections.abc import Iterator

import pytest

from app.games import GAMES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.device_links import (
    EXPIRED,
    DeviceLinkMaker,
    confirmation_page,
    continue_here,
)
from tests.web.visitors import Visitor, request_until_limited


def test_a_link_is_good_once_and_the_second_reads_why(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    token, phone, late = ben.token(), visitor(), visitor()
    assert continue_here(phone, token) == 303
    assert EXPIRED in confirmation_page(late, token)
    answer = late.post("/device/continue", {"token": token})
    assert answer.status_code == 404
    assert EXPIRED in answer.text
    assert not late.cookie
    assert "device-link" not in late.http.cookies


@pytest.mark.parametrize(
    "forged",
    ["", "x", "A" * 43, "\x00" * 30, "é" * 30, "🐔" * 30, "A" * 900, "' OR 1=1 --AAAAAAAAAAAA"],
)
def test_a_forged_link_is_no_link(visitor: NewVisitor, forged: str) -> None:
    phone = visitor()
    if forged == "A" * 43:
        assert EXPIRED in confirmation_page(phone, forged)
    else:
        answer = phone.post("/device", {"token": forged})
        assert answer.status_code == 422
        assert "This is not a device link." in answer.text
    answer = phone.post("/device/continue", {"token": forged})
    assert answer.status_code == 404
    assert EXPIRED in answer.text
    assert not phone.cookie


@pytest.mark.parametrize("planted", ["x", "A" * 43, "%00", '"quoted"'])
def test_a_planted_cookie_is_no_link(visitor: NewVisitor, planted: str) -> None:
    answer = visitor().get("/device", headers={"Cookie": f"device-link={planted}"})
    assert answer.status_code == 404
    assert EXPIRED in answer.text


def test_a_cookie_is_no_link_and_a_link_is_no_cookie(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    token, phone = ben.token(), visitor()
    assert continue_here(phone, ben.laptop.http.cookies["po"]) == 404
    assert phone.get("/account", headers={"Cookie": f"po={token}"}).status_code == 303


@pytest.fixture
def stranger(strict_server: ServerProcess) -> Iterator[Visitor]:
    person = Visitor(strict_server.base_url, GAMES[0].slug, "127.0.0.41")
    with person.http:
        yield person


def test_guessing_and_making_links_is_slowed_down(stranger: Visitor) -> None:
    answers = request_until_limited(
        "device-transfer", lambda: stranger.post("/device/continue", {"token": "A" * 43})
    )
    assert {answer.status_code for answer in answers[:-1]} == {404}
    room = stranger.open_room("Ben")
    answers = request_until_limited(
        "device-link", lambda: stranger.post(f"/table/{room}/device-link")
    )
    assert {answer.status_code for answer in answers[:-1]} == {200}
