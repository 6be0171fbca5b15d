"""PostgreSQL's processes: ours ends when we do, and an orphan of a former owner is stopped.

PostgreSQL refuses to be root. When we are, it runs as another account.
"""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


# -- the account


@dataclass(frozen=True, slots=True)
class Account:
    """An account with an entry in the system's list: initdb refuses a bare number."""

    name: str
    uid: int
    gid: int

    def can_enter(self, path: Path) -> bool:
        """True if this account may pass every folder on the way to `path`, itself included."""
        path = path.resolve()
        return all(self._may_pass(folder) for folder in (path, *path.parents) if folder.is_dir())

    def _may_pass(self, folder: Path) -> bool:
        found = folder.stat()
        if found.st_uid == self.uid:
            return bool(found.st_mode & stat.S_IXUSR)
        if found.st_gid == self.gid:
            return bool(found.st_mode & stat.S_IXGRP)
        return bool(found.st_mode & stat.S_IXOTH)

    @property
    def popen(self) -> dict[str, Any]:  # keyword arguments of subprocess, which have no common type
        """The arguments for subprocess that start a program with this account's rights alone."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def account_for(cluster: Path) -> Account | None:
    """The account that must run this cluster: None for ourselves.

    Root drops to the cluster's owner if there is a cluster, else to `postgres`, else to `nobody`.
    Raises PermissionError if the cluster belongs to somebody else and we are not root.
    """
    import pwd

    owner = cluster.stat().st_uid if cluster.exists() else None
    if os.geteuid() != 0:
        if owner is not None and owner != os.geteuid():
            raise PermissionError(
                f"{cluster} belongs to {_name(owner)}."
                " Start as root again, or take the folder with chown -R."
            )
        return None
    entries = {entry.pw_uid if owner else entry.pw_name: entry for entry in pwd.getpwall()}
    for wanted in (owner,) if owner else ("postgres", "nobody"):
        if wanted in entries:
            entry = entries[wanted]
            return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise PermissionError(
        "PostgreSQL refuses to run as root, and there is no account for it: neither the cluster's"
        " owner, nor postgres, nor nobody. Start as another user, or add the account postgres."
    )


def _name(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
