"""The bounds on a connection, with a transport of the test's own: nothing here waits for a real network or a real clock's seconds."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from app.web.bounds import Bounds, Gatekeeper
from app.web.direct import EXTENSION, Direct
from app.web.gate import FRAMES_SLICE, Pages, Tables, gates

pytestmark = pytest.mark.anyio

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
AT_ONCE = 0.0


class Transport(asyncio.Transport):
    """Remembers what is done to it. `abort` and `close` tell the protocol at once, as a network that has nothing left to send."""

    def __init__(self, host: str = "192.0.2.7") -> None:
        super().__init__({"peername": (host, 4711), "sockname": ("127.0.0.1", 80)})
        self.written = bytearray()
        self.aborted = self.closed = False
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": self._extra["peername"], "sockname": self._extra["sockname"]}.get(name, default)  # type: ignore[attr-defined]

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
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


Arrive = Callable[..., Transport]


@pytest.fixture
def keeper() -> Gatekeeper:
    return Gatekeeper(bounds=Bounds(each=3, altogether=5))


@pytest.fixture
async def arrive(keeper: Gatekeeper) -> Any:
    """A new connection of some address."""
    pages, tables = gates(keeper)
    config = uvicorn.Config(
        app, http=pages, ws=tables, ws_per_message_deflate=False, ws_max_size=16 * 1024, log_config=None, lifespan="off"
    )
    config.load()
    state = ServerState()
    made: list[Transport] = []

    def come(host: str = "192.0.2.7") -> Transport:
        transport = Transport(host)
        transport.protocol = pages(config=config, server_state=state, app_state={}, _loop=asyncio.get_running_loop())
        transport.protocol.connection_made(transport)
        made.append(transport)
        return transport

    yield come
    for transport in made:
        transport.abort()
    await asyncio.gather(*state.tasks, return_exceptions=True)


async def until(state: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not state():  # noqa: ASYNC110  what is waited for lies within uvicorn
            await asyncio.sleep(0.001)


async def table(arrive: Arrive) -> tuple[Transport, Tables]:
    """A connection that has become a table's."""
    transport = arrive()
    transport.protocol.data_received(HANDSHAKE)
    await until(lambda: b"101" in transport.written)
    assert isinstance(transport.protocol, Tables)
    return transport, transport.protocol


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


OVERRIDDEN: dict[type, tuple[type, set[str]]] = {
    Pages: (HttpToolsProtocol, set(vars(Pages)) & set(vars(HttpToolsProtocol))),
    Tables: (WebSocketsSansIOProtocol, set(vars(Tables)) & set(vars(WebSocketsSansIOProtocol))),
    Direct: (WebSocketsSansIOProtocol, set(vars(Direct)) & set(vars(WebSocketsSansIOProtocol))),
}
OWN: dict[type, set[str]] = {
    Pages: {"cut", "_leave", "_forsake", "_become_table", "keeper"},
    Tables: {"cut", "_welcome", "_await_rest", "keeper"},
    Direct: {"listen", "write", "_welcome"},
}


@pytest.mark.parametrize("gate", OVERRIDDEN, ids=lambda gate: gate.__name__)
def test_uvicorn_still_has_every_method_that_the_gate_overrides(gate: type) -> None:
    """A renamed method would leave the house without that bound, and nothing else would show it."""
    base, shared = OVERRIDDEN[gate]
    mine = {name for name, value in vars(gate).items() if callable(value)} - OWN[gate]
    assert mine == {name for name in shared if callable(vars(base)[name])}
    assert uvicorn.__version__.startswith("0.54."), (
        "read app/web/gate.py beside the new uvicorn, run the proof `attackers`, then raise this"
    )


async def test_an_address_has_so_many_connections_and_others_have_theirs(arrive: Arrive, keeper: Gatekeeper) -> None:
    first, second, third = arrive(), arrive(), arrive()
    assert arrive().aborted
    assert not arrive("198.51.100.1").aborted
    first.abort()
    assert not arrive().aborted
    assert not second.aborted
    assert not third.aborted
    assert keeper.cuts == {"household": 1}


async def test_the_house_has_so_many_connections(arrive: Arrive, keeper: Gatekeeper) -> None:
    for number in range(5):
        assert not arrive(f"192.0.2.{number}").aborted
    assert arrive("192.0.2.99").aborted
    assert keeper.cuts == {"full": 1}


async def test_who_comes_through_a_trusted_proxy_is_not_counted_by_address() -> None:
    keeper = Gatekeeper(trusted=("10.0.0.0/8",), bounds=Bounds(each=1))
    keeper.enter(("10.1.2.3", 1))
    assert keeper.refusal(("10.1.2.3", 2)) is None
    keeper.enter(("192.0.2.1", 1))
    assert keeper.refusal(("192.0.2.1", 2)) == "household"


