"""The limits of HTTP connections: their number, headers, bodies and pipelined requests."""

import re

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.settings import ROOT
from app.web.server.connection_limits import ConnectionLimiter, ConnectionLimits
from app.web.server.known_sessions import KnownSessions
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

pytestmark = pytest.mark.anyio


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


# -- who is known


PAGE = b"GET / HTTP/1.1\r\nHost: here\r\nCookie: flash=x; po=%s\r\n\r\n"
TOKEN = "the token of somebody who is known"


def page(token: str = TOKEN) -> bytes:
    return PAGE % token.encode()


@pytest.fixture
def known(limiter: ConnectionLimiter) -> KnownSessions:
    """One person is known."""
    limiter.known = KnownSessions("po")
    limiter.known.note(TOKEN, "somebody")
    return limiter.known


async def test_who_is_known_is_served_although_strangers_have_filled_the_address(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    for _ in range(3):
        arrive()
    stranger, person = arrive(), arrive()
    stranger.protocol.data_received(page("the token of nobody"))
    assert stranger.aborted
    person.protocol.data_received(page())
    await wait_until(lambda: b" 200 " in person.written)
    assert limiter.cuts == {"household": 1}
    assert limiter.open == 4
    person.abort()
    assert limiter.open == 3
    assert not limiter.unproven


async def test_who_is_known_takes_no_place_of_a_stranger(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    for _ in range(4):
        transport = arrive()
        transport.protocol.data_received(page())
        await wait_until(lambda transport=transport: b" 200 " in transport.written)  # type: ignore[misc]
    assert not arrive().aborted
    assert limiter.cuts == {}


async def test_a_person_with_too_many_connections_counts_as_a_stranger() -> None:
    limits = ConnectionLimits(per_person=2, per_network=1)
    limiter = ConnectionLimiter(limits=limits, known=KnownSessions("po"))
    limiter.known.note(TOKEN, "greedy")
    limiter.known.note(TOKEN + "2", "honest")
    client = ("192.0.2.7", 1)

    def came(token: str) -> bool:
        cookie = f"po={token}".encode()
        return limiter.recognize(client, [(b"cookie", cookie)]) is not None

    limiter.enter(client)
    assert [came(TOKEN) for _ in range(3)] == [True, True, False]
    assert limiter.refusal(client) == "household"
    assert came(TOKEN + "2")


async def test_all_people_of_one_address_leave_room_for_others() -> None:
    """A hundred guests of one person are known too."""
    limits = ConnectionLimits(everybody_per_network=20)
    limiter = ConnectionLimiter(limits=limits, known=KnownSessions("po"))
    for number in range(100):
        limiter.known.note(f"{TOKEN} {number}", f"guest {number}")

    def come(address: str, number: int) -> bool:
        cookie = [(b"cookie", f"po={TOKEN} {number}".encode())]
        return limiter.recognize((address, 1), cookie) is not None

    assert sum(come("192.0.2.7", number) for number in range(100)) == 20
    assert come("198.51.100.1", 1)


async def test_when_the_server_is_nearly_full_it_takes_those_who_are_known(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    set_limits(limiter, total=8)
    for number in range(7):
        arrive(f"192.0.2.{number}")
    stranger, person = arrive("192.0.2.98"), arrive("192.0.2.99")
    stranger.protocol.data_received(page("the token of nobody"))
    person.protocol.data_received(page())
    assert (stranger.aborted, person.aborted) == (True, False)
    late = arrive("192.0.2.97")
    late.protocol.data_received(page())
    assert late.aborted
    assert limiter.cuts == {"full": 2}


async def test_who_does_not_say_who_it_is_waits_only_so_long(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    set_limits(limiter, proof_seconds=NO_TIME)
    for _ in range(3):
        arrive()
    silent = arrive()
    silent.protocol.data_received(page()[:20])
    await wait_for_abort(silent)
    assert limiter.cuts == {"household": 1}
    assert not limiter.unproven


async def test_a_flood_that_says_nothing_pushes_out_its_own_oldest(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    set_limits(limiter, unproven=2)
    for _ in range(3):
        arrive()
    first, second, third = arrive(), arrive(), arrive()
    assert [each.aborted for each in (first, second, third)] == [True, False, False]
    person = arrive()
    person.protocol.data_received(page())
    assert [each.aborted for each in (second, third, person)] == [True, False, False]
    assert limiter.cuts == {"unproven": 2}


async def test_a_table_socket_counts_for_the_person_whose_cookie_it_brings(
    arrive: Arrive, limiter: ConnectionLimiter, known: KnownSessions
) -> None:
    for _ in range(3):
        arrive()
    person = arrive()
    cookie = f"Cookie: po={TOKEN}\r\n\r\n".encode()
    person.protocol.data_received(HANDSHAKE.replace(b"\r\n\r\n", b"\r\n" + cookie))
    await wait_until(lambda: b"101" in person.written)
    assert limiter.open == 4
    person.abort()
    assert limiter.open == 3
