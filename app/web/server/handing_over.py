"""The handing over of a process's tables to its siblings, one by one, before it ends.

The states of a process, and what each word does in each:

| it is | asked to drain (SIGTERM, `drain NAME`) | all is given, or 60 s are over | no sibling |
|---|---|---|---|
| serving | giving, if a sibling can take tables; else closing | | |
| giving | closing, at a second signal | closing | closing |
| closing | as it is | ended | ended |

A giving process leads nothing, opens no table, answers 503 at `/readyz`, and says in its row that
it drains, so nobody gives it a table. What comes to it for a table that it does not run it passes
on to an heir. It waits until proxies have seen that, or, as a child of many_processes.py, until
the process that comes in its place is there. Lessons live in memory alone: they stay to the end.

A table is given at a quiet moment, or after ten seconds at any. All that it took is written. One
statement makes the heir its owner, and only then its people are sent away: wherever they come
back, they are led to the heir, which opens the table at the same card. A shuffle that was asked
for parts asks again with the same question, which stands in the log.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from app.store.database.processes import Heirs, Processes
from app.table.lobby.lobby import Lobby
from app.table.model.errors import TableError
from app.table.model.room import RoomId
from app.table.ports import Clock, StoreAway
from app.web.server.readiness import GOODBYE_SECONDS

LONGEST: Final = 60.0
"""Seconds until what is left is closed."""
NOTICE: Final = 3.0
"""Seconds until proxies that look each second have seen that this process is not ready."""
YOUNGER_WITHIN: Final = 20.0
"""Seconds for which a child waits for the process in its place."""
QUIET_WITHIN: Final = 10.0
"""Seconds from the first offer on after which a table is given at any moment."""
EVERY: Final = 0.05
"""Seconds between two tables, so that their people do not come back all at once."""
LOOK_EVERY: Final = 0.5

log = structlog.get_logger(__name__)


class HandingOver:
    """Call it once, after `asked` became true; it returns when the process may close."""

    def __init__(
        self,
        lobby: Lobby,
        processes: Processes,
        clock: Clock,
        lessons_in_use: Callable[[], bool],
        send_away: Callable[[], Awaitable[None]],
        is_child: bool,
    ) -> None:
        """`send_away`: those whose sockets only pass through here. `is_child`: of
        many_processes.py, which starts another in its place.
        """
        self._lobby, self._processes, self._clock = lobby, processes, clock
        self._lessons_in_use, self._send_away = lessons_in_use, send_away
        self._is_child = is_child
        self.asked = False
        """Somebody wants this process to give its tables away and end."""
        self.giving = False

    async def look(self) -> None:
        """Looks whether the process's row says that it drains."""
        if await self._processes.is_draining():
            self.asked = True  # and never false again: a signal may have come meanwhile

    async def __call__(self) -> None:
        began, given = self._clock.monotonic(), 0
        try:
            async with asyncio.timeout(LONGEST):
                await self._processes.begin_draining()
                if self._is_child:
                    await self._until_younger()
                if (await self._processes.heirs()).siblings:
                    self.giving = True
                    await self._lobby.stop_taking()
                    await self._processes.keep_only(self._lobby.open_rooms)
                    if not self._is_child:
                        await asyncio.sleep(NOTICE)
                    given = await self._give_tables()
                    while self._lessons_in_use():  # noqa: ASYNC110  this happens once
                        await asyncio.sleep(LOOK_EVERY)
        except (TimeoutError, StoreAway):
            pass  # what is left is closed
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._send_away()
        seconds = round(self._clock.monotonic() - began, 2)
        log.info("handed over", tables=given, seconds=seconds, left=len(self._lobby.open_rooms))

    async def _until_younger(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(YOUNGER_WITHIN):
                were = heirs = await self._processes.heirs()
                while heirs == were or not heirs.are_younger:
                    await asyncio.sleep(LOOK_EVERY)
                    heirs = await self._processes.heirs()

    async def _give_tables(self) -> int:
        """Returns when none is left, or nobody takes them; how many were given."""
        any_moment, given = self._clock.monotonic() + QUIET_WITHIN, 0
        while rooms := self._lobby.open_rooms:
            heirs = await self._processes.heirs()
            if not heirs.siblings:
                break
            for room in rooms:
                now = self._clock.monotonic() > any_moment
                with suppress(TableError):  # it is tried again
                    given += await self._give(room, heirs, given, now)
                await asyncio.sleep(EVERY)
            await asyncio.sleep(LOOK_EVERY)
        return given

    async def _give(self, room: RoomId, heirs: Heirs, turn: int, now: bool) -> bool:
        heir = heirs.siblings[turn % len(heirs.siblings)]
        give = partial(self._processes.give_room, heir, room)
        return await self._lobby.give(room, heir.name, give, now)
