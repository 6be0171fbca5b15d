"""Several server processes behind one address of this machine, and their parent.

The parent opens the address and, if need be, PostgreSQL; it serves nobody itself. All children take
connections from the same sockets, and have ports of their own on the loopback, the next ones after
the address's: there siblings reach each other, and a proxy the process that it means. A child that
ends is started again, and its tables are opened by the others meanwhile. In the place of one that
drains another is started first, which takes its tables over: see handing_over.py.
"""

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from itertools import count
from typing import Final

import msgspec

from app.ops.database import print_progress
from app.ops.listener import (
    PortTaken,
    address_of,
    listen,
    open_listener,
    port_of,
    raise_file_limit,
)
from app.ops.postgres import Postgres
from app.ops.serve import EXIT_TIMEOUT, GIVING, StopSignal, stop_signals
from app.ops.server_process import die_with_parent
from app.settings import Settings

OPEN: Final = "Pecking Order is open at"
LOOPBACK: Final = "127.0.0.1"
LOOK_EVERY: Final = 0.2
REST: Final = 1.0
"""Seconds until a child that has ended is started again."""


class Listening(msgspec.Struct, frozen=True):
    """The sockets that all children share."""

    fds: tuple[int, ...]
    port: int
    """The address's port; the children's own ones follow it."""


def own_port(wish: int) -> int:
    """The wished port, by which a proxy knows the child, or any other if somebody has that one."""
    try:
        with open_listener(LOOPBACK, wish):
            return wish
    except (PortTaken, OverflowError):
        with open_listener(LOOPBACK, 0) as free:
            port = port_of(free)
        print_progress(f"Port {wish} is taken; a process is reached by its siblings at {port}.")
        return port


class Child:
    """One of the processes, by its number from 1."""

    def __init__(self, number: int, environment: Mapping[str, str], listening: Listening) -> None:
        self.number = number
        self._fds = listening.fds
        port = own_port(listening.port + number)
        self._environment = {
            **environment,
            "PECKING_ORDER_PROCESS_NAME": f"p{number}",
            "PECKING_ORDER_SIBLING_ADDRESS": f"{LOOPBACK}:{port}",
        }
        self._is_open = threading.Event()
        self._gives = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self._is_open.clear()
        self._gives.clear()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve"],
            env=self._environment,
            pass_fds=self._fds,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  it makes one system call
        )
        threading.Thread(target=self._pass_on, args=(self._process,), daemon=True).start()

    def _pass_on(self, process: "subprocess.Popen[str]") -> None:
        """Prints what it says, but not where it is open."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                if line.startswith(OPEN):
                    self._is_open.set()
                elif line.startswith(GIVING):
                    self._gives.set()
                else:
                    print_progress(line.rstrip())

    @property
    def gives(self) -> bool:
        """True once it gives its tables away, and another has to take its place."""
        return self._gives.is_set()

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def wait_open(self) -> bool:
        """True once it serves; False if it ended before."""
        while not self._is_open.wait(LOOK_EVERY):
            if self.ended:
                return False
        return True

    def ask_to_stop(self) -> None:
        """At once: its siblings stop as well, so nobody would take its tables over."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)

    def wait_ended(self, end: float) -> None:
        """Kills it if it has not ended by then."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve_many(settings: Settings) -> None:
    """Serves with `settings.processes` until SIGINT, SIGTERM or SIGHUP.

    Raises PortTaken, and what PostgreSQL's start raises. Ends with status 1 where the first child
    does not open.
    """
    raise_file_limit()
    children: list[Child] = []
    postgres: Postgres | None = None
    try:
        with listen(settings) as listeners, stop_signals():
            url = settings.database_url
            try:
                if url is None:
                    postgres = Postgres(settings.data_dir, say=print_progress)
                    postgres.launch()
                    postgres.wait_ready()
                    url = postgres.url
                fds = tuple(listener.fileno() for listener in listeners)
                listening = Listening(fds, port_of(listeners[0]))
                environment = {
                    **os.environ,
                    "PECKING_ORDER_DATABASE_URL": url,
                    "PECKING_ORDER_PROCESSES": "1",
                    "PECKING_ORDER_LISTENERS": ",".join(map(str, fds)),
                    "PECKING_ORDER_SIBLINGS_SECRET": secrets.token_urlsafe(24),
                    "PECKING_ORDER_TRUSTED_PROXIES": ",".join(
                        {*settings.trusted_proxies, LOOPBACK}
                    ),
                }
                children += (
                    Child(number, environment, listening)
                    for number in range(1, settings.processes + 1)
                )
                for child in children:  # the first one migrates
                    child.start()
                    if not child.wait_open():
                        sys.exit(1)  # it has said why
                opened = f"{OPEN} {address_of(listeners[0])}"
                print(f"{opened}, served by {len(children)} processes", flush=True)
                keep_running(children, environment, listening)
            finally:
                end = time.monotonic() + EXIT_TIMEOUT
                for child in children:
                    child.ask_to_stop()
                for child in children:
                    child.wait_ended(end)
                if postgres is not None:
                    postgres.stop()
    except (KeyboardInterrupt, StopSignal):
        pass


def keep_running(
    children: list[Child], environment: Mapping[str, str], listening: Listening
) -> None:
    """Starts again whoever ends, and another in the place of whoever drains."""
    replaced = set[Child]()
    while True:
        time.sleep(LOOK_EVERY)
        for child in [*children]:
            if child.gives and child not in replaced:
                replaced.add(child)
                taken = {one.number for one in children}
                number = next(number for number in count(1) if number not in taken)
                print(f"Process p{child.number} is replaced by p{number}.", flush=True)
                children.append(Child(number, environment, listening))
                children[-1].start()
            elif child.ended and child in replaced:
                replaced.discard(child)
                children.remove(child)
            elif child.ended:
                print(f"Process p{child.number} has ended and is started again.", flush=True)
                time.sleep(REST)
                child.start()
