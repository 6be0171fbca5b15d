"""A whole house in a process of its own, to be visited, killed and opened again as a real one would be."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.settings import ROOT

OPEN = re.compile(r"is open at (http://\S+:(\d+))")
START_LIMIT = 180.0  # seconds; a house that ends is noticed at once
END_LIMIT = 120.0


class ServerProcess:
    """`python -m app serve` on a port that stays the same from one start to the next. Not started by making it."""

    def __init__(self, folder: Path, module: str = "app", **environment: str) -> None:
        """`folder` receives what the process prints; `module` is what Python runs; `environment` is added to ours."""
        self.printed = folder / "house.out"
        self.logged = folder / "house.log"
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

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Return when the house answers. Raises AssertionError with what it logged if it does not open."""
        command = [sys.executable, "-P", "-m", self._module, "serve", "--port", str(self.port)]
        with self.printed.open("wb") as out, self.logged.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=log, env=self._environment
            )
        end = time.monotonic() + START_LIMIT
        while not (found := OPEN.search(self.printed.read_text())):
            assert self._process.poll() is None, (
                f"the house did not open:\n{self.logged.read_text()}"
            )
            assert time.monotonic() < end, (
                f"the house did not open in {START_LIMIT:.0f} s:\n{self.logged.read_text()}"
            )
            time.sleep(0.01)
        self.base_url, self.port = found[1], int(found[2])

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to close; its exit status. Safe to repeat."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kill it and open it again at the same address."""
        self.kill()
        self.start()

    def _end(self, message: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(message)
        status = self._process.wait(END_LIMIT)
        self._process = None
        return status
