"""Liveness, readiness and metrics for operators, and error pages for visitors."""

import re
from collections.abc import AsyncIterator

import asyncpg
import httpx2
import jinja2
import pytest
import sqlalchemy.exc
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.games import BY_SLUG
from app.main import create_app
from app.settings import ROOT, Settings
from app.store.database.pools import Database
from app.store.log.buckets import Buckets
from app.store.results.refolds import RatingRefolder
from app.table.lobby.lessons import Lessons
from app.table.lobby.lobby import Lobby
from app.table.ports import TableServices
from app.table.system import SystemClock
from app.web.context.hashing_queue import TooBusy
from app.web.context.mute_keeper import MuteKeeper
from app.web.context.passwords import Passwords
from app.web.context.services import Services
from app.web.context.switch_keeper import SwitchKeeper
from app.web.pictures.picture_service import PictureService
from app.web.rate_limits import Limits
from app.web.rendering.templating import Templates
from app.web.replay.record_service import RecordService
from app.web.server.link_origin import LinkOrigin
from app.web.server.metrics import Metrics
from app.web.server.middleware import OwnOrigin
from app.web.server.readiness import Readiness
from app.web.server.socket_quota import SocketQuota
from tests.conftest import NewDatabase
from tests.web.conftest import NewVisitor
from tests.web.server.test_security_middleware import assert_guarded

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


def test_the_process_says_that_it_lives(visitor: NewVisitor) -> None:
    assert visitor().get("/healthz").json() == {"status": "alive"}


def test_readiness_asks_for_a_database_that_keeps_what_it_says(visitor: NewVisitor) -> None:
    """The tests' own server does not write through to the disk, and the server notices."""
    answer = visitor().get("/readyz")
    assert answer.status_code == 503
    assert "fsync" in answer.json()["why"]


async def test_readiness_asks_for_a_migrated_database(postgres_url: str) -> None:
    database = Database(postgres_url)
    assert await Readiness(database).why_not() == "the database is not migrated"
    await database.close()


async def test_readiness_says_that_the_database_is_away() -> None:
    database = Database(NOWHERE)
    assert await Readiness(database).why_not() == "the database does not answer"
    await database.close()


async def test_a_closing_server_takes_no_visitors(new_database: NewDatabase) -> None:
    database = Database(new_database())
    readiness = Readiness(database)
    readiness.closing = True
    assert await readiness.why_not() == "the server is closing"
    await database.close()


def test_the_numbers_are_for_this_machine_and_name_nobody(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Namedperson")
    with host.connect(room) as line:
        line.receive_until("room")
        line.ask("say", text="hello")
        line.send_raw("nonsense")
        text = host.get("/metrics").text
    assert 'pecking_order_commands_total{type="say"}' in text
    assert 'pecking_order_refusals_total{code="malformed"}' in text
    for name in (
        "pecking_order_sockets",
        "pecking_order_tables",
        "pecking_order_append_seconds_bucket",
    ):
        assert name in text
    assert "Namedperson" not in text
    assert room not in text
    assert host.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404


def test_the_description_for_programs_names_nobody_elses_host(visitor: NewVisitor) -> None:
    person = visitor()
    page = person.get("/docs").text
    assert "https://" not in page
    linked = [
        path for path in re.findall(r'href="([^"]+)"', page) if path.endswith((".md", ".json"))
    ]
    assert linked == ["/docs/protocol.md", "/openapi.json"]
    assert person.get(linked[0]).text.startswith("# The protocol")
    described = person.get(linked[1]).json()["paths"]
    assert "/join/{secret}" in described
    assert "/admin/matches" not in described


# -- in this process: a server in trouble


@pytest.fixture
async def troubled() -> AsyncIterator[FastAPI]:
    """The application on a database that is not there, with a page that raises an error."""
    settings = Settings(database_url=NOWHERE, public_url="https://cards.example")
    app = create_app(settings)

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("secret inside")

    database, clock = Database(NOWHERE), SystemClock()
    services = TableServices(BY_SLUG, None, None, clock, None, None)  # type: ignore[arg-type]  # never asked
    lobby = Lobby(services)
    app.state.services = Services(
        games=BY_SLUG,
        db=database,
        lobby=lobby,
        account_changes=None,  # type: ignore[arg-type]  # never asked
        lessons=Lessons(services),
        rooms=None,  # type: ignore[arg-type]  # never asked
        clock=clock,
        templates=Templates(ROOT / "templates", app.state.assets, BY_SLUG),
        records=RecordService(),
        pictures=PictureService(),
        look_backs=None,  # type: ignore[arg-type]  # never asked
        passwords=Passwords(),
        mutes=MuteKeeper(database),
        switches=SwitchKeeper(database, clock),
        limits=Limits(),
        metrics=Metrics(Buckets(())),
        origin=OwnOrigin(settings.public_url),
        links=LinkOrigin(OwnOrigin(settings.public_url), ()),
        https=True,
        why_not_ready=Readiness(database).why_not,
        socket_quota=SocketQuota(),
        rating_refolder=RatingRefolder(database),
    )
    yield app
    app.state.services.passwords.close()
    await database.close()


async def ask(app: FastAPI, method: str, path: str, **more: object) -> httpx2.Response:
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="https://cards.example") as client:
        return await client.request(method, path, **more)  # type: ignore[arg-type]  # handed through


