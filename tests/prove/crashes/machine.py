"""A server and its PostgreSQL, each of which can be killed and started again on the same data."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import asyncpg

from app.ops.postgres import Postgres, socket_url
from app.settings import libpq_url
from app.store.database.connections import name_matches_by_id
from tests.prove.crashes.kill_points import signal_of
from tests.prove.runner import patched_server
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.patience import Patience
from tests.server_process import ForkedServer, ServerProcess

ENVIRONMENT = {"PECKING_ORDER_LIMITS": "1000", "PECKING_ORDER_PATIENCE": "20"}
"""Generous limits, and nobody counts as gone while the server is down."""

OPENS = 60.0
"""Seconds of Patience until PostgreSQL takes clients again."""
NOT_YET = (
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ConnectionDoesNotExistError,
    OSError,
)
"""PostgreSQL's errors while it recovers, or ends clients that held all its connections."""


class ServerAndStore:
    """A server and its PostgreSQL in one `folder`; see Postgres about threads."""

    def __init__(
        self, folder: Path, fsync: bool, patches: Sequence[Patch], forked: bool = False
    ) -> None:
        """`forked`: servers begin in a process that has loaded all, in a tenth of the time."""
        self._kind = ForkedServer if forked else ServerProcess
        self.sockets = folder / "sockets"
        """A link to PostgreSQL's socket, so that its address survives a restart."""
        self.postgres = Postgres(folder / "data", fsync=fsync)
        self.url = socket_url(self.sockets)
        self.server = self.new_server(folder, self.url, patches)

    def new_server(
        self, folder: Path, url: str, patches: Sequence[Patch], **settings: str
    ) -> ServerProcess:
        """A server on that database, not started yet; `settings` are variables of its own."""
        environment = {**ENVIRONMENT, **settings, **patched_server.environment_of(*patches)}
        return self._kind(folder, patched_server.MODULE, **environment, DATABASE_URL=url)

    async def start_store(self) -> None:
        self.postgres.launch()
        self.sockets.unlink(missing_ok=True)
        self.sockets.symlink_to(Path(self.postgres.url.rpartition("host=")[2]))
        await asyncio.to_thread(self.postgres.wait_ready)

    async def start_server(self) -> None:
        await asyncio.to_thread(self.server.start)

    async def start_and_kill(self, seconds: float) -> None:
        """Starts the server and kills it this many seconds later, open or not."""
        starting = asyncio.create_task(self.start_server())
        await asyncio.wait([starting], timeout=seconds)
        with suppress(ProcessLookupError):
            os.kill(self.server.pid, signal.SIGKILL)
        with suppress(AssertionError):  # it did not open, and should not
            await starting
        self.server.kill()

    async def kill_at(self, point: str, limit: float) -> bool:
        """The server ends itself at this kill point.

        False: it did not reach the point in `limit` seconds and was killed where it was.
        """
        os.kill(self.server.pid, signal_of(point))
        patience = Patience(limit, self.server.pid)
        while self.server.alive and not patience.over:
            await asyncio.sleep(0.002)
        itself = not self.server.alive
        self.server.kill()
        return itself

    def kill_server(self) -> None:
        self.server.kill()

    def kill_store(self) -> None:
        """Kills every process of PostgreSQL."""
        master = self.postgres.process.pid
        for pid in [master, *children(master)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.postgres.stop()

    async def connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        """A connection to the store, once it takes one."""
        patience = Patience(OPENS, self.postgres.process.pid)
        while True:
            try:
                connection = await asyncpg.connect(libpq_url(self.url))
                await name_matches_by_id(connection)
                return connection
            except NOT_YET:
                if patience.over:
                    raise
                await asyncio.sleep(0.05)

    def stop(self) -> None:
        """Stops both in good order. Safe to repeat."""
        self.server.stop()
        self.postgres.stop()


def children(pid: int) -> list[int]:
    """The running child processes."""
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except FileNotFoundError:
        return []
