"""Reports: from the table or a match's page to the administrator who answers."""

import re
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import report_context
from app.store.admin.report_rows import ReportRow
from app.store.admin.reports import MAX_LENGTH, MAX_OPEN
from app.store.matches import summaries
from app.web.routes.admin.matches import PER_PAGE
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match, seated_players
from tests.web.visitors import Visitor, whole_queue

FAULT = {"kind": "fault", "said": "Nothing happens.", "noted": "360 by 640 pixels"}


def words(letters: str) -> dict[str, str]:
    """A report that no other test writes."""
    return {**FAULT, "said": f"Nothing happens to {letters}."}


def case_of(admin: Visitor, said: str) -> str:
    """The address of the case whose report says so."""
    part = next(part for part in whole_queue(admin).split("<section") if said in part)
    return str(re.findall(r'"(/admin/queue/[0-9]+)"', part)[0])


def answer(admin: Visitor, case: str, words: str = "Seen.") -> None:
    assert admin.post(f"{case}/take").status_code == 303
    form = {"outcome": "nothing", "answer": words}
    assert admin.post(f"{case}/answer", form).status_code == 303


def test_what_is_reported_at_a_running_table_is_answered_and_shows_no_hand(
    visitor: NewVisitor, admin: Visitor
) -> None:
    with paused_match(visitor) as scene:
        address = f"/table/{scene.room}/report"
        assert f'"{address}"' in scene.guest.get(f"/table/{scene.room}").text
        assert scene.guest.get(address).status_code == 200
        told = words("the table")
        filed = scene.guest.post(address, told)
        assert (filed.status_code, filed.headers["location"]) == (303, address)
        assert "open</span>" in scene.guest.get(address).text
        assert told["said"] not in scene.host.get(address).text, (
            "what somebody reports is not the others' to read"
        )
        case = case_of(admin, told["said"])
        page = admin.get(case).text
        assert told["said"] in page
        assert "360 by 640 pixels" in page
        assert f'"/admin/matches/{scene.match}"' in page
        assert f"/admin/matches/{scene.match}?step=" not in page, (
            "how many entries a running match has is nobody's to know"
        )
        log = admin.get(f"/admin/matches/{scene.match}?step=0")
        assert log.status_code == 200
        assert "administrators see only what everybody sees" in log.text
        own = {"outcome": "nothing", "answer": "I answer myself."}
        assert scene.guest.post(f"{case}/answer", own).status_code == 404
        admin.post(f"{case}/take")
        assert admin.post(f"{case}/answer", {**own, "answer": "!"}).status_code == 422
        answer(admin, case, "It was the lamp.")
    for page_of_the_guest in (address, "/account"):
        assert "It was the lamp." in scene.guest.get(page_of_the_guest).text
    audit_log = admin.get(f"/admin/audit?subject=match:{scene.match}").text
    assert "answered a report about" in audit_log
    assert scene.match in admin.get("/admin/matches?reported=true").text


