"""A table that crashes repeatedly: its people and the administrators are told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games import GAMES
from app.store import accounts
from app.store.database import Database
from app.table.lobby.quarantine import MAX_CRASHES
from tests.conftest import NewDatabase, run
from tests.server_process import ServerProcess
from tests.web.crash_on_word import WORD
from tests.web.visitors import Visitor


@pytest.fixture
def fragile(new_database: NewDatabase, tmp_path: Path) -> Iterator[tuple[ServerProcess, str]]:
    """A server of its own, and its database."""
    url = new_database()
    server = ServerProcess(
        tmp_path, "tests.web.crash_on_word", DATABASE_URL=url, PECKING_ORDER_LIMITS="1000"
    )
    server.start()
    yield server, url
    server.stop()


async def make_admin(url: str, name: str) -> None:
    database = Database(url)
    async with database.sessions.begin() as db:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.make_admin(db, found.id)
    await database.close()


def test_a_table_that_breaks_again_and_again_is_set_aside_and_released(
    fragile: tuple[ServerProcess, str],
) -> None:
    server, url = fragile
    ann, warden = Visitor(server.base_url, GAMES[0].slug), Visitor(server.base_url, GAMES[0].slug)
    warden.sign_up("Warden")
    run(make_admin(url, "Warden"))
    assert "No table has crashed" in warden.get("/admin/tables").text
    room = ann.open_room("Ann")
    for number in range(MAX_CRASHES):
        with ann.connect(room) as line:
            line.send("say", id=f"break-{number}", text=WORD)
            assert line.receive_to_end()[0] == 1012
    with ann.connect(room) as line:
        code, bye = line.receive_to_end()
    assert code == 4404
    assert bye is not None
    assert (bye["code"], bye["retry_in"]) == ("set-aside", None)
    assert "nothing is lost" in bye["text"]

    assert warden.get("/admin").headers["location"] == "/admin/tables"
    page = warden.get("/admin/tables").text
    assert "Resume table" in page
    assert page.count("__main__:") == MAX_CRASHES + 1, "the module and line"
    assert "seven" not in page, "never in the error's own words"
    assert ann.get("/admin/tables").status_code == 404
    assert "pecking_order_tables_set_aside 1.0" in warden.get("/metrics").text

    release = f"/admin/tables/{room}/release"
    assert ann.post(release, {"reason": "let me in"}).status_code == 404
    assert warden.post(release).status_code == 422
    assert warden.post(release, {"reason": "It is mended."}).status_code == 303
    assert warden.post(release, {"reason": "Once more."}).status_code == 404
    assert "Resume table" not in warden.get("/admin/tables").text
    assert "It is mended." in warden.get("/admin/audit").text
    with ann.connect(room) as line:
        assert line.receive_until("room")["id"] == room
        assert line.ask("say", text="hello again")["type"] == "done"
    ann.http.close()
    warden.http.close()
