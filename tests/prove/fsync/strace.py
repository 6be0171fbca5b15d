"""strace on PostgreSQL and the server at once, and what its lines say about writing through."""

import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

START_LIMIT: Final = 120.0
"""Seconds that strace may take to begin, however busy the machine is."""
SHOWN: Final = 100_000
"""Bytes of each write that strace shows: an acknowledgement follows frames in the same write."""
CALLS: Final = "fsync,fdatasync,write,writev,sendto,sendmsg"
_DONE: Final = re.compile(r'^\d+ +(?:send(?:to|msg)|writev?)\(.*\\"type\\":\\"done\\"')
_THROUGH: Final = re.compile(
    r"^\d+ +(?:f(?:data)?sync\(.*|<\.\.\. f(?:data)?sync resumed>\)?.*)= 0$"
)


class Traced(msgspec.Struct):
    """The counts of one trace."""

    done: int = 0
    """Acknowledgements that left."""
    through: int = 0
    """Completed calls of fsync or fdatasync."""
    early: int = 0
    """Acknowledgements with no completed call since the one before."""

    def __add__(self, other: "Traced") -> "Traced":
        return Traced(
            self.done + other.done, self.through + other.through, self.early + other.early
        )


def read(lines: Sequence[str]) -> Traced:
    """Reads strace's own lines, in the order of what happened."""
    seen, fresh = Traced(), False
    for line in lines:
        if _THROUGH.match(line):
            seen.through, fresh = seen.through + 1, True
        elif _DONE.match(line):
            seen.early += not fresh
            seen.done, fresh = seen.done + 1, False
    return seen


class NoStrace(Exception):
    """strace cannot be used here; the message says why."""


class Strace:
    """strace on these processes and all that they start."""

    def __init__(self, pids: Sequence[int], out: Path) -> None:
        program = shutil.which("strace")
        if program is None:
            raise NoStrace("there is no strace")
        options = f"-f -qq -s {SHOWN} -e trace={CALLS} -o".split()
        self._process = subprocess.Popen(
            [program, *options, str(out), *(f"-p{pid}" for pid in pids)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        end = time.monotonic() + START_LIMIT
        while not all(map(is_traced, pids)):
            if self._process.poll() is not None or time.monotonic() > end:
                self._process.kill()
                raise NoStrace(self._process.communicate()[1].strip() or "strace does not begin")
            time.sleep(0.01)

    def end(self) -> None:
        self._process.terminate()
        self._process.communicate()


def is_traced(pid: int) -> bool:
    """Somebody traces this process, or it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return "TracerPid:\t0\n" not in status
