"""The network of several processes on one machine, made of HAProxies that can be held still.

One stands before all processes, as in production: it asks for readiness, takes them in turn, and
follows the name of a process in an address while that process is ready. Each process has two more
of its own, which pass bytes: one to PostgreSQL and one from its siblings. A held one is a network
that swallows everything; what it had taken arrives late, once it goes on.
"""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Final

from tests.prove.outages.proxy import SOCKET
from tests.prove.proxies.proof import free_port
from tests.prove.runner.patience import Patience

LOOPBACK: Final = "127.0.0.1"
MISSING: Final = "no HAProxy (Debian: apt install haproxy)"
OPENS: Final = 20.0
"""Seconds of Patience until a proxy listens."""
_DEFAULTS: Final = """
global
	maxconn 4096
	nbthread 1
defaults
	timeout connect 5s
	timeout client 1h
	timeout server 1h
"""
_FRONT: Final = """
	mode http
	timeout http-request 10s
	timeout tunnel 1h
	timeout http-keep-alive 4s
	option redispatch
	retries 3
frontend cards
	bind 127.0.0.1:{port}
	http-request set-header X-Forwarded-For %[src]
	http-request set-header X-Forwarded-Proto http
	default_backend processes
backend processes
	balance roundrobin
	option httpchk
	http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
	http-check expect status 200
	default-server inter 1s fall 2 rise 1 pool-purge-delay 3s
"""


def program() -> str | None:
    """HAProxy, if this machine has it."""
    return shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Haproxy:
    """One HAProxy with a configuration of its own."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        file.write_text(_DEFAULTS + text)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        haproxy = program()
        assert haproxy is not None, MISSING
        with self._file.with_suffix(".log").open("wb") as log:
            command = [haproxy, "-db", "-f", str(self._file)]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        limit = Patience(OPENS, self._process.pid)
        while not self._listens():
            assert not limit.over, self._said()
            assert self._process.poll() is None, self._said()
            sleep(0.02)

    def _listens(self) -> bool:
        raise NotImplementedError

    def _said(self) -> str:
        return f"HAProxy does not listen: {self._file.with_suffix('.log').read_text()[-500:]}"

    def hold(self) -> None:
        """Nothing passes from now on, and nobody learns of it."""
        self._tell(signal.SIGSTOP)

    def release(self) -> None:
        """Lets the held bytes pass, late."""
        self._tell(signal.SIGCONT)

    def kill(self) -> None:
        """Safe to repeat."""
        if self._process is not None:
            self._tell(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _tell(self, message: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(message)


class Front(Haproxy):
    """The one before all processes."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        self._port = free_port()
        self.base_url = f"http://{LOOPBACK}:{self._port}"
        ways = [
            f"\tuse-server p{number} if {{ path_beg /at/p{number}/ }}\n"
            f"\tserver p{number} {LOOPBACK}:{port} check\n"
            for number, port in enumerate(ports)
        ]
        super().__init__(folder / "front.cfg", _FRONT.format(port=self._port) + "".join(ways))

    def _listens(self) -> bool:
        return answers(self._port)


class ToStore(Haproxy):
    """The way of one process to PostgreSQL: a socket in `folder` for the one in `store`."""

    def __init__(self, folder: Path, store: Path) -> None:
        folder.mkdir()
        self.folder = folder
        super().__init__(
            folder / "store.cfg",
            f"\tmode tcp\nlisten store\n\tbind unix@{folder / SOCKET} mode 666\n"
            f"\tserver store unix@{store / SOCKET}\n",
        )

    def _listens(self) -> bool:
        return (self.folder / SOCKET).exists()


class FromSiblings(Haproxy):
    """The way of all others to one process."""

    def __init__(self, file: Path, port: int) -> None:
        self._port = free_port()
        self.address = f"{LOOPBACK}:{self._port}"
        super().__init__(
            file,
            f"\tmode tcp\nlisten process\n\tbind {self.address}\n"
            f"\tserver process {LOOPBACK}:{port}\n",
        )

    def _listens(self) -> bool:
        return answers(self._port)


def answers(port: int) -> bool:
    """Somebody listens there."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True
