"""The pages under /admin: for administrators with a fresh login, and for nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from app.games import GAMES
from app.store.people import accounts
from app.store.people.rows import Role
from app.store.people.sessions import SessionRow
from app.web.routes.admin.access import LOGIN_MAX_AGE
from tests.server_process import ServerProcess
from tests.web.all_routes import ADMIN
from tests.web.conftest import NewVisitor, as_admin
from tests.web.visitors import Visitor


@pytest.fixture(scope="module")
def with_old_login(web_server: ServerProcess, in_database: Any) -> Iterator[Visitor]:
    """An administrator with a browser left open somewhere."""
    person = as_admin(Visitor(web_server.base_url, GAMES[0].slug), in_database)

    async def grow_old(db: Any) -> None:
        await db.execute(
            update(SessionRow).values(created_at=SessionRow.created_at - LOGIN_MAX_AGE)
        )

    assert person.get("/admin/people").status_code == 200
    in_database(grow_old)
    yield person
    person.http.close()


def test_somebody_who_was_an_administrator_is_nobody_at_once(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    assert admin.get("/admin/matches").status_code == 200
    name = admin.get("/account").text.split("<h1>")[1].split("<")[0].strip()

    async def demote(db: Any) -> None:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.set_role(db, found.id, Role.NONE, even_the_last=True)

    in_database(demote)
    assert admin.get("/admin/matches").status_code == 404


@pytest.mark.parametrize(("method", "path"), ADMIN)
def test_an_old_login_is_not_enough_for_an_administrator(
    with_old_login: Visitor, method: str, path: str
) -> None:
    """The password is asked for again, and nothing is done before."""
    answer = with_old_login.http.request(
        method, path, data={"reason": "because"} if method == "POST" else None
    )
    if method == "GET":
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
    else:
        assert answer.status_code == 403
        assert "Log in again" in answer.text


def test_the_front_page_leads_an_administrator_there(admin: Visitor, visitor: NewVisitor) -> None:
    assert 'href="/admin"' in admin.get("/").text
    assert 'href="/admin"' not in visitor().get("/").text
