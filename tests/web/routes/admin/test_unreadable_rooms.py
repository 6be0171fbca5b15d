"""A room of a newer version, after going back to this one: people and administrators are told."""

from collections.abc import Iterator

import pytest

from app.games import GAMES
from tests.conftest import NewServer, run
from tests.database import execute
from tests.server_process import ServerProcess
from tests.web.routes.admin.test_tables import make_admin
from tests.web.visitors import Visitor


@pytest.fixture
def own_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that may log errors."""
    with new_server(PECKING_ORDER_LIMITS="1000") as server:
        yield server


def test_people_and_administrators_are_told_of_a_room_that_cannot_be_read(
    own_server: ServerProcess,
) -> None:
    server, url = own_server, own_server.database_url
    ann, warden = Visitor(server.base_url, GAMES[0].slug), Visitor(server.base_url, GAMES[0].slug)
    warden.sign_up("Warden")
    run(make_admin(url, "Warden"))
    room = ann.open_room("Ann")
    assert "cannot read" not in warden.get("/admin/tables").text
    newer = f"UPDATE rooms SET state_version = 99, code = 'NEWER' WHERE id = '{room}'"
    run(execute(url, newer))

    page = ann.get(f"/table/{room}")
    assert page.status_code == 503
    assert "saved by a newer version" in page.text
    with ann.connect(room) as line:
        code, bye = line.receive_to_end()
    assert code == 4404
    assert bye is not None
    assert bye["code"] == "unreadable-room"
    assert "Nothing is lost" in bye["text"]

    shown = warden.get("/admin/tables").text
    assert "Rooms that this version cannot read" in shown
    row = next(row for row in shown.split("<tr>") if "NEWER" in row)
    assert GAMES[0].title in row
    assert "version 99" in row
    assert ann.get("/").status_code == 200
    assert room in server.logged.read_text(), "operators are told which"
    ann.http.close()
    warden.http.close()
