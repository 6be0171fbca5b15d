"""The versions, database, browser and folders in use: a line each, for reports of trouble."""

import asyncio
import json
import os
import platform
import shutil
import socket
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.error import HTTPError

import asyncpg

from app.ops import migrations
from app.ops.binaries import PostgresNotFound, find_server
from app.ops.changed_rules import warning
from app.ops.data_dir_lock import running_socket_folder
from app.ops.database import Unreachable, connect, print_progress, without_password
from app.ops.postgres import socket_url
from app.ops.server_process import account_for
from app.settings import ROOT, Settings
from app.store.admin.audit_chain import Head
from app.store.upkeep.backups import Condition, newest_on

OTHER_BROWSERS = ("firefox", "firefox-esr", "WebKitWebDriver")
BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
DEFAULT_MATCHES = 100
"""Matches that are replayed if not all are asked for."""
CHECK_SECONDS = 60.0
"""Time for each check of the records: the audit log, the matches, the totals."""
SERVER_SECONDS = 10.0
"""Time for the running server to answer."""
MAX_SHOWN = 20
"""Faults that are named; the others are counted."""
PACKAGES = ("fastapi", "starlette", "uvicorn", "sqlalchemy", "asyncpg", "alembic", "msgspec")

_ESTIMATED_ROWS = """
SELECT whole.relname AS name,
    sum(CASE WHEN part.reltuples < 0 THEN n_live_tup ELSE part.reltuples END)::bigint AS rows
FROM pg_class AS part JOIN pg_stat_user_tables ON relid = part.oid
JOIN pg_class AS whole ON whole.oid = coalesce(pg_partition_root(part.oid), part.oid)
WHERE part.relkind = 'r' AND schemaname = 'public' GROUP BY 1 ORDER BY 2 DESC, 1
"""
"""Partitions count as one table; `reltuples` is negative until the first analysis."""


def report(
    settings: Settings,
    most: int | None = DEFAULT_MATCHES,
    seconds: float | None = CHECK_SECONDS,
    say: Callable[[str], None] = print_progress,
    known: Head | None = None,
) -> Iterator[tuple[str, str]]:
    """Names and findings in the order to print, with the newest `most` matches replayed.

    Each check of the records ends after this many `seconds`. `say` hears of its progress. `known`
    is a line that the audit log must have.
    Starts nothing and changes nothing.
    """
    yield (
        "Python",
        f"{platform.python_version()} on {platform.platform(terse=True)}, {os.cpu_count()} cores",
    )
    yield "packages", ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    yield "locks", _locks()
    yield "data", _folder(settings.data_dir)
    yield "PostgreSQL", _programs(settings)
    yield "database", asyncio.run(_asked(settings, _state))
    yield "rows", asyncio.run(_asked(settings, _rows))
    yield "daily job", asyncio.run(_asked(settings, _daily_job))
    yield "rules", asyncio.run(_asked(settings, _changed_rules))
    yield "backups", asyncio.run(_asked(settings, _backups))
    yield "records", asyncio.run(_records(settings, most, seconds, say, known))
    yield "server", _server(settings)
    yield "port", _port(settings)
    yield (
        "browser",
        browser() or "none found; browser tests are skipped (Debian: apt install chromium)",
    )
    others = ", ".join(filter(None, map(shutil.which, OTHER_BROWSERS)))
    yield (
        "others",
        others or "none; `prove browsers` needs one (firefox-esr, webkit2gtk-driver and xvfb)",
    )


def browser() -> str | None:
    """The Chromium that browser tests use: CHROMIUM, else where systems put it."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return shutil.which(chosen)
    return next((path for path in BROWSERS if os.access(path, os.X_OK)), None)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _locks() -> str:
    installed = ROOT / ".venv" / "installed.lock"
    if not installed.exists():
        return "not installed by run.py"
    content = installed.read_bytes()
    same = [
        lock.name
        for lock in sorted(ROOT.glob("requirements*.lock"))
        if lock.read_bytes() == content
    ]
    return (
        f"{same[0]} is installed"
        if same
        else "changed since the last install; run.py will install again"
    )


def _folder(folder: Path) -> str:
    if not folder.exists():
        return f"{folder}, not made yet"
    free = shutil.disk_usage(folder).free / 1e9
    return f"{folder}, {free:.1f} GB free{'' if os.access(folder, os.W_OK) else ', NOT WRITABLE'}"


def _programs(settings: Settings) -> str:
    try:
        found = find_server()
        account = account_for(settings.data_dir / f"pg{found.major}")
    except (PostgresNotFound, PermissionError) as error:
        return str(error).splitlines()[0]
    runs_as = f", run as {account.name}" if account else ""
    return f"{found.version} from {found.origin}: {found.folder}{runs_as}"


def _reachable(settings: Settings) -> str | None:
    """The URL of the database, if it runs or is somebody else's."""
    if settings.database_url is not None:
        return settings.database_url
    sockets = running_socket_folder(settings.data_dir)
    return None if sockets is None else socket_url(sockets)


