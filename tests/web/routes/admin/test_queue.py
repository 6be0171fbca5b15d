"""The queue of moderators: what comes into it, who takes it, and what comes of it."""

import re
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.routes.admin.conftest import NewMember
from tests.web.visitors import Visitor, invite_of, whole_queue


def reported(
    member: NewMember, visitor: NewVisitor, times: int = 1
) -> tuple[Visitor, str, list[tuple[Visitor, str]]]:
    """Somebody whom others have reported: the person, the id, and the reporters' words."""
    rowdy, person = member(Role.NONE)
    room = rowdy.open_room("")
    reporters = []
    for _ in range(times):
        other, said = visitor(), f"They shout, {next(name_numbers)}"
        other.join(invite_of(rowdy, room)[0], f"Guest {next(name_numbers)}")
        form = {"kind": "people", "said": said, "accused": person}
        assert other.post(f"/table/{room}/report", form).status_code == 303
        reporters.append((other, said))
    return rowdy, person, reporters


def test_a_case_is_answered_in_three_taps_and_the_reporter_hears_what_came_of_it(
    mona: Visitor, member: NewMember, visitor: NewVisitor, admin: Visitor, cases_of: Any
) -> None:
    rowdy, person, [(other, said)] = reported(member, visitor)
    rowdy.post("/account/mute", {"person": person, "level": "mute"})
    [(number, kind, *_)] = cases_of(person)
    assert kind == "report"
    assert f'href="/admin/queue/{number}"' in whole_queue(mona)
    asked = f"/admin/queue/{number}"
    before = mona.post(f"{asked}/answer", {"outcome": "warned"})
    assert (before.status_code, "Take the case first" in before.text) == (409, True)
    assert mona.post(f"{asked}/take").headers["location"] == asked
    page = mona.get(asked).text
    assert said in page
    assert "Muted or blocked by" in page
    assert 'value="silenced-day"' in page
    refused = mona.post(f"{asked}/answer", {"outcome": "hanged"})
    assert refused.status_code == 422
    assert mona.post(f"{asked}/answer", {"outcome": "silenced-day"}).status_code == 303
    again = mona.post(f"{asked}/answer", {"outcome": "silenced-day"})
    assert again.status_code == 409, "a second click does nothing"
    assert rowdy.get("/account").text.count("You can write nothing in any chat until") == 1
    assert "We have acted on it." in other.get("/account").text
    assert said not in whole_queue(mona)
    [(_, _, outcome, *_)] = cases_of(person)
    assert outcome == "silenced-day"
    log = admin.get("/admin/audit", params={"subject": f"account:{person}"}).text
    assert ">silenced</td>" in log
    assert "Mute in chat for a day: 1" in mona.get(asked).text


def test_a_case_is_taken_by_one_moderator_until_the_time_runs_out(
    mona: Visitor, member: NewMember, visitor: NewVisitor, in_database: Any, cases_of: Any
) -> None:
    _, person, [(other, _)] = reported(member, visitor)
    (second, _), [(number, *_)] = member(Role.MODERATOR), cases_of(person)
    asked = f"/admin/queue/{number}"
    assert mona.post(f"{asked}/take").status_code == 303
    assert mona.post(f"{asked}/take").status_code == 303, "to have it longer"
    refused = second.post(f"{asked}/take")
    assert (refused.status_code, "Somebody else has taken" in refused.text) == (409, True)
    assert second.post(f"{asked}/answer", {"outcome": "nothing"}).status_code == 409
    assert "it may stay" not in other.get("/account").text
    assert "taken by" in second.get(asked).text
    second.post(f"{asked}/give-back")
    assert second.post(f"{asked}/take").status_code == 409, "only its taker gives it back"

    async def later(db: AsyncSession) -> None:
        expired = "UPDATE cases SET taken_until = now() - interval '1 second' WHERE number = :one"
        await db.execute(text(expired), {"one": number})

    in_database(later)
    assert mona.post(f"{asked}/answer", {"outcome": "nothing"}).status_code == 409
    assert second.post(f"{asked}/take").status_code == 303
    assert second.post(f"{asked}/give-back").status_code == 303
    assert mona.post(f"{asked}/take").status_code == 303
    assert mona.post(f"{asked}/answer", {"outcome": "nothing"}).status_code == 303
    assert "it may stay" in other.get("/account").text


