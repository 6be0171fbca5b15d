"""Puts the parts together: the one place that knows them all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Final

import structlog
from fastapi import FastAPI
from sqlalchemy import text
from starlette.routing import Mount

from app.bot_workers.bot_service import BotService
from app.games import BY_SLUG
from app.settings import ROOT, Settings
from app.store import device_transfers as links
from app.store import sessions
from app.store.base import Base
from app.store.database import Database
from app.store.erasure import vacuum_erased
from app.store.move_log import PostgresMoveLog
from app.store.room_store import PostgresRoomStore
from app.table.clients.connections import Patience
from app.table.lobby.lobby import Lobby
from app.table.ports import LogLine, MoveLog
from app.table.system_clock import SystemClock
from app.table.system_dealer import SystemDealer
from app.web.context import error_responses
from app.web.context.passwords import Passwords
from app.web.context.services import Services
from app.web.limits import Limits
from app.web.rendering.responses import ERROR_RESPONSES
from app.web.rendering.static_files import Assets, StaticAssets
from app.web.rendering.templating import Templates
from app.web.replay.replay_cache import ReplayCache
from app.web.routes import (
    accounts,
    api_docs,
    device_transfer,
    fair,
    health,
    history,
    home,
    invites,
    leaderboard,
    matches,
    previous_options,
    profiles,
    reports,
    room_results,
    shuffles,
    tables,
    transcript,
)
from app.web.routes.admin import access, people
from app.web.routes.admin import matches as admin_matches
from app.web.routes.admin import reports as admin_reports
from app.web.routes.admin import tables as admin_tables
from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.hosts import HostCheck
from app.web.server.loop_lag import watch_loop
from app.web.server.metrics import Metrics
from app.web.server.middleware import OwnOrigin, SecurityMiddleware
from app.web.server.socket_quota import SocketQuota
from app.web.socket import table_socket

ROUTERS: Final = (
    home,
    invites,
    tables,
    device_transfer,
    room_results,
    accounts,
    history,
    matches,
    shuffles,
    transcript,
    previous_options,
    reports,
    profiles,
    leaderboard,
    fair,
    access,
    admin_matches,
    people,
    admin_reports,
    admin_tables,
    api_docs,
    health,
)
GOODBYES: Final = 2.0
"""Seconds that the last words to those at the tables may take to leave."""
TIDY_EVERY: Final = 6 * 3600.0
"""Seconds."""
log = structlog.get_logger()


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings; it touches the database only once it starts. Raises ValueError without a database_url."""
    if settings.database_url is None:
        raise ValueError("the application needs a database_url")
    assets = Assets(ROOT / "static")
    app = FastAPI(
        title="Pecking Order",
        version="1",
        description="The house as other programs see it. What is said over a table's WebSocket stands in docs/protocol.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    app.state.settings = settings
    app.state.assets = assets
    app.state.connection_limiter = ConnectionLimiter(settings.limits, settings.trusted_proxies)
    app.router.routes.insert(
        0, table_socket.route
    )  # the first that is asked: in a rush to the tables all others would be looked through
    app.router.routes.insert(
        1, Mount("/static", StaticAssets(assets), name="static")
    )  # a first visit asks for eighty files
    for module in ROUTERS:
        app.include_router(module.router, responses=ERROR_RESPONSES)
    error_responses.register(app)
    # outside of Starlette's own error page, which add_middleware is not
    inner, origin = app.build_middleware_stack(), OwnOrigin(settings.public_url)
    app.middleware_stack = SecurityMiddleware(
        inner,
        origin,
        HostCheck(settings.public_url, settings.host),
        settings.secure_cookies,
        Limits(settings.limits),
    )
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    assert settings.database_url is not None, "create_app has seen to it"
    metrics = Metrics()
    clock = SystemClock()
    db = Database(settings.database_url)
    move_log = PostgresMoveLog(db)
    rooms = PostgresRoomStore(db)
    company = BotService()
    patience = Patience().scaled(settings.patience)
    lobby = Lobby(
        BY_SLUG,
        TimedLog(move_log, metrics),
        rooms,
        clock,
        SystemDealer(),
        company,
        settings.pace,
        patience,
    )
    readiness = Readiness(db)
    socket_quota = SocketQuota(settings.limits)
    app.state.services = Services(
        games=BY_SLUG,
        db=db,
        lobby=lobby,
        rooms=rooms,
        clock=clock,
        templates=Templates(ROOT / "templates", app.state.assets, BY_SLUG),
        replays=ReplayCache(),
        passwords=(passwords := Passwords()),
        limits=Limits(settings.limits),
        metrics=metrics,
        origin=OwnOrigin(settings.public_url),
        https=settings.secure_cookies,
        why_not_ready=readiness.why_not,
        socket_quota=socket_quota,
    )
    metrics.add_gauge("sockets", "Open table connections", lambda: socket_quota.open)
    metrics.add_gauge("tables", "Tables awake", lambda: lobby.table_count)
    metrics.add_gauge(
        "tables_set_aside", "Tables set aside because they broke", lambda: len(lobby.quarantine.rooms)
    )
    keeper: ConnectionLimiter = app.state.connection_limiter
    metrics.add_gauge(
        "connections", "Open connections, pages and tables together", lambda: keeper.open
    )
    metrics.add_counter("cuts", "Connections that were cut", "reason", lambda: keeper.cuts)
    metrics.add_counter("entries", "Entries for the log", "fate", lambda: entries_by_fate(move_log))
    metrics.add_counter(
        "commits", "Commits of entries", "kind", lambda: {"shared": move_log.counts.commits}
    )

    async def drain() -> None:
        """Lets everybody at the tables know; to be called while their connections are still open."""
        if not readiness.closing:
            readiness.closing = True
            began, guests = clock.monotonic(), socket_quota.open
            await lobby.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(GOODBYES):
                    while socket_quota.open:  # noqa: ASYNC110  each leaves by itself, and this happens once
                        await asyncio.sleep(0.02)
            log.info(
                "drained",
                seconds=round(clock.monotonic() - began, 2),
                connections=guests,
                left=socket_quota.open,
            )

    app.state.drain = drain
    await lobby.open()
    aside = [asyncio.create_task(tidy(db)), asyncio.create_task(watch_loop(metrics.lag.observe))]
    try:
        yield
    finally:
        for task in aside:
            task.cancel()
        await drain()
        began = clock.monotonic()
        await company.close()
        bots = clock.monotonic()
        passwords.close()
        await move_log.close()
        written = clock.monotonic()
        await db.close()
        ended = clock.monotonic()
        log.info(
            "closed",
            bots=round(bots - began, 2),
            lines=round(written - bots, 2),
            database=round(ended - written, 2),
        )


def entries_by_fate(move_log: PostgresMoveLog) -> dict[str, float]:
    tally = move_log.counts
    return {"written": tally.lines, "fenced": tally.fenced, "unknown": tally.unknown}


async def tidy(db: Database) -> None:
    """Takes out logins and links that have run out, now and every few hours, and later what the deleted left in the tables' files."""
    gone: int | None = None
    while True:
        try:
            async with db.sessions.begin() as session:
                await sessions.delete_expired(session)
                await links.delete_expired(session)
        except error_responses.DATABASE_ERRORS as error:
            log.warning("not tidied", error=type(error).__name__)
        await asyncio.sleep(TIDY_EVERY)
        try:
            gone = await vacuum_erased(db, gone)
        except error_responses.DATABASE_ERRORS as error:
            log.warning("not swept up", error=type(error).__name__)


class Readiness:
    """Whether visitors may be sent here."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._safe = False
        self.closing = False

    async def why_not(self) -> str | None:
        if self.closing:
            return "the house is closing"
        try:
            async with self._db.sessions.begin() as db:
                missing = await db.scalar(
                    text(
                        "SELECT count(*) FROM unnest(cast(:names AS text[])) AS name WHERE to_regclass(name) IS NULL"
                    ),
                    {"names": list(Base.metadata.tables)},
                )
            if not self._safe:
                self._safe = (await self._db.durability()).durable
        except error_responses.DATABASE_ERRORS:
            return "the database does not answer"
        if missing:
            return "the database is not migrated"
        return (
            None
            if self._safe
            else "the database may lose what it says it has written: see its fsync and full_page_writes"
        )


class TimedLog:
    """The move log with a stopwatch."""

    def __init__(self, log: MoveLog, metrics: Metrics) -> None:
        self._log = log
        self._metrics = metrics
        self.begin, self.claim, self.load_finished, self.commands_by_person, self.stop = (
            log.begin,
            log.claim,
            log.load_finished,
            log.commands_by_person,
            log.stop,
        )

    async def append(self, line: LogLine) -> None:
        began = perf_counter()
        await self._log.append(line)
        self._metrics.append_seconds.observe(perf_counter() - began)
