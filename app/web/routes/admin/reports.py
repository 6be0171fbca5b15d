"""Administration of reports: the queue, and the answer to each."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import audit, reports
from app.store.audit_actions import Action
from app.web.routes.admin.access import Admin
from app.web.routes.admin.people import reason_complaint

router = APIRouter(prefix="/admin/reports", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]


@router.get("", response_class=HTMLResponse)
async def queue(context: Admin, closed: bool = False, page: int = 1) -> Response:
    return await queue_page(context, closed, page)


async def queue_page(
    context: Admin,
    closed: bool = False,
    page: int = 1,
    status: int = 200,
    errors: dict[int, str] | None = None,
) -> Response:
    """Template admin/reports.html. Form: POST …/{number}/close (answer).

    Context: reports (Page of store.reports.Report), closed (true for the answered ones),
    errors: {number: sentence}.
    """
    async with context.services.db.sessions.begin() as db:
        found = await reports.list_page(db, closed, page)
    return context.page(
        "admin/reports.html", status, reports=found, closed=closed, errors=errors or {}
    )


@router.post("/{number}/close")
async def close(context: Admin, number: str, answer: Text = "") -> Response:
    """Answers a report; its author reads the answer."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise HTTPException(404)
    answer = answer.replace("\r\n", "\n").strip()
    if complaint := reason_complaint(answer):
        return await queue_page(context, status=422, errors={int(number): complaint})
    async with context.services.db.sessions.begin() as db:
        try:
            report = await reports.close(db, int(number), context.member_or_guest.id, answer)
        except LookupError:
            raise HTTPException(404, "This report is answered already, or was deleted.") from None
        subject = (
            audit.room_subject(report.room_id)
            if report.match_id is None
            else audit.match_subject(report.match_id)
        )
        await audit.record(db, context.member_or_guest.id, Action.ANSWER, subject)
    return context.redirect("/admin/reports", "answered")
