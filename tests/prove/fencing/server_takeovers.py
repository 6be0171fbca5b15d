"""Two servers on one PostgreSQL: players leave the first, often frozen, for the second and back.

All checks of the crash campaign are made here too.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Final

from tests.prove.crashes.campaign import Campaign, Plan

SECOND: Final = "second"
"""The second server's folder, within the campaign's."""
SHARED: Final = {"PECKING_ORDER_SHARED_DATABASE": "1"}
"""Both serve at once, as an owner and one that goes on after a freeze would (see decision 195)."""


class ServerTakeovers(Campaign):
    """`kills` counts the takeovers, from a server that is frozen or awake."""

    def __init__(self, plan: Plan, folder: Path, verbose: bool = False) -> None:
        super().__init__(plan, folder, verbose)
        (folder / SECOND).mkdir()
        self._servers = [
            self._machine.new_server(place, self._machine.url, plan.patches, **SHARED)
            for place in (folder, folder / SECOND)
        ]
        self._machine.server = self._servers[0]
        self._number = 0
        """The server that players are in."""
        self.takeovers = 0

    async def _opened(self) -> None:
        await asyncio.to_thread(self._servers[1].start)

    async def _closing(self) -> None:
        self._servers[1].kill()

    async def _round(self) -> None:
        await self._everybody()
        await asyncio.sleep(self._chance.uniform(0, 0.3))
        old, self._number = self._servers[self._number], 1 - self._number
        frozen = self._chance.random() < 0.7
        if frozen:
            os.kill(old.pid, signal.SIGSTOP)
        try:
            self.kills["frozen" if frozen else "awake"] += 1
            for table in self._tables:
                table.base_url = self._servers[self._number].base_url
            for player in self._players:
                player.leave()
            self._back()
            if self._chance.random() < 0.5:
                await self._everybody()
        finally:
            if frozen:
                os.kill(old.pid, signal.SIGCONT)
        self.takeovers += len(self._tables)
        await self._everybody()
        await self._check()
        self._tell()
