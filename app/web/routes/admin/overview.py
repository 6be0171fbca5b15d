"""Administration: the overview of an evening, and what needs a person."""

from datetime import timedelta
from time import perf_counter
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.admin import hourly_counts
from app.store.admin.overview import begun
from app.store.people import table_notes
from app.store.upkeep import retention
from app.web.context.told import told_by_all
from app.web.routes.admin.access import Admin
from app.web.routes.admin.tables import LATE

router = APIRouter(prefix="/admin/overview", include_in_schema=False)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATE_SHOWN: Final = 5
"""Late notes that are listed; the rest stands on the page of tables."""


@router.get("", response_class=HTMLResponse)
async def overview(context: Admin) -> Response:
    """Template admin/overview.html.

    Context: people, tables and connections (open ones, of all processes), quarantined (the number
    of tables), late (LateNote, the oldest LATE_SHOWN) and later (true if there are more), hours and
    days (lists of store.admin.overview.Begun: 24 hours, 30 days), busy_hours and busy_days
    (likewise of store.admin.hourly_counts.Busiest), tenth (the seconds within which nine of ten
    moves were saved here, or None), answered (milliseconds that the store took for this page),
    daily_job (the start of its last run, or None), disk (free and all bytes, or None), full (true
    while only reading is possible).
    """
    services, now = context.services, context.services.clock.now()
    slugs, began = list(services.games), perf_counter()
    told = await told_by_all(services)
    async with services.db.request_connection() as connection:
        hours = await begun(connection, slugs, now, HOUR, 24)
        days = await begun(connection, slugs, now, DAY, 30)
        busy = await hourly_counts.by_hour(connection)
        daily_job = await retention.last_run(connection)
    async with services.db.sessions.begin() as db:
        late = await table_notes.late(db, now - LATE, LATE_SHOWN + 1)
    return context.page(
        "admin/overview.html",
        people=sum(one.people for one in told),
        tables=sum(one.tables for one in told),
        connections=sum(one.sockets for one in told),
        quarantined=sum(len(one.quarantined) for one in told),
        late=late[:LATE_SHOWN],
        later=len(late) > LATE_SHOWN,
        hours=hours,
        days=days,
        busy_hours=busy[-24:],
        busy_days=hourly_counts.by_day(busy),
        tenth=services.metrics.append_seconds.within(0.9),
        answered=round((perf_counter() - began) * 1000),
        daily_job=daily_job,
        disk=services.db.disk.usage(),
        full=services.db.disk.full,
    )
