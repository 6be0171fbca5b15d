"""Connections of people who are known, beside strangers who have filled their address."""

import pytest

from app.web.server.connection_limits import ConnectionLimiter, ConnectionLimits
from app.web.server.known_sessions import KnownSessions
from tests.web.server.fake_transport import (
    HANDSHAKE,
    NO_TIME,
    Arrive,
    set_limits,
    wait_for_abort,
    wait_until,
)

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
