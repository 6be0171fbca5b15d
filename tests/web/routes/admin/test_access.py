"""The pages under /admin: for administrators with a fresh login, and for nobody else."""

from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from app.store import accounts
from app.store.sessions import SessionRow
from app.web.routes.admin.access import LOGIN_MAX_AGE
from tests.server_process import ServerProcess
from tests.web.all_routes import ADMIN
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match
from tests.web.visitors import ANSWER_SECONDS, Visitor


@pytest.mark.parametrize(("method", "path"), ADMIN)
@pytest.mark.parametrize("who", ["nobody", "guest", "member"])
def test_for_everybody_else_there_is_nothing(
    visitor: NewVisitor, method: str, path: str, who: str
) -> None:
    person = visitor()
    if who == "guest":
        person.open_room("Just a guest")
    elif who == "member":
        person.sign_up(f"Member {abs(hash((method, path))) % 10**9}")
    answer = person.http.request(
        method, path, data={"reason": "because"} if method == "POST" else None
    )
    missing = person.http.request(method, "/nothing/here", data={} if method == "POST" else None)
    assert answer.status_code == missing.status_code == 404
    assert answer.text.count("Nobody sits here.") == missing.text.count("Nobody sits here.") == 1


def test_somebody_who_was_an_administrator_is_nobody_at_once(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    assert admin.get("/admin/matches").status_code == 200
    name = admin.get("/account").text.split("<h1>")[1].split("<")[0].strip()

    async def demote(db: Any) -> None:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.make_admin(db, found.id, False)

    in_database(demote)
    assert admin.get("/admin/matches").status_code == 404


@pytest.mark.parametrize(("method", "path"), ADMIN)
def test_an_old_login_is_not_enough_for_an_administrator(
    admin: Visitor, in_database: Any, method: str, path: str
) -> None:
    """A browser left open somewhere: the password again, and nothing is done before."""

    async def grow_old(db: Any) -> None:
        await db.execute(
            update(SessionRow).values(created_at=SessionRow.created_at - LOGIN_MAX_AGE)
        )

    assert admin.get("/admin/people").status_code == 200
    in_database(grow_old)
    answer = admin.http.request(
        method, path, data={"reason": "because"} if method == "POST" else None
    )
    if method == "GET":
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
    else:
        assert answer.status_code == 403
        assert "Log in again" in answer.text


@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for method, path in ADMIN if method == "GET"]
)
def test_pages_of_things_that_are_not_there(admin: Visitor, method: str, path: str) -> None:
    assert admin.get(path).status_code in (200, 303, 404)


def test_the_front_page_leads_an_administrator_there(admin: Visitor, visitor: NewVisitor) -> None:
    assert 'href="/admin"' in admin.get("/").text
    assert 'href="/admin"' not in visitor().get("/").text


def test_deeds_from_another_site_are_not_done(
    visitor: NewVisitor, admin: Visitor, web_server: ServerProcess
) -> None:
    with paused_match(visitor) as scene:
        answer = httpx2.post(
            f"{web_server.base_url}/admin/matches/{scene.match}/stop",
            data={"reason": "Mallory"},
            headers={"Cookie": admin.cookie, "Origin": "https://evil.example"},
            timeout=ANSWER_SECONDS,
        )
        assert answer.status_code == 403
        assert "running" in admin.get("/admin/matches", params={"code": scene.code}).text
