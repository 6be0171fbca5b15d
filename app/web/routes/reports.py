"""Reports of a fault or of bad behaviour; the position is attached to each."""

from datetime import datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import reports
from app.store.admin.report_context import PersonToName, moment_of, people_to_name
from app.store.admin.report_rows import Kind
from app.store.admin.reports import MAX_LENGTH, MAX_NOTED, MAX_OPEN
from app.store.database.storable_text import is_unstorable
from app.table.model.room import Room, RoomId
from app.web.context.match_access import MatchAccess, match_access
from app.web.context.request_context import Context, RequestContext
from app.web.routes.tables import is_member, room_for

router = APIRouter(include_in_schema=False)
Said = Annotated[str, Form(max_length=4 * MAX_LENGTH)]
Noted = Annotated[str, Form(max_length=4 * MAX_NOTED)]
Step = Annotated[int | None, Query(ge=0, le=1_000_000)]


class Occasion(msgspec.Struct, frozen=True):
    """The table or match that a report is about, and the page that it is filed from."""

    room_id: str
    match: str | None
    table: Room | None = None
    """The room, for a report from its table."""
    step: int | None = None

    @property
    def back(self) -> str:
        """The address of the page that it is filed from."""
        return f"/match/{self.match}" if self.table is None else f"/table/{self.room_id}"


class ReportForm(msgspec.Struct, frozen=True):
    """The form as somebody filled it in."""

    kind: str = ""
    accused: str = ""
    """An account's id; "" for nobody in particular."""
    said: str = ""
    noted: str = ""


@router.get("/table/{room}/report", response_class=HTMLResponse)
async def from_table(context: Context, room: RoomId) -> Response:
    return await page(context, await at_table(context, room))


@router.post("/table/{room}/report", response_class=HTMLResponse)
async def file_from_table(
    context: Context,
    room: RoomId,
    kind: Said = "",
    accused: Said = "",
    said: Said = "",
    noted: Noted = "",
) -> Response:
    """About the table's present or last match."""
    form = ReportForm(kind, accused, said, noted)
    return await file(context, await at_table(context, room), form)


@router.get("/match/{match}/report", response_class=HTMLResponse)
async def from_match(context: Context, match: str, step: Step = None) -> Response:
    return await page(context, in_match(await match_access(context, match, to_report=True), step))


@router.post("/match/{match}/report", response_class=HTMLResponse)
async def file_from_match(
    context: Context,
    match: str,
    step: Step = None,
    kind: Said = "",
    accused: Said = "",
    said: Said = "",
    noted: Noted = "",
) -> Response:
    occasion = in_match(await match_access(context, match, to_report=True), step)
    return await file(context, occasion, ReportForm(kind, accused, said, noted))


def in_match(access: MatchAccess, step: int | None) -> Occasion:
    return Occasion(access.summary.room_id, access.summary.id, step=step_of(access, step))


def step_of(access: MatchAccess, step: int | None) -> int | None:
    """The entry of a step, if the visitor's steps are all entries; else None."""
    return step if access.over and access.open else None


async def at_table(context: RequestContext, room: RoomId) -> Occasion:
    """The table with its present or last match, for people of its room.

    Raises HTTPException 404 or 403.
    """
    found = await room_for(context, room)
    if not is_member(context, found):
        raise HTTPException(403, "Only people at this table can report a problem with it.")
    return Occasion(found.id, found.match, table=found)


async def page(
    context: RequestContext,
    occasion: Occasion,
    values: ReportForm | None = None,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Template report.html. Form: POST to the same address (kind, accused, said, noted).

    Context: back (where it was opened from), about ("match" or "table"), step, longest,
    people (ids and names of those who may be named), values (ReportForm),
    errors: {"kind" | "accused" | "said": sentence}, reported (own store.admin.reports.Report of
    this room, newest first).
    """
    me, now = context.member_or_guest.id, context.services.clock.now()
    async with context.services.db.sessions.begin() as db:
        reported = await reports.list_of_account(db, me, occasion.room_id)
        people = await people_to_name(db, me, occasion.match, occasion.table, now)
    return context.page(
        "report.html",
        status,
        back=occasion.back,
        about="table" if occasion.match is None else "match",
        step=occasion.step,
        longest=MAX_LENGTH,
        people=[(person.account_id, person.name) for person in people],
        reported=reported,
        values=values or ReportForm(),
        errors=errors or {},
    )


async def file(context: RequestContext, occasion: Occasion, form: ReportForm) -> Response:
    context.limit("report")
    form = msgspec.structs.replace(form, said=form.said.replace("\r\n", "\n").strip())
    me, now = context.member_or_guest.id, context.services.clock.now()
    async with context.services.db.sessions.begin() as db:
        errors = complaints(form, await people_to_name(db, me, occasion.match, occasion.table, now))
        if not errors and await reports.count_open(db, me) >= MAX_OPEN:
            errors["said"] = (
                f"{MAX_OPEN} of your reports are waiting for an answer. Please wait for those."
            )
        if not errors:
            moment: datetime | None = None
            if occasion.match is not None and occasion.table is None:
                moment = await moment_of(db, occasion.match, occasion.step)
            await reports.file(
                db,
                me,
                Kind(form.kind),
                occasion.room_id,
                occasion.match,
                occasion.step,
                form.said,
                form.noted,
                accused_id=form.accused or None,
                moment_at=moment or now,
            )
    if errors:
        return await page(context, occasion, form, errors, 422)
    return context.redirect(f"{occasion.back}/report", "reported")


def complaints(form: ReportForm, people: tuple[PersonToName, ...]) -> dict[str, str]:
    """Sentences about unusable fields, by name. `people`: those who may be named."""
    errors = {}
    if form.kind not in set(Kind):
        errors["kind"] = "Choose one of the two."
    if form.accused and form.accused not in {person.account_id for person in people}:
        errors["accused"] = "That person can’t be named here. Choose somebody from the list."
    elif form.accused and form.kind == Kind.FAULT:
        errors["accused"] = "Only a report of bad behaviour can name somebody."
    if complaint := text_complaint(form.said):
        errors["said"] = complaint
    return errors


def text_complaint(said: str) -> str | None:
    """A sentence about an unusable text, or None."""
    if len(said) < 3:
        return "Describe the problem in a few words."
    if len(said) > MAX_LENGTH:
        return f"Use at most {MAX_LENGTH} characters; the position is attached."
    return "Remove the control characters." if is_unstorable(said) else None
