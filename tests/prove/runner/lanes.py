"""Lanes: processes that do the jobs of a run side by side, each taking the next when it is free.

They are forked from a process that has loaded everything, so one more costs next to nothing. Many
proofs wait most of the time: for limits of the server, for processes that start, for silence.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Generator, Sequence
from multiprocessing import connection
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final, TypeVar

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
FORKS: Final = multiprocessing.get_context("fork")
ENDS: Final = 60.0
"""Seconds for a lane to stop its servers once it is told to end."""


class Lane:
    """One process. What it prints is kept in a file until somebody asks for it."""

    def __init__(self, work: Callable[[int], Any], others: Sequence["Lane"]) -> None:
        self.job = -1
        """The number of the job in hand."""
        self.began = 0.0
        self._printed, self._read = os.memfd_create("printed"), 0
        self.connection, inside = FORKS.Pipe()
        ours = [self.connection, *(lane.connection for lane in others)]
        self.process = FORKS.Process(target=_work, args=(work, inside, self._printed, ours))
        sys.stdout.flush()
        self.process.start()
        inside.close()

    def give(self, job: int) -> None:
        self.job, self.began = job, monotonic()
        self.connection.send(job)

    def printed(self) -> str:
        """The words that it has printed since somebody asked."""
        text = os.pread(self._printed, os.fstat(self._printed).st_size - self._read, self._read)
        self._read += len(text)
        return text.decode(errors="replace")


def _work(
    work: Callable[[int], Any], inside: Connection, printed: int, ours: Sequence[Connection]
) -> None:
    for one in ours:  # or we would never learn that the parent is gone
        one.close()
    for stream in (1, 2):
        os.dup2(printed, stream)
    sys.stdout = sys.stderr = os.fdopen(1, "w", buffering=1, closefd=False)
    try:
        while True:
            inside.send(work(inside.recv()))
    except EOFError:
        pass


def share(
    jobs: Sequence[JobT], work: Callable[[JobT], ResultT], lanes: int, show: Callable[[str], None]
) -> Generator[tuple[JobT, ResultT | str, float]]:
    """Each job, its result and its seconds, as they end; a sentence where a process ended with it.

    `show` gets what a job has printed. Whoever stops asking ends all lanes.
    """
    left, busy = list(reversed(range(len(jobs)))), list[Lane]()

    def do(number: int) -> ResultT:
        return work(jobs[number])

    try:
        while left and len(busy) < lanes:
            busy.append(Lane(do, busy))
            busy[-1].give(left.pop())
        while busy:
            for ready in connection.wait([lane.connection for lane in busy]):
                lane = next(one for one in busy if one.connection is ready)
                result: ResultT | str
                try:
                    result = lane.connection.recv()
                except EOFError:
                    lane.process.join(ENDS)
                    result = f"its process ended with status {lane.process.exitcode}"
                show(lane.printed())
                job, seconds = jobs[lane.job], monotonic() - lane.began
                if not left or not lane.process.is_alive():
                    busy.remove(lane)
                    lane.connection.close()
                    lane.process.join(ENDS)
                if left:
                    if lane not in busy:
                        lane = Lane(do, busy)
                        busy.append(lane)
                    lane.give(left.pop())
                yield job, result, seconds
    finally:
        for lane in busy:
            lane.process.terminate()
        for lane in busy:
            lane.process.join(ENDS)
            show(lane.printed())
