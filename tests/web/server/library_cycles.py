"""Cycles as libraries leave them, at a steady rate under the collector, in a process of its own.

    python -m tests.web.server.library_cycles KIND

It prints two numbers: passes over the old, and cycles that are still in memory at the end. Kinds:
`calls` make a cycle while they allocate; `pages` keep one while they wait; `flood`: a page is
always being made; `over`: the same, and then everybody leaves.
"""

import asyncio
import gc
import sys
import weakref
from collections import deque

from app.web.server import collector
from app.web.server.collector import CollectorPauses, OldObjects

ROUNDS = 4000
SETTLED = 0.3
"""Seconds without a page at the end."""


class Cycle:
    """An object that holds itself."""

    def __init__(self) -> None:
        self.me = self
        self.weight = [list[int]() for _ in range(20)]


class BusyServer:
    """The answers to the collector, and objects that last in memory for a while."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.pages = self.people = 1 if kind in ("flood", "over") else 0
        self.cycles: weakref.WeakSet[Cycle] = weakref.WeakSet()
        self.lasting: deque[list[list[int]]] = deque(maxlen=50)

    def allocate(self) -> None:
        self.lasting.append([[number] for number in range(300)])

    def call(self) -> None:
        cycle = Cycle()
        self.cycles.add(cycle)
        self.allocate()

    async def page(self) -> None:
        self.pages += 1
        cycle = Cycle()
        self.cycles.add(cycle)
        for _ in range(3):
            await asyncio.sleep(0)
            self.allocate()
        self.pages -= 1

    async def live(self) -> None:
        for _ in range(ROUNDS):
            if self.kind == "calls":
                self.call()
            else:
                await asyncio.gather(self.page(), self.page())
            await asyncio.sleep(0)
        if self.kind != "flood":
            self.pages = self.people = 0
            await asyncio.sleep(SETTLED)


async def main(kind: str) -> None:
    server = BusyServer(kind)
    collector.start()
    old = OldObjects(lambda: server.pages, lambda: server.people, CollectorPauses())

    async def look_always() -> None:
        while True:
            await old.look()
            await asyncio.sleep(0)

    looking = asyncio.create_task(look_always())
    await server.live()
    looking.cancel()
    gc.collect()  # what is not frozen
    sys.stdout.write(f"{gc.get_stats()[2]['collections']} {len(server.cycles)}\n")


if __name__ == "__main__":
    if sys.argv[1] in ("flood", "over"):
        collector.PATIENCE = 0.0  # type: ignore[misc]
        collector.EVERYTHING_EVERY = 0.0  # type: ignore[misc]
    asyncio.run(main(sys.argv[1]))
