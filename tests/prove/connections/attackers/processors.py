"""The processors: one for the server and its PostgreSQL, another for all other processes.

Real attackers have machines of their own. With one processor everybody shares it. On a busy machine
start the proof by `chrt -r 2`: the server and honest players inherit that, attackers do not.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_THERE: Final = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER: Final = frozenset(_THERE[:1])
OTHERS: Final = frozenset(_THERE[1:2]) or SERVER
SHARING: Final = (
    "server and PostgreSQL on one core, all else on another, attackers last in line"
    if OTHERS != SERVER
    else "server, PostgreSQL, attackers and honest players on the same cores"
)


@contextmanager
def on(processors: frozenset[int]) -> Iterator[None]:
    """Processes started meanwhile stay on these processors."""
    if not processors:
        yield
        return
    before = os.sched_getaffinity(0)
    with suppress(OSError):  # a container may forbid it
        os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def last_in_line(pid: int) -> None:
    """The process runs when no other on its processor wants to."""
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, pid, 19)


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """Seconds for which a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
