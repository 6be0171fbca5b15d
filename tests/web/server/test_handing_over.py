"""The handing over of tables: what a process notices of it."""

from types import SimpleNamespace
from typing import cast
from unittest.mock import AsyncMock

from app.store.database.processes import Processes
from app.table.lobby.lobby import Lobby
from app.table.system import SystemClock
from app.web.server.handing_over import HandingOver


async def test_a_signal_that_comes_during_a_look_at_the_row_is_not_forgotten() -> None:
    async def is_draining() -> bool:
        hand_over.asked = True  # as the handler of SIGTERM does
        return False

    processes = cast("Processes", SimpleNamespace(is_draining=is_draining))
    lobby = cast("Lobby", SimpleNamespace())
    hand_over = HandingOver(
        lobby, processes, SystemClock(), lambda: False, AsyncMock(), is_child=False
    )
    await hand_over.look()
    assert hand_over.asked
