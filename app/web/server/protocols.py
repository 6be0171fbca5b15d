"""uvicorn's two protocols with limits: a client that floods or does not read is cut off.

These classes override private methods of uvicorn; README.md beside this file names them. A cut
is an abort, since a close would wait for a client that does not read.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.frames import Frame
from websockets.http11 import Request

from app.web.rate_limits import TokenBucket
from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.places import Keys
from app.web.server.table_protocol import DirectTableProtocol

HTTP_SLICE: Final = 4096
FRAMES_SLICE: Final = 1024
"""Bytes that are parsed in one go; the limits are checked in between."""


class Timer:
    """One delayed call at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float, call: Callable[..., None], *arguments: Any) -> None:
        self.cancel()
        self._handle = self._loop.call_later(seconds, call, *arguments)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


def reset_connection(transport: asyncio.Transport) -> None:
    """Ends a connection at once with a TCP reset.

    Without SO_LINGER the kernel would keep sending what the client has not read.
    """
    connection = transport.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection, until it is upgraded to a table's WebSocket.

    Its states: a stranger's, which counts for the network; unproven, for which the network has no
    place; a person's. A request's head with a known cookie makes the first two a person's. Another
    head, and time, cut an unproven one. Nothing makes a person's connection a stranger's again.
    """

    limiter: ClassVar[ConnectionLimiter]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._request_timer, self._write_timer = Timer(self.loop), Timer(self.loop)
        self._keys: Keys | None = None
        """The keys under which it is counted; None while it is not."""
        self._unproven: str | None = None
        """The reason to cut a stranger."""
        self._known = self._cut = False
        self._running: RequestResponseCycle | None = None
        self._in_header = True
        self._size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        limits = self.limiter.limits
        self._unproven = self.limiter.refusal(self.client)
        if self._unproven is None:
            self._keys = self.limiter.enter(self.client)
            self._request_timer.set(limits.header_seconds, self.cut, "head")
        elif not self.limiter.known.is_empty:
            self._request_timer.set(limits.proof_seconds, self.cut, self._unproven)
            self.limiter.await_proof(self)
        else:
            self.cut(self._unproven)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._abandon_request()
        super().connection_lost(exc)
        self.pipeline.clear()  # requests that never began hold this object, and so does the last
        self.cycle = None  # type: ignore[assignment]  # as uvicorn begins

    def _leave(self) -> None:
        self._request_timer.cancel()
        self._write_timer.cancel()
        self.limiter.unproven.pop(self, None)
        if self._keys is not None:
            self.limiter.leave(self._keys)
            self._keys = None

    def _recognize(self) -> None:
        """Counts the connection for the person whose cookie it shows."""
        keys = self.limiter.recognize(self.client, self.headers)
        if keys is not None:
            self._leave()
            self._keys, self._known, self._unproven = keys, True, None
        elif self._unproven is not None:
            self.cut(self._unproven)

    def cut(self, reason: str) -> None:
        if not self._cut:
            self._cut = True
            self.limiter.cuts[reason] += 1
        self._abandon_request()
        reset_connection(self.transport)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _abandon_request(self) -> None:
        """Tells the running request that its client is gone.

        uvicorn tells only the last request of a pipeline, and uvloop refuses writes after a cut.
        """
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    # -- reading

    def data_received(self, data: bytes) -> None:
        limits = self.limiter.limits
        for start in range(0, len(data), HTTP_SLICE):
            if (self._keys is None and self._unproven is None) or self.transport.is_closing():
                return
            piece = data[start : start + HTTP_SLICE]
            self._size += len(piece)
            super().data_received(piece)
            if (
                self._size > (limits.header_bytes if self._in_header else limits.body_bytes)
                or len(self.pipeline) > limits.pipelined_requests
            ):
                self.cut("size")

    def on_message_begin(self) -> None:
        self._in_header, self._size = True, 0
        if len(self.pipeline) > self.limiter.limits.pipelined_requests:
            self.cut("size")
        if self._unproven is None:
            self._request_timer.set(self.limiter.limits.header_seconds, self.cut, "head")
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if not self._known and not self._cut:
            self._recognize()
        if self._cut:  # the same slice may hold a hundred more requests
            return
        self._in_header, self._size = False, 0
        self._request_timer.set(self.limiter.limits.body_seconds, self.cut, "body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._request_timer.cancel()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        self.transport.pause_reading()
        self.limiter.handshakes.add(self._upgrade)

    def _upgrade(self) -> None:
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()
            self.transport.resume_reading()
            self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end; it holds us

    # -- writing

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer.set(self.limiter.limits.page_read_seconds, self.cut, "reader")

    def resume_writing(self) -> None:
        self._write_timer.cancel()
        super().resume_writing()


class WebSocketProtocol(DirectTableProtocol):
    """A WebSocket connection to a table."""

    limiter: ClassVar[ConnectionLimiter]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        multiplier = self.limiter.multiplier
        burst, each_second = self.limiter.limits.frame_rate
        self.close_timeout = self.limiter.limits.close_seconds
        self._bucket = TokenBucket(burst * multiplier, each_second * multiplier)
        self._write_timer, self._fragment_timer, self._close_timer = (
            Timer(self.loop),
            Timer(self.loop),
            Timer(self.loop),
        )
        self._cut = False
        self._keys: Keys | None = None
        self._received = False
        """A frame has come since the last keepalive."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._keys = self.limiter.enter(self.client)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            keys = self.limiter.recognize(self.client, self.scope["headers"])
            if keys is not None:
                self._leave()
                self._keys = keys

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._write_timer, self._fragment_timer, self._close_timer):
            timer.cancel()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._keys is not None:
            self.limiter.leave(self._keys)
            self._keys = None

    def cut(self, reason: str) -> None:
        if not self._cut:
            self._cut = True
            self.limiter.cuts[reason] += 1
        self.disconnected = True
        reset_connection(self.transport)

    # -- reading

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), FRAMES_SLICE):
            if self._cut or self.transport.is_closing():
                return
            super().data_received(data[start : start + FRAMES_SLICE])

    def _admit_frame(self) -> bool:
        """Counts one more frame; False, and a cut, if that is too many."""
        self._received = True
        if not self._cut and not self._bucket.take():
            self.cut("frames")
        return not self._cut

    def handle_text(self, event: Frame) -> None:
        if self._admit_frame():
            self._await_fragments(event)
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._admit_frame():
            self._await_fragments(event)
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._admit_frame():
            if event.fin:
                self._fragment_timer.cancel()
            super().handle_cont(event)

    def _await_fragments(self, event: Frame) -> None:
        if not event.fin:
            self._fragment_timer.set(self.limiter.limits.fragment_seconds, self.cut, "fragments")

    def handle_ping(self) -> None:
        """A client that does not read gets no pong: they would pile up."""
        if self._admit_frame() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        if self._admit_frame():
            super().handle_pong(event)

    # -- writing

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer.set(self.limiter.limits.table_read_seconds, self.cut, "reader")

    def resume_writing(self) -> None:
        self._write_timer.cancel()
        super().resume_writing()

    def send_keepalive_ping(self) -> None:
        """Pings only a silent client; every other frame shows as well that it is there."""
        if self._received:
            self._received = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        self.cut("silent")

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self._close_timer.set(self.limiter.limits.close_seconds, self.cut, "lingering")


def limited_protocols(
    limiter: ConnectionLimiter,
) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """The classes for uvicorn's settings `http` and `ws`, bound to one limiter.

    uvicorn makes the instances itself.
    """
    namespace = {"limiter": limiter}
    return (
        type("LimitedHttpProtocol", (HttpProtocol,), namespace),
        type("LimitedWebSocketProtocol", (WebSocketProtocol,), namespace),
    )
