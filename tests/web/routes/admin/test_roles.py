"""Moderators beside administrators: what each may do, notes, warnings, and roles."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from app.store.people import accounts, sessions
from app.store.people.accounts import LastAdministrator
from app.store.people.rows import AccountRow, Role
from tests.web.conftest import NewVisitor
from tests.web.routes.admin.conftest import NewMember
from tests.web.visitors import Visitor, add_bots

SOON = f"{datetime.now(UTC) + timedelta(days=7):%Y-%m-%d}"
LATE = f"{datetime.now(UTC) + timedelta(days=60):%Y-%m-%d}"


def test_a_moderator_reviews_people_and_reports_and_finds_no_other_page(member: NewMember) -> None:
    mona, _ = member(Role.MODERATOR)
    assert mona.get("/admin").headers["location"] == "/admin/queue"
    for path in ("/admin/matches", "/admin/people", "/admin/queue"):
        page = mona.get(path)
        assert page.status_code == 200
        assert "/admin/audit" not in page.text
        assert "Moderation" in page.text
    for path in ("/admin/audit", "/admin/tables"):
        assert mona.get(path).status_code == 404


def test_a_moderator_suspends_for_a_month_at_most_and_never_for_good(member: NewMember) -> None:
    (mona, _), (_, rowdy) = member(Role.MODERATOR), member(Role.NONE)
    asked = f"/admin/people/{rowdy}/suspend"
    for form in ({"forever": "true"}, {"until": LATE}):
        refused = mona.post(asked, {"reason": "Shouting", **form})
        assert refused.status_code == 422
        assert "for a month at most" in refused.text
    assert mona.post(asked, {"reason": "Shouting", "until": SOON}).status_code == 303
    assert mona.post(f"/admin/people/{rowdy}/lift", {"reason": "Sorry"}).status_code == 303


def test_a_private_note_is_read_by_all_with_a_role_and_not_by_its_person(
    member: NewMember, admin: Visitor
) -> None:
    (mona, _), (rowdy, person) = member(Role.MODERATOR), member(Role.NONE)
    assert mona.post(f"/admin/people/{person}/note", {"text": ""}).status_code == 422
    words = "Was <b>rude</b> twice in March"
    assert mona.post(f"/admin/people/{person}/note", {"text": words}).status_code == 303
    for reader in (mona, admin):
        page = reader.get(f"/admin/people/{person}").text
        assert "Was &lt;b&gt;rude&lt;/b&gt; twice in March" in page
    assert "twice in March" not in rowdy.get("/account").text
    assert rowdy.get("/").status_code == 200
    log = admin.get("/admin/audit", params={"subject": f"account:{person}"}).text
    assert ">wrote a note about</td>" in log
    assert "twice in March" not in log


def test_a_warning_is_read_before_anything_else_and_once(
    member: NewMember, visitor: NewVisitor
) -> None:
    (mona, _), (rowdy, person) = member(Role.MODERATOR), member(Role.NONE)
    asked = f"/admin/people/{person}/warn"
    for form in ({}, {"words": "never offered"}, {"text": "  "}):
        assert mona.post(asked, form).status_code == 422
    assert mona.post(asked, {"text": "Please be kind."}).status_code == 303
    assert "not read yet" in mona.get(f"/admin/people/{person}").text
    for path in ("/", "/account", "/history", "/rules"):
        led = rowdy.get(path)
        assert (led.status_code, led.headers["location"]) == (303, f"/account/warning?next={path}")
    page = rowdy.get("/account/warning?next=/history")
    assert "Please be kind." in page.text
    number = page.text.split('name="number" value="')[1].split('"')[0]
    assert mona.post(asked, {"text": "And a second time."}).status_code == 303
    read = rowdy.post("/account/warning", {"number": number, "next": "//evil.example"})
    assert (read.status_code, read.headers["location"]) == (303, "/")
    again = rowdy.get("/account/warning?next=/").text
    assert "And a second time." in again, "what was not shown is not read"
    assert "Please be kind." not in again
    assert rowdy.post("/account/warning", {"number": str(2**60)}).status_code == 303
    kept = rowdy.get("/account")
    assert kept.status_code == 200
    assert "Please be kind." in kept.text
    assert "not read yet" not in mona.get(f"/admin/people/{person}").text
    assert visitor().get("/account/warning").status_code == 303


def test_a_role_is_given_and_taken_on_a_page_with_a_line_in_the_audit_log(
    member: NewMember, admin: Visitor, visitor: NewVisitor
) -> None:
    mona, person = member(Role.NONE)
    asked = f"/admin/people/{person}/role"
    for form in (
        {"role": "moderator"},
        {"role": "owner", "reason": "a friend"},
        {"role": "", "reason": "a friend"},
    ):
        assert admin.post(asked, form).status_code == 422, form
    assert admin.post(asked, {"role": "moderator", "reason": "a friend"}).status_code == 303
    assert mona.get("/admin/queue").status_code == 200
    assert mona.post(asked, {"role": "administrator", "reason": "me too"}).status_code == 404
    assert admin.post(asked, {"role": "", "reason": "moved away"}).status_code == 303
    assert mona.get("/admin/queue").status_code == 404
    log = admin.get("/admin/audit", params={"subject": f"account:{person}"}).text
    assert ">made a moderator of</td>" in log
    assert ">took moderator rights from</td>" in log
    guest = visitor()
    room = guest.open_room("Just a guest")
    with guest.connect(room) as line:
        you = line.receive_until("room")["you"]
    refused = admin.post(f"/admin/people/{you}/role", {"role": "moderator", "reason": "a friend"})
    assert refused.status_code == 422


def test_the_last_administrator_cannot_leave(
    member: NewMember, admin: Visitor, in_database: Any
) -> None:
    """Neither by giving the role away, nor by deleting the account."""
    own = admin.get("/account").text.split('data-id="')[1].split('"')[0]

    async def alone(db: AsyncSession) -> None:
        from sqlalchemy import update

        others = update(AccountRow).where(AccountRow.role == "administrator", AccountRow.id != own)
        await db.execute(others.values(role=""))
        with pytest.raises(LastAdministrator):
            await accounts.set_role(db, own, Role.MODERATOR)
        assert await sessions.list_sessions(db, own)

    in_database(alone)
    refused = admin.post(f"/admin/people/{own}/role", {"role": "", "reason": "I am tired"})
    assert "You are the last administrator." in refused.text
    gone = admin.post("/account/delete", {"confirm": "a long enough secret"})
    assert gone.status_code == 422
    _, second = member(Role.NONE)
    asked = f"/admin/people/{second}/role"
    assert admin.post(asked, {"role": "administrator", "reason": "too"}).status_code == 303
    left = admin.post(f"/admin/people/{own}/role", {"role": "", "reason": "I am tired"})
    assert (left.status_code, left.headers["location"]) == (303, "/")
    assert admin.get("/admin").status_code == 404


def test_a_moderator_reads_no_hands_of_a_game_that_keeps_them_secret_for_good(
    member: NewMember, admin: Visitor, visitor: NewVisitor
) -> None:
    """An administrator from outside does; a moderator is told so, and sees what is public."""
    (mona, _), host = member(Role.MODERATOR), visitor()
    game = next(game for game in GAMES if not game.reveals_after_match)
    with host.connect(host.open_room("Hanna", game=game.slug)) as line:
        add_bots(line, game.seats[0] - 1)
        assert line.ask("start")["type"] == "done"
        match = line.receive_until("frame", lambda frame: frame["match"] is not None)["match"]
        assert line.ask("stop-match")["type"] == "done"
    page = mona.get(f"/admin/matches/{match}")
    assert page.status_code == 200
    assert "only an administrator reads the log of its matches" in page.text
    assert "Log with all hands" not in page.text
    for who, all_hands in ((mona, 403), (admin, 200)):
        for path in (f"/api/matches/{match}/steps?seat=all", f"/api/matches/{match}/steps?seat=0"):
            assert who.get(path).status_code == all_hands, path
    assert mona.get(f"/api/matches/{match}/steps?seat=public").status_code == 200
    assert "Log with all hands" in admin.get(f"/admin/matches/{match}").text
