"""The limits of HTTP connections: their number, headers, bodies and pipelined requests."""

import re

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.settings import ROOT
from app.web.server.connection_limits import ConnectionLimiter, ConnectionLimits
from app.web.server.protocols import HttpProtocol, WebSocketProtocol
from app.web.server.table_protocol import DirectTableProtocol
from tests.web.server.fake_transport import (
    HANDSHAKE,
    NO_TIME,
    Arrive,
    open_table_socket,
    set_limits,
    wait_for_abort,
    wait_until,
)

OVERRIDDEN: dict[type, tuple[type, set[str]]] = {
    HttpProtocol: (HttpToolsProtocol, set(vars(HttpProtocol)) & set(vars(HttpToolsProtocol))),
    WebSocketProtocol: (
        WebSocketsSansIOProtocol,
        set(vars(WebSocketProtocol)) & set(vars(WebSocketsSansIOProtocol)),
    ),
    DirectTableProtocol: (
        WebSocketsSansIOProtocol,
        set(vars(DirectTableProtocol)) & set(vars(WebSocketsSansIOProtocol)),
    ),
}

OWN: dict[type, set[str]] = {
    HttpProtocol: {"cut", "_leave", "_recognize", "_abandon_request", "_upgrade", "keeper"},
    WebSocketProtocol: {"cut", "_leave", "_admit_frame", "_await_fragments", "keeper"},
    DirectTableProtocol: {"listen", "write", "_admit_frame"},
}


@pytest.mark.parametrize("protocol", OVERRIDDEN, ids=lambda protocol: protocol.__name__)
def test_uvicorn_still_has_every_method_that_our_protocols_override(protocol: type) -> None:
    """A renamed method would silently remove the bound."""
    base, shared = OVERRIDDEN[protocol]
    mine = {name for name, value in vars(protocol).items() if callable(value)} - OWN[protocol]
    assert mine == {name for name in shared if callable(vars(base)[name])}
    assert uvicorn.__version__.startswith("0.54."), (
        "see app/web/server/README.md before you raise the version"
    )


@pytest.mark.parametrize("protocol", OVERRIDDEN, ids=lambda protocol: protocol.__name__)
def test_the_readme_names_every_method_that_our_protocols_override(protocol: type) -> None:
    readme = (ROOT / "app/web/server/README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith(f"| `{protocol.__name__}`"))
    base, _ = OVERRIDDEN[protocol]
    overridden = {
        name
        for name, value in vars(protocol).items()
        if callable(value) and not name.startswith("__") and hasattr(base, name)
    }
    assert set(re.findall(r"`(\w+)`", row.split("|")[3])) == overridden


async def test_an_address_has_a_limited_number_of_connections_and_others_have_theirs(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    first, second, third = arrive(), arrive(), arrive()
    assert arrive().aborted
    assert not arrive("198.51.100.1").aborted
    first.abort()
    assert not arrive().aborted
    assert not second.aborted
    assert not third.aborted
    assert limiter.cuts == {"household": 1}


async def test_the_server_has_a_limited_number_of_connections(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    for number in range(5):
        assert not arrive(f"192.0.2.{number}").aborted
    assert arrive("192.0.2.99").aborted
    assert limiter.cuts == {"full": 1}


async def test_who_comes_through_a_trusted_proxy_is_not_counted_by_address() -> None:
    limiter = ConnectionLimiter(
        trusted_proxies=("10.0.0.0/8",), limits=ConnectionLimits(per_network=1)
    )
    limiter.enter(("10.1.2.3", 1))
    assert limiter.refusal(("10.1.2.3", 2)) is None
    limiter.enter(("192.0.2.1", 1))
    assert limiter.refusal(("192.0.2.1", 2)) == "household"


async def test_every_connection_that_came_has_left(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport, _ = await open_table_socket(arrive)
    assert limiter.open == 1
    transport.abort()
    assert limiter.open == 0


async def test_who_says_nothing_is_cut(arrive: Arrive, limiter: ConnectionLimiter) -> None:
    set_limits(limiter, header_seconds=NO_TIME)
    await wait_for_abort(arrive())
    assert limiter.cuts == {"head": 1}


async def test_half_a_head_is_waited_for_only_so_long(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    set_limits(limiter, header_seconds=NO_TIME)
    transport = arrive()
    transport.protocol.data_received(HANDSHAKE[:40])
    await wait_for_abort(transport)
    assert limiter.cuts == {"head": 1}


async def test_half_a_body_is_waited_for_only_so_long(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    set_limits(limiter, body_seconds=NO_TIME)
    transport = arrive()
    transport.protocol.data_received(
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf"
    )
    await wait_for_abort(transport)
    assert limiter.cuts == {"body": 1}


async def test_a_head_without_end_is_not_kept(arrive: Arrive, limiter: ConnectionLimiter) -> None:
    transport = arrive()
    transport.protocol.data_received(b"GET / HTTP/1.1\r\nX: " + b"x" * 64 * 1024)
    assert transport.aborted
    assert limiter.cuts == {"size": 1}


async def test_requests_that_nobody_waited_for_are_not_kept(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport = arrive()
    transport.protocol.data_received(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 1000)
    assert transport.aborted
    assert limiter.cuts == {"size": 1}


async def test_who_is_cut_is_answered_no_more(arrive: Arrive) -> None:
    """uvicorn tells only the last request of a pipeline; uvloop refuses writes after a cut."""
    transport = arrive()
    transport.protocol.data_received(
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody" * 3
    )
    transport.protocol.cut("closing")
    await wait_until(lambda: not transport.protocol.tasks)
    assert transport.written == b""


async def test_ordinary_requests_one_after_the_other_pass(
    arrive: Arrive, limiter: ConnectionLimiter
) -> None:
    transport = arrive()
    for number in range(1, 40):
        transport.protocol.data_received(
            b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody"
        )
        await wait_until(lambda answered=number: transport.written.count(b"200 OK") >= answered)  # type: ignore[misc]
    assert not transport.aborted
    assert limiter.cuts == {}


async def test_who_has_gone_before_its_turn_is_not_let_in(
    limiter: ConnectionLimiter, arrive: Arrive
) -> None:
    gone, stays = arrive(), arrive()
    gone.protocol.data_received(HANDSHAKE)
    stays.protocol.data_received(HANDSHAKE)
    gone.abort()
    await wait_until(lambda: b"101" in stays.written)
    assert not gone.written
    assert limiter.open == 1
