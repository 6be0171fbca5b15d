"""Connections and requests that have ended are freed by reference counts alone."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from app.web.server.page_times import PageTimer, PageTimes
from tests.web.server.fake_transport import (
    HANDSHAKE,
    Arrive,
    Transport,
    open_table_socket,
    wait_until,
)
from tests.web.server.test_table_protocol import RecordingListener, with_listener

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def collector_off() -> Iterator[None]:
    """Old objects are collected rarely: connections that came and went doubled the memory."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def assert_freed(transport: Transport) -> None:
    """Fails if the connection's protocol outlives the connection."""
    protocol, tasks = ref(transport.protocol), transport.protocol.tasks
    transport.abort()
    await wait_until(lambda: not tasks)
    transport.protocol = None
    assert protocol() is None


async def test_a_connection_to_a_table_is_freed(arrive: Arrive) -> None:
    transport, listener = await with_listener(arrive)
    kept = [ref(transport.protocol.conn), ref(listener)]
    del listener
    await assert_freed(transport)
    assert [one() for one in kept] == [None, None]


async def test_the_page_protocol_is_freed_once_it_became_a_tables(arrive: Arrive) -> None:
    transport = arrive()
    before = ref(transport.protocol)
    transport.protocol.data_received(HANDSHAKE)
    await wait_until(lambda: b"101" in transport.written)
    assert before() is None


async def test_requests_that_never_began_are_freed_with_their_connection(arrive: Arrive) -> None:
    transport = arrive()
    transport.protocol.data_received(
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody" * 3
    )
    await assert_freed(transport)


@pytest.mark.parametrize("wrong", [b"x", b"AAAA"])
async def test_a_handshake_that_is_refused_leaves_nothing(arrive: Arrive, wrong: bytes) -> None:
    transport = arrive()
    transport.protocol.data_received(HANDSHAKE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", wrong))
    await wait_until(lambda: b"400 Bad Request" in transport.written)
    await assert_freed(transport)


@pytest.mark.parametrize("wrong", [b"\x83\x81\0\0\0\0x", b"\x81\x01x"])
async def test_what_is_no_websocket_leaves_nothing(arrive: Arrive, wrong: bytes) -> None:
    transport, _ = await with_listener(arrive)
    transport.protocol.data_received(wrong)
    await assert_freed(transport)


async def test_a_listener_of_a_connection_that_was_lost_before_is_freed(arrive: Arrive) -> None:
    transport, protocol = await open_table_socket(arrive)
    transport.abort()
    listener = RecordingListener()
    protocol.listen(listener)
    assert listener.is_lost
    protocol.queue.put_nowait({"type": "websocket.disconnect", "code": 1005})  # for the application
    kept = ref(listener)
    del listener
    assert kept() is None


async def test_a_request_is_freed_with_what_was_kept_for_it() -> None:
    class Kept:
        """As a page's context: it holds the request, and so the scope that holds it."""

        def __init__(self, scope: Any) -> None:
            self.scope = scope

    kept = list[ref[Kept]]()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        scope["state"]["context"] = Kept(scope)
        kept.append(ref(scope["state"]["context"]))

    async def nothing(*_: object) -> Any: ...

    await PageTimer(page, PageTimes())({"type": "http", "path": "/"}, nothing, nothing)
    assert kept[0]() is None
