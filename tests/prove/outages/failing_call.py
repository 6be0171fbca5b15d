"""One failing call: a simulated run in which the k-th call to the store goes wrong."""

from collections.abc import Sequence
from typing import Final

from app.rules.codec import to_json
from app.table.model.errors import CannotSave
from tests.prove.simulation.run_result import GameVariant, RunResult
from tests.prove.simulation.store_connection import StoreConnection, Trouble
from tests.prove.simulation.world import PATIENCE, World

AWAY: Final = {"away": 5.0, "long-away": 60.0}
"""Simulated seconds of the store's absence."""
FATES: Final = ("lost", "silent", "late", *AWAY)
"""The fates of the call: it is not written; its answer is lost; it is written after it failed; the
store is away."""


class FailingConnection(StoreConnection):
    """A connection to the store on which one call goes wrong."""

    world: "CountedWorld"

    def fate(self) -> Trouble:
        world = self.world
        world.calls += 1
        if world.calls == world.k:
            world.reached = True
            if world.kind not in AWAY:
                return Trouble(
                    lost=world.kind == "lost",
                    silent=world.kind == "silent",
                    late=world.kind == "late",
                )
            world.away_until = world.loop.time() + AWAY[world.kind]
        return Trouble(down=world.loop.time() < world.away_until)


class CountedWorld(World):
    """A calm run: clients only do what ends a match. Its calls to the store are counted."""

    def __init__(self, seed: int, shelf: Sequence[GameVariant], kind: str, k: int) -> None:
        super().__init__(seed, shelf)
        self.kind, self.k = kind, k
        self.calls = 0
        self.reached = False
        self.away_until = 0.0

    def connection(self) -> StoreConnection:
        way = FailingConnection(
            self.store, self.oracle, self.outside, self.chance, self.trouble, self.happened
        )
        way.world = self
        return way

    async def scenario(self) -> None:
        process, host = self.start_process(), self.clients[0]
        while not self.room:
            try:
                self.room = await process.do(
                    process.lobby.create(host.person, self.game.slug, to_json(self.options))
                )
            except CannotSave:
                self.happened["refused, cannot save"] += 1
        host.member = True
        self.heal()
        for client in self.clients:
            self.tick(client)
        await self.come_to_an_end(PATIENCE)


def with_fault(
    seed: int, shelf: Sequence[GameVariant], kind: str, k: int
) -> tuple[RunResult, bool]:
    """The result of the run, and whether it had a k-th call."""
    world = CountedWorld(seed, shelf, kind, k)
    return world.run(), world.reached
