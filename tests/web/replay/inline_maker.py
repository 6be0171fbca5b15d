"""Answers from records made on the loop itself, where a test has no process for them."""

from collections.abc import Mapping

from app.rules.game import AnyGame
from app.web.replay.record_jobs import RecordJob, RecordMaker


class InlineMaker:
    """Implements record_service.Maker for any games, those of tests too."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._maker = RecordMaker(games)

    async def exchange(self, job: RecordJob, lines: bytes) -> list[bytes]:
        return list(self._maker.make(job, lines))

    async def close(self) -> None:
        pass