def test_a_moment_of_a_match_that_is_over_is_opened_where_it_was_reported(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    address = f"/match/{scene.match}/report"
    step = PER_PAGE + 1
    assert f"step {step + 1}" in scene.guest.get(f"{address}?step={step}").text
    told = words("the match")
    assert scene.guest.post(f"{address}?step={step}", told).status_code == 303
    case = case_of(admin, told["said"])
    page = admin.get(case).text
    assert f"/admin/matches/{scene.match}?step={step}#step-{step}" in page
    log = admin.get(f"/admin/matches/{scene.match}?step={step}").text
    assert re.search(rf'id="step-{step}" open', log)
    assert log.count(" open>") == 1
    answer(admin, case)


def test_a_report_without_words_or_kind_gets_a_sentence(visitor: NewVisitor) -> None:
    with seated_players(visitor) as scene:
        address = f"/table/{scene.room}/report"
        for wrong, sentence in (
            ({"said": "", "kind": "fault"}, "few words"),
            ({"said": "It stands still.", "kind": "weather"}, "Choose one of the two"),
            ({"said": "x" * (MAX_LENGTH + 1), "kind": "fault"}, f"Use at most {MAX_LENGTH}"),
            ({"said": "a \x00 in it", "kind": "fault"}, "control characters"),
        ):
            refused = scene.guest.post(address, wrong)
            assert refused.status_code == 422
            assert sentence in refused.text
        assert "Your reports about this table" not in scene.guest.get(address).text


def test_lines_stay_lines_and_markup_stays_words(visitor: NewVisitor, admin: Visitor) -> None:
    with seated_players(visitor) as scene:
        form = {"kind": "people", "said": "One <b>line</b>\r\nand another."}
        assert scene.guest.post(f"/table/{scene.room}/report", form).status_code == 303
    case = case_of(admin, "and another.")
    assert "One &lt;b&gt;line&lt;/b&gt;\nand another." in admin.get(case).text
    answer(admin, case)


def test_nobody_has_more_than_a_few_open_reports(visitor: NewVisitor, admin: Visitor) -> None:
    with seated_players(visitor) as scene:
        address = f"/table/{scene.room}/report"
        for number in range(MAX_OPEN):
            assert scene.guest.post(address, words(f"{scene.code} {number}")).status_code == 303
        refused = scene.guest.post(address, words("this"))
        assert (refused.status_code, "waiting for an answer" in refused.text) == (422, True)
        assert scene.host.post(address, words("another's")).status_code == 303
        for number in range(MAX_OPEN):
            answer(admin, case_of(admin, words(f"{scene.code} {number}")["said"]))
        assert scene.guest.post(address, words("this")).status_code == 303


@pytest.mark.parametrize("step", ["-1", "many", "9" * 30])
def test_a_step_that_cannot_be_is_refused(visitor: NewVisitor, step: str) -> None:
    with paused_match(visitor) as scene:
        assert scene.guest.get(f"/match/{scene.match}/report?step={step}").status_code == 422


def named_choices(page: str) -> dict[str, str]:
    """The people whom the form offers to name, by id."""
    select = page.split('<select class="input" id="f-accused"')[1].split("</select>")[0]
    return dict(re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)</option>', select))


def test_a_report_names_somebody_of_the_table_never_oneself_and_nobody_unless_chosen(
    visitor: NewVisitor,
) -> None:
    with paused_match(visitor) as scene:
        watcher = visitor()
        assert watcher.join(scene.secret, "Wanda").status_code == 303
        for path, names in (
            (f"/table/{scene.room}/report", {"Hanna", "Wanda"}),
            (f"/match/{scene.match}/report", {"Hanna"}),
        ):
            page = scene.guest.get(path).text
            nobody, *others = named_choices(page).items()
            assert nobody == ("", "Nobody, or I don’t know")
            assert {name for _, name in others} == names
            assert '<option value="" selected>' in page


def test_whoever_sits_alone_with_bots_is_offered_nobody_to_name(visitor: NewVisitor) -> None:
    alone = visitor()
    room = alone.open_room("Solo")
    assert "Who is it about?" not in alone.get(f"/table/{room}/report").text
    form = {"kind": "people", "said": "All of it."}
    assert alone.post(f"/table/{room}/report", form).status_code == 303


def test_a_name_that_cannot_be_given_is_refused_with_a_sentence_and_nothing_is_stored(
    visitor: NewVisitor, admin: Visitor
) -> None:
    """Oneself, a bot, somebody of another table, and whatever else a form can hold."""
    with paused_match(visitor) as scene, paused_match(visitor, ("Paula", "Quentin")) as other:
        said = f"Refused at {scene.code}."
        for accused in (
            scene.guest_id, other.host_id, "steady", "bot:Oswald", "A" * 22, "' OR 1=1 --",
            "\u0000", "٣", "x" * 4000,
        ):  # fmt: skip
            for path in (f"/table/{scene.room}/report", f"/match/{scene.match}/report"):
                form = {"kind": "people", "said": said, "accused": accused}
                answer = scene.guest.post(path, form)
                assert answer.status_code == 422, accused
                assert "That person can’t be named here" in answer.text
                assert said in answer.text, "what was written is not lost"
        named = {"kind": "fault", "said": said, "accused": scene.host_id}
        answer = scene.guest.post(f"/table/{scene.room}/report", named)
        assert answer.status_code == 422
        assert "Only a report of bad behaviour can name somebody." in answer.text
        assert f'<option value="{scene.host_id}" selected>' in answer.text
        assert "Your reports about this table" not in answer.text
        assert said not in whole_queue(admin)


def test_a_deleted_account_can_be_named_no_more_and_the_match_can_still_be_reported(
    visitor: NewVisitor,
) -> None:
    scene = finished_match(visitor)
    path = f"/match/{scene.match}/report"
    assert scene.host_id in scene.guest.get(path).text
    assert scene.host.post("/account/delete", {"confirm": "Hanna"}).status_code == 303
    page = scene.guest.get(path).text
    assert scene.host_id not in page
    form = {"kind": "people", "said": "It was rude.", "accused": scene.host_id}
    assert scene.guest.post(path, form).status_code == 422
    assert scene.guest.post(path, {**form, "accused": ""}).status_code == 303


def test_the_form_says_who_reads_the_chat(visitor: NewVisitor) -> None:
    with seated_players(visitor) as scene:
        page = scene.guest.get(f"/table/{scene.room}/report").text
    assert "administrators may also read the table’s chat around this moment" in page
    assert "They read no other chat." in page


def test_a_report_is_about_the_moment_of_its_step_of_the_matchs_end_or_of_the_filing(
    visitor: NewVisitor, in_database: Any
) -> None:
    scene = finished_match(visitor)
    match = f"/match/{scene.match}/report"
    for path in (f"{match}?step=1", match, f"/table/{scene.room}/report"):
        assert scene.guest.post(path, {**FAULT, "kind": "people"}).status_code == 303

    async def times(db: AsyncSession) -> tuple[list[datetime], datetime, datetime | None]:
        wanted = select(ReportRow).where(ReportRow.match_id == scene.match)
        rows = await db.scalars(wanted.order_by(ReportRow.number))
        entry = await report_context.moment_of(db, scene.match, 1)
        summary = await summaries.of_match(db, scene.match)
        assert entry is not None
        assert summary is not None
        return [row.moment_at for row in rows], entry, summary.ended

    (of_step, of_match, of_table), entry, ended = in_database(times)
    assert (of_step, of_match) == (entry, ended)
    assert entry < ended < of_table
