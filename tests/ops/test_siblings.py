"""Several processes on one database: each table has one owner, and every process leads to it."""

import json
import socket

import pytest
from starlette.types import Message
from websockets.exceptions import InvalidStatus

from app.web.server.middleware import BODY_LIMIT
from app.web.server.sibling_gate import TooLarge, read_body
from tests.conftest import NewDatabase, NewServer, run
from tests.database import column
from tests.ops.conftest import SECRET, NewVisitor
from tests.server_process import ServerProcess

HEADER = {"X-Pecking-Order-Sibling": SECRET, "X-Forwarded-For": "192.0.2.7"}


def test_a_table_is_reached_through_a_process_that_does_not_run_it(
    visitor: NewVisitor, both: tuple[ServerProcess, ServerProcess], url: str
) -> None:
    one, two = both
    host, guest = visitor(one), visitor(two)
    room = host.open_room()
    with host.connect(room) as line:
        secret = line.receive_until("room")["secret"]
        owner = run(column(url, f"SELECT owner FROM rooms WHERE id = '{room}'"))
        assert guest.join(secret).status_code == 303, "the form is answered by the owner"
        with guest.connect(room) as passed:
            seats = passed.receive_until("room")["seats"]
            assert {seat["name"] for seat in seats if seat["person"]} == {"Hanna", "Gustav"}
            passed.ask("say", text="over there")
            line.receive_until("chat", lambda one: "over there" in json.dumps(one))
        assert guest.get(f"/table/{room}").status_code == 200, "every process answers every page"
    assert run(column(url, f"SELECT owner FROM rooms WHERE id = '{room}'")) == owner != [None]


def test_a_new_name_reaches_a_table_of_another_process(
    visitor: NewVisitor, both: tuple[ServerProcess, ServerProcess]
) -> None:
    one, two = both
    host, guest = visitor(one), visitor(two)
    room = host.open_room()
    with host.connect(room) as line:
        assert guest.join(line.receive_until("room")["secret"]).status_code == 303
        line.receive_until("room", lambda shown: "Gustav" in json.dumps(shown["seats"]))
        assert guest.post("/account/rename", {"name": "Ida"}).status_code == 303
        line.receive_until("room", lambda shown: "Ida" in json.dumps(shown["seats"]))
        assert guest.post("/account/delete", {"confirm": "Ida"}).status_code == 303
        shown = line.receive_until("room", lambda shown: "Ida" not in json.dumps(shown["seats"]))
        assert "Gustav" not in json.dumps(shown["seats"]), "and nobody at the table was sent away"


def test_whoever_cannot_be_led_to_a_table_is_told_where_it_is(
    visitor: NewVisitor, new_server: NewServer, new_database: NewDatabase
) -> None:
    shared = {"DATABASE_URL": new_database(), "PECKING_ORDER_SIBLINGS_SECRET": SECRET}
    with socket.create_server(("127.0.0.1", 0)) as free:
        nowhere = f"127.0.0.1:{free.getsockname()[1]}"
    cut_off = {"PECKING_ORDER_PROCESS_NAME": "far", "PECKING_ORDER_SIBLING_ADDRESS": nowhere}
    with new_server(**shared, **cut_off) as one, new_server(**shared) as two:
        host = visitor(one)
        room = host.open_room()
        with host.connect(room) as line:
            assert line.receive()["at"] == "far"
            with visitor(two, host).connect(room) as led:
                code, bye = led.receive_to_end()
            assert code == 1012
            assert bye is not None
            assert (bye["code"], bye["at"]) == ("restart", "far")
            assert line.ask("say", text="nothing was lost")["type"] == "done"


@pytest.mark.parametrize("secret", ["", "a-secret-that-somebody-made-up", f"{SECRET}x"])
def test_nobody_passes_for_another_process(
    visitor: NewVisitor, both: tuple[ServerProcess, ServerProcess], secret: str
) -> None:
    answer = visitor(both[0]).get("/", headers={**HEADER, "X-Pecking-Order-Sibling": secret})
    assert answer.status_code == 403
    assert "Only processes of this server" in answer.text


def test_a_process_alone_knows_no_siblings(visitor: NewVisitor, live_server: ServerProcess) -> None:
    """The header means nothing there, and the address in it is not believed."""
    assert visitor(live_server).get("/", headers=HEADER).status_code == 200


def test_a_socket_for_no_room_is_answered_where_it_arrives(
    visitor: NewVisitor,
    both: tuple[ServerProcess, ServerProcess],
) -> None:
    stranger = visitor(both[1])
    with stranger.connect("x" * 22) as line:
        code, bye = line.receive_to_end()
    assert code == 4404
    assert bye is not None
    with pytest.raises(InvalidStatus), stranger.connect("x/../y"):
        pass


def test_of_a_form_that_never_ends_no_more_is_kept_than_a_form_may_have() -> None:
    asked = 0

    async def receive() -> Message:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 1024, "more_body": asked < 1000}

    with pytest.raises(TooLarge):
        run(read_body(receive))
    assert asked == BODY_LIMIT // 1024 + 1
