"""Bad messages at the table: each gets a clear error for its sender and changes nothing."""

import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from app.games import GAMES
from app.web.socket.connection import MAX_MALFORMED, MESSAGE_BURST, MESSAGES_PER_SECOND
from app.web.socket.wire import MAX_BYTES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.socket.test_wire import BAD
from tests.web.visitors import Visitor


@pytest.mark.parametrize("kind", ["cut short", "unknown field", "half a pair in chat", "very deep"])
def test_a_message_that_cannot_be_read_is_refused_and_changes_nothing(
    visitor: NewVisitor, kind: str
) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        before = line.receive_until("room")
        refused = line.send_raw(BAD[kind])
        assert refused["code"] == "malformed"
        assert refused["text"].endswith(".")
        assert line.ask("ready", ready=True)["type"] == "done", "the line is still good"
    with person.connect(before["id"]) as line:
        after = line.receive_until("room")
    assert {**after, "seats": [], "people": []} == {**before, "seats": [], "people": []}


def test_bytes_are_refused(visitor: NewVisitor) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        assert line.send_raw(b'{"type":"ping"}')["text"] == "Send text messages, not binary ones."


def test_a_message_beyond_twice_the_limit_ends_the_connection(visitor: NewVisitor) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        line.socket.send("x" * (2 * MAX_BYTES + 1))
        assert line.receive_to_end()[0] == 1009


def test_who_goes_on_saying_nonsense_is_shown_out(visitor: NewVisitor) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        for _ in range(MAX_MALFORMED):
            line.socket.send("nonsense")
        code, bye = line.receive_to_end()
    assert code == 4409
    assert bye is not None
    assert (bye["code"], bye["retry_in"]) == ("malformed", None)
    assert sum(message["type"] == "refused" for message in line.received) == MAX_MALFORMED - 1


def test_more_than_ten_messages_a_second_end_the_connection(strict_server: ServerProcess) -> None:
    person = Visitor(strict_server.base_url, GAMES[0].slug)
    came = time.monotonic()
    with person.http, person.connect(person.open_room()) as line:
        with suppress(ConnectionClosed):
            while True:  # until this many have come quickly enough, however slow the machine
                for _ in range(MESSAGE_BURST + 20):
                    line.socket.send('{"type":"ping"}')
                for _ in range(MESSAGE_BURST + 20):
                    line.receive_until("pong")
        code, bye = line.receive_to_end()
    assert code == 4409
    assert bye is not None
    assert bye["code"] == "too-much"
    assert bye["retry_in"] > 0
    heard = sum(message["type"] == "pong" for message in line.received)
    assert MESSAGE_BURST <= heard <= MESSAGE_BURST + MESSAGES_PER_SECOND * (time.monotonic() - came)


def test_invalid_utf8_ends_the_connection_and_no_other(visitor: NewVisitor) -> None:
    """RFC 6455, section 8.1: the connection fails. Others at the table notice nothing."""
    person = visitor()
    room = person.open_room()
    with person.connect(room) as line:
        line.receive_until("room")
        with person.connect(room) as other:
            other.socket.send(["a", "b"])  # fragments are put together
            assert other.receive_until("refused")["code"] == "malformed"
            with other.socket.protocol_mutex:
                other.socket.protocol.send_text(b"\xff\xfe")
                other.socket.send_data()
            assert other.receive_to_end()[0] == 1007
        line.socket.send('{"type":"ping"}')
        line.receive_until("pong")


def test_signs_of_life_are_answered_at_once(visitor: NewVisitor) -> None:
    person = visitor()
    with person.connect(person.open_room()) as line:
        asked = int(time.time() * 1000)
        line.socket.send('{"type":"ping"}')
        now = line.receive_until("pong")["now"]
        assert asked <= now <= time.time() * 1000
