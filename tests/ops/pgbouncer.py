"""A real PgBouncer before a test's PostgreSQL, from Debian's package `pgbouncer`."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from app.settings import libpq_url


def program() -> str | None:
    """Its path, or None where it is not installed."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextmanager
def pooled(url: str, mode: str, *settings: str) -> Iterator[str]:
    """Yields the URL of a pooler in this pool mode before the database."""
    found = program()
    assert found is not None, "asked for before"
    parts = urlsplit(libpq_url(url))
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer-", dir="/tmp"))
    folder.chmod(0o755)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    host = f"host={parse_qs(parts.query)['host'][0]}"
    lines = [
        "[databases]",
        f"* = {host} user={parts.username}",
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        f"listen_port = {port}",
        "unix_socket_dir =",
        "auth_type = any",
        f"pool_mode = {mode}",
        *settings,
    ]
    (folder / "pgbouncer.ini").write_text("\n".join(lines))
    names = {account.pw_name for account in pwd.getpwall()}
    account = ("postgres" if "postgres" in names else "nobody") if os.geteuid() == 0 else None
    process = subprocess.Popen(
        [found, "-q", folder / "pgbouncer.ini"], user=account, stderr=subprocess.DEVNULL
    )
    try:
        _wait(port)
        yield f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


def _wait(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise TimeoutError("PgBouncer does not listen")
