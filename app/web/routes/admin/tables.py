"""Administration of tables that crashed: the list, without any cards, and their release."""

from datetime import datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import audit
from app.table.model.room import RoomId
from app.web.routes.admin.access import Admin
from app.web.routes.admin.people import reason_complaint

router = APIRouter(prefix="/admin/tables", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]


class CrashShown(msgspec.Struct, frozen=True):
    """One crash, as the page lists it."""

    room: str
    code: str
    """The table's, or "" if it cannot be read."""
    match: str | None
    """The table's present or last match."""
    at: datetime
    error: str
    where: str
    aside_until: datetime | None


@router.get("", response_class=HTMLResponse)
async def tables(context: Admin) -> Response:
    return await page(context)


async def page(context: Admin, status: int = 200, errors: dict[str, str] | None = None) -> Response:
    """Template admin/tables.html.

    Context: crashes (of CrashShown, newest first), aside (those whose table is paused now, one
    for each table), errors: {room: sentence}.
    """
    crashes = context.services.lobby.quarantine
    rooms = {
        room: await context.services.rooms.load(room)
        for room in {crash.room for crash in crashes.crashes}
    }
    shown = []
    for crash in crashes.crashes:
        room = rooms[crash.room]
        code, match = ("", None) if room is None else (room.code, room.match)
        shown.append(
            CrashShown(
                crash.room, code, match, crash.at, crash.error, crash.where, crash.aside_until
            )
        )
    aside = [
        crash for crash in shown if crash.aside_until is not None and crash.room in crashes.rooms
    ]
    aside = list({crash.room: crash for crash in reversed(aside)}.values())
    return context.page(
        "admin/tables.html", status, crashes=shown, aside=aside, errors=errors or {}
    )


@router.post("/{room}/release")
async def release(context: Admin, room: str, reason: Text = "") -> Response:
    """Lets a paused table play again at once."""
    if RoomId(room) not in context.services.lobby.quarantine.rooms:
        raise HTTPException(404, "This table is not paused.")
    complaint = reason_complaint(reason)
    if complaint:
        return await page(context, 422, {room: complaint})
    async with context.services.db.sessions.begin() as db:
        await audit.record(
            db,
            context.member_or_guest.id,
            "table-released",
            audit.room_subject(room),
            reason.strip(),
        )
    context.services.lobby.quarantine.release(RoomId(room))
    return context.redirect("/admin/tables", "released")
