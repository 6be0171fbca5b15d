"""Which processor works for whom: the house and its PostgreSQL have one to themselves, everybody else shares another.

In truth attackers have machines of their own. Where there is one processor only, or it cannot be chosen, everybody shares all. On a machine
that is busy with other things start the proof by `chrt -r 2`: that goes down to the house and to honest people, and not to attackers.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_THERE: Final = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
HOUSE: Final = frozenset(_THERE[:1])
OTHERS: Final = frozenset(_THERE[1:2]) or HOUSE
SAYS: Final = (
    "house and PostgreSQL on one core, all else on another, attackers last in line"
    if OTHERS != HOUSE
    else "house, PostgreSQL, attackers and honest people on the same cores"
)


@contextmanager
def on(processors: frozenset[int]) -> Iterator[None]:
    """What is started meanwhile stays on these processors."""
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
    """Works when nobody else on its processor wants to."""
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, pid, 19)
