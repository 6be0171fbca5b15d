"""A move log that measures how long each commit takes."""

from time import perf_counter

from app.table.ports import LogLine, MoveLog
from app.web.server.metrics import Metrics


class TimedMoveLog:
    """Implements ports.MoveLog: passes every call on, and observes the seconds of `append`."""

    def __init__(self, log: MoveLog, metrics: Metrics) -> None:
        self._log = log
        self._metrics = metrics
        self.begin = log.begin
        self.claim = log.claim
        self.load_finished = log.load_finished
        self.commands_by_person = log.commands_by_person
        self.stop = log.stop
        self.is_full = log.is_full

    async def append(self, line: LogLine) -> None:
        began = perf_counter()
        await self._log.append(line)
        self._metrics.append_seconds.observe(perf_counter() - began)
