"""PostgreSQL's initdb once a process: what it has made is copied for every later cluster."""

import subprocess
from pathlib import Path
from typing import Any


class InitdbOnce:
    """Stands for the module `subprocess` in app/ops/cluster.py, which runs nothing but initdb."""

    def __init__(self, folder: Path) -> None:
        """`folder` receives a cluster of each version; every account may enter it."""
        self._folder = folder

    def run(
        self, command: list[str], *, check: bool, **how: Any
    ) -> "subprocess.CompletedProcess[str]":
        """Runs initdb, or fills its folder with a copy."""
        made = command[command.index("-D") + 1]
        kept = self._folder / f"initdb-{Path(command[0]).parent.as_posix().replace('/', '_')}"
        if kept.exists():
            return subprocess.run(["cp", "-a", f"{kept}/.", made], check=check, **how)
        done: subprocess.CompletedProcess[str] = subprocess.run(command, check=check, **how)
        if done.returncode == 0:
            subprocess.run(["cp", "-a", made, kept], check=True)
        return done
