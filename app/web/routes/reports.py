"""Reports of a fault or of bad behaviour; the position is attached to each."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import reports
from app.store.reports import MAX_LENGTH, MAX_NOTED, MAX_OPEN, Kind
from app.store.storable_text import is_unstorable
from app.table.model.room import RoomId
from app.web.context.request_context import Context, RequestContext
from app.web.routes.matches import MatchAccess, match_access
from app.web.routes.tables import is_member, room_for

router = APIRouter(include_in_schema=False)
Said = Annotated[str, Form(max_length=4 * MAX_LENGTH)]
Noted = Annotated[str, Form(max_length=4 * MAX_NOTED)]
Step = Annotated[int | None, Query(ge=0, le=1_000_000)]


@router.get("/table/{room}/report", response_class=HTMLResponse)
async def from_table(context: Context, room: RoomId) -> Response:
    return await page(context, room, f"/table/{room}", await match_at_table(context, room))


@router.post("/table/{room}/report", response_class=HTMLResponse)
async def file_from_table(
    context: Context, room: RoomId, kind: Said = "", said: Said = "", noted: Noted = ""
) -> Response:
    """About the table's present or last match."""
    return await file(
        context,
        room,
        f"/table/{room}",
        await match_at_table(context, room),
        None,
        (kind, said, noted),
    )


@router.get("/match/{match}/report", response_class=HTMLResponse)
async def from_match(context: Context, match: str, step: Step = None) -> Response:
    access = await match_access(context, match)
    return await page(
        context, RoomId(access.summary.room_id), f"/match/{match}", match, step_of(access, step)
    )


@router.post("/match/{match}/report", response_class=HTMLResponse)
async def file_from_match(
    context: Context,
    match: str,
    step: Step = None,
    kind: Said = "",
    said: Said = "",
    noted: Noted = "",
) -> Response:
    access = await match_access(context, match)
    return await file(
        context,
        RoomId(access.summary.room_id),
        f"/match/{match}",
        match,
        step_of(access, step),
        (kind, said, noted),
    )


def step_of(access: MatchAccess, step: int | None) -> int | None:
    """The entry of a step, if the visitor's steps are all entries; else None."""
    return step if access.over and access.open else None


async def match_at_table(context: RequestContext, room: RoomId) -> str | None:
    """The table's present or last match, for people of its room.

    Raises HTTPException 404 or 403.
    """
    found = await room_for(context, room)
    if not is_member(context, found):
        raise HTTPException(403, "Only people at this table can report a problem with it.")
    return found.match


async def page(
    context: RequestContext,
    room: RoomId,
    back: str,
    match: str | None,
    step: int | None = None,
    values: dict[str, str] | None = None,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Template report.html. Form: POST to the same address (kind, said, noted).

    Context: back (where it was opened from), about ("match" or "table"), step, longest,
    values: {"kind", "said"}, errors: {"kind" | "said": sentence}, reported (own
    store.reports.Report of this room, newest first).
    """
    async with context.services.db.sessions.begin() as db:
        reported = await reports.list_of_account(db, context.member_or_guest.id, room)
    return context.page(
        "report.html",
        status,
        back=back,
        about="table" if match is None else "match",
        step=step,
        longest=MAX_LENGTH,
        reported=reported,
        values={"kind": "", "said": "", **(values or {})},
        errors=errors or {},
    )


async def file(
    context: RequestContext,
    room: RoomId,
    back: str,
    match: str | None,
    step: int | None,
    form: tuple[str, str, str],
) -> Response:
    context.limit("report")
    kind, said, noted = form[0], form[1].replace("\r\n", "\n").strip(), form[2]
    errors = {}
    if kind not in set(Kind):
        errors["kind"] = "Choose one of the two."
    if complaint := text_complaint(said):
        errors["said"] = complaint
    me = context.member_or_guest.id
    async with context.services.db.sessions.begin() as db:
        if not errors and await reports.count_open(db, me) >= MAX_OPEN:
            errors["said"] = (
                f"{MAX_OPEN} of your reports are waiting for an answer. Please wait for those."
            )
        if not errors:
            await reports.file(db, me, Kind(kind), room, match, step, said, noted)
    if errors:
        return await page(
            context, room, back, match, step, {"kind": kind, "said": said}, errors, 422
        )
    return context.redirect(f"{back}/report", "reported")


def text_complaint(said: str) -> str | None:
    """A sentence about an unusable text, or None."""
    if len(said) < 3:
        return "Describe the problem in a few words."
    if len(said) > MAX_LENGTH:
        return f"Use at most {MAX_LENGTH} characters; the position is attached."
    return "Remove the control characters." if is_unstorable(said) else None
