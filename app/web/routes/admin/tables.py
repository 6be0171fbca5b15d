"""Administration of tables: the live ones, those that crashed, and the release from quarantine."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import audit, labels
from app.store.admin.audit import Action
from app.store.database.base import Page, offset
from app.store.database.processes import LivingProcess, ToldCrash
from app.store.people import table_notes
from app.store.rooms.shared_list import SharedList
from app.table.lobby.table_admin import Elsewhere, LiveTable
from app.table.model.errors import UnreadableRoom
from app.table.model.room import Room, RoomId
from app.web.routes.admin.access import Admin
from app.web.routes.admin.people import reason_complaint
from app.web.server.socket_quota import TOTAL

router = APIRouter(prefix="/admin/tables", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]
PER_PAGE: Final = 50
"""Live tables on one page."""
LATE: Final = timedelta(minutes=15)
"""The age of a note for a table that administrators are shown: longer than a quarantine."""


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


@router.get("", response_class=HTMLResponse)
async def tables(context: Admin, code: str = "", page: int = 1) -> Response:
    return await tables_page(context, code, page)


async def tables_page(
    context: Admin,
    code: str = "",
    page: int = 1,
    status: int = 200,
    errors: dict[str, str] | None = None,
) -> Response:
    """Template admin/tables.html. Form: POST …/{room}/release (reason).

    Context: live (Page of LiveTable), matches (their MatchLabels by id), code (the filter as
    asked), crashes (of CrashShown, newest first), unreadable (list of UnreadableRoomRow), late
    (LateNote for each table that has not followed a change of an account for LATE), processes
    (list of LivingProcess; empty where a server is alone), most_sockets (that one may have),
    errors: {room: sentence}.
    """
    lobby, processes = context.services.lobby, await living_processes(context)
    wanted = code.strip().upper()[:20]
    elsewhere = await tables_elsewhere(context, wanted, processes)
    found = await lobby.admin.live_tables(wanted, offset(page, PER_PAGE), PER_PAGE, elsewhere)
    live: Page[LiveTable] = Page(found.tables, page, found.total, PER_PAGE)
    async with context.services.db.sessions.begin() as db:
        begun = await labels.of_matches(db, [one.match for one in live.items if one.match])
        late = await table_notes.late(db, context.services.clock.now() - LATE, PER_PAGE)
    return context.page(
        "admin/tables.html",
        status,
        live=live,
        code=code,
        matches=begun,
        crashes=await shown_crashes(context, processes),
        processes=processes,
        most_sockets=TOTAL,
        late=late,
        unreadable=await context.services.rooms.unreadable_rooms(),
        errors=errors or {},
    )


async def living_processes(context: Admin) -> list[LivingProcess]:
    """The processes of this database; none where a server is alone."""
    processes = context.services.processes
    return [] if processes is None else await processes.living()


async def tables_elsewhere(
    context: Admin, code: str, processes: Sequence[LivingProcess]
) -> Elsewhere:
    """The tables of the other processes whose codes begin so."""
    services = context.services
    if services.processes is None:
        return Elsewhere()
    shared = SharedList(services.db, services.processes.number)
    return Elsewhere(
        {room.id: (name, room) for name, room in await shared.open_elsewhere(code)},
        {
            RoomId(room): end
            for other in processes
            if not other.is_this
            for room, end in other.told.quarantined.items()
            if end > services.clock.now()
        },
    )


async def shown_crashes(context: Admin, processes: Sequence[LivingProcess]) -> list[CrashShown]:
    """The last crashes of all processes, newest first, with the codes of their tables."""
    crashes = [
        ToldCrash(one.room, one.at, one.error, one.where)
        for one in context.services.lobby.quarantine.crashes
    ]
    crashes += [crash for one in processes if not one.is_this for crash in one.told.crashes]
    crashes.sort(key=lambda crash: crash.at, reverse=True)
    rooms: dict[RoomId, Room] = {}
    for id_ in {crash.room for crash in crashes}:
        with suppress(UnreadableRoom):
            if room := await context.services.rooms.load(RoomId(id_)):
                rooms[room.id] = room
    shown = []
    for crash in crashes:
        known = rooms.get(RoomId(crash.room))
        code, match = ("", None) if known is None else (known.code, known.match)
        shown.append(CrashShown(crash.room, code, match, crash.at, crash.error, crash.where))
    return shown


@router.post("/{room}/release")
async def release(context: Admin, room: str, reason: Text = "") -> Response:
    """Ends a table's quarantine: it may play again at once."""
    if RoomId(room) not in context.services.lobby.quarantine.rooms:
        raise HTTPException(404, "This table is not quarantined.")
    complaint = reason_complaint(reason)
    if complaint:
        return await tables_page(context, status=422, errors={room: complaint})
    async with context.services.db.sessions.begin() as db:
        await audit.record(
            db,
            context.member_or_guest.id,
            Action.RELEASE,
            audit.room_subject(room),
            reason.strip(),
        )
    context.services.lobby.quarantine.release(RoomId(room))
    return context.redirect("/admin/tables", "released")
