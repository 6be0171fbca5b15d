"""An administrator's view of a match and of its table, and how a stop looks to a player."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_review import PageReview
from tests.browser.page_steps import GAME, table_of_bots
from tests.conftest import run
from tests.database import execute
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def admin(browser: Browser, live_server: ServerProcess) -> Iterator[Page]:
    """An administrator's page, logged in once for all tests."""
    run(admin_user.create_or_update(live_server.database_url, "Warden", PASSWORD, admin=True))
    warden = Visitor(live_server.base_url, GAME.slug).log_in("Warden", PASSWORD)
    opener = PageOpener(browser, live_server)
    yield opener.of(warden, "")
    opener.close()
    warden.close()


def match_of(admin: Page, player: str) -> str:
    """The id of the running match in which `player` sits, by the admin search."""
    admin.goto("/admin/matches")
    admin.get_by_label("Player", exact=True).fill(player)
    admin.get_by_label("Status").select_option("running")
    admin.get_by_role("button", name="Search").click()
    admin.get_by_role("row").filter(has_text=player).get_by_role("link").first.click()
    expect(admin.get_by_role("heading", name="What everybody sees")).to_be_visible()
    return admin.url.rpartition("/")[2]


def test_an_admin_sees_of_a_running_match_what_everybody_sees_and_stops_it(
    reopened: Reopen, admin: Page
) -> None:
    """The match is found by its player and by the code of its table, and all read why it ends."""
    page = reopened("/login")
    table_of_bots(page, "Bella")
    match = match_of(admin, "Bella")
    expect(admin.get_by_role("heading", name="Log with all hands")).to_be_hidden()
    for seat in ("0", "all"):
        assert admin.request.get(f"/api/matches/{match}/steps?seat={seat}").status == 403
    assert admin.request.get(f"/api/matches/{match}/export").status == 403

    admin.goto("/admin/tables")
    row = admin.get_by_role("row").filter(has=admin.get_by_role("link", name="Bella"))
    code = row.get_by_role("cell").first.inner_text()
    admin.get_by_label("Table code").fill(code.lower())
    admin.keyboard.press("Enter")
    admin.wait_for_url(f"**/admin/tables?code={code.lower()}")
    expect(admin.get_by_text("1 table, ")).to_be_visible()
    expect(row.get_by_text("healthy")).to_be_visible()
    row.get_by_role("link", name=f"Look, stop or void at table {code}").press("Enter")
    expect(admin.get_by_role("heading", name="What everybody sees")).to_be_visible()
    admin.get_by_label("Reason").fill("Somebody asked for it")
    admin.get_by_role("button", name="Stop match").press("Enter")
    line = admin.get_by_role("row").filter(has_text="Somebody asked for it")
    expect(line).to_contain_text(f"stopped {GAME.title}, table {code}")
    expect(page.get_by_role("region", name="Start")).to_be_visible()
    told = page.locator(".gathering__stopped")
    expect(told).to_contain_text("An administrator stopped the match: Somebody asked for it")
    expect(told.get_by_role("link", name="Its record")).to_have_attribute("href", f"/match/{match}")
    expect(page.get_by_text("Somebody asked for it").first).to_be_visible()
    page.goto(f"/match/{match}")
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_text("Somebody asked for it")).to_be_visible()


def test_tables_that_do_not_follow_a_change_are_listed_at_every_size_in_both_themes(
    visitor: NewVisitor, admin: Page, review: PageReview, database_url: str
) -> None:
    """Two accounts, one with a long name and one of another alphabet, with three tables each."""
    names = ("Maximilian Wolfgang", "Αριστοφάνης")
    for name in names:
        person = visitor()
        for _ in range(3):
            person.open_room(name)
    notes = (
        "INSERT INTO table_notes (account_id, room_id, noted_at)"
        " SELECT accounts.id, rooms.id, now() - interval '25 hours' FROM accounts"
        " JOIN rooms ON rooms.people @> ARRAY[accounts.id]"
        f" WHERE accounts.name IN {names} ON CONFLICT DO NOTHING"
    )
    run(execute(database_url, notes))
    admin.goto("/admin/tables")
    listed = admin.get_by_role("region", name="Tables that do not follow")
    expect(listed.get_by_role("row")).to_have_count(7)
    review.check(admin, "admin-tables-late", (390, 844), "light", axe=False)
    review.check_all_sizes(admin, "admin-tables-late")
    run(execute(database_url, "DELETE FROM table_notes"))
