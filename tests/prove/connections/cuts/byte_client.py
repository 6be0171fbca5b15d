"""A client of one table at the level of bytes, which can be cut off anywhere."""

import asyncio
import json
import os
from typing import Any

from tests.prove.connections.frames import frame

LIMIT = 4 * 1024 * 1024


class Ended(Exception):
    """The connection is over, however that came about."""


class ByteClient:
    """`ByteClient.to` opens it. Every method raises Ended once the connection is over."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, port: int, path: str, origin: str, cookie: str) -> "ByteClient":
        """Connects through `port` of this machine. Raises Ended where the server refuses."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LIMIT)
        except OSError:
            raise Ended("not connected") from None
        line = cls(reader, writer)
        key = os.urandom(16).hex()[:22] + "=="
        writer.write(
            (
                f"GET {path} HTTP/1.1\r\nHost: {origin[7:]}\r\nOrigin: {origin}\r\n"
                f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, OSError):
            line.close()
            raise Ended("no handshake") from None
        if b" 101 " not in head.partition(b"\r\n")[0]:
            line.close()
            raise Ended(head.decode("latin-1"))
        return line

    async def hear(self) -> dict[str, Any]:
        """The next server message."""
        try:
            while True:
                head = await self._reader.readexactly(2)
                size = head[1] & 127
                if size >= 126:
                    size = int.from_bytes(
                        await self._reader.readexactly(2 if size == 126 else 8), "big"
                    )
                data = await self._reader.readexactly(size)
                match head[0] & 15:
                    case 1:
                        message: dict[str, Any] = json.loads(data)
                        return message
                    case 8:
                        raise Ended(f"closed with {int.from_bytes(data[:2], 'big')}")
                    case 9:
                        self._writer.write(frame(10, data))
        except (asyncio.IncompleteReadError, OSError):
            raise Ended("lost") from None

    async def say(self, message: dict[str, Any]) -> None:
        try:
            self._writer.write(frame(1, json.dumps(message).encode()))
            await self._writer.drain()
        except OSError:
            raise Ended("lost") from None

    def close(self) -> None:
        """At once, without a word."""
        self._writer.transport.abort()
