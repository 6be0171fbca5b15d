"""Device links: valid once, for ten minutes, and as long as their login."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.device_links import (
    EXPIRED,
    PASSWORD,
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


def test_of_many_devices_at_once_one_goes_on(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    token, phones = ben.token(), [visitor() for _ in range(6)]
    with ThreadPoolExecutor(len(phones)) as all_at_once:
        answers = list(all_at_once.map(lambda phone: continue_here(phone, token), phones))
    assert sorted(answers) == [303, 404, 404, 404, 404, 404]
    assert [bool(phone.cookie) for phone in phones] == [answer == 303 for answer in answers]


def test_another_link_voids_the_one_before(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    first, second = ben.token(), ben.token()
    assert continue_here(visitor(), first) == 404
    assert continue_here(visitor(), second) == 303


def test_a_link_runs_out(ben: DeviceLinkMaker, visitor: NewVisitor, in_database: Any) -> None:
    token = ben.token()

    async def age(db: AsyncSession) -> None:
        ends = await db.scalar(text("SELECT max(expires_at) FROM device_transfers"))
        assert ends - datetime.now(UTC) <= timedelta(minutes=10)
        await db.execute(
            text("UPDATE device_transfers SET expires_at = expires_at - interval '10 minutes'")
        )

    in_database(age)
    assert continue_here(visitor(), token) == 404


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


@pytest.mark.parametrize(
    "way",
    [
        "/account/logout",
        "/account/logout-everywhere",
        "/signup",
        "/account/password",
        "/account/delete",
    ],
)
def test_a_link_ends_with_the_login_that_made_it(
    ben: DeviceLinkMaker, visitor: NewVisitor, way: str
) -> None:
    name = f"Ben Links {next(name_numbers)}"
    if way == "/account/password":
        ben.laptop.sign_up(name, PASSWORD)
    token = ben.token()
    form = {
        "/signup": {"name": name, "password": PASSWORD},
        "/account/password": {"current_password": PASSWORD, "new_password": "another fine secret"},
        "/account/delete": {"confirm": "Ben"},
    }
    assert ben.laptop.post(way, form.get(way, {})).status_code == 303
    assert continue_here(visitor(), token) == 404


def test_the_suspended_take_no_link_along(
    ben: DeviceLinkMaker, visitor: NewVisitor, admin: Visitor
) -> None:
    token = ben.token()
    with ben.laptop.connect(ben.room) as line:
        you = line.receive_until("room")["you"]
        assert (
            admin.post(
                f"/admin/people/{you}/suspend", {"reason": "because", "forever": "true"}
            ).status_code
            == 303
        )
    assert continue_here(visitor(), token) == 404
    assert ben.laptop.post(f"/table/{ben.room}/device-link").status_code == 403, (
        "nobody here any more"
    )


def test_only_people_of_the_table_make_links(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    stranger = visitor()
    stranger.open_room("Stranger")
    assert stranger.post(f"/table/{ben.room}/device-link").status_code == 403
    assert visitor().post(f"/table/{ben.room}/device-link").status_code == 403
    assert ben.laptop.post(f"/table/{'A' * 22}/device-link").status_code == 404
    listed = visitor()
    room = listed.open_room("Open Door", listed="true")
    assert visitor().post(f"/table/{room}/device-link").status_code == 403, (
        "onlookers have no seat to take along"
    )


def test_no_other_site_makes_or_uses_a_link(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    token = ben.token()
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
    ):
        assert ben.laptop.post(f"/table/{ben.room}/device-link", headers=headers).status_code == 403
        for path in ("/device", "/device/continue"):
            assert visitor().post(path, {"token": token}, headers=headers).status_code == 403
    assert continue_here(visitor(), token) == 303


def test_an_old_login_of_an_administrator_is_not_made_young_by_a_link(
    admin: Visitor, visitor: NewVisitor, in_database: Any
) -> None:
    room, phone = admin.open_room(), visitor()

    async def age(db: AsyncSession) -> None:
        await db.execute(
            text(
                "UPDATE sessions SET created_at = created_at - interval '13 hours' "
                "WHERE account_id IN (SELECT id FROM accounts WHERE role = 'administrator')"
            )
        )

    assert admin.get("/admin/matches").status_code == 200
    in_database(age)
    token = admin.post(f"/table/{room}/device-link").json()["link"].partition("#")[2]
    assert continue_here(phone, token) == 303
    assert phone.get("/admin/matches").headers["location"].startswith("/login?next=")


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
