"""Two whole houses on one PostgreSQL: people play in one, it is frozen, they go to the other, and the first wakes up.

Everything that the crash campaign checks is checked here too: what people saw, what they were told, and that each table goes on.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Final

from tests.prove.crashes.campaign import Campaign, Plan
from tests.prove.crashes.machine import ENVIRONMENT
from tests.server_process import House

SECOND: Final = "second"
"""The folder of the second house, within the campaign's."""


class ServerTakeovers(Campaign):
    """`kills` counts how the tables came to another house: from one that is frozen, or from one that goes on."""

    def __init__(self, plan: Plan, folder: Path, loud: bool = False) -> None:
        super().__init__(plan, folder, loud)
        (folder / SECOND).mkdir()
        environment = {**ENVIRONMENT, **plan.environment, "DATABASE_URL": self._machine.url}
        self._houses.append(House(folder / SECOND, plan.module, **environment))
        self._number = 0
        """Of the house that people are in."""
        self.takeovers = 0

    async def _opened(self) -> None:
        await asyncio.to_thread(self._houses[1].start)

    async def _closing(self) -> None:
        self._houses[1].kill()

    async def _round(self) -> None:
        await self._everybody()
        await asyncio.sleep(self._chance.uniform(0, 0.3))
        old, self._number = self._houses[self._number], 1 - self._number
        frozen = self._chance.random() < 0.7
        if frozen:
            os.kill(old.pid, signal.SIGSTOP)
        try:
            self.kills["frozen" if frozen else "awake"] += 1
            for table in self._tables:
                table.base_url = self._houses[self._number].base_url
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
