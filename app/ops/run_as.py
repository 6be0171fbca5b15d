"""The account that PostgreSQL runs as when we are root, which it refuses to be."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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
