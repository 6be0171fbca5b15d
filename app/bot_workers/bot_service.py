"""The bots of a server: an answer at once, and a better one from search while time remains."""

from collections.abc import Sequence
from secrets import SystemRandom
from typing import Any, Final
from zlib import crc32

from msgspec.json import encode

from app.bot_workers.search_job import MAX_MOVES, TrialJob
from app.bot_workers.worker_pool import WorkerPool
from app.bots.look_back.trials import Payoffs
from app.bots.move_choice import SEARCHES, STRENGTHS, choose
from app.rules.codec import to_json
from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView

MARGIN: Final = 0.05
"""Seconds before the answer is due by which a search must have ended."""


class BotService:
    """Implements ports.Bots. The bots are pure, so their chance and their time come from here."""

    strengths: tuple[str, ...] = tuple(STRENGTHS)

    def __init__(self, pool: WorkerPool | None = None) -> None:
        self._chance = SystemRandom()
        self._pool = pool or WorkerPool()

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        return choose(SEARCHES.get(strength, strength), game, view, moves, self._chance)

    async def ponder(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any | None:
        if strength not in SEARCHES or len(moves) > MAX_MOVES:
            return None
        move = await self._pool.search(
            game.slug, to_json(view), self._chance.getrandbits(64), within - MARGIN, game.manner
        )
        return None if move is None else moves[move]

    async def compare(
        self, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Comparison | None:
        if not 1 < len(moves) <= MAX_MOVES:
            return None
        seen = to_json(view)
        seed = crc32(encode(seen))  # the same view leads to the same comparison
        found = await self._pool.compare(game.slug, seen, seed, within)
        if found is None:
            return None
        candidates = tuple(moves[index] for index in found.candidates)
        return Comparison(candidates, found.candidates.index(found.move), found.payoffs)

    async def try_moves(self, job: TrialJob) -> list[Payoffs] | None:
        """The payoffs of a part of a look back, by imagined deal; None if there are none."""
        result = await self._pool.try_moves(job)
        return None if result is None else result.deals

    async def close(self) -> None:
        """Ends the worker processes."""
        await self._pool.close()
