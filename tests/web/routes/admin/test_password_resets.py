"""Password reset links made by an administrator (issue 13): shown once, with a reason, audited."""

import re

from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.password_links import account_id
from tests.web.routes.admin.conftest import NewMember
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


def test_administrators_guests_and_the_suspended_get_a_sentence_and_no_link(
    visitor: NewVisitor, admin: Visitor, member: NewMember
) -> None:
    """One stolen login would take over all administrators, and the own account for good."""
    guest = visitor()
    guest.open_room("Gus")
    (_, boss), (_, banned) = member(Role.ADMINISTRATOR), member(Role.NONE)
    form = {"reason": "Cheating", "forever": "true"}
    admin.post(f"/admin/people/{banned}/suspend", form)
    for target, words in (
        (boss, "run.py user NAME --reset"),
        (account_id(admin), "run.py user NAME --reset"),
        (account_id(guest), "A guest has no password."),
        (banned, "Lift the suspension first."),
    ):
        page = f"/admin/people/{target}"
        shown = admin.get(page).text
        assert words in shown
        assert "Make a password reset link" not in shown
        answer = admin.post(f"{page}/password-reset", {"reason": "because"})
        assert answer.status_code == 422
        assert words in answer.text
        assert "/reset#" not in answer.text
    nobody = admin.post("/admin/people/AAAAAAAAAAAAAAAAAAAAAA/password-reset", {"reason": "yes"})
    assert nobody.status_code == 404
