"""The table protocol: messages reach their listener without ASGI, and all limits hold."""

from typing import Any

import pytest
from websockets.frames import Opcode

from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.table_protocol import CONNECTION_EXTENSION
from tests.web.server.fake_transport import Arrive, Transport, frame, open_table_socket


class RecordingListener:
    """A listener that keeps what it receives."""

    def __init__(self) -> None:
        self.received: list[str | None] = []
        self.is_lost = False

    def on_text(self, text: str) -> None:
        self.received.append(text)

    def on_bytes(self) -> None:
        self.received.append(None)

    def on_writable(self) -> None: ...

    def on_lost(self) -> None:
        self.is_lost = True


async def with_listener(arrive: Arrive) -> tuple[Transport, RecordingListener]:
    transport, tables = await open_table_socket(arrive)
    listener = RecordingListener()
    extensions: Any = tables.scope["extensions"]
    assert extensions[CONNECTION_EXTENSION] is tables
    tables.listen(listener)
    return transport, listener


def mixed() -> bytes:
    """Frames of every kind and size, and what each of them says."""
    long, longer = b"l" * 300, b"L" * 5000
    return b"".join(
        (
            frame(Opcode.TEXT, b"short"),
            frame(Opcode.PING, b"?"),
            frame(Opcode.TEXT, long),
            frame(Opcode.TEXT, b"be", fin=False),
            frame(Opcode.PING),
            frame(Opcode.CONT, b"gun"),
            frame(Opcode.TEXT, longer),
            frame(Opcode.BINARY, b"\x81\x80"),
            frame(Opcode.TEXT),
            frame(Opcode.TEXT, b"end"),
        )
    )


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 11, 64, 306, 308, 2047, 100_000])
async def test_it_is_the_same_in_whatever_pieces_the_network_brings_it(
    arrive: Arrive, size: int
) -> None:
    transport, listener = await with_listener(arrive)
    sent = mixed()
    for start in range(0, len(sent), size):
        transport.protocol.data_received(sent[start : start + size])
    assert listener.received == ["short", "l" * 300, "begun", "L" * 5000, None, "", "end"]
    assert not transport.aborted


async def test_frame_by_frame_it_is_the_same_too(arrive: Arrive) -> None:
    transport, listener = await with_listener(arrive)
    for text in ("a", "b" * 125, "c" * 126, "d" * 4000, "e"):
        transport.protocol.data_received(frame(Opcode.TEXT, text.encode()))
    assert listener.received == ["a", "b" * 125, "c" * 126, "d" * 4000, "e"]


async def test_a_message_within_a_message_is_refused_as_ever(arrive: Arrive) -> None:
    transport, listener = await with_listener(arrive)
    transport.protocol.data_received(frame(Opcode.TEXT, b"begun", fin=False))
    transport.protocol.data_received(frame(Opcode.TEXT, b"another"))
    assert listener.received == []
    assert transport.is_closing() or b"\x03\xea" in transport.written, (
        "1002: not what the protocol says"
    )


async def test_what_is_no_text_is_refused_as_ever(arrive: Arrive) -> None:
    transport, listener = await with_listener(arrive)
    transport.protocol.data_received(frame(Opcode.TEXT, b"\xff\xfe"))
    assert listener.received == []
    assert transport.is_closing() or b"\x03\xef" in transport.written, "1007: not UTF-8"


async def test_frames_are_counted_on_the_short_way_too(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, listener = await with_listener(arrive)
    most = int(limiter.limits.frame_rate[0])
    for _ in range(most + 10):
        transport.protocol.data_received(frame(Opcode.TEXT, b"again"))
    assert transport.aborted
    assert listener.is_lost
    assert limiter.cuts["frames"] == 1
