"""The jobs that the server does by itself as long as it lives."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from app.settings import Settings
from app.store.admin import hourly_counts
from app.store.database.disk_space import LOOK_EVERY as LOOK_AT_DISK_EVERY
from app.store.rooms.shared_list import SharedList
from app.store.upkeep import regular_jobs
from app.store.upkeep.regular_jobs import DailyJob, ErasedRows
from app.store.upkeep.retention import Retention
from app.table.lobby.account_changes import ROUND_EVERY, SHARED_ROUND_EVERY
from app.table.lobby.slow_waker import LOOK_EVERY as SLOW_EVERY
from app.table.lobby.slow_waker import SlowWaker
from app.table.lobby.table_list import LIST_SECONDS
from app.web.context.news_follower import LOOK_EVERY as NEWS_EVERY
from app.web.context.news_follower import NewsFollower
from app.web.context.services import Services
from app.web.context.told import told_by, told_by_all
from app.web.replay.line_keeper import ROUND_EVERY as LINES_EVERY
from app.web.replay.line_keeper import LineKeeper
from app.web.server.background import Job
from app.web.server.collector import INTERVAL as LOOK_AT_OLD_EVERY
from app.web.server.collector import OldObjects
from app.web.server.event_loop import measure_lag
from app.web.server.handing_over import HandingOver

LOOK_WHO_LEADS_EVERY: Final = 5.0
"""Seconds."""
LET_GO_AFTER: Final = 5.0
"""Seconds without its lock after which a process sends people on to its siblings."""
LOOK_AT_ROW: Final = 1.0
"""Seconds."""
COUNT_EVERY: Final = 60.0
"""Seconds between two counts of people and tables."""


def background_jobs(
    services: Services,
    daily_job: DailyJob,
    lines: LineKeeper,
    old_objects: OldObjects,
    hand_over: HandingOver | None = None,
) -> tuple[Job, ...]:
    """The jobs that the server does by itself as long as it lives."""
    db, lag = services.db, services.metrics.lag
    led = partial(by_the_leader, services.leads)
    erased_rows, six_hours = ErasedRows(db), regular_jobs.CLEAN_UP_EVERY
    shared = (
        ()
        if services.news is None
        else (shared_list(services), follow_news(services.news), lost_tables(services))
    )
    push = () if services.push is None else (Job("notifications", services.push.work),)
    drain = () if hand_over is None else (Job("asked to drain", hand_over.look, every=LOOK_AT_ROW),)
    return (
        *shared,
        *drain,
        *push,
        Job("expired logins", led(partial(regular_jobs.delete_expired, db)), every=six_hours),
        Job(
            "news and wrong passwords",
            led(partial(regular_jobs.forget_what_is_brief, db)),
            every=regular_jobs.FORGET_EVERY,
            first_after=regular_jobs.FORGET_EVERY,
        ),
        Job("erased rows", led(erased_rows.vacuum), every=six_hours, first_after=six_hours),
        Job(
            "daily job",
            led(daily_job.run_if_due),
            every=regular_jobs.LOOK_EVERY,
            first_after=regular_jobs.FIRST_AFTER,
        ),
        Job("hourly counts", led(partial(count_all, services)), every=COUNT_EVERY),
        Job(
            "table notes",
            services.account_changes.work,
            every=ROUND_EVERY if services.processes is None else SHARED_ROUND_EVERY,
        ),
        Job(
            "slow tables",
            SlowWaker(services.lobby, services.rooms, services.clock).look,
            every=SLOW_EVERY,
            first_after=SLOW_EVERY,
        ),
        Job("event lines", lines.work, every=LINES_EVERY, first_after=LINES_EVERY),
        Job("ratings", led(services.rating_refolder.work)),
        Job("loop lag", partial(measure_lag, lag.observe)),
        Job("disk space", db.disk.watch, every=LOOK_AT_DISK_EVERY),
        Job("old objects", old_objects.look, every=LOOK_AT_OLD_EVERY),
    )


def follow_news(follower: NewsFollower) -> Job:
    return Job("news", follower.work, every=NEWS_EVERY)


def shared_list(services: Services) -> Job:
    """Lists the tables of other processes too, at most two seconds late."""
    assert services.processes is not None
    shared = SharedList(services.db, services.processes.number)

    async def look() -> None:
        await shared.say(services.lobby.list_with(await shared.others()), told_by(services))

    return Job("shared list", look, every=LIST_SECONDS)


def lost_tables(services: Services) -> Job:
    """Ends the tables here once their rooms may be a sibling's, so that people come to it.

    A process that PostgreSQL does not hear looks alive to everybody else.
    """
    owns, clock = services.owns_database, services.clock
    assert owns is not None, "a process that has siblings has a lock"
    owned_at = clock.monotonic()

    async def look() -> None:
        nonlocal owned_at
        now = clock.monotonic()
        if owns():
            owned_at = now
        elif now - owned_at > LET_GO_AFTER:
            services.lobby.let_go()

    return Job("lost tables", look, every=1.0)


async def count_all(services: Services) -> None:
    """Keeps how many people and tables all processes have, for the overview. Raises StoreAway."""
    told = await told_by_all(services)
    async with services.db.table_connection() as connection:
        await hourly_counts.count(
            connection, sum(one.people for one in told), sum(one.tables for one in told)
        )


def by_the_leader(
    leads: Callable[[], bool], work: Callable[[], Awaitable[object]]
) -> Callable[[], Awaitable[object]]:
    """Work that one process at a time does for all of them; the others look again later."""

    async def work_if_leading() -> None:
        if leads():
            await work()
        else:
            await asyncio.sleep(LOOK_WHO_LEADS_EVERY)

    return work_if_leading


def retention_of(settings: Settings) -> Retention:
    """The times for which this server keeps things."""
    return Retention(
        chat_months=settings.keep_chat_months,
        report_months=settings.keep_reports_months,
        audit_years=settings.keep_audit_years,
        match_years=settings.keep_match_years,
    )
