"""Deeds about people by forged forms, second clicks and stale pages: nothing is done twice."""

import re
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.routes.admin.conftest import NewMember, Written
from tests.web.routes.admin.test_deeds import SOON
from tests.web.visitors import Visitor, invite_of

NOBODY = "A" * 22
FORMS = {
    "note": {"text": "Was rude"},
    "warn": {"text": "Please be kind."},
    "silence": {"hours": "1", "reason": "Shouting"},
    "take-name": {"name": "", "reason": "It hurts"},
    "suspend": {"reason": "Shouting", "until": SOON},
    "lift": {"reason": "Said sorry"},
    "undo": {"number": "1"},
}
FORGED = (
    ("note", {"text": "x" * 501}),
    ("note", {"text": "\x07\x07\x07"}),
    ("warn", {"words": "You are a sponge."}),
    ("warn", {"text": ""}),
    ("warn", {"text": "Be kind", "seen": "-1"}),
    ("silence", {"hours": "-24", "reason": "Shouting"}),
    ("silence", {"hours": "9" * 30, "reason": "Shouting"}),
    ("silence", {"hours": "24", "reason": " x "}),
    ("take-name", {"name": "x" * 400, "reason": "It hurts"}),
    ("take-name", {"name": "\u202e\u2066", "reason": "It hurts"}),
    ("suspend", {"reason": "Shouting", "until": "2020-01-01"}),
    ("undo", {"number": "-1"}),
    ("undo", {"number": "9" * 30}),
)


def seen_on(page: str) -> str:
    return str(re.findall(r'name="seen" value="([0-9]+)"', page)[0])


def numbers_on(page: str) -> list[str]:
    return re.findall(r'name="number" value="([0-9]+)"', page)


def test_nothing_is_done_to_nobody(mona: Visitor) -> None:
    for deed, form in FORMS.items():
        for person in (NOBODY, "nobody", "\u0663" * 22):
            assert mona.post(f"/admin/people/{person}/{deed}", form).status_code == 404, deed


def test_a_forged_form_does_nothing(mona: Visitor, member: NewMember, written: Written) -> None:
    _, person = member(Role.NONE)
    before = written(person)
    for deed, form in FORGED:
        answer = mona.post(f"/admin/people/{person}/{deed}", form)
        assert answer.status_code in (409, 422), (deed, form)
        assert written(person) == before, (deed, form)


def test_a_name_that_is_taken_or_bad_is_given_to_nobody(
    mona: Visitor, member: NewMember, visitor: NewVisitor, written: Written
) -> None:
    _, person = member(Role.NONE)
    other, name = visitor(), f"Taken {next(name_numbers)}"
    other.sign_up(name)
    before = written(person)
    for wish in (name, name.upper(), "x"):
        form = {"name": wish, "reason": "It hurts"}
        assert mona.post(f"/admin/people/{person}/take-name", form).status_code == 422
    assert written(person) == before


def test_only_what_stands_of_that_person_is_taken_back(
    mona: Visitor, member: NewMember, written: Written
) -> None:
    (_, rowdy), (_, other) = member(Role.NONE), member(Role.NONE)
    for deed in ("note", "warn", "silence", "suspend"):
        assert mona.post(f"/admin/people/{rowdy}/{deed}", FORMS[deed]).status_code == 303
    [silence] = numbers_on(mona.get(f"/admin/people/{rowdy}").text)
    newest = int(seen_on(mona.get(f"/admin/people/{rowdy}").text))
    before = written(rowdy), written(other)
    for number in range(newest - 3, newest + 2):  # the note, the warning, the suspension, none
        for person in (rowdy, other):
            if (str(number), person) != (silence, rowdy):
                form = {"number": str(number)}
                assert mona.post(f"/admin/people/{person}/undo", form).status_code == 409
    assert (written(rowdy), written(other)) == before


