"""A TCP proxy before the server of a test: it can accept a connection and never answer."""

import socket
import threading
from contextlib import suppress
from typing import Final

HOST: Final = "127.0.0.1"
PIECE: Final = 64 * 1024
HEAD_END: Final = b"\r\n\r\n"
WAIT_SECONDS: Final = 60.0


class StallingProxy:
    """Listens on a port of its own, and passes each connection on to `port`.

    While it stalls, a new connection is accepted and its request read, and nothing comes back.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server((HOST, 0))
        self.base_url = f"http://{HOST}:{self._listener.getsockname()[1]}"
        self._stalls = False
        self._changed = threading.Condition()
        self._passing: list[socket.socket] = []
        self._held: list[socket.socket] = []
        self._handshakes = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self) -> None:
        """From now on it never answers; the connections so far are cut."""
        self._handshakes = 0
        self._stalls = True
        self._cut(self._passing)

    def let_through(self) -> None:
        """New connections pass again; those that it holds stay without an answer."""
        self._stalls = False

    def wait_for_stalled_handshake(self) -> None:
        """Returns when a WebSocket handshake waits. Raises AssertionError if none comes."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._handshakes > 0, WAIT_SECONDS)

    def close(self) -> None:
        self._listener.close()
        self._cut(self._passing)
        self._cut(self._held)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self._listener.accept()
                meet = self._hold if self._stalls else self._pass
                threading.Thread(target=meet, args=(page,), daemon=True).start()

    def _hold(self, page: socket.socket) -> None:
        self._held.append(page)
        request = b""
        with suppress(OSError):
            while HEAD_END not in request and (piece := page.recv(PIECE)):
                request += piece
        if b"/ws/table/" in request:
            with self._changed:
                self._handshakes += 1
                self._changed.notify_all()

    def _pass(self, page: socket.socket) -> None:
        server = socket.create_connection((HOST, self._target))
        self._passing += (page, server)
        threading.Thread(target=carry, args=(server, page), daemon=True).start()
        carry(page, server)

    def _cut(self, sockets: list[socket.socket]) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        sockets.clear()


def carry(source: socket.socket, target: socket.socket) -> None:
    """Passes bytes on until one side ends, and then ends the other."""
    with suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