def test_a_report_weighs_more_where_others_reported_and_a_warning_was_not_enough(
    mona: Visitor, member: NewMember, visitor: NewVisitor, cases_of: Any
) -> None:
    rowdy, person, _ = reported(member, visitor, times=2)
    first, second = sorted(cases_of(person))
    assert [(one[3] - one[4]).days for one in (first, second)] == [1, 2]
    form = {"text": "Please be kind.", "seen": "0"}
    assert mona.post(f"/admin/people/{person}/warn", form).status_code == 303
    assert "again" not in {kind for _, kind, *_ in cases_of(person)}
    room, other = rowdy.post("/rooms", {"game": rowdy.game}), visitor()
    table = room.headers["location"].rpartition("/")[2]
    number = re.search(r'name="number" value="([0-9]+)"', rowdy.get("/account/warning").text)
    assert number is not None
    rowdy.post("/account/warning", {"number": number[1]})
    other.join(invite_of(rowdy, table)[0], f"Guest {next(name_numbers)}")
    for words in ("Once more", "And again"):
        form = {"kind": "people", "said": words, "accused": person}
        assert other.post(f"/table/{table}/report", form).status_code == 303
    kinds = [kind for _, kind, *_ in cases_of(person)]
    assert kinds.count("again") == 1, "one case of a person at a time"
    assert kinds.count("report") == 4
    assert "Reported again after a warning" in whole_queue(mona)


def test_a_name_that_looks_wrong_is_in_the_queue_and_is_taken_away_from_there(
    mona: Visitor, visitor: NewVisitor, in_database: Any, cases_of: Any
) -> None:
    person, name = visitor(), f"Official {next(name_numbers)}"
    person.sign_up(name)
    own = person.get("/account").text.split('data-id="')[1].split('"')[0]
    [(number, kind, *_)] = cases_of(own)
    assert kind == "name"
    assert name in whole_queue(mona)
    asked = f"/admin/queue/{number}"
    assert mona.post(f"{asked}/take").status_code == 303
    assert mona.post(f"{asked}/answer", {"outcome": "renamed"}).status_code == 303
    assert person.get("/").headers["location"] == "/account/warning?next=/"
    assert "can’t be used here" in person.post("/account/rename", {"name": name}).text
    guest = visitor()
    guest.open_room(f"Supporter {next(name_numbers)}")
    own = guest.get("/account").text.split('data-id="')[1].split('"')[0]
    assert [kind for _, kind, *_ in cases_of(own)] == ["name"]


def test_nobody_finds_a_case_about_themselves_or_takes_that_of_their_own_report(
    member: NewMember, visitor: NewVisitor, cases_of: Any
) -> None:
    (mona, own), (second, _) = member(Role.MODERATOR), member(Role.MODERATOR)
    room = mona.open_room("")
    second.join(invite_of(mona, room)[0], "")
    said = f"A moderator shouts, {next(name_numbers)}"
    form = {"kind": "people", "said": said, "accused": own}
    assert second.post(f"/table/{room}/report", form).status_code == 303
    [(number, *_)] = cases_of(own)
    for path in (f"/admin/queue/{number}", "/admin/queue"):
        assert said not in mona.get(path).text
    assert mona.get(f"/admin/queue/{number}").status_code == 404
    assert mona.post(f"/admin/queue/{number}/take").status_code == 404
    assert second.post(f"/admin/queue/{number}/take").status_code == 409
    third, _ = member(Role.MODERATOR)
    assert third.post(f"/admin/queue/{number}/take").status_code == 303
    assert "Only an administrator does that" in third.get(f"/admin/queue/{number}").text
    refused = third.post(f"/admin/queue/{number}/answer", {"outcome": "warned"})
    assert refused.status_code == 422
    assert third.post(f"/admin/queue/{number}/answer", {"outcome": "nothing"}).status_code == 303
