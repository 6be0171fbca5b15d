"""A transport without a network, for uvicorn's own protocols."""

import asyncio
from collections.abc import Callable
from typing import Any

from websockets.frames import Frame, Opcode

from app.web.server.connection_limits import ConnectionLimiter, ConnectionLimits
from app.web.server.protocols import WebSocketProtocol

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
NO_TIME = 0.0


class Transport(asyncio.Transport):
    """Records what is done to it. `abort` tells the protocol at once that it is lost."""

    def __init__(self, host: str = "192.0.2.7") -> None:
        super().__init__({"peername": (host, 4711), "sockname": ("127.0.0.1", 80)})
        self.written = bytearray()
        self.aborted = self.closed = False
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": self._extra["peername"], "sockname": self._extra["sockname"]}.get(  # type: ignore[attr-defined]
            name, default
        )

    def is_closing(self) -> bool:
        return self.aborted or self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        if not self.aborted:
            self.aborted = True
            self.protocol.connection_lost(None)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Accepts every socket and takes what comes; answers every request once its body is there."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    else:
        while (await receive()).get("more_body"):
            pass
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
        )
        await send({"type": "http.response.body", "body": b""})


Arrive = Callable[..., Transport]


async def wait_until(state: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not state():
            await asyncio.sleep(0.001)


async def open_table_socket(arrive: Arrive) -> tuple[Transport, WebSocketProtocol]:
    """A connection that has become a table's."""
    transport = arrive()
    transport.protocol.data_received(HANDSHAKE)
    await wait_until(lambda: b"101" in transport.written)
    assert isinstance(transport.protocol, WebSocketProtocol)
    return transport, transport.protocol


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def set_limits(limiter: ConnectionLimiter, **limits: Any) -> None:
    limiter.limits = ConnectionLimits(**limits)


async def wait_for_abort(transport: Transport) -> None:
    await wait_until(lambda: transport.aborted)
