"""Administration of reports: the queue, one report, the chat around it, and the answer."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import audit, report_context, reports
from app.store.admin.audit import Action
from app.store.admin.case_rows import TakenByAnother
from app.store.admin.report_context import NoChat, ReportedChat
from app.web.routes.admin.access import Staff
from app.web.routes.admin.people import reason_complaint

router = APIRouter(prefix="/admin/reports", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]
NO_REPORT = "There is no such report. Its author may have deleted the account."
NO_CHAT = "This report doesn’t open the chat to you."


@router.get("", response_class=HTMLResponse)
async def queue(context: Staff, closed: bool = False, page: int = 1) -> Response:
    """Template admin/reports.html. Form: POST …/{number}/close (answer).

    Context: reports (Page of store.admin.reports.Report), closed (true for the answered ones).
    """
    async with context.services.db.sessions.begin() as db:
        found = await reports.list_page(db, context.member_or_guest.id, closed, page)
    return context.page("admin/reports.html", reports=found, closed=closed)


@router.get("/{number}", response_class=HTMLResponse)
async def report_at(context: Staff, number: str) -> Response:
    return await report_page(context, parse_number(number))


async def report_page(
    context: Staff,
    number: int,
    chat: ReportedChat | None = None,
    status: int = 200,
    errors: dict[str, str] | None = None,
) -> Response:
    """Template admin/report.html. Forms: POST …/chat, POST …/close (answer).

    Context: report (store.admin.reports.Report), chat (store.admin.report_context.ReportedChat;
    None unless it is read just now), readable (true if this administrator may read it), own (true
    for the administrator's own report), before and after (lines of chat at most), errors:
    {"answer": sentence}, readings (Page of AuditEntry: who read the chat, newest first).
    """
    me = context.member_or_guest.id
    async with context.services.db.sessions.begin() as db:
        try:
            report = await reports.by_number(db, number, me)
        except LookupError:
            raise HTTPException(404, NO_REPORT) from None
        readings = await audit.entries(db, audit.report_subject(number))
    return context.page(
        "admin/report.html",
        status,
        report=report,
        chat=chat,
        readable=report.opens_chat_for(me),
        own=report.account_id == me,
        before=report_context.MAX_LINES_BEFORE,
        after=report_context.MAX_LINES_AFTER,
        readings=readings,
        errors=errors or {},
    )


@router.post("/{number}/chat", response_class=HTMLResponse)
async def read_chat(context: Staff, number: str) -> Response:
    """The report with the chat around its moment. A POST: the audit log keeps each reading."""
    wanted = parse_number(number)
    async with context.services.db.sessions.begin() as db:
        try:
            chat = await report_context.read_chat(db, wanted, context.member_or_guest.id)
        except NoChat:
            raise HTTPException(403, NO_CHAT) from None
        except LookupError:
            raise HTTPException(404, NO_REPORT) from None
    return await report_page(context, wanted, chat)


@router.post("/{number}/close")
async def close(context: Staff, number: str, answer: Text = "") -> Response:
    """Answers a report; its author reads the answer."""
    wanted, me = parse_number(number), context.member_or_guest.id
    answer = answer.replace("\r\n", "\n").strip()
    if complaint := reason_complaint(answer):
        return await report_page(context, wanted, status=422, errors={"answer": complaint})
    async with context.services.db.sessions.begin() as db:
        try:
            report = await reports.close(db, wanted, me, answer)
        except TakenByAnother:
            raise HTTPException(409, "Somebody else has taken this report just now.") from None
        except LookupError:
            raise HTTPException(404, "This report is answered already, or was deleted.") from None
        await audit.record(db, me, Action.ANSWER, reports.audit_subject(report))
    return context.redirect("/admin/reports", "answered")


def parse_number(number: str) -> int:
    """The number in an address. Raises HTTPException 404 for anything that can be none."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise HTTPException(404, NO_REPORT)
    return int(number)
