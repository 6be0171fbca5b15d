"""A process that works for the server at the end of two pipes: its start, its manners, its end."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from traceback import format_tb
from types import TracebackType
from typing import Final, Generic, TypeVar

import msgspec

from app.settings import ROOT

J = TypeVar("J")

INHERITED_ENVIRONMENT: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""The environment variables that a process inherits: nothing with a password in it."""

END: Final = 0
FAILED: Final = 2**32 - 1
"""Instead of a length: the answer is whole, or there will be none."""
NICENESS: Final = 10
"""The niceness of a worker: the server comes first."""


class Request(msgspec.Struct, Generic[J], frozen=True):
    """The line before the bytes that belong to a job."""

    job: J
    size: int
    """The number of those bytes, which follow."""


def cpu_count() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def give_way() -> None:
    """Called by a worker: it takes no time that the server wants, and leaves it a whole core.

    Niceness alone is not enough: the loop wakes up a thousand times a second, and each time waits
    until its core is taken from whoever has it.
    """
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if hasattr(os, "sched_setaffinity") and cpu_count() > 1:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[1:])


async def start_process(command: Sequence[str]) -> asyncio.subprocess.Process:
    """Raises OSError."""
    environment = {name: os.environ[name] for name in INHERITED_ENVIRONMENT if name in os.environ}
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**environment, "PYTHONPATH": str(ROOT)},
        start_new_session=True,  # Ctrl-C is for the server, which ends us itself
    )


async def kill_process(process: asyncio.subprocess.Process | None) -> None:
    """Kills the process, which has nothing to lose."""
    if process is None:
        return
    assert process.stdin is not None
    with suppress(ProcessLookupError):
        process.kill()
    process.stdin.close()
    await process.wait()


def answer(
    decoder: msgspec.json.Decoder[Request[J]], make: Callable[[J, bytes], Iterable[bytes]]
) -> None:
    """The loop of a worker: one request after the other until its input ends.

    It answers in pieces, each after its length. A job that fails is that job alone.
    """
    source = sys.stdin.buffer
    for line in source:
        request = decoder.decode(line)
        try:
            for piece in make(request.job, source.read(request.size)):
                _send(len(piece), piece)
        except BrokenPipeError:  # the server has ended
            os._exit(0)
        except Exception as error:
            log_traceback(type(error), error, error.__traceback__)
            _send(FAILED)
        else:
            _send(END)


def _send(length: int, piece: bytes = b"") -> None:
    sys.stdout.buffer.write(length.to_bytes(4) + piece)
    sys.stdout.buffer.flush()


def log_traceback(
    kind: type[BaseException], error: BaseException, where: TracebackType | None
) -> None:
    """Logs a traceback without the error's message, which might hold somebody's cards."""
    sys.stderr.write(f"a worker failed: {kind.__name__}\n{''.join(format_tb(where))}")