async def test_every_connection_that_came_has_left(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, _ = await table(arrive)
    assert keeper.open == 1
    transport.abort()
    assert keeper.open == 0


def hurried(keeper: Gatekeeper, **bounds: Any) -> None:
    keeper.bounds = Bounds(**bounds)


async def cut(transport: Transport) -> None:
    await until(lambda: transport.aborted)


async def test_who_says_nothing_is_cut(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, head_time=AT_ONCE)
    await cut(arrive())
    assert keeper.cuts == {"head": 1}


async def test_half_a_head_is_waited_for_only_so_long(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, head_time=AT_ONCE)
    transport = arrive()
    transport.protocol.data_received(HANDSHAKE[:40])
    await cut(transport)
    assert keeper.cuts == {"head": 1}


async def test_half_a_body_is_waited_for_only_so_long(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, body_time=AT_ONCE)
    transport = arrive()
    transport.protocol.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf")
    await cut(transport)
    assert keeper.cuts == {"body": 1}


async def test_a_head_without_end_is_not_kept(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport = arrive()
    transport.protocol.data_received(b"GET / HTTP/1.1\r\nX: " + b"x" * 64 * 1024)
    assert transport.aborted
    assert keeper.cuts == {"size": 1}


async def test_requests_that_nobody_waited_for_are_not_kept(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport = arrive()
    transport.protocol.data_received(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 1000)
    assert transport.aborted
    assert keeper.cuts == {"size": 1}


async def test_who_is_cut_is_answered_no_more(arrive: Arrive) -> None:
    """uvicorn itself forgets a request that is being answered when others came after it, and uvloop refuses what is written then."""
    transport = arrive()
    transport.protocol.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody" * 3)
    transport.protocol.cut("closing")
    await until(lambda: not transport.protocol.tasks)
    assert transport.written == b""


async def test_ordinary_requests_one_after_the_other_pass(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport = arrive()
    for number in range(1, 40):
        transport.protocol.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody")
        await until(lambda answered=number: transport.written.count(b"200 OK") >= answered)  # type: ignore[misc]
    assert not transport.aborted
    assert keeper.cuts == {}


async def test_pings_are_answered_until_they_are_too_many(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, protocol = await table(arrive)
    before = len(transport.written)
    protocol.data_received(frame(Opcode.PING, b"hello"))
    assert bytes(transport.written[before:]) == b"\x8a\x05hello"
    protocol.data_received(frame(Opcode.PING) * 1000)
    assert transport.aborted
    assert keeper.cuts == {"frames": 1}


async def test_pings_of_who_does_not_read_are_not_answered(arrive: Arrive) -> None:
    transport, protocol = await table(arrive)
    before = len(transport.written)
    protocol.pause_writing()
    protocol.data_received(frame(Opcode.PING, b"hello"))
    assert len(transport.written) == before
    protocol.resume_writing()
    protocol.data_received(frame(Opcode.PING, b"again"))
    assert bytes(transport.written[before:]) == b"\x8a\x05again"


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PONG])
async def test_frames_of_every_kind_count(opcode: Opcode, arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, protocol = await table(arrive)
    if opcode is Opcode.CONT:
        protocol.data_received(frame(Opcode.TEXT, fin=False))
    protocol.data_received(frame(opcode, fin=opcode is not Opcode.CONT) * 1000)
    assert transport.aborted
    assert keeper.cuts == {"frames": 1}


async def test_a_burst_of_frames_is_not_kept_while_it_is_parsed(arrive: Arrive) -> None:
    _, protocol = await table(arrive)
    protocol.data_received(frame(Opcode.TEXT) * 40_000)
    assert protocol.queue.qsize() <= 120 + 1
    assert FRAMES_SLICE < 6 * 40_000


async def test_fragments_have_to_come_to_an_end(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, fragments=AT_ONCE)
    transport, protocol = await table(arrive)
    protocol.data_received(frame(Opcode.TEXT, b"a", fin=False))
    await cut(transport)
    assert keeper.cuts == {"fragments": 1}


async def test_fragments_that_come_to_an_end_are_a_message(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, protocol = await table(arrive)
    protocol.data_received(frame(Opcode.TEXT, b"a", fin=False))
    protocol.data_received(frame(Opcode.CONT, b"b"))
    assert protocol._joining._handle is None, "nothing is waited for any more"
    assert not transport.aborted


async def test_who_does_not_read_is_cut(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, reader=AT_ONCE)
    transport, protocol = await table(arrive)
    protocol.pause_writing()
    await cut(transport)
    assert keeper.cuts == {"reader": 1}


async def test_only_who_was_silent_is_asked_whether_they_are_there(arrive: Arrive) -> None:
    transport, protocol = await table(arrive)
    asked = b"\x89\x04"  # a ping with four bytes
    protocol.data_received(frame(Opcode.TEXT, b"hello"))
    before = len(transport.written)
    protocol.send_keepalive_ping()
    assert asked not in transport.written[before:]
    assert protocol.ping_timer is not None, "it will look again"
    protocol.send_keepalive_ping()
    assert asked in transport.written[before:]


async def test_who_misses_the_keepalive_is_cut_and_not_waited_for(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, protocol = await table(arrive)
    protocol.keepalive_timeout()
    assert transport.aborted
    assert keeper.cuts == {"silent": 1}


async def test_who_stays_after_the_goodbye_is_cut(arrive: Arrive, keeper: Gatekeeper) -> None:
    hurried(keeper, goodbye=AT_ONCE)
    transport, protocol = await table(arrive)
    task = asyncio.create_task(asyncio.sleep(0, None))
    await task
    protocol.on_task_complete(task)
    await cut(transport)
    assert keeper.cuts == {"lingering": 1}


async def test_who_has_gone_before_its_turn_is_not_let_in(keeper: Gatekeeper, arrive: Arrive) -> None:
    gone, stays = arrive(), arrive()
    gone.protocol.data_received(HANDSHAKE)
    stays.protocol.data_received(HANDSHAKE)
    gone.abort()
    await until(lambda: b"101" in stays.written)
    assert not gone.written
    assert keeper.open == 1


# -- the short way in


class Ear:
    """Who took a connection over."""

    def __init__(self) -> None:
        self.heard: list[str | None] = []
        self.is_lost = False

    def text(self, text: str) -> None:
        self.heard.append(text)

    def bytes(self) -> None:
        self.heard.append(None)

    def roomy(self) -> None: ...

    def lost(self) -> None:
        self.is_lost = True


async def listened(arrive: Arrive) -> tuple[Transport, Ear]:
    transport, tables = await table(arrive)
    ear = Ear()
    extensions: Any = tables.scope["extensions"]
    assert extensions[EXTENSION] is tables
    tables.listen(ear)
    return transport, ear


def mixed() -> bytes:
    """Frames of every kind and size, and what each of them says."""
    long, longer = b"l" * 300, b"L" * 5000
    return b"".join(
        (
            frame(Opcode.TEXT, b"short"), frame(Opcode.PING, b"?"), frame(Opcode.TEXT, long), frame(Opcode.TEXT, b"be", fin=False),
            frame(Opcode.PING), frame(Opcode.CONT, b"gun"), frame(Opcode.TEXT, longer), frame(Opcode.BINARY, b"\x81\x80"),
            frame(Opcode.TEXT), frame(Opcode.TEXT, b"end"),
        )
    )  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 11, 64, 306, 308, 2047, 100_000])
async def test_it_is_the_same_in_whatever_pieces_the_network_brings_it(arrive: Arrive, size: int) -> None:
    transport, ear = await listened(arrive)
    sent = mixed()
    for start in range(0, len(sent), size):
        transport.protocol.data_received(sent[start : start + size])
    assert ear.heard == ["short", "l" * 300, "begun", "L" * 5000, None, "", "end"]
    assert not transport.aborted


async def test_frame_by_frame_it_is_the_same_too(arrive: Arrive) -> None:
    transport, ear = await listened(arrive)
    for text in ("a", "b" * 125, "c" * 126, "d" * 4000, "e"):
        transport.protocol.data_received(frame(Opcode.TEXT, text.encode()))
    assert ear.heard == ["a", "b" * 125, "c" * 126, "d" * 4000, "e"]


async def test_a_message_within_a_message_is_refused_as_ever(arrive: Arrive) -> None:
    transport, ear = await listened(arrive)
    transport.protocol.data_received(frame(Opcode.TEXT, b"begun", fin=False))
    transport.protocol.data_received(frame(Opcode.TEXT, b"another"))
    assert ear.heard == []
    assert transport.is_closing() or b"\x03\xea" in transport.written, "1002: not what the protocol says"


async def test_what_is_no_text_is_refused_as_ever(arrive: Arrive) -> None:
    transport, ear = await listened(arrive)
    transport.protocol.data_received(frame(Opcode.TEXT, b"\xff\xfe"))
    assert ear.heard == []
    assert transport.is_closing() or b"\x03\xef" in transport.written, "1007: not UTF-8"


async def test_frames_are_counted_on_the_short_way_too(arrive: Arrive, keeper: Gatekeeper) -> None:
    transport, ear = await listened(arrive)
    most = int(keeper.bounds.frames[0])
    for _ in range(most + 10):
        transport.protocol.data_received(frame(Opcode.TEXT, b"again"))
    assert transport.aborted
    assert ear.is_lost
    assert keeper.cuts["frames"] == 1