async def test_headers_stand_on_pages_of_our_own_mistakes_and_https_is_kept(
    troubled: FastAPI,
) -> None:
    for path in ("/broken", "/nothing", "/", "/static/css/base.css"):
        answer = await ask(troubled, "GET", path)
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        del answer.headers["strict-transport-security"]
        assert_guarded(answer)


async def test_a_database_that_is_away_is_a_503_with_a_time_to_come_back(troubled: FastAPI) -> None:
    steps = f"/api/matches/{'A' * 22}/steps"
    for path in ("/leaderboard/" + next(iter(BY_SLUG)), "/people/x1", steps):
        answer = await ask(troubled, "GET", path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), path
        assert path.startswith("/api/") == ("error" in answer.text[:10])
    assert (await ask(troubled, "GET", "/readyz")).status_code == 503
    cookie = {"Cookie": "__Host-po=" + "A" * 43}
    assert (await ask(troubled, "GET", "/account", headers=cookie)).status_code == 503
    assert (await ask(troubled, "GET", "/nothing", headers=cookie)).status_code == 404


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (sqlalchemy.exc.TimeoutError("no connection is free"), 503),
        (asyncpg.CannotConnectNowError("starting up"), 503),
        (sqlalchemy.exc.DBAPIError("SELECT", None, asyncpg.QueryCanceledError("too slow")), 503),
        (sqlalchemy.exc.DBAPIError("SELECT", None, asyncpg.AdminShutdownError("closing")), 503),
        (
            sqlalchemy.exc.DBAPIError(
                "SELECT", None, asyncpg.NumericValueOutOfRangeError("too much")
            ),
            400,
        ),
        (
            sqlalchemy.exc.ProgrammingError(
                "SELECT", None, asyncpg.UndefinedTableError("our mistake")
            ),
            500,
        ),
        (ConnectionRefusedError(), 503),
        (jinja2.TemplateNotFound("our mistake"), 500),
    ],
    ids=lambda value: type(getattr(value, "orig", value)).__name__,
)
async def test_each_way_for_the_database_to_fail_has_its_answer(
    troubled: FastAPI, error: Exception, status: int
) -> None:
    @troubled.get("/failing")
    async def failing() -> None:
        raise error

    answer = await ask(troubled, "GET", "/failing")
    assert answer.status_code == status
    assert "SELECT" not in answer.text


async def test_who_finds_no_room_among_passwords_reads_how_long_to_wait(
    troubled: FastAPI,
) -> None:
    """It is not the database that is away, so the log does not say so."""

    @troubled.get("/failing")
    async def failing() -> None:
        raise TooBusy(7)

    with capture_logs() as logged:
        answer = await ask(troubled, "GET", "/failing")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "7")
    assert "Many people are logging in. Try again in 7 s." in answer.text
    assert logged == []


async def test_by_https_the_cookie_is_bound_to_the_host(troubled: FastAPI) -> None:
    answer = await ask(
        troubled,
        "POST",
        "/account/logout",
        headers={"Origin": "https://cards.example", "Cookie": "__Host-po=x"},
    )
    cookie = next(
        each for each in answer.headers.get_list("set-cookie") if each.startswith("__Host-po=")
    )
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
