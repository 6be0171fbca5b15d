"""The limits of a table's WebSocket: frames, fragments, keepalives and the close."""

import asyncio

import pytest
from websockets.frames import Opcode

from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.protocols import FRAMES_SLICE
from tests.web.server.fake_transport import (
    NO_TIME,
    Arrive,
    frame,
    open_table_socket,
    set_limits,
    wait_for_abort,
)


async def test_pings_are_answered_until_they_are_too_many(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, protocol = await open_table_socket(arrive)
    before = len(transport.written)
    protocol.data_received(frame(Opcode.PING, b"hello"))
    assert bytes(transport.written[before:]) == b"\x8a\x05hello"
    protocol.data_received(frame(Opcode.PING) * 1000)
    assert transport.aborted
    assert limiter.cuts == {"frames": 1}


async def test_pings_of_who_does_not_read_are_not_answered(arrive: Arrive) -> None:
    transport, protocol = await open_table_socket(arrive)
    before = len(transport.written)
    protocol.pause_writing()
    protocol.data_received(frame(Opcode.PING, b"hello"))
    assert len(transport.written) == before
    protocol.resume_writing()
    protocol.data_received(frame(Opcode.PING, b"again"))
    assert bytes(transport.written[before:]) == b"\x8a\x05again"


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PONG])
async def test_frames_of_every_kind_count(
    opcode: Opcode, arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, protocol = await open_table_socket(arrive)
    if opcode is Opcode.CONT:
        protocol.data_received(frame(Opcode.TEXT, fin=False))
    protocol.data_received(frame(opcode, fin=opcode is not Opcode.CONT) * 1000)
    assert transport.aborted
    assert limiter.cuts == {"frames": 1}


async def test_a_burst_of_frames_is_not_kept_while_it_is_parsed(arrive: Arrive) -> None:
    _, protocol = await open_table_socket(arrive)
    protocol.data_received(frame(Opcode.TEXT) * 40_000)
    assert protocol.queue.qsize() <= 120 + 1
    assert FRAMES_SLICE < 6 * 40_000


async def test_fragments_have_to_come_to_an_end(arrive: Arrive, limiter: ConnectionLimiter) -> None:
    set_limits(limiter, fragment_seconds=NO_TIME)
    transport, protocol = await open_table_socket(arrive)
    protocol.data_received(frame(Opcode.TEXT, b"a", fin=False))
    await wait_for_abort(transport)
    assert limiter.cuts == {"fragments": 1}


async def test_fragments_that_come_to_an_end_are_a_message(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, protocol = await open_table_socket(arrive)
    protocol.data_received(frame(Opcode.TEXT, b"a", fin=False))
    protocol.data_received(frame(Opcode.CONT, b"b"))
    assert protocol._fragment_timer._handle is None, "nothing is waited for any more"
    assert not transport.aborted


async def test_who_does_not_read_is_cut(arrive: Arrive, limiter: ConnectionLimiter) -> None:
    set_limits(limiter, table_read_seconds=NO_TIME)
    transport, protocol = await open_table_socket(arrive)
    protocol.pause_writing()
    await wait_for_abort(transport)
    assert limiter.cuts == {"reader": 1}


async def test_only_who_was_silent_is_asked_whether_they_are_there(arrive: Arrive) -> None:
    transport, protocol = await open_table_socket(arrive)
    asked = b"\x89\x04"  # a ping with four bytes
    protocol.data_received(frame(Opcode.TEXT, b"hello"))
    before = len(transport.written)
    protocol.send_keepalive_ping()
    assert asked not in transport.written[before:]
    assert protocol.ping_timer is not None, "it will look again"
    protocol.send_keepalive_ping()
    assert asked in transport.written[before:]


async def test_who_misses_the_keepalive_is_cut_and_not_waited_for(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, protocol = await open_table_socket(arrive)
    protocol.keepalive_timeout()
    assert transport.aborted
    assert limiter.cuts == {"silent": 1}


async def test_who_stays_after_the_goodbye_is_cut(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    set_limits(limiter, close_seconds=NO_TIME)
    transport, protocol = await open_table_socket(arrive)
    task = asyncio.create_task(asyncio.sleep(0, None))
    await task
    protocol.on_task_complete(task)
    await wait_for_abort(transport)
    assert limiter.cuts == {"lingering": 1}
