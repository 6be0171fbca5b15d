"""A server under play whose PostgreSQL is frozen, cut off, full or out of connections."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import asyncpg
import httpx2

from app.games import GAMES
from app.ops.postgres import socket_url
from app.settings import libpq_url
from tests.prove.clients.player_memory import Fault
from tests.prove.crashes.campaign import Campaign, Plan
from tests.prove.crashes.machine import children
from tests.prove.outages.proxy import Proxy

PAGES: Final = ("/", "/healthz", "/readyz", "/history", f"/leaderboard/{GAMES[0].slug}")
SILENT: Final = 120.0
"""Seconds after which a page counts as unanswered, however busy the machine is."""
LONG: Final = 10.0
"""Seconds of a long outage: longer than any single wait of the server."""
VOLUME: Final = 200
"""MiB of the disk that is filled."""


class PostgresOutages(Campaign):
    """`kills` counts the outages by kind, `statuses` the answers that visitors got meanwhile."""

    def __init__(self, plan: Plan, folder: Path, verbose: bool = False) -> None:
        super().__init__(plan, folder, verbose)
        self.statuses: dict[int, int] = {}
        self.slowest_page = 0.0
        self.no_mount: str | None = None
        """The reason why the disk cannot be filled here, or None."""
        (folder / "proxy").mkdir()
        self._proxy = Proxy(folder / "proxy", folder / "sockets")
        server = self._machine.new_server(folder, socket_url(folder / "proxy"), plan.patches)
        self._machine.server = server
        self._servers = [server]
        self._data = folder / "data"
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "stopped": self._stopped, "cut": self._cut, "swallowed": self._swallowed,
            "exhausted": self._exhausted, "full": self._full,
            "stopped for long": partial(self._stopped, LONG),
            "swallowed for long": partial(self._swallowed, LONG),
        }  # fmt: skip
        self._left: list[str] = []

    async def _before(self) -> None:
        self._data.mkdir(exist_ok=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={VOLUME}m,mode=755", "tmpfs", str(self._data)]
        try:
            done = await asyncio.to_thread(
                subprocess.run, mount, capture_output=True, text=True, check=False
            )
        except OSError as error:
            self.no_mount = str(error)
        else:
            self.no_mount = None if done.returncode == 0 else done.stderr.strip()
        if self.no_mount is not None:
            del self._kinds["full"]

    async def _opened(self) -> None:
        self._proxy.start()

    async def _closing(self) -> None:
        self._proxy.stop()

    def unmount(self) -> None:
        if self.no_mount is None:
            subprocess.run(["umount", "-l", str(self._data)], capture_output=True, check=False)

    # -- one outage

    async def _round(self) -> None:
        if not self._left:
            self._left = self._chance.sample([*self._kinds], len(self._kinds))
        kind = self._left.pop()
        await self._everybody()
        await asyncio.sleep(self._chance.uniform(0, 0.5))
        self.kills[kind] += 1
        async with self._visited():
            await self._kinds[kind]()
        self._back()
        await self._everybody()
        await self._check()
        self._tell()

    def _seconds(self) -> float:
        return self._chance.choice((0.5, 1.0, 2.0, 3.0))

    async def _stopped(self, seconds: float | None = None) -> None:
        """PostgreSQL is frozen, and answers late."""
        master = self._machine.postgres.process.pid
        pids = [master, *children(master)]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(seconds or self._seconds())
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def _cut(self) -> None:
        self._proxy.swallow()
        self._proxy.cut()
        await asyncio.sleep(self._seconds())
        self._proxy.recover()
        self._proxy.cut()

    async def _swallowed(self, seconds: float | None = None) -> None:
        self._proxy.swallow()
        await asyncio.sleep(seconds or self._seconds())
        self._proxy.recover()

    async def _exhausted(self) -> None:
        """Another client holds every connection of PostgreSQL; the server's own are ended."""
        held = [connection async for connection in self._all_there_are()]
        await held[0].execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'pecking-order'"
        )
        held += [connection async for connection in self._all_there_are()]
        await asyncio.sleep(self._seconds())
        for connection in held:
            connection.terminate()

    async def _all_there_are(self) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
        while True:
            try:
                yield await asyncpg.connect(libpq_url(self._machine.url))
            except (asyncpg.TooManyConnectionsError, asyncpg.CannotConnectNowError):
                return

    async def _full(self) -> None:
        ballast = self._data / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 16))
        await asyncio.sleep(1.0 + self._seconds())
        ballast.unlink()
        if (
            self._machine.postgres.process.poll() is not None
        ):  # it could not write its log either, and ended
            self.kills["full, PostgreSQL ended"] += 1
            self._machine.kill_store()
            await self._machine.start_store()

    # -- who looks in meanwhile

    @asynccontextmanager
    async def _visited(self) -> AsyncIterator[None]:
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            self._looking = False
            await looking

    async def _look(self) -> None:
        self._looking = True
        async with httpx2.AsyncClient(
            base_url=self._machine.server.base_url, timeout=SILENT
        ) as visitor:
            while self._looking:
                for page in PAGES:
                    if self._looking:
                        await self._see(visitor, page)
                await asyncio.sleep(0.1)

    async def _see(self, visitor: Any, page: str) -> None:
        began = monotonic()
        try:
            answer = await visitor.get(page)
        except httpx2.HTTPError as error:
            self.faults.append(Fault("silent", f"{page} was not answered: {type(error).__name__}"))
            return
        self.slowest_page = max(self.slowest_page, monotonic() - began)
        status: int = answer.status_code
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status not in (200, 303, 503) or (page == "/healthz" and status != 200):
            self.faults.append(Fault("silent", f"{page} was answered with {status}"))
        elif status == 503 and len(answer.text.split()) < 4:
            self.faults.append(Fault("silent", f"{page} does not say what is wrong"))
