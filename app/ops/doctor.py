"""The versions, database, browser and folders in use: a line each, for reports of trouble."""

import asyncio
import os
import platform
import shutil
import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import asyncpg

from app.ops import migrations
from app.ops.binaries import PostgresNotFound, find_server
from app.ops.data_dir_lock import running_socket_folder
from app.ops.database import Unreachable, connect, without_password
from app.ops.postgres import socket_url
from app.ops.run_as import account_for
from app.settings import ROOT, Settings
from app.table.ports import StoreAway

BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
DEFAULT_MATCHES = 100
"""Matches that are replayed if not all are asked for."""
PACKAGES = ("fastapi", "starlette", "uvicorn", "sqlalchemy", "asyncpg", "alembic", "msgspec")


def report(settings: Settings, most: int | None = DEFAULT_MATCHES) -> Iterator[tuple[str, str]]:
    """Names and findings in the order to print, with the newest `most` matches replayed.

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
    yield "database", asyncio.run(_database(settings))
    yield "records", asyncio.run(_records(settings, most))
    yield "port", _port(settings)
    yield (
        "browser",
        browser() or "none found; browser tests are skipped (Debian: apt install chromium)",
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


async def _records(settings: Settings, most: int | None) -> str:
    """The state of the audit log and of the matches."""
    from app.games import BY_SLUG
    from app.ops.verify_records import verify

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
        found = await verify(url, BY_SLUG, most)
    except (Unreachable, StoreAway) as error:
        return str(error)
    head = f"; the audit log ends in {found.audit.head[:16]}…" if found.audit.head else ""
    return "; ".join((f"{found}{head}", *found.faults[:20]))


async def _database(settings: Settings) -> str:
    url = _reachable(settings)
    if url is None:
        return "embedded, not running"
    name = without_password(url) if settings.database_url is not None else "embedded, running"
    try:
        connection = await connect(url, patience=0)
    except Unreachable as error:
        return str(error)
    try:
        return f"{name}, {await _state(connection)}"
    finally:
        await connection.close()


async def _state(connection: asyncpg.Connection) -> str:
    server = await connection.fetchval("SHOW server_version")
    stands = await migrations.revisions(connection)
    schema = (
        "schema up to date"
        if stands == migrations.heads()
        else f"schema at {', '.join(sorted(stands)) or 'nothing'}, not up to date"
    )
    return f"server {server}, {schema}"


def _port(settings: Settings) -> str:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.create_server((settings.host, settings.port), family=family):
            return f"{settings.host} port {settings.port} is free"
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        return f"{settings.host} port {settings.port}: {reason}"
