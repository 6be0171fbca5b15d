"""Connections that do not close by themselves when a server does."""

import socket
from typing import Final

from tests.prove.connections.frames import form_head, handshake

STUCK: Final = (
    "silent",
    "half a head",
    "half a body",
    "page that never reads",
    "table that never reads",
)


def open_stuck_connections(port: int, room: str) -> list[socket.socket]:
    """One connection of each kind in STUCK."""
    opening = handshake(port, f"/ws/table/{room}")
    sent = (
        b"",
        opening[:40],
        form_head(port, 500) + b"name=",
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 12,
        opening,
    )
    lines = []
    for data in sent:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.connect(("127.0.0.1", port))
        line.sendall(data)
        lines.append(line)
    return lines
