"""The application: its routes, and the services that live as long as it runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Final

import structlog
from fastapi import FastAPI
from starlette.routing import Mount
from starlette.types import ASGIApp, Scope

from app.bot_workers.bot_service import BotService
from app.games import BY_SLUG
from app.jobs import background_jobs, retention_of
from app.settings import ROOT, Settings
from app.store.database.disk_space import DiskSpace
from app.store.database.news import News
from app.store.database.pools import Database
from app.store.database.processes import Processes, Sibling
from app.store.log.move_log import PostgresMoveLog
from app.store.people import sessions
from app.store.people.table_notes import PostgresTableNotes
from app.store.results.refolds import RatingRefolder
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep.regular_jobs import DailyJob
from app.table.lobby.account_changes import AccountChanges
from app.table.lobby.lessons import Lessons
from app.table.lobby.lobby import Lobby
from app.table.ports import NoTurns, Patience, TableServices
from app.table.system import SystemClock, SystemDealer
from app.web.context import error_responses
from app.web.context.mute_keeper import MuteKeeper
from app.web.context.news_follower import NewsFollower
from app.web.context.passwords import Passwords
from app.web.context.service_metrics import add_metrics
from app.web.context.services import Services, session_cookie
from app.web.context.switch_keeper import SwitchKeeper
from app.web.pictures.picture_service import PictureService
from app.web.push.push_service import push_service_of
from app.web.rate_limits import Limits
from app.web.rendering.responses import ERROR_RESPONSES
from app.web.rendering.static_files import Assets, StaticAssets
from app.web.rendering.templating import Templates, page_digest
from app.web.replay.line_keeper import LineKeeper
from app.web.replay.look_backs import LookBacks
from app.web.replay.record_service import RecordService
from app.web.routers import ROUTERS
from app.web.server.background import Background
from app.web.server.collector import CollectorPauses, OldObjects
from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.event_loop import write_in_turn
from app.web.server.handing_over import HandingOver
from app.web.server.hosts import HostCheck
from app.web.server.known_sessions import MOST as MOST_KNOWN
from app.web.server.known_sessions import KnownSessions
from app.web.server.link_origin import LinkOrigin
from app.web.server.metrics import (
    DailyJobMetrics,
    DatabaseDisk,
    Metrics,
    Pools,
)
from app.web.server.middleware import OwnOrigin, ReadOnlyGate, SecurityMiddleware
from app.web.server.other_builds import OtherBuilds
from app.web.server.page_gate import PageGate, PageLine
from app.web.server.page_times import PageTimer, PageTimes, RouteNote
from app.web.server.readiness import Drain, Readiness
from app.web.server.sibling_gate import SiblingGate
from app.web.server.siblings import Siblings
from app.web.server.socket_quota import SocketQuota
from app.web.socket import table_socket

log = structlog.get_logger()

BUNDLE: Final = ROOT / "bundle"
"""Made by `run.py bundle`, or absent."""


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings; its lifespan opens the database.

    Raises ValueError without a database_url.
    """
    if settings.database_url is None:
        raise ValueError("the application needs a database_url")
    app = FastAPI(
        title="Pecking Order",
        version="1",
        description=(
            "Pages and JSON over HTTP. docs/protocol.md describes the messages over a table's "
            "WebSocket."
        ),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    app.state.settings = settings
    app.state.assets = Assets(
        ROOT / "static",
        page_digest=page_digest(ROOT / "templates", BY_SLUG),
        bundle_folder=BUNDLE,
    )
    app.state.templates = Templates(ROOT / "templates", app.state.assets, BY_SLUG)
    app.state.disk = DiskSpace()
    app.state.start_id = token_hex(8)  # tells this process from another behind the same name
    app.state.owns_database = app.state.process_number = None  # app/ops/serve.py knows the locks
    app.state.leads = lambda: True
    app.state.hand_over = None  # see handing_over.py; None: there is nobody to take tables over
    app.state.place = ("", "")  # its name in addresses, and where siblings reach it
    app.state.known_sessions = KnownSessions(session_cookie(settings.secure_cookies))
    app.state.connection_limiter = ConnectionLimiter(
        settings.limits, settings.trusted_proxies, known=app.state.known_sessions
    )
    add_routes(app)
    error_responses.register(app)
    add_security(app)
    return app


def warm_up(app: FastAPI) -> None:
    """Makes what the first page of each kind would make on the loop: routes and templates.

    FastAPI builds a route when a request is first compared with it.
    """
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(nowhere)
    app.state.templates.compile_all()


def add_routes(app: FastAPI) -> None:
    """The table socket and the static files come first: they are asked for most often."""
    for router in ROUTERS:
        app.include_router(router, responses=ERROR_RESPONSES)
    static = Mount("/static", StaticAssets(app.state.assets), name="static")
    app.router.routes[:0] = [table_socket.route, static]


def add_security(app: FastAPI) -> None:
    """Outside of Starlette's own error page, where add_middleware cannot put it."""
    settings: Settings = app.state.settings
    app.state.page_line = PageLine()
    secured = SecurityMiddleware(
        ReadOnlyGate(
            PageGate(
                RouteNote(app.build_middleware_stack()),
                app.state.page_line,
                app.state.known_sessions,
            ),
            app.state.disk,
        ),
        OwnOrigin(settings.public_url),
        HostCheck(settings.public_url, settings.host),
        settings.secure_cookies,
        Limits(settings.limits),
        app.state.known_sessions,
    )
    app.state.page_times = PageTimes()
    app.state.siblings = None
    gate: ASGIApp = secured
    if settings.siblings_secret is not None:

        async def owner(column: str, value: str) -> Sibling | None:
            services: Services = app.state.services
            assert services.processes is not None, "a process with siblings is one of several"
            if value in services.lessons.rooms:
                return None  # it lives here alone
            if app.state.hand_over.giving:
                return await services.processes.owner_or_heir(column, value)
            return await services.processes.owner(column, value)

        app.state.siblings = Siblings(settings.siblings_secret, owner)

        async def other_builds(scope: Scope) -> Sibling | None:
            found: OtherBuilds = app.state.other_builds
            return await found.sibling_for(scope)

        gate = app.state.sibling_gate = SiblingGate(secured, app.state.siblings, other_builds)
    app.middleware_stack = PageTimer(gate, app.state.page_times)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the lobby, and closes bots, log and database in that order at the end."""
    settings: Settings = app.state.settings
    assert settings.database_url is not None, "create_app has checked it"
    db = Database(settings.database_url, app.state.disk, app.state.owns_database)
    move_log, bots, readiness = PostgresMoveLog(db), BotService(), Readiness(db)
    services = build_services(app, db, move_log, bots, readiness)
    background = services.background
    add_metrics(services, app.state.connection_limiter, move_log)
    daily_job = DailyJob(db, retention_of(settings), services.clock)
    pauses = CollectorPauses()
    for collector in (
        app.state.page_times, Pools(db), DatabaseDisk(db.disk), DailyJobMetrics(daily_job), pauses,
        background,
    ):  # fmt: skip
        services.metrics.add(collector)
    app.state.services = services
    lines = LineKeeper(db, services.lobby, services.records)
    app.state.drain = Drain(
        services.lobby, lines.keep, services.socket_quota, readiness, services.clock,
        None if services.processes is None else services.processes.give_rooms_back,
    )  # fmt: skip
    if services.processes is not None and services.news is not None:
        await services.news.work()
        hand_over = app.state.hand_over = HandingOver(
            services.lobby, services.processes, services.clock,
            services.lessons.are_in_use, app.state.sibling_gate.send_away,
            is_child=bool(settings.listeners),
        )  # fmt: skip
        readiness.is_giving = lambda: hand_over.giving
        app.state.other_builds = OtherBuilds(app.state.assets, services.processes, services.clock)
        await services.processes.register(
            app.state.place[0],
            app.state.place[1],
            app.state.templates.build(),
        )
    await services.switches.follow_store()
    await services.lobby.open(alone=services.processes is None)
    async with db.request_connection() as connection:
        services.known_sessions.load(await sessions.list_recent(connection, MOST_KNOWN))
    old_objects = OldObjects(
        lambda: app.state.page_line.making, lambda: services.socket_quota.open, pauses
    )
    background.start(*background_jobs(services, daily_job, lines, old_objects, app.state.hand_over))
    writing = asyncio.create_task(write_in_turn(services.writes), name="writes")
    try:
        with pauses:
            yield
    finally:
        background.close()
        await app.state.drain()
        await close(services, move_log, bots)
        writing.cancel()


def build_services(
    app: FastAPI,
    db: Database,
    move_log: PostgresMoveLog,
    bots: BotService,
    readiness: Readiness,
) -> Services:
    settings: Settings = app.state.settings
    clock, metrics, rooms = (
        SystemClock(),
        Metrics(move_log.append_seconds),
        PostgresRoomStore(
            db, app.state.process_number, shares=settings.siblings_secret is not None
        ),
    )
    origin, switches = OwnOrigin(settings.public_url), SwitchKeeper(db, clock)
    limits = Limits(settings.limits)
    push = push_service_of(settings, db, BY_SLUG, limits, clock)
    table_services = TableServices(
        games=BY_SLUG,
        log=move_log,
        rooms=rooms,
        clock=clock,
        dealer=SystemDealer(),
        bots=bots,
        pace=settings.pace,
        patience=Patience().scaled(settings.patience),
        limits=settings.limits,
        switches=switches.now,
        turns=push or NoTurns(),
    )
    lessons = Lessons(table_services, app.state.process_number or 0)
    lobby = Lobby(table_services, beside=lessons.lobby)
    mutes, processes, news = MuteKeeper(db), None, None
    if settings.siblings_secret is not None:
        processes = Processes(db, app.state.process_number)
        news = NewsFollower(News(db, processes.number), processes, lobby, mutes, switches)
    return Services(
        games=BY_SLUG,
        db=db,
        lobby=lobby,
        account_changes=AccountChanges(
            PostgresTableNotes(db), lobby.accounts, alone=processes is None
        ),
        lessons=lessons,
        rooms=rooms,
        clock=clock,
        templates=app.state.templates,
        records=RecordService(),
        pictures=PictureService(),
        look_backs=LookBacks(bots.try_moves),
        passwords=Passwords(),
        mutes=mutes,
        switches=switches,
        limits=limits,
        metrics=metrics,
        origin=origin,
        links=LinkOrigin(origin, settings.nearby),
        https=settings.secure_cookies,
        why_not_ready=readiness.why_not,
        socket_quota=SocketQuota(settings.limits),
        rating_refolder=RatingRefolder(db),
        background=Background(clock),
        known_sessions=app.state.known_sessions,
        leads=app.state.leads,
        owns_database=app.state.owns_database,
        processes=processes,
        news=news,
        siblings=app.state.siblings,
        push=push,
    )


async def close(services: Services, move_log: PostgresMoveLog, bots: BotService) -> None:
    """Waits until everything accepted is written."""
    clock = services.clock
    began = clock.monotonic()
    await bots.close()
    bots_closed = clock.monotonic()
    services.passwords.close()
    await services.records.close()
    await services.pictures.close()
    await move_log.close()
    written = clock.monotonic()
    await services.db.close()
    log.info(
        "closed",
        bots=round(bots_closed - began, 2),
        lines=round(written - bots_closed, 2),
        database=round(clock.monotonic() - written, 2),
    )
