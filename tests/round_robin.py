"""A TCP proxy before several processes: each connection goes to the next of them in turn."""

import socket
import threading
from contextlib import suppress
from itertools import count
from typing import Final

from tests.server_process import ServerProcess

HOST: Final = "127.0.0.1"
PIECE: Final = 64 * 1024


class RoundRobin:
    """A port of its own. `servers` may change at any time; one that does not answer is left out."""

    def __init__(self, *servers: ServerProcess) -> None:
        self.servers = [*servers]
        self._listener = socket.create_server((HOST, 0), backlog=256)
        self.base_url = f"http://{HOST}:{self._listener.getsockname()[1]}"
        self._turn = count()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._listener.accept()
                threading.Thread(target=self._pass, args=(visitor,), daemon=True).start()

    def _pass(self, visitor: socket.socket) -> None:
        for _ in range(len(self.servers)):
            servers = [*self.servers]
            chosen = servers[next(self._turn) % len(servers)]
            with suppress(OSError):
                server = socket.create_connection((HOST, chosen.port))
                threading.Thread(target=copy, args=(server, visitor), daemon=True).start()
                copy(visitor, server)
                return
        visitor.close()


def copy(source: socket.socket, target: socket.socket) -> None:
    """Passes bytes on until one side ends; then both do."""
    with suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
