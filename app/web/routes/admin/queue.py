"""The queue of moderators: the list, one case with its report and past, and the answer to it."""

from datetime import timedelta
from typing import Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import audit, cases, deeds, notes, report_context, reports
from app.store.admin.audit import Action
from app.store.admin.cases import Case
from app.store.admin.notes import Stale
from app.store.admin.report_context import NoChat, ReportedChat
from app.store.people import accounts
from app.store.people.names import BadName, NameTaken
from app.store.people.rows import Account
from app.table.model.records import AccountChange, Fate
from app.table.model.room import PersonId
from app.web.context.authentication import person_of
from app.web.rendering.phrases import offered_name
from app.web.routes.admin.access import Staff
from app.web.routes.admin.deeds import Number
from app.web.routes.admin.people import (
    WARNINGS,
    Seen,
    Text,
    account_of,
    reason_complaint,
    refusal_to,
)

router = APIRouter(prefix="/admin/queue", include_in_schema=False)
NO_CASE = "There is no such case, or its report was deleted with its author’s account."
NO_CHAT = "This report doesn’t open the chat to you."
NO_LINE = "The chat of this case has no such line."
GONE = "That line was removed already, or is too old."
NOT_FREE = "Somebody else has taken this case, or it is closed, or you filed the report yourself."
NOT_YOURS = "Take the case first: yours has run out, or somebody has answered it meanwhile."


class Outcome(msgspec.Struct, frozen=True):
    """The end of a case: in words for the moderator, for its person, and for the reporter."""

    words: str
    reason: str
    """Its person reads this; empty where nothing is done about anybody."""
    answer: str
    hours: int = 0
    """Of a silence."""


KIND: Final = "Please be kind in the chat: people come here for a quiet evening."
OUTCOMES: Final = {
    "nothing": Outcome(
        "Nothing is done", "", "Thank you for telling us. We have looked at it, and it may stay."
    ),
    "mended": Outcome("A fault, noted or mended", "", "Thank you. We know of it now."),
    "warned": Outcome("Warn", WARNINGS[0], "Thank you. We have written to them."),
    "silenced-day": Outcome("Mute in chat for a day", KIND, "Thank you. We have acted on it.", 24),
    "silenced-week": Outcome(
        "Mute in chat for a week", KIND, "Thank you. We have acted on it.", 168
    ),
    "renamed": Outcome(
        "Take the name away",
        "Please choose a name that nobody can take amiss.",
        "Thank you. They have another name now.",
    ),
    "elsewhere": Outcome(
        "Done on their page, as a suspension", "", "Thank you. We have acted on it."
    ),
}
"""By the word that is stored."""


@router.get("", response_class=HTMLResponse)
async def queue(context: Staff, closed: bool = False, page: int = 1) -> Response:
    """Template admin/queue.html.

    Context: cases (Page of store.admin.cases.Case), closed (true for the answered ones), now.
    """
    async with context.services.db.sessions.begin() as db:
        found = await cases.list_page(db, context.member_or_guest.id, page, closed)
    now = context.services.clock.now()
    return context.page("admin/queue.html", cases=found, closed=closed, now=now)


@router.get("/{number}", response_class=HTMLResponse)
async def case_at(context: Staff, number: str) -> Response:
    return await case_page(context, parse_number(number))


async def case_page(
    context: Staff,
    number: int,
    status: int = 200,
    complaint: str | None = None,
    chat: ReportedChat | None = None,
) -> Response:
    """Template admin/case.html.

    Forms: POST …/take, …/give-back, …/chat, …/remove-line (line, reason), …/answer (outcome,
    reason, answer, seen).

    Context: case (store.admin.cases.Case), now, report (store.admin.reports.Report or None), notes
    (list of store.admin.notes.Note about its person), history and reporter (cases.History or None),
    like (pairs of an outcome and its number), outcomes (dict of Outcome), refusal (see
    people.refusal_to), complaint (a sentence or None), chat (store.admin.report_context.
    ReportedChat; None unless it is read just now), before and after (lines of chat at most),
    readings (Page of AuditEntry: who read the chat, newest first; None without a report).
    """
    me = context.member_or_guest.id
    async with context.services.db.sessions.begin() as db:
        case = await find(db, number, me)
        report = await cases.report_of(db, case, me)
        about = None if case.account_id is None else await accounts.by_id(db, case.account_id)
        written = [] if about is None else await notes.about(db, about.id)
        past = None if about is None else await cases.history(db, about.id)
        reporter = case.reporter_id
        theirs = None if reporter is None else await cases.history(db, reporter)
        like = await cases.outcomes_of_kind(db, case)
        readings = (
            None if report is None else await audit.entries(db, audit.report_subject(report.number))
        )
    return context.page(
        "admin/case.html",
        status,
        case=case,
        now=context.services.clock.now(),
        report=report,
        notes=written,
        history=past,
        reporter=theirs,
        like=like,
        outcomes=OUTCOMES,
        refusal=None if about is None else refusal_to(context, about),
        complaint=complaint,
        chat=chat,
        readings=readings,
        before=report_context.MAX_LINES_BEFORE,
        after=report_context.MAX_LINES_AFTER,
    )


