"""Processes that are unknown, dead or never lived, and clocks that differ: the owner is found."""

import json
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus

from tests.conftest import NewDatabase, NewServer, run
from tests.database import column, execute
from tests.ops.conftest import SECRET, Both, NewVisitor


@pytest.mark.parametrize("name", ["nobody", "p1" * 100])
def test_whatever_process_an_address_names_the_socket_leads_to_the_owner(
    both: Both, visitor: NewVisitor, name: str
) -> None:
    host = visitor(both[0])
    room = host.open_room()
    with host.connect(room) as line:
        line.receive_until("room")
        for server in both:
            with visitor(server, host).connect(room, at=f"/at/{name}") as other:
                assert other.receive_until("room")["code"]
                assert other.ask("say", text="I am led here")["type"] == "done"


@pytest.mark.parametrize("name", [quote("née's"), "%00", "p1/p2"])
def test_what_can_be_no_name_is_no_address_and_changes_nothing(
    both: Both, visitor: NewVisitor, name: str
) -> None:
    host = visitor(both[0])
    room = host.open_room()
    with host.connect(room) as line:
        line.receive_until("room")
        with pytest.raises(InvalidStatus), visitor(both[1], host).connect(room, at=f"/at/{name}"):
            pass
        assert line.ask("say", text="still here")["type"] == "done"


def test_a_room_of_a_process_that_never_lived_opens_for_whoever_comes(
    both: Both, visitor: NewVisitor, url: str
) -> None:
    host = visitor(both[0])
    room = host.open_room()
    run(
        execute(
            url,
            "INSERT INTO processes (number, name, address, build)"
            " VALUES (987654, 'ghost', '192.0.2.1:1', 'none')",
            f"UPDATE rooms SET owner = 987654 WHERE id = '{room}'",
        )
    )
    try:
        with visitor(both[1], host).connect(room, at="/at/ghost") as line:
            line.receive_until("room")
            assert line.ask("say", text="Somebody is here")["type"] == "done"
        owners = run(column(url, f"SELECT owner FROM rooms WHERE id = '{room}'"))
        assert owners != [987654]
    finally:
        run(execute(url, "DELETE FROM processes WHERE number = 987654"))


def test_clocks_an_hour_apart_take_no_table_away_and_lose_none(
    visitor: NewVisitor, new_server: NewServer, new_database: NewDatabase
) -> None:
    """PostgreSQL is asked if a process lives, and never a clock."""
    shared = {"DATABASE_URL": new_database(), "PECKING_ORDER_SIBLINGS_SECRET": SECRET}
    with new_server(**shared) as one, new_server("tests.ops.hour_ahead", **shared) as two:
        host = visitor(one)
        room = host.open_room()
        there = visitor(two, host)
        with host.connect(room) as line:
            line.receive_until("room")
            there.say_once_there(room, "an hour ahead")
            assert "an hour ahead" in json.dumps(line.receive_until("chat"))
            one.kill()
        there.say_once_there(room, "it goes on")
        with there.connect(room) as line:
            assert "an hour ahead" in json.dumps(line.receive_until("chat"))
