"""A house and its PostgreSQL as two processes of ours, each of which can be killed at any moment and started again on the same data."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import asyncpg

from app.ops.postgres import Postgres, socket_url
from app.settings import plain_database_url
from tests.prove.crashes.kill_points import signal_of
from tests.prove.runner.patience import Patience
from tests.server_process import House

ENVIRONMENT = {"PECKING_ORDER_LIMITS": "1000", "PECKING_ORDER_PATIENCE": "20"}
"""Nobody comes too often, and nobody counts as gone while the house is down."""

OPENS = 60.0
"""Seconds within which PostgreSQL must be there for its clients again."""
NOT_YET = (
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ConnectionDoesNotExistError,
    OSError,
)
"""What it says, or how it hangs up, while it makes good a crash of its own or sees off whoever held all its connections."""


class ServerAndStore:
    """Use it on one thread that outlives it, see Postgres. `folder` keeps the data and what both of them log."""

    def __init__(self, folder: Path, fsync: bool, module: str, environment: dict[str, str]) -> None:
        self._sockets = folder / "sockets"
        """A link to where PostgreSQL's socket is: the address stays the same for a house that outlives it."""
        self.postgres = Postgres(folder / "data", fsync=fsync)
        self.url = socket_url(self._sockets)
        self.house = House(folder, module, **ENVIRONMENT, **environment, DATABASE_URL=self.url)

    async def start_store(self) -> None:
        self.postgres.launch()
        self._sockets.unlink(missing_ok=True)
        self._sockets.symlink_to(Path(self.postgres.url.rpartition("host=")[2]))
        await asyncio.to_thread(self.postgres.wait_ready)

    async def start_house(self) -> None:
        await asyncio.to_thread(self.house.start)

    async def start_and_kill(self, seconds: float) -> None:
        """Starts the house and kills it so many seconds later, open or not."""
        starting = asyncio.create_task(self.start_house())
        await asyncio.wait([starting], timeout=seconds)
        with suppress(ProcessLookupError):
            os.kill(self.house.pid, signal.SIGKILL)
        with suppress(AssertionError):  # it did not open, and should not
            await starting
        self.house.kill()

    async def kill_at(self, point: str, limit: float) -> bool:
        """The house ends itself at this point of crash_points. False: nobody came by in so many seconds, and it was killed where it was."""
        os.kill(self.house.pid, signal_of(point))
        patience = Patience(limit, self.house.pid)
        while self.house.alive and not patience.over:
            await asyncio.sleep(0.002)
        itself = not self.house.alive
        self.house.kill()
        return itself

    def kill_house(self) -> None:
        self.house.kill()

    def kill_store(self) -> None:
        """Every process of it, the newest clients' too."""
        master = self.postgres.process.pid
        for pid in [master, *children(master)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.postgres.stop()

    async def connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        """To the store, once it lets somebody in."""
        patience = Patience(OPENS, self.postgres.process.pid)
        while True:
            try:
                return await asyncpg.connect(plain_database_url(self.url))
            except NOT_YET:
                if patience.over:
                    raise
                await asyncio.sleep(0.05)

    def stop(self) -> None:
        """In good order. Safe to repeat."""
        self.house.stop()
        self.postgres.stop()


def children(pid: int) -> list[int]:
    """The processes that this one has begun and that still run."""
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except FileNotFoundError:
        return []
