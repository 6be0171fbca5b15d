"""The pages under /admin: for administrators with a fresh login, and for nobody else."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from app.games import GAMES
from app.store.people import accounts
from app.store.people.rows import Role
from app.store.people.sessions import SessionRow
from app.web.routes.admin.access import LOGIN_MAX_AGE
from tests.server_process import ServerProcess
from tests.web.all_routes import ADMIN
from tests.web.conftest import NewVisitor, as_admin, name_numbers
from tests.web.scenes import paused_match
from tests.web.visitors import ANSWER_SECONDS, Visitor


@pytest.fixture(scope="module")
def outsiders(web_server: ServerProcess) -> Iterator[dict[str, Visitor]]:
    """A visitor of each kind that is no administrator."""
    kinds = ("nobody", "guest", "member")
    people = {kind: Visitor(web_server.base_url, GAMES[0].slug) for kind in kinds}
    people["guest"].open_room("Just a guest")
    people["member"].sign_up(f"Member {next(name_numbers)}")
    yield people
    for person in people.values():
        person.http.close()


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


@pytest.mark.parametrize(("method", "path"), ADMIN)
@pytest.mark.parametrize("who", ["nobody", "guest", "member"])
def test_for_everybody_else_there_is_nothing(
    outsiders: dict[str, Visitor], method: str, path: str, who: str
) -> None:
    person = outsiders[who]
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
