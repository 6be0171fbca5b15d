"""A table's WebSocket without ASGI in between: frames go straight to and from the socket route.

For each message ASGI costs a queue, a turn of two tasks and a paused transport, which is most of
a small message's cost. The handshake and the end still take it. README.md beside this file says
which private methods of uvicorn are overridden.
"""

import asyncio
from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

CONNECTION_EXTENSION: Final = "pecking-order.direct"
"""The key of the protocol object in the extensions of a socket's ASGI scope."""
_TEXT: Final = 0x81
"""The first byte of an unfragmented text frame."""
_short_head, _head, _long_head = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


def single_frame_text(data: bytes) -> bytes | None:
    """The text in `data` if it is exactly one masked text frame, as browsers send it; else None."""
    size = len(data) - 6
    if 0 <= size < 126 and data[0] == _TEXT and data[1] == 0x80 | size:
        return apply_mask(data[6:], data[2:6])
    size -= 2
    if (
        126 <= size < 65536
        and data[0] == _TEXT
        and data[1] == 0x80 | 126
        and int.from_bytes(data[2:4], "big") == size
    ):
        return apply_mask(data[8:], data[4:8])
    return None


def frame_header(size: int) -> bytes:
    """The header of a text frame of this many bytes."""
    if size < 126:
        return _short_head(_TEXT, size)
    return _head(_TEXT, 126, size) if size < 65536 else _long_head(_TEXT, 127, size)


def missing_after(data: bytes, missing: int) -> int | None:
    """Bytes that the last frame in `data` still lacks; None if its header is incomplete.

    `missing`: bytes at the start of `data` that complete the frame before.
    """
    at, end = missing, len(data)
    while at < end:
        if end - at < 4:
            return None
        size = data[at + 1] & 0x7F
        if size == 127:
            return None
        at += 8 + int.from_bytes(data[at + 2 : at + 4], "big") if size == 126 else 6 + size
    return at - end


def forget_frames(error: BaseException | None) -> None:
    """Frees the frames of an error that a connection keeps: they hold the connection."""
    while error is not None:
        error.__traceback__, error = None, error.__cause__


class MessageListener(Protocol):
    """The receiver of a connection's messages. None of its methods may raise."""

    def on_text(self, text: str) -> None:
        """A complete text message came."""

    def on_bytes(self) -> None:
        """A binary message came."""

    def on_writable(self) -> None:
        """The network takes more again."""

    def on_lost(self) -> None:
        """The connection has ended."""


class DirectTableProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol until somebody calls `listen`."""

    _listener: MessageListener | None = None
    _missing: int | None = 0
    """Bytes until the next frame begins; None if that is no longer known."""
    is_writable = True
    """True if more may be written now; else the listener is called later."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][CONNECTION_EXTENSION] = self  # type: ignore[assignment]  # an extension of our own
        else:
            forget_frames(self.conn.handshake_exc)

    def listen(self, listener: MessageListener) -> None:
        """Passes every message to `listener`, first those that came since the handshake."""
        self._listener = listener
        while not self.queue.empty():
            message: Mapping[str, Any] = self.queue.get_nowait()
            if message["type"] == "websocket.disconnect":
                listener.on_lost()
            elif message.get("text") is not None:
                listener.on_text(message["text"])
            else:
                listener.on_bytes()
        if self.disconnected:  # lost before anybody listened: nothing follows
            self._listener = None
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # -- reading

    def _admit_frame(self) -> bool:
        """Hook for a subclass: False if one more frame is too many."""
        return True

    def data_received(self, data: bytes) -> None:
        """Reads a single complete text frame itself, and passes everything else to the parser."""
        if self._listener is None:
            super().data_received(data)
            return
        if (
            self._missing == 0
            and self.conn.state is State.OPEN
            and self.conn.current_size is None
            and (text := single_frame_text(data)) is not None
        ):
            if self._admit_frame():
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
            return
        if self._missing is not None:
            self._missing = missing_after(data, self._missing)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message is complete. uvicorn refuses text that is not UTF-8."""
        if self._listener is None:
            super().send_receive_event_to_app()
            return
        whole = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.close_sent:
            self.frames = []
        elif self.curr_msg_data_type != "text":
            self.frames = []
            self._listener.on_bytes()
        else:
            try:
                text = str(whole, "utf-8")
            except UnicodeDecodeError:
                super().send_receive_event_to_app()
                return
            self.frames = []
            self._listener.on_text(text)

    # -- writing

    def write(self, texts: Sequence[bytes]) -> bool:
        """Sends UTF-8 messages in one write. False if the connection is closing."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        parts = list[bytes]()
        for text in texts:
            parts += frame_header(len(text)), text
        self.transport.write(b"".join(parts))
        return True

    def pause_writing(self) -> None:
        """Stops reading from a client that does not read: answers would pile up."""
        self.is_writable = False
        super().pause_writing()
        if self._listener is not None and not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        self.is_writable = True
        super().resume_writing()
        if self._listener is not None:
            if not self.transport.is_closing():
                self.transport.resume_reading()
            self._listener.on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._listener is not None:
            self._listener.on_lost()
            self._listener = None
        self.conn.parser.close()
        forget_frames(self.conn.parser_exc)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The scope lets go of this object: they would keep each other in memory."""
        super().on_task_complete(task)
        self.scope["extensions"].pop(CONNECTION_EXTENSION, None)
