"""The simulation's loop in a fixed order: what is ready first runs first."""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any, Final, TypeVar

import pytest

from tests.games.kit import table_script
from tests.prove.simulation.loop import SimulatedLoop
from tests.table import fakes, table_server

T = TypeVar("T")
MOST: Final = 50_000_000
"""Steps; a run takes some thousand."""


class OrderedLoop(SimulatedLoop):
    """A loop whose clock jumps to the next timer once nothing is ready."""

    def __init__(self) -> None:
        super().__init__(Random(0), MOST)

    @property
    def busy(self) -> bool:
        """Something else is ready than what runs now."""
        return bool(self._able)

    def _chosen(self) -> asyncio.Handle:
        return self._able.pop(0)[1]


def run_ordered(doing: Coroutine[Any, Any, T]) -> T:
    """asyncio.run on such a loop."""
    loop = OrderedLoop()
    try:
        return loop.run_until_complete(doing)
    finally:
        loop.bury()


async def quiet(turns: int = 0) -> None:
    """Lets everything run that can run without time passing, to its end."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, OrderedLoop)
    while True:
        await asyncio.sleep(0)
        if not loop.busy:
            return


def waiting_in_order(patch: pytest.MonkeyPatch) -> None:
    """Makes `settle` wait for all that is ready."""
    for module in (fakes, table_server, table_script):
        patch.setattr(module, "settle", quiet)
