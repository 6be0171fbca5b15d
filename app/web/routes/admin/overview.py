"""Administration: the overview of an evening, and what needs a person."""

from datetime import timedelta
from time import perf_counter

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.admin.overview import begun
from app.store.upkeep import retention
from app.web.routes.admin.access import Admin
from app.web.routes.admin.tables import living_processes

router = APIRouter(prefix="/admin/overview", include_in_schema=False)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@router.get("", response_class=HTMLResponse)
async def overview(context: Admin) -> Response:
    """Template admin/overview.html.

    Context: tables and connections (open ones, of all processes), quarantined (the number of
    tables), hours and days (lists of store.admin.overview.Begun: 24 hours, 30 days), tenth (the
    seconds within which nine of ten moves were saved here, or None), answered (milliseconds that
    the store took for this page), daily_job (the start of its last run, or None), disk (free and
    all bytes, or None), full (true while only reading is possible).
    """
    services, now = context.services, context.services.clock.now()
    others = [one for one in await living_processes(context) if not one.is_this]
    slugs, began = list(services.games), perf_counter()
    async with services.db.request_connection() as connection:
        hours = await begun(connection, slugs, now, HOUR, 24)
        days = await begun(connection, slugs, now, DAY, 30)
        daily_job = await retention.last_run(connection)
    return context.page(
        "admin/overview.html",
        tables=services.lobby.table_count + sum(one.told.tables for one in others),
        connections=services.socket_quota.open + sum(one.told.sockets for one in others),
        quarantined=len(services.lobby.quarantine.rooms)
        + sum(len(one.told.quarantined) for one in others),
        hours=hours,
        days=days,
        tenth=services.metrics.append_seconds.within(0.9),
        answered=round((perf_counter() - began) * 1000),
        daily_job=daily_job,
        disk=services.db.disk.usage(),
        full=services.db.disk.full,
    )
