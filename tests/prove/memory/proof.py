"""The proof `memory`: what ended is freed by reference counts alone.

A real server whose collector never runs plays matches of every game, is visited and refuses
connections. After each of these it is weighed. A cycle with an object of ours in it is a fault.
So is more garbage of libraries than their bound, or memory that each match leaves behind.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from statistics import median
from typing import Final

import httpx2
import msgspec

from app.games import GAMES
from tests.cycles import OURS
from tests.prove.memory import scenes
from tests.prove.memory.planted_faults import (
    contexts_hold_themselves,
    proofs_hold_their_match,
    requests_keep_tracebacks,
)
from tests.prove.memory.weighing import PATH, Weight, weighed
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import logged_errors, temp_server
from tests.server_process import ServerProcess

ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "100000",
    "PECKING_ORDER_PATIENCE": "1",
    "PECKING_ORDER_PACE": "0.002",
}
GARBAGE: Final = {"matches": 100, "visits": 100, "refused connections": 5}
"""Objects that libraries may leave in cycles each time, on average."""
BLOCKS: Final = {"matches": 3000, "visits": 100, "refused connections": 20}
"""Blocks of memory that may be in use more after each, in the median of the rounds but the first.

Caches fill meanwhile: those of Scroker's bots by 13,000 blocks in a match at first.
"""


class Left(msgspec.Struct):
    """The garbage and blocks that one kind of thing left behind."""

    times: int = 0
    garbage: int = 0
    blocks: list[float] = []
    """Blocks for each of them, by round."""

    def settled(self) -> float:
        """The blocks that each leaves once caches are full; 0 after a single round."""
        return median(self.blocks[1:] or [0.0])


class MemoryRun:
    """One run on one server."""

    def __init__(self, server: ServerProcess, options: RunOptions) -> None:
        self.faults: list[str] = []
        self.left = {kind: Left() for kind in GARBAGE}
        self._server, self._options = server, options
        self._games = [game for game in GAMES if game.slug in (options.games or [game.slug])]

    async def run(self, progress: Progress, kinds: Sequence[str]) -> None:
        """Round after round until the time is over, one at least."""
        acts: dict[str, Callable[[int], Awaitable[int]]] = {
            "matches": self._matches,
            "visits": lambda _: asyncio.to_thread(scenes.visit_pages, self._server),
            "refused connections": lambda _: scenes.be_refused(self._server),
        }
        before, seed = await self._weigh(), self._options.seed
        while not self.faults and (seed == self._options.seed or not progress.over):
            seed += 1
            for kind in kinds:
                times = await acts[kind](seed)
                await scenes.settle(self._server)
                before = self._note(kind, times, before, await self._weigh())
            progress.show(", ".join(f"{one.times} {kind}" for kind, one in self.left.items()))
        self._judge()

    async def _matches(self, seed: int) -> int:
        await asyncio.gather(
            *(scenes.play_match(self._server, game, Random(seed)) for game in self._games)
        )
        return len(self._games)

    async def _weigh(self) -> Weight:
        answer = await asyncio.to_thread(
            httpx2.get, f"{self._server.base_url}{PATH}", timeout=scenes.LIMIT
        )
        return msgspec.json.decode(answer.content, type=Weight)

    def _note(self, kind: str, times: int, before: Weight, after: Weight) -> Weight:
        left = self.left[kind]
        left.times += times
        left.garbage += after.garbage
        left.blocks.append((after.blocks - before.blocks) / times)
        for cycle, many in after.cycles.items():
            if OURS in cycle:
                self.faults.append(
                    f"seed {self._options.seed}: {times} {kind} left {many} cycles of {cycle}"
                )
        return after

    def _judge(self) -> None:
        for kind, left in self.left.items():
            if left.garbage > GARBAGE[kind] * left.times:
                self.faults.append(
                    f"{left.times} {kind} left {left.garbage} objects of libraries in cycles"
                )
            if left.settled() > BLOCKS[kind]:
                self.faults.append(f"each of the {kind} left {left.settled():.0f} blocks of memory")
        self.faults += logged_errors(self._server)


def run_on(
    options: RunOptions, *patches: Patch, kinds: Sequence[str] = tuple(GARBAGE)
) -> MemoryRun:
    with temp_server(weighed, *patches, **ENVIRONMENT) as server:
        run = MemoryRun(server, options)
        asyncio.run(run.run(Progress(options), kinds))
        return run


def prove(options: RunOptions) -> Findings:
    run = run_on(options)
    figure = "; ".join(
        f"{left.times:,} {kind}, each leaves {left.garbage / max(1, left.times):.1f} objects in "
        f"cycles and {left.settled():.0f} blocks"
        for kind, left in run.left.items()
    )
    return Findings({"P17": f"{len(run.faults)} faults; {figure}"}, tuple(run.faults))


def planted(patch: Patch, kind: str) -> PlantedFault:
    def run(options: RunOptions) -> Findings:
        game = RunOptions(0.0, options.seed, options.games or (GAMES[0].slug,), options.verbose)
        return Findings({}, tuple(run_on(game, patch, kinds=(kind,)).faults))

    return PlantedFault("P17", run)


PROOF: Final = Proof(
    "memory",
    ("P17",),
    "what ended is weighed, with the collector off",
    prove,
    quick=0.05,
    planted={
        "match-holds-itself": planted(proofs_hold_their_match, "matches"),
        "page-holds-itself": planted(contexts_hold_themselves, "visits"),
        "error-holds-itself": planted(requests_keep_tracebacks, "refused connections"),
    },
)
