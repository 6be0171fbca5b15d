"""A real server in a process of its own, which tests can kill and restart.

A `ServerProcess` is started as people start it. A `ForkedServer` begins in a process that has
imported the server and compiled its templates (`tests/loaded_server.py`), and so opens with a
tenth of the work. What a start reads (environment, settings, database), each fork reads itself.
"""

import multiprocessing
import os
import re
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from pathlib import Path
from typing import Self
from unittest.mock import patch

from argon2 import PasswordHasher

from app.settings import ROOT
from app.web.context import passwords

OPEN = re.compile(r"is open at (http://\S+:(\d+))")
QUICK_PASSWORDS = "QUICK_PASSWORDS"
"""The variable by which a forked server takes no time for passwords, where it is "yes"."""
START_TIMEOUT = 180.0  # seconds; a server that ends is noticed at once
STOP_TIMEOUT = 120.0
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.loaded_server"])


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
        self._process: subprocess.Popen[bytes] | Fork | None = None
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
        self._process = self._launch("serve", "--port", str(self.port))
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

    def _launch(self, *arguments: str) -> "subprocess.Popen[bytes] | Fork":
        with self.printed.open("wb") as out, self.logged.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", self._module, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
                env=self._environment,
            )

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


class ForkedServer(ServerProcess):
    """The same, forked from a process that each process of tests has for it.

    At the end of `with` it is killed: beside a sibling a polite end takes three seconds, and what
    it holds is thrown away. Tests of the end ask for it by `stop`.
    """

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _launch(self, *arguments: str) -> "Fork":
        self.printed.write_bytes(b"")  # what the former one printed is not said twice
        return Fork(self._module, arguments, self._environment, self.printed, self.logged)


def share_forks() -> None:
    """Processes that are forked from this one have their servers from one process, loaded once."""
    forkserver.ensure_running()
    # Only its parent may look whether it runs.
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]


class Fork:
    """A process that was forked, as a Popen; any thread may ask for it."""

    def __init__(self, *given: object) -> None:
        self._lock = threading.Lock()
        self._process = FORKS.Process(target=become, args=given, daemon=True)
        self._process.start()
        assert self._process.pid is not None, "it is started"
        self.pid = self._process.pid

    def poll(self) -> int | None:
        with self._lock:
            return self._process.exitcode

    def wait(self, timeout: float) -> int:
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            assert time.monotonic() < end, f"the server did not end in {timeout:.0f} s"
            time.sleep(0.005)
        return status

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)


def become(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    out: Path,
    log: Path,
    source: Path = Path(os.devnull),
) -> None:
    """Goes on as `python -m module arguments`, with output in these files, input from `source`."""
    os.environ.clear()
    os.environ.update(environment)
    with source.open("rb") as read:
        os.dup2(read.fileno(), sys.stdin.fileno())
    for stream, file in ((sys.stdout, out), (sys.stderr, log)):
        with file.open("ab") as opened:
            os.dup2(opened.fileno(), stream.fileno())
    sys.argv = [module, *arguments]
    if environment.get(QUICK_PASSWORDS) == "yes":
        cheapest = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.object(passwords, "PasswordHasher", lambda **_: cheapest).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)