@router.post("/{number}/take")
async def take(context: Staff, number: str) -> Response:
    """Nobody else answers it for a quarter of an hour."""
    wanted, now = parse_number(number), context.services.clock.now()
    try:
        async with context.services.db.sessions.begin() as db:
            await cases.take(db, wanted, context.member_or_guest.id, now)
    except LookupError:
        return await case_page(context, wanted, 409, NOT_FREE)
    return context.redirect(f"/admin/queue/{wanted}")


@router.post("/{number}/give-back")
async def give_back(context: Staff, number: str) -> Response:
    async with context.services.db.sessions.begin() as db:
        await cases.give_back(db, parse_number(number), context.member_or_guest.id)
    return context.redirect("/admin/queue")


@router.post("/{number}/chat", response_class=HTMLResponse)
async def read_chat(context: Staff, number: str) -> Response:
    """The case with the chat around its report. A POST: the audit log keeps each reading."""
    wanted, me = parse_number(number), context.member_or_guest.id
    try:
        async with context.services.db.sessions.begin() as db:
            case = await find(db, wanted, me)
            chat = await report_context.read_chat(db, case.report or 0, me)
    except LookupError:
        raise HTTPException(403, NO_CHAT) from None
    return await case_page(context, wanted, chat=chat)


@router.post("/{number}/remove-line")
async def remove_line(context: Staff, number: str, line: Number = 0, reason: Text = "") -> Response:
    """Takes a line of the report's chat out of the chat; the case alone shows its words."""
    wanted, me = parse_number(number), context.member_or_guest.id
    try:
        async with context.services.db.sessions.begin() as db:
            case = await find(db, wanted, me)
            speaker = await report_context.speaker_of(db, case.report or 0, line, me)
    except NoChat:
        raise HTTPException(403, NO_CHAT) from None
    except LookupError:
        raise HTTPException(404, NO_LINE) from None
    account = await account_of(context, speaker)
    if complaint := refusal_to(context, account) or reason_complaint(reason):
        raise HTTPException(422, complaint)
    try:
        async with context.services.db.sessions.begin() as db:
            room = await deeds.remove_line(db, me, account.id, line, reason.strip())
    except LookupError:
        raise HTTPException(409, GONE) from None
    await context.services.lobby.follow_chat(room)
    return context.redirect(f"/admin/queue/{wanted}", "line-removed")


@router.post("/{number}/answer")
async def answer(
    context: Staff,
    number: str,
    outcome: Text = "",
    reason: Text = "",
    answer: Text = "",
    seen: Seen = None,
) -> Response:
    """Does it, answers the reporter, and closes the case, all in one transaction.

    `reason` and `answer` stand in place of the words of the outcome.
    """
    wanted, me, now = parse_number(number), context.member_or_guest, context.services.clock.now()
    chosen = OUTCOMES.get(outcome)
    if chosen is None:
        return await case_page(context, wanted, 422, "Choose what comes of it.")
    why, told = reason.strip() or chosen.reason, answer.strip() or chosen.answer
    if complaint := reason_complaint(told) or (reason_complaint(why) if chosen.reason else None):
        return await case_page(context, wanted, 422, complaint)
    try:
        async with context.services.db.sessions.begin() as db:
            case = await find(db, wanted, me.id)
            about = None if case.account_id is None else await accounts.by_id(db, case.account_id)
            if chosen.reason and (about is None or about.kind == "gone"):
                return await case_page(context, wanted, 422, "There is nobody to do that to.")
            if chosen.reason and about is not None and (no := refusal_to(context, about)):
                return await case_page(context, wanted, 422, no)
            await cases.close(db, wanted, me.id, now, outcome)
            renamed = None
            if about is not None and chosen.hours:
                until = now + timedelta(hours=chosen.hours)
                await deeds.silence(db, me.id, about.id, until, why, seen)
            elif about is not None and outcome == "warned":
                await deeds.warn(db, me.id, about.id, why, seen)
            elif about is not None and outcome == "renamed":
                renamed = await deeds.take_name(db, me.id, about, offered_name(), why, seen)
            await tell(db, case, me, told)
    except Stale as stale:
        return await case_page(context, wanted, 409, stale.sentence)
    except LookupError:
        return await case_page(context, wanted, 409, NOT_YOURS)
    except (BadName, NameTaken):  # the name that we offered
        return await case_page(context, wanted, 409, "That name was just taken. Answer again.")
    if about is not None and chosen.hours:
        await context.services.mutes.follow_store(PersonId(about.id))
    if renamed is not None:
        change = AccountChange(person_of(renamed), Fate.NAMED)
        await context.services.account_changes.carry_out(change)
    return context.redirect("/admin/queue", "answered")


async def tell(db: AsyncSession, case: Case, me: Account, told: str) -> None:
    """Answers the case's report; the audit log has a line of either."""
    if case.report is None:
        subject = audit.account_subject(case.account_id or "")
    else:
        report = await reports.close(db, case.report, me.id, told)
        subject = reports.audit_subject(report)
    await audit.record(db, me.id, Action.ANSWER, subject)


async def find(db: AsyncSession, number: int, me: str) -> Case:
    """Raises HTTPException 404."""
    try:
        return await cases.by_number(db, number, me)
    except LookupError:
        raise HTTPException(404, NO_CASE) from None


def parse_number(number: str) -> int:
    """The number in an address. Raises HTTPException 404 for anything that can be none."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise HTTPException(404, NO_CASE)
    return int(number)
