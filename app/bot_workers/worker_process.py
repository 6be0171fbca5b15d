"""A process that works for the server at the end of two pipes: its start, its manners, its end."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from app.settings import ROOT

INHERITED_ENVIRONMENT: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""The environment variables that a process inherits: nothing with a password in it."""


NICENESS: Final = 10
"""The niceness of a worker: the server comes first."""


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
