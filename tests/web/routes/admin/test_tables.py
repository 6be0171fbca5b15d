"""The list of live tables, and a table that crashes repeatedly."""

from collections.abc import Iterator

import pytest

from app.games import GAMES
from app.store.database.pools import Database
from app.store.people import accounts
from app.store.people.rows import Role
from app.table.lobby.quarantine import MAX_CRASHES
from tests.conftest import NewServer, run
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.crash_on_word import WORD
from tests.web.routes.admin.conftest import LeaveNote
from tests.web.scenes import paused_match, seated_players
from tests.web.visitors import Visitor, add_bots


@pytest.fixture
def fragile(new_server: NewServer) -> Iterator[ServerProcess]:
    with new_server("tests.web.crash_on_word", PECKING_ORDER_LIMITS="1000") as server:
        yield server


def row_of(page: str, room: str) -> str:
    """The row that names this room or its match."""
    return next(row for row in page.split("<tr>")[1:] if room in row).split("</tr>")[0]


async def make_admin(url: str, name: str) -> None:
    database = Database(url)
    async with database.sessions.begin() as db:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.set_role(db, found.id, Role.ADMINISTRATOR)
    await database.close()


def test_a_table_that_breaks_again_and_again_is_quarantined_and_released(
    fragile: ServerProcess,
) -> None:
    ann, warden = Visitor(fragile.base_url, GAMES[0].slug), Visitor(fragile.base_url, GAMES[0].slug)
    warden.sign_up("Warden")
    run(make_admin(fragile.database_url, "Warden"))
    assert "No table has crashed" in warden.get("/admin/tables").text
    room = ann.open_room("Ann")
    with ann.connect(room) as line:
        add_bots(line, GAMES[0].seats[0] - 1)
        assert line.ask("start")["type"] == "done"
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
    assert "Release table" in page
    assert f'href="#release-{room}"' in page, "the row leads to the form"
    assert "Ann" in row_of(page, room), "also while it is closed"
    assert page.count("__main__:") == MAX_CRASHES + 1, "the module and line"
    assert "seven" not in page, "never in the error's own words"
    assert ann.get("/admin/tables").status_code == 404
    assert "pecking_order_tables_set_aside 1.0" in warden.get("/metrics").text

    look = next(row for row in page.split('href="/admin/matches/') if "Look<" in row)[:22]
    assert "Its table is quarantined." in warden.get(f"/admin/matches/{look}").text
    refused = warden.post(f"/admin/matches/{look}/stop", {"reason": "They asked for it"})
    assert refused.status_code == 409
    assert "Release the table first" in refused.text

    release = f"/admin/tables/{room}/release"
    assert ann.post(release, {"reason": "let me in"}).status_code == 404
    assert warden.post(release).status_code == 422
    assert warden.post(release, {"reason": "It is mended."}).status_code == 303
    assert warden.post(release, {"reason": "Once more."}).status_code == 404
    assert "Release table" not in warden.get("/admin/tables").text
    assert "It is mended." in warden.get("/admin/audit").text
    with ann.connect(room) as line:
        assert line.receive_until("room")["id"] == room
        assert line.ask("say", text="hello again")["type"] == "done"
    ann.http.close()
    warden.http.close()


def test_a_live_table_is_listed_with_its_people_and_the_way_to_its_match(
    visitor: NewVisitor, admin: Visitor
) -> None:
    with paused_match(visitor, ("O'Dea", "Gustav")) as scene:
        page = admin.get("/admin/tables", params={"code": scene.code[:4].lower()}).text
        row = row_of(page, scene.match)
        for shown in (scene.code, "Gustav", "2 people,", "paused", "healthy"):
            assert shown in row, shown
        assert "O&#39;Dea" in row
        assert f'href="/admin/people/{scene.guest_id}"' in row
        assert row.count("<time") == 2, "since when the table is open, and the match runs"
        assert f'href="/admin/matches/{scene.match}">Look, stop or void' in row
    assert scene.code not in admin.get("/admin/tables", params={"code": "ZZZZZ"}).text
    assert "No live tables found." in admin.get("/admin/tables", params={"code": "ZZZZZ"}).text
    for query in ({"page": "0"}, {"page": "99999999"}, {"code": "%_\\\x07'<b>"}, {"page": "-1"}):
        assert admin.get("/admin/tables", params=query).status_code == 200, query


def test_an_administrator_is_not_led_to_the_own_running_match(
    visitor: NewVisitor, admin: Visitor
) -> None:
    """That page is refused while the match runs: another administrator has to handle it."""
    with seated_players(visitor) as scene:
        assert admin.post(f"/join/{scene.secret}").status_code == 303
        with admin.connect(scene.room) as line:
            line.receive_until("room")
            assert line.ask("ready", ready=True)["type"] == "done"
            assert scene.connection.ask("start")["type"] == "done"
            match = scene.connection.receive_until("frame")["match"]
            page = admin.get("/admin/tables", params={"code": scene.code}).text
            assert "your own" in page
            assert f"/admin/matches/{match}" not in page
            assert scene.connection.ask("stop-match")["type"] == "done"


def test_a_table_that_does_not_follow_a_change_is_listed_after_a_quarter_of_an_hour(
    admin: Visitor, visitor: NewVisitor, leave_note: LeaveNote
) -> None:
    room = visitor().open_room("Latecomer")
    leave_note(room, 14)
    assert "Tables that do not follow" not in admin.get("/admin/tables").text
    leave_note(room, 16)
    page = admin.get("/admin/tables").text
    listed = page[page.index("Tables that do not follow") :]
    assert "<bdi>Latecomer</bdi>" in listed.split("</table>")[0]
