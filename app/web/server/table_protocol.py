"""A table's connection without the detour through ASGI: what comes is handed over as it is read, what goes is written at once.

The detour costs a queue, a turn of two tasks and a paused transport for each message, which is most of what a small message costs. The
handshake and the end still take it. These are overrides of uvicorn's own methods, see app/web/server/protocols.py.
"""

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
"""Under which a socket's scope holds its connection."""
_TEXT: Final = 0x81
"""A whole message of text in one frame."""
_short_head, _head, _long_head = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


def single_frame_text(data: bytes) -> bytes | None:
    """The text of a short message that is all of `data`, as a browser sends it: one masked frame."""
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
    """What goes before a text of so many bytes."""
    if size < 126:
        return _short_head(_TEXT, size)
    return _head(_TEXT, 126, size) if size < 65536 else _long_head(_TEXT, 127, size)


def missing_after(data: bytes, missing: int) -> int | None:
    """How many bytes the frame that `data` ends in still lacks, if `owed` belong to one from before; None where its head is cut."""
    at, end = missing, len(data)
    while at < end:
        if end - at < 4:
            return None
        size = data[at + 1] & 0x7F
        if size == 127:
            return None
        at += 8 + int.from_bytes(data[at + 2 : at + 4], "big") if size == 126 else 6 + size
    return at - end


class MessageListener(Protocol):
    """Whoever took the connection over. Nothing here may raise."""

    def on_text(self, text: str) -> None:
        """A whole message."""

    def on_bytes(self) -> None:
        """A message that is no text."""

    def on_writable(self) -> None:
        """What was written has left so far that more may follow."""

    def on_lost(self) -> None:
        """The connection has ended, whoever ended it."""


class DirectTableProtocol(WebSocketsSansIOProtocol):
    """Until somebody listens, this is uvicorn's."""

    _listener: MessageListener | None = None
    _missing: int | None = 0
    """Bytes until the next frame begins; None: that is not known any more."""
    is_writable = True
    """Whether more may be written now; if not, the listener hears when."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][CONNECTION_EXTENSION] = self  # type: ignore[assignment]  # ours, for ourselves alone

    def listen(self, listener: MessageListener) -> None:
        """From now on; begins with what has come since the handshake."""
        self._listener = listener
        while not self.queue.empty():
            message: Mapping[str, Any] = self.queue.get_nowait()
            if message["type"] == "websocket.disconnect":
                listener.on_lost()
            elif message.get("text") is not None:
                listener.on_text(message["text"])
            else:
                listener.on_bytes()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # -- what comes

    def _admit_frame(self) -> bool:
        """Whether one more frame is within bounds."""
        return True

    def data_received(self, data: bytes) -> None:
        """Most of what comes is one whole message, alone in its piece of the network: that needs no parser; all else does."""
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
        """A message is complete. Text that is none is refused by uvicorn, as before."""
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

    # -- what goes

    def write(self, texts: Sequence[bytes]) -> bool:
        """Messages in UTF-8, in one piece for the network. False: the connection is closing, and takes none."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        parts = list[bytes]()
        for text in texts:
            parts += frame_header(len(text)), text
        self.transport.write(b"".join(parts))
        return True

    def pause_writing(self) -> None:
        """Who takes nothing is not listened to either: answers would pile up."""
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
