"""A person's table socket in raw bytes: cheap, since thousands of them share one core."""

import asyncio
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""Kinds of WebSocket frames (RFC 6455, 5.2)."""


def opening(port: int, room: str, cookie: str) -> bytes:
    """The request that opens a room's socket."""
    own = f"127.0.0.1:{port}"
    return (
        f"GET /ws/table/{room} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n"
        f"Cookie: {cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


class TableSocket(asyncio.Protocol):
    """One connection to one table. A subclass reads what the server sends."""

    def __init__(self, port: int, room: str, cookie: str) -> None:
        self._port, self.room, self.cookie = port, room, cookie
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self.upgraded = False
        self._count = 0

    def hear(self, text: bytes) -> None:
        """One message of the server."""
        raise NotImplementedError

    def closed(self, why: str) -> None:
        """The server refused or closed the connection, or it was lost."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        self._transport.write(opening(self._port, self.room, self.cookie))

    def connection_lost(self, error: Exception | None) -> None:
        self.closed(f"lost: {error}")

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.upgraded:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = buffer
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.closed(head.partition(b"\r\n")[0].decode())
                return
            self.upgraded, buffer = True, rest
        at, end = 0, len(buffer)
        while end - at >= 2:
            kind, size = buffer[at] & 15, buffer[at + 1]
            start = at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if end < start + size:
                break
            content = buffer[start : start + size]
            if kind == TEXT:
                self.hear(content)
            elif kind == PING:
                self._write(PONG, content)
            elif kind == CLOSE:
                self.closed(f"closed: {content[2:].decode()}")
            at = start + size
        self._buffer = buffer[at:]

    def say(self, kind: str, **fields: str) -> None:
        """Sends a command; the values of its fields are JSON."""
        self._count += 1
        more = "".join(f',"{name}":{value}' for name, value in fields.items())
        self.send(f'{{"type":"{kind}","id":"{self._count}"{more}}}')

    def play(self, key: str, move: bytes) -> None:
        self._count += 1
        self._write(
            TEXT,
            b'{"type":"play","id":"%d","key":"%s","move":%s}' % (self._count, key.encode(), move),
        )

    def send(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def cut(self) -> None:
        """Ends the connection without a word."""
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, text: bytes) -> None:
        size = len(text)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else bytes((128 | kind, 254)) + size.to_bytes(2)
        )
        assert self._transport is not None, "connected"
        if not self._transport.is_closing():
            self._transport.write(head + b"\0\0\0\0" + text)
