"""Connections that will not go away by themselves when a house closes."""

import socket
from typing import Final

from tests.prove.connections.frames import handshake

STUCK: Final = ("silent", "half-a-head", "slow-body", "deaf page", "deaf table")


def open_stuck_connections(port: int, room: str) -> list[socket.socket]:
    """Connections that will not go away by themselves: silent, half a head, half a body, and two that never read."""
    here = f"127.0.0.1:{port}"
    opening = handshake(port, f"/ws/table/{room}")
    form = "POST /login HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    words = (
        b"",
        opening[:40],
        f"{form.format(here)}Content-Length: 500\r\n\r\nname=".encode(),
        f"GET / HTTP/1.1\r\nHost: {here}\r\n\r\n".encode() * 12,
        opening,
    )
    lines = []
    for word in words:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.connect(("127.0.0.1", port))
        line.sendall(word)
        lines.append(line)
    return lines
