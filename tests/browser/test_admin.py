"""An administrator's view of a match, and how stops, suspensions and voids look to players."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_review import PageReview
from tests.browser.page_steps import (
    GAME,
    hand,
    log_in,
    new_table,
    play_out,
    table_of_bots,
    unused_name,
)
from tests.conftest import run
from tests.database import execute
from tests.server_process import ServerProcess

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def admin(browser: Browser, live_server: ServerProcess) -> Iterator[Page]:
    """An administrator's page, logged in once for all tests."""
    run(admin_user.create_or_update(live_server.database_url, "Warden", PASSWORD, admin=True))
    opener = PageOpener(browser, live_server)
    page = opener("/login")
    log_in(page, "Warden", PASSWORD)
    yield page
    opener.close()


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


def test_a_suspended_person_leaves_at_once_and_cannot_come_back(
    visit: PageOpener, admin: Page, database_url: str
) -> None:
    visit.allow_error("status of 40[13]")
    rowdy = unused_name("Rowdy")
    run(admin_user.create_or_update(database_url, rowdy, PASSWORD, admin=None))
    page = visit("/login")
    log_in(page, rowdy, PASSWORD)
    table_of_bots(page, "")
    admin.goto(f"/admin/people?q={rowdy}")
    admin.get_by_role("row").filter(has_text=rowdy).get_by_role("link").first.click()
    admin.get_by_role("region", name="Suspend").get_by_label("Reason").fill("Threw cards")
    admin.get_by_label("For good").check()
    admin.get_by_role("button", name="Suspend").click()
    expect(admin.get_by_text("Suspended for good.")).to_be_visible()
    expect(hand(page)).to_be_hidden()
    expect(page.get_by_role("heading", name="Disconnected")).to_be_visible()
    page.goto("/login")
    page.get_by_label("Name").fill(rowdy)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Threw cards")).to_be_visible()
    admin.goto("/admin/audit")
    expect(admin.get_by_role("row").filter(has_text="Threw cards").first).to_be_visible()


def test_a_voided_match_counts_no_more(reopened: Reopen, admin: Page) -> None:
    page = reopened("/login")
    table_of_bots(page, "Clara", hands=1)
    play_out(page)
    link = page.get_by_role("link", name="Watch the replay").get_attribute("href") or ""
    page.goto("/history")
    page.get_by_role("link", name="My page").click()
    counted = page.get_by_role("heading", name="Ranks by hand")
    expect(counted).to_be_visible()
    profile = page.url
    admin.goto(f"/admin{link.replace('match', 'matches')}")
    admin.get_by_label("Reason").fill("A test of the scales")
    admin.get_by_role("button", name="Void match").click()
    expect(admin.get_by_text("Voided.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_text("A test of the scales")).to_be_visible()
    page.goto(profile)
    expect(counted).to_be_hidden()
    admin.get_by_label("Reason").fill("The scales were right")
    admin.get_by_role("button", name="Reinstate match").click()
    expect(admin.get_by_role("button", name="Void match")).to_be_visible()
    page.reload()
    expect(counted).to_be_visible()


def test_nobody_else_finds_the_administration(visit: PageOpener) -> None:
    visit.allow_error("status of 40[34]")
    page = visit("/")
    page.goto("/admin/matches")
    expect(page.get_by_role("heading", name="Matches")).to_be_hidden()


def test_tables_that_do_not_follow_a_change_are_listed_at_every_size_in_both_themes(
    visit: PageOpener, admin: Page, review: PageReview, live_server: ServerProcess
) -> None:
    """Two accounts, one with a long name and one of another alphabet, with three tables each."""
    names = ("Maximilian Wolfgang", "Αριστοφάνης")
    for name in names:
        page = visit()
        for number in range(3):
            new_table(page, "" if number else name)
    notes = (
        "INSERT INTO table_notes (account_id, room_id, noted_at)"
        " SELECT accounts.id, rooms.id, now() - interval '25 hours' FROM accounts"
        " JOIN rooms ON rooms.people @> ARRAY[accounts.id]"
        f" WHERE accounts.name IN {names} ON CONFLICT DO NOTHING"
    )
    run(execute(live_server.database_url, notes))
    admin.goto("/admin/tables")
    listed = admin.get_by_role("region", name="Tables that do not follow")
    expect(listed.get_by_role("row")).to_have_count(7)
    review.check_all_sizes(admin, "admin-tables-late")
    review.check(admin, "admin-tables-late", (390, 844), "light")
    review.check(admin, "admin-tables-late", (390, 844), "dark")
    review.back_to_light_desk(admin)
    run(execute(live_server.database_url, "DELETE FROM table_notes"))
