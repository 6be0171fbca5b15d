"""The records that pages ask for: kept as they are stored, and made into answers elsewhere.

The loop checks who may see what, and hands the stored lines on. What takes long is done by one
process of its own. A person has one turn at a time, so nobody's record waits behind six of
another's. Whoever comes while too many wait is asked to come again.

| state of the process | a job comes | it answers | it fails, is late or ends | idle for long |
|---|---|---|---|---|
| none | started, then busy | | | |
| idle | busy | | none | none |
| busy | waits for its turn | idle | none; the job is refused | |
"""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, Protocol

import msgspec
import structlog
from starlette.exceptions import HTTPException

from app.bot_workers.worker_process import END, FAILED, Request, kill_process, start_process
from app.store.matches.records import StoredRecord
from app.text.error_chain import error_chain
from app.web.replay.record_jobs import RecordJob

KEPT_BYTES: Final = 8 * 2**20
"""Lines of records that are kept."""
KEPT_SECONDS: Final = 300.0
MAX_WAITING: Final = 40
"""Jobs of everybody that may be under way or wait."""
MAX_OWN: Final = 8
"""Jobs of one person: as many as a page that is opened several times asks for."""
LATE: Final = 30.0
"""Seconds after which a job counts as stuck."""
IDLE: Final = 600.0
"""Seconds after which the process is ended."""
RETRY_AFTER: Final = "3"
COMMAND: Final = (sys.executable, "-P", "-m", "app.web.replay.record_worker")
TOO_MANY: Final = "Many people are reading records right now. Try again in a moment."

log = structlog.get_logger()


class JobFailed(RuntimeError):
    """The process could not make this answer; its own output says where."""


def too_many() -> HTTPException:
    return HTTPException(503, TOO_MANY, {"Retry-After": RETRY_AFTER})


class Maker(Protocol):
    """A maker of answers: a AnsweringProcess, or a test's own."""

    async def exchange(self, job: RecordJob, lines: bytes) -> list[bytes]:
        """The answer in pieces, from the stored lines of the record."""

    async def close(self) -> None: ...


class RecordService:
    """The records of the last matches, and the turns of those who ask for them."""

    def __init__(self, maker: Maker | None = None, kept_bytes: int = KEPT_BYTES) -> None:
        maker = maker or AnsweringProcess()
        self.make: Final = maker.exchange
        self.close: Final = maker.close
        self._kept_bytes = kept_bytes
        self._kept: OrderedDict[str, tuple[StoredRecord, float]] = OrderedDict()
        """By match, each with when it was kept; the one asked for last is last."""
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}
        """By person: the turn, and how many jobs have it or wait for it."""
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """The person's one turn. Raises HTTPException 503 if too many wait."""
        lock, own = self._turns.get(person, (asyncio.Lock(), 0))
        if own >= MAX_OWN or self._waiting >= MAX_WAITING:
            raise too_many()
        self._turns[person] = (lock, own + 1)
        self._waiting += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting -= 1
            left = self._turns[person][1] - 1
            if left:
                self._turns[person] = (lock, left)
            else:
                del self._turns[person]

    def kept(self, match: str) -> StoredRecord | None:
        """The record as far as it was read, if that is not long ago."""
        record, at = self._kept.get(match, (None, 0.0))
        return record if monotonic() - at < KEPT_SECONDS else None

    def keep(self, record: StoredRecord) -> None:
        self._kept.pop(record.match, None)
        self._kept[record.match] = (record, monotonic())
        while sum(len(one.lines) for one, _ in self._kept.values()) > self._kept_bytes:
            self._kept.popitem(last=False)


class AnsweringProcess:
    """A process that answers jobs, started at the first. See worker_process.answer."""

    def __init__(
        self, command: tuple[str, ...] = COMMAND, idle: float = IDLE, late: float = LATE
    ) -> None:
        self._command, self._idle, self._late = command, idle, late
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._ending: asyncio.Task[None] | None = None

    async def exchange(self, job: msgspec.Struct, lines: bytes) -> list[bytes]:
        """The answer in pieces. Raises JobFailed, or HTTPException 503 if the process ended."""
        async with self._turn:
            if self._ending is not None:
                self._ending.cancel()
            whole = False
            try:
                async with asyncio.timeout(self._late):
                    self._process = self._process or await start_process(self._command)
                    found = await _exchange(self._process, job, lines)
                whole = True
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                log.error("worker failed", worker=self._command[-1], error=error_chain(error))
                raise too_many() from error
            finally:
                if not whole:
                    await self._kill()
            self._ending = asyncio.create_task(self._end_when_idle())
        if found is None:
            raise JobFailed(type(job).__name__)
        return found

    async def close(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        await self._kill()

    async def _end_when_idle(self) -> None:
        await asyncio.sleep(self._idle)
        self._ending = None
        await self._kill()

    async def _kill(self) -> None:
        process, self._process = self._process, None
        await kill_process(process)


async def _exchange(
    process: asyncio.subprocess.Process, job: msgspec.Struct, lines: bytes
) -> list[bytes] | None:
    """None where the process could not make it. Raises OSError, IncompleteReadError."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.writelines((msgspec.json.encode(Request(job, len(lines))), b"\n", lines))
    await process.stdin.drain()
    found = list[bytes]()
    while (length := int.from_bytes(await process.stdout.readexactly(4))) != END:
        if length == FAILED:
            return None
        found.append(await process.stdout.readexactly(length))
    return found