def test_a_suspension_is_laid_once_and_lifted_once(
    mona: Visitor, member: NewMember, written: Written, in_database: Any
) -> None:
    _, person = member(Role.NONE)
    asked = f"/admin/people/{person}"
    assert mona.post(f"{asked}/suspend", FORMS["suspend"]).status_code == 303
    again = mona.post(f"{asked}/suspend", {"reason": "For longer", "until": SOON})
    assert (again.status_code, "suspended already" in again.text) == (409, True)
    assert written(person) == (1, 1)
    stale = seen_on(mona.get(asked).text)
    assert mona.post(f"{asked}/note", FORMS["note"]).status_code == 303
    form = {"reason": "Said sorry", "seen": stale}
    refused = mona.post(f"{asked}/lift", form)
    assert (refused.status_code, "meanwhile" in refused.text) == (409, True)
    form["seen"] = seen_on(mona.get(asked).text)
    answers = [mona.post(f"{asked}/lift", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert "has ended already" in answers[1].text
    assert written(person) == (2, 3)

    async def suspended(db: AsyncSession) -> bool:
        found = await accounts.by_id(db, person)
        return found is not None and found.suspended()

    assert not in_database(suspended)


def test_a_moderator_shortens_no_suspension_that_an_administrator_alone_could_lay(
    mona: Visitor, member: NewMember, admin: Visitor, written: Written
) -> None:
    for length in ({"forever": "true"}, {"until": "2999-01-01"}):
        _, person = member(Role.NONE)
        asked = f"/admin/people/{person}"
        form = {"reason": "Threats", **length}
        assert admin.post(f"{asked}/suspend", form).status_code == 303
        assert mona.post(f"{asked}/lift", FORMS["lift"]).status_code == 422
        assert mona.post(f"{asked}/suspend", FORMS["suspend"]).status_code == 409
        assert written(person) == (1, 1)
        assert admin.post(f"{asked}/lift", FORMS["lift"]).status_code == 303


def reported_by(who: Visitor, rowdy: Visitor, person: str) -> str:
    """A report by that visitor at a table of the person, who has said something; the room."""
    room = rowdy.open_room("")
    who.join(invite_of(rowdy, room)[0], "")
    with rowdy.connect(room) as line:
        line.receive_until("room")
        assert line.ask("say", text="You wet sponge")["type"] == "done"
    form = {"kind": "people", "said": f"Rude, {next(name_numbers)}", "accused": person}
    assert who.post(f"/table/{room}/report", form).status_code == 303
    return room


def test_the_chat_is_read_on_the_page_of_the_case_and_a_line_removed_from_there(
    mona: Visitor, member: NewMember, cases_of: Any, admin: Visitor
) -> None:
    (rowdy, person), (other, _) = member(Role.NONE), member(Role.NONE)
    reported_by(other, rowdy, person)
    [(case, *_, report)] = cases_of(person)
    asked = f"/admin/queue/{case}"
    assert "wet sponge" not in mona.get(asked).text
    chat = mona.post(f"{asked}/chat").text
    line = re.findall(r'name="line" value="([0-9]+)"', chat.split("wet sponge")[1])[0]
    log = admin.get(f"/admin/audit?subject=report:{report}").text
    assert len(re.findall(r">read the chat around</td>", log)) == 1
    form = {"line": line, "reason": "Rude"}
    removed = mona.post(f"{asked}/remove-line", form)
    assert (removed.status_code, removed.headers["location"]) == (303, asked)
    assert mona.post(f"{asked}/remove-line", form).status_code == 409
    assert other.post(f"{asked}/chat").status_code == 404


def test_no_line_of_ones_own_report_or_of_somebody_with_a_role_is_removed(
    mona: Visitor,
    member: NewMember,
    cases_of: Any,
    written: Written,
) -> None:
    (rowdy, person), (boss, bosses), (other, _) = (
        member(role) for role in (Role.NONE, Role.MODERATOR, Role.NONE)
    )
    reported_by(mona, rowdy, person)
    [(case, *_)] = cases_of(person)
    assert mona.post(f"/admin/queue/{case}/chat").status_code == 403
    form = {"line": "1", "reason": "Rude"}
    assert mona.post(f"/admin/queue/{case}/remove-line", form).status_code == 403
    reported_by(other, boss, bosses)
    [(case, *_)] = cases_of(bosses)
    chat = mona.post(f"/admin/queue/{case}/chat").text
    form["line"] = re.findall(r'name="line" value="([0-9]+)"', chat.split("wet sponge")[1])[0]
    assert mona.post(f"/admin/queue/{case}/remove-line", form).status_code == 422
    assert written(bosses)[0] == written(person)[0] == 0


def test_a_case_is_not_answered_by_a_page_that_does_not_know_what_was_done_meanwhile(
    mona: Visitor, member: NewMember, cases_of: Any, written: Written
) -> None:
    (rowdy, person), (other, _) = member(Role.NONE), member(Role.NONE)
    second, _ = member(Role.MODERATOR)
    reported_by(other, rowdy, person)
    [(case, *_)] = cases_of(person)
    asked = f"/admin/queue/{case}"
    assert mona.post(f"{asked}/take").status_code == 303
    form = {"outcome": "warned", "seen": seen_on(mona.get(asked).text)}
    assert second.post(f"/admin/people/{person}/warn", FORMS["warn"]).status_code == 303
    refused = mona.post(f"{asked}/answer", form)
    assert (refused.status_code, "meanwhile" in refused.text) == (409, True)
    assert written(person)[0] == 1
    form = {"outcome": "nothing", "seen": seen_on(refused.text)}
    assert mona.post(f"{asked}/answer", form).status_code == 303
    assert "it may stay" in other.get("/account").text
