"""PostgreSQL's processes: ours ends when we do, and an orphan of a former owner is stopped."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

STOP_LIMIT = 20.0  # seconds until a polite stop becomes an abrupt one


class PostgresFailed(Exception):
    """The server did not start or stop; the message quotes what it said."""


def stop_orphan(cluster: Path) -> None:
    """Stops a former owner's server on this cluster, and removes its stale pid file.

    We hold the folder's lock, so a server still running is an orphan: it gets time, then a stronger
    signal. A pid that now belongs to another program, as happens in containers, would block the
    start; such a file is removed. Raises PostgresFailed if the orphan does not end.
    """
    note = cluster / "postmaster.pid"
    try:
        pid = int(note.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return
    if process_name(pid) != "postgres":
        note.unlink(missing_ok=True)
        return
    for message, limit in ((signal.SIGINT, STOP_LIMIT), (signal.SIGQUIT, 10.0)):
        try:
            os.kill(pid, message)
        except ProcessLookupError:
            note.unlink(missing_ok=True)
            return
        except PermissionError:  # a postgres of somebody else has taken the number
            note.unlink(missing_ok=True)
            return
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if process_name(pid) != "postgres":
                note.unlink(
                    missing_ok=True
                )  # a dead process that nobody has buried yet would still count as alive
                return
            time.sleep(0.02)
    raise PostgresFailed(
        f"An earlier PostgreSQL, process {pid}, still holds {cluster} and does not stop."
    )


def process_name(pid: int) -> str | None:
    """The name of the program that this process runs; None if it has ended."""
    if Path("/proc/self/stat").exists():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return None
        before, _, after = fields.rpartition(
            ")"
        )  # 4711 (postgres) S ...: the name itself may hold brackets
        return None if after.split()[0] in ("Z", "X") else before.partition("(")[2]
    shown = subprocess.run(
        ["ps", "-p", str(pid), "-o", "comm="], capture_output=True, text=True, check=False
    ).stdout.strip()
    return Path(shown).name if shown else None


def die_with_parent() -> Callable[[], None] | None:
    """The child's preparation: on Linux it will end when we do; nothing elsewhere."""
    if sys.platform != "linux":
        return None
    import ctypes

    libc = ctypes.CDLL(
        None
    )  # loaded here, not in the child, where as little as possible should happen
    parent = os.getpid()
    death_signal = 1  # PR_SET_PDEATHSIG

    def in_child() -> None:
        libc.prctl(death_signal, signal.SIGINT)
        if os.getppid() != parent:  # we were killed in between
            os._exit(1)

    return in_child
