"""The first part of a shutdown: tell everybody at the tables while their sockets are open."""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from app.table.lobby.lobby import Lobby
from app.table.ports import Clock
from app.web.server.readiness import Readiness
from app.web.server.socket_quota import SocketQuota

GOODBYE_SECONDS: Final = 2.0
"""The time that the last messages to the tables may take to leave."""

log = structlog.get_logger(__name__)


class Drain:
    """Closes the tables once, however often it is called."""

    def __init__(
        self, lobby: Lobby, quota: SocketQuota, readiness: Readiness, clock: Clock
    ) -> None:
        self._lobby = lobby
        self._quota = quota
        self._readiness = readiness
        self._clock = clock

    async def __call__(self) -> None:
        """Call it while the connections are open; returns when they have closed, or soon."""
        if self._readiness.closing:
            return
        self._readiness.closing = True
        began, connections = self._clock.monotonic(), self._quota.open
        await self._lobby.drain()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self._quota.open:  # noqa: ASYNC110  each leaves by itself, and this happens once
                    await asyncio.sleep(0.02)
        log.info(
            "drained",
            seconds=round(self._clock.monotonic() - began, 2),
            connections=connections,
            left=self._quota.open,
        )
