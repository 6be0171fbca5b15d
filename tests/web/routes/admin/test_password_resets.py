"""Password reset links made by an administrator (issue 13): shown once, with a reason, audited."""

import re
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.password_links import EXPIRED, account_id, make_link
from tests.web.visitors import Visitor


def test_a_link_is_shown_once_with_its_end_and_its_reason_is_in_the_audit_log(
    visitor: NewVisitor, admin: Visitor
) -> None:
    person = visitor()
    person.sign_up(f"Mia {next(name_numbers)}")
    page = f"/admin/people/{account_id(person)}"
    assert "Make a password reset link" in admin.get(page).text
    answer = admin.post(f"{page}/password-reset", {"reason": "Asked on the phone"})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    link = re.search(rf'value="{re.escape(admin.base_url)}/reset#([\w-]{{43}})"', answer.text)
    assert link is not None, "behind the #, where no server sees it"
    assert "It works once, until <time" in answer.text
    assert link[1] not in admin.get(page).text
    audit = admin.get("/admin/audit", params={"subject": f"account:{account_id(person)}"}).text
    assert "Asked on the phone" in audit
    assert link[1] not in audit


def test_a_link_needs_a_reason(visitor: NewVisitor, admin: Visitor) -> None:
    person = visitor()
    person.sign_up(f"Mia {next(name_numbers)}")
    path = f"/admin/people/{account_id(person)}/password-reset"
    for reason in ("", "  x ", "\x07\x07\x07"):
        answer = admin.post(path, {"reason": reason})
        assert answer.status_code == 422, reason
        assert 'id="f-reset-reason-error"' in answer.text


def test_no_administrator_makes_a_link_for_an_administrator(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    """One stolen login would take over all others, and the own account for good."""
    boss = visitor()
    name = f"Boss {next(name_numbers)}"
    boss.sign_up(name)

    async def promote(db: AsyncSession) -> None:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.set_role(db, found.id, Role.ADMINISTRATOR)

    in_database(promote)
    for target in (boss, admin):
        page = f"/admin/people/{account_id(target)}"
        assert "Make a password reset link" not in admin.get(page).text
        answer = admin.post(f"{page}/password-reset", {"reason": "because"})
        assert answer.status_code == 422
        assert "run.py user NAME --reset" in answer.text
        assert "/reset#" not in answer.text


def test_guests_and_the_suspended_get_a_sentence_and_no_link(
    visitor: NewVisitor, admin: Visitor
) -> None:
    guest, banned = visitor(), visitor()
    guest.open_room("Gus")
    banned.sign_up(f"Banned {next(name_numbers)}")
    form = {"reason": "Cheating", "forever": "true"}
    pages = [f"/admin/people/{account_id(each)}" for each in (guest, banned)]
    admin.post(f"{pages[1]}/suspend", form)
    for page, words in zip(
        pages, ("A guest has no password.", "Lift the suspension first."), strict=True
    ):
        answer = admin.post(f"{page}/password-reset", {"reason": "because"})
        assert answer.status_code == 422
        assert words in answer.text
        assert words in admin.get(page).text
    nobody = admin.post("/admin/people/AAAAAAAAAAAAAAAAAAAAAA/password-reset", {"reason": "yes"})
    assert nobody.status_code == 404


def test_others_than_administrators_find_no_such_page(visitor: NewVisitor) -> None:
    person, other = visitor(), visitor()
    for each in (person, other):
        each.sign_up(f"Mia {next(name_numbers)}")
    path = f"/admin/people/{account_id(other)}/password-reset"
    assert person.post(path, {"reason": "because"}).status_code == 404
    assert make_link_status(visitor(), path) == 404


def make_link_status(stranger: Visitor, path: str) -> int:
    return stranger.post(path, {"reason": "because"}).status_code


def test_a_new_link_replaces_the_one_before(visitor: NewVisitor, admin: Visitor) -> None:
    person = visitor()
    person.sign_up(f"Mia {next(name_numbers)}")
    first, second = make_link(admin, person), make_link(admin, person)
    shown = [visitor_page(visitor(), token) for token in (first, second)]
    assert EXPIRED in shown[0]
    assert "Choose a new password for" in shown[1]


def visitor_page(phone: Visitor, token: str) -> str:
    assert phone.post("/reset", {"token": token}).status_code == 303
    return phone.get("/reset").text
