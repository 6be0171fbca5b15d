"""What an administrator may see and do, and what people notice of it."""

import pytest
from playwright.sync_api import Page, expect

from app.ops import admin_user
from tests.browser.conftest import Doorkeeper
from tests.browser.party import fresh, hand, log_in, table_of_bots, to_play
from tests.browser.robot import play
from tests.conftest import run

PASSWORD = "correct horse battery"


@pytest.fixture
def warden(visit: Doorkeeper, house_url: str) -> Page:
    """An administrator's page."""
    run(admin_user.admit(house_url, "Warden", PASSWORD, admin=True))
    page = visit("/login")
    log_in(page, "Warden", PASSWORD)
    return page


def match_of(warden: Page, player: str) -> str:
    """The id of the running match in which `player` sits, found as an administrator finds it."""
    warden.goto("/admin/matches")
    warden.get_by_label("Player", exact=True).fill(player)
    warden.get_by_label("State").select_option("running")
    warden.get_by_role("button", name="Search").click()
    warden.get_by_role("row").filter(has_text=player).get_by_role("link").first.click()
    expect(warden.get_by_role("heading", name="What everybody sees")).to_be_visible()
    return warden.url.rpartition("/")[2]


def test_of_a_running_match_an_admin_sees_what_everybody_sees(
    visit: Doorkeeper, warden: Page
) -> None:
    visit.excuse("status of 403")
    page = visit("/")
    robot = table_of_bots(page, "Adam")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
    match = match_of(warden, "Adam")
    expect(warden.get_by_role("heading", name="What everybody sees")).to_be_visible()
    expect(warden.get_by_role("heading", name="The log, all hands")).to_be_hidden()
    for seat in ("0", "all"):
        assert warden.request.get(f"/api/matches/{match}/steps?seat={seat}").status == 403
    assert warden.request.get(f"/api/matches/{match}/export").status == 403


def test_a_match_that_an_admin_stops_is_over_and_everybody_reads_why(
    visit: Doorkeeper, warden: Page
) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Bella")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
    match = match_of(warden, "Bella")
    warden.get_by_label("Reason").fill("Somebody asked for it")
    warden.get_by_role("button", name="Stop the match").click()
    expect(warden.get_by_text("Somebody asked for it").first).to_be_visible()
    expect(page.get_by_role("region", name="Start")).to_be_visible()
    expect(page.get_by_text("Somebody asked for it").first).to_be_visible()
    page.goto(f"/match/{match}")
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_text("Somebody asked for it")).to_be_visible()


def test_who_is_shut_out_leaves_at_once_and_cannot_come_back(
    visit: Doorkeeper, warden: Page, house_url: str
) -> None:
    visit.excuse("status of 40[13]")
    rowdy = fresh("Rowdy")
    run(admin_user.admit(house_url, rowdy, PASSWORD, admin=None))
    page = visit("/login")
    log_in(page, rowdy, PASSWORD)
    page.goto("/")
    robot = table_of_bots(page, "")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
    warden.goto(f"/admin/people?q={rowdy}")
    warden.get_by_role("row").filter(has_text=rowdy).get_by_role("link").first.click()
    warden.get_by_label("Reason").fill("Threw cards")
    warden.get_by_label("For good").check()
    warden.get_by_role("button", name="Shut out").click()
    expect(warden.get_by_text("Banned for good.")).to_be_visible()
    expect(hand(page)).to_be_hidden()
    expect(page.get_by_role("heading", name="That is all here")).to_be_visible()
    page.goto("/login")
    page.get_by_label("Name").fill(rowdy)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Threw cards")).to_be_visible()
    warden.goto("/admin/audit")
    expect(warden.get_by_role("row").filter(has_text="Threw cards").first).to_be_visible()


def test_a_match_struck_out_counts_no_more(visit: Doorkeeper, warden: Page) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Clara", hands=1)
    play(robot, until=lambda seen: seen[0].over, seconds=60)
    link = page.get_by_role("link", name="See the whole match again").get_attribute("href") or ""
    page.goto("/history")
    page.get_by_role("link", name="My page").click()
    counted = page.get_by_role("heading", name="Where the deals ended")
    expect(counted).to_be_visible()
    profile = page.url
    warden.goto(f"/admin{link.replace('match', 'matches')}")
    warden.get_by_label("Reason").fill("A test of the scales")
    warden.get_by_role("button", name="Void the match").click()
    expect(warden.get_by_text("Voided.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_text("A test of the scales")).to_be_visible()
    page.goto(profile)
    expect(counted).to_be_hidden()
    warden.get_by_label("Reason").fill("The scales were right")
    warden.get_by_role("button", name="Let it count again").click()
    expect(warden.get_by_role("button", name="Void the match")).to_be_visible()
    page.reload()
    expect(counted).to_be_visible()


def test_nobody_else_finds_the_administration(visit: Doorkeeper) -> None:
    visit.excuse("status of 40[34]")
    page = visit("/")
    page.goto("/admin/matches")
    expect(page.get_by_role("heading", name="Matches")).to_be_hidden()
