"""A real server in a process of its own, which tests can kill and restart."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from app.settings import ROOT

OPEN = re.compile(r"is open at (http://\S+:(\d+))")
START_TIMEOUT = 180.0  # seconds; a server that ends is noticed at once
STOP_TIMEOUT = 120.0


class ServerProcess:
    """`python -m app serve` on a port that stays the same between starts.

    `with` starts it and stops it at the end, or `start` and `stop` do.
    """

    def __init__(self, folder: Path, module: str = "app", **environment: str) -> None:
        """`folder` receives its output, `module` is what Python runs, `environment` is added."""
        self.printed = folder / "server.out"
        self.logged = folder / "server.log"
        self._module = module
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PECKING_ORDER_PACE": "0.02",
            "PECKING_ORDER_UNSAFE_STORE": "1",
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.base_url = ""
        self.port = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def database_url(self) -> str:
        return self._environment["DATABASE_URL"]

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def alive(self) -> bool:
        """True while its process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Returns when the server answers. Raises AssertionError with its log if it does not."""
        command = [sys.executable, "-P", "-m", self._module, "serve", "--port", str(self.port)]
        with self.printed.open("wb") as out, self.logged.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=log, env=self._environment
            )
        end = time.monotonic() + START_TIMEOUT
        while not (found := OPEN.search(self.printed.read_text())):
            assert self._process.poll() is None, (
                f"the server did not start:\n{self.logged.read_text()}"
            )
            assert time.monotonic() < end, (
                f"the server did not start in {START_TIMEOUT:.0f} s:\n{self.logged.read_text()}"
            )
            time.sleep(0.01)
        self.base_url, self.port = found[1], int(found[2])

    def kill(self) -> None:
        """Kills it without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Asks it to stop; returns its exit status. Safe to repeat."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kills it and starts it again at the same address."""
        self.kill()
        self.start()

    def _end(self, message: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(message)
        status = self._process.wait(STOP_TIMEOUT)
        self._process = None
        return status