async def _records(
    settings: Settings,
    most: int | None,
    seconds: float | None,
    say: Callable[[str], None],
    known: Head | None,
) -> str:
    """The state of the audit log, of the matches and of the totals."""
    from app.games import BY_SLUG
    from app.ops.verify_records import Limits, verify

    url = _reachable(settings)
    if url is None:
        return "not looked at, the database does not run"
    try:
        connection = await connect(url, patience=0)
        try:
            if await migrations.revisions(connection) != migrations.heads():
                return "not looked at, the schema is not up to date"
        finally:
            await connection.close()
    except Unreachable as error:
        return str(error)
    found = await verify(url, BY_SLUG, most, Limits(seconds, seconds, seconds), say, known)
    lines = [str(found), *found.unfinished]
    if found.audit.head and not found.unfinished:
        lines.append(f"the audit log ends in line {found.audit.head}")
    lines += found.faults[:MAX_SHOWN]
    if len(found.faults) > MAX_SHOWN:
        lines.append(f"and {len(found.faults) - MAX_SHOWN:,} more")
    return "; ".join(lines)


async def _asked(
    settings: Settings, question: Callable[[asyncpg.Connection, str], Awaitable[str]]
) -> str:
    """The answer of the database, whose name the question is given."""
    url = _reachable(settings)
    if url is None:
        return "embedded, not running"
    name = without_password(url) if settings.database_url is not None else "embedded, running"
    try:
        connection = await connect(url, patience=0)
    except Unreachable as error:
        return str(error)
    try:
        return await question(connection, name)
    finally:
        await connection.close()


async def _rows(connection: asyncpg.Connection, name: str) -> str:
    """The rows of each table as PostgreSQL estimates them: reads no table and waits for no lock."""
    found = await connection.fetch(_ESTIMATED_ROWS)
    return f"about {', '.join(f'{table} {rows:,}' for table, rows in found)}" if found else "none"


async def _daily_job(connection: asyncpg.Connection, name: str) -> str:
    """The last run that removed what was old."""
    if await connection.fetchval("SELECT to_regclass('public.retention_runs')") is None:
        return "not looked at, the schema is not up to date"
    last = await connection.fetchrow(
        "SELECT started_at, removed FROM retention_runs ORDER BY started_at DESC LIMIT 1"
    )
    if last is None:
        return "has not run yet"
    removed = ", ".join(
        f"{number:,} {kind.replace('_', ' ')}"
        for kind, number in json.loads(last["removed"]).items()
        if number
    )
    return f"{last['started_at']:%Y-%m-%d %H:%M} UTC, removed {removed or 'nothing'}"


async def _changed_rules(connection: asyncpg.Connection, name: str) -> str:
    """The running matches that this release would stop."""
    from app.games import BY_SLUG

    return await warning(connection, BY_SLUG) or "those of all running matches"


async def _backups(connection: asyncpg.Connection, name: str) -> str:
    """The newest good backup, and the last that came back."""
    if await connection.fetchval("SELECT to_regclass('public.backups')") is None:
        return "not looked at, the schema is not up to date"
    known, now = await newest_on(connection), datetime.now(UTC)
    if known.taken_at is None or known.size is None:
        return "none is known"
    old = " TOO OLD," if known.condition(now) is Condition.TOO_OLD else ""
    drill = f"{known.last_check:%Y-%m-%d}" if known.last_check else "never"
    return (
        f"the newest of {known.taken_at:%Y-%m-%d %H:%M} UTC,{old} {known.size / 1000:,.0f} kB; "
        f"last drill: {drill}"
    )


async def _state(connection: asyncpg.Connection, name: str) -> str:
    server = await connection.fetchval("SHOW server_version")
    stands = await migrations.revisions(connection)
    schema = (
        "schema up to date"
        if stands == migrations.heads()
        else f"schema at {', '.join(sorted(stands)) or 'nothing'}, not up to date"
    )
    return f"{name}, server {server}, {schema}"


def _server(settings: Settings) -> str:
    """The word of the running server about itself, with the work that fails and since when."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104  it listens there
    url = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/readyz"
    try:
        with urllib.request.urlopen(url, timeout=SERVER_SECONDS) as answer:
            text = answer.read()
    except HTTPError as error:
        with error:
            text = error.read()
    except OSError:
        return f"none answers at {url}"
    try:
        said = json.loads(text)
        return ": ".join(filter(None, (said["status"], said.get("why"))))
    except (ValueError, TypeError, LookupError, AttributeError):
        return f"another program answers at {url}"


def _port(settings: Settings) -> str:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.create_server((settings.host, settings.port), family=family):
            return f"{settings.host} port {settings.port} is free"
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        return f"{settings.host} port {settings.port}: {reason}"
