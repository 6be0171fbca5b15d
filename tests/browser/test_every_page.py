"""Every page, checked by axe and photographed at three widths in the light and dark theme."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.frame_hold import FrameHold
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    GAME,
    add_bots,
    invite_link,
    join,
    log_in,
    open_table,
    play_out,
    start,
    table_of_bots,
    to_play,
    unused_name,
)
from tests.conftest import run

NOT_FOUND = r"status of 40[34]"


def test_the_pages_that_anybody_may_open(visit: PageOpener, review: PageReview) -> None:
    visit.allow_error(NOT_FOUND)
    page = visit("/")
    for name, path in [
        ("home", "/"),
        ("rules-of-all", "/rules"),
        ("rules", f"/rules/{GAME.slug}"),
        ("leaderboard-empty", f"/leaderboard/{GAME.slug}"),
        ("login", "/login"),
        ("signup", "/signup"),
        ("docs", "/docs"),
        ("not-found", "/nowhere"),
        ("invitation-void", "/join/AAAAAAAAAAAAAAAAAAAAAA"),
    ]:
        page.goto(path)
        review.check_all_sizes(page, name)


def test_the_ways_to_a_table_and_the_room_before_the_start(
    visit: PageOpener, review: PageReview
) -> None:
    ann = visit()
    open_table(ann, "Ann", listed=True)
    link = invite_link(ann)
    ben = visit(link)
    review.check_all_sizes(ben, "invitation")
    join(ben, "Ben")
    review.check_all_sizes(ben, "room-guest")

    code = ann.locator(".code-letters").inner_text()
    cleo = visit("/")
    review.check_all_sizes(cleo, "home-with-a-table")
    door = cleo.get_by_role("region", name="Join by code")
    door.get_by_label("Five letters").fill(code)
    door.get_by_label("Your name").fill("Cleo")
    door.get_by_role("button", name="Ask to join").click()
    expect(cleo.get_by_text("has heard you")).to_be_visible()
    review.check_all_sizes(cleo, "knock")

    expect(ann.get_by_text("Cleo asks to join.")).to_be_visible()
    add_bots(ann, 2)
    review.check_all_sizes(ann, "room-host")
    table = ann.url
    ann.goto(f"{table}/rules")
    review.check(ann, "rules-of-the-table", PHONE, "light")
    review.back_to_light_desk(ann)
    ann.goto("/")
    review.check_all_sizes(ann, "home-with-my-table")


def test_the_table_from_the_first_deal_to_the_interval(
    visit: PageOpener, review: PageReview
) -> None:
    page = visit()
    hold = FrameHold(page)
    open_table(page, "Ann", bots=4, clock="off", hands=2)
    hold.until(lambda frame: phase(frame) == "takeover")
    start(page)
    review.check_all_sizes(page, "table-window", whole=False)
    player = PagePlayer(page)
    moments: dict[str, Callable[[dict[str, Any]], Any]] = {
        "table-bonuses": lambda frame: phase(frame) == "bonus",
        "table-trick": lambda frame: (
            frame["prompt"] and len(frame["view"]["public"].get("trick", {}).get("sets", ())) > 1
        ),
        "table-interval": lambda frame: phase(frame) == "interval",
    }
    come: list[str] = []

    def wanted(frame: dict[str, Any]) -> bool:
        """True at the first of these moments; they come in any order."""
        come.extend(name for name, comes in moments.items() if comes(frame))
        return bool(come)

    while moments:
        come.clear()
        hold.until(wanted)
        play(player, until=lambda states: hold.held, seconds=60)
        page.wait_for_timeout(100)
        review.check_all_sizes(page, come[0], whole=False)
        del moments[come[0]]


def test_the_sheets_over_the_table(visit: PageOpener, review: PageReview) -> None:
    page = visit()
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        tools = page.get_by_role("navigation", name="Table").get_by_role("button")
        expect(tools.and_(page.get_by_label("Ladder", exact=True))).to_have_count(
            1 if size == PHONE else 0
        )
        names = tools.evaluate_all("(all) => all.map((tool) => tool.getAttribute('aria-label'))")
        for name in names:
            if name.startswith("Sound") or (size == DESK and name.startswith("Chat")):
                continue
            tools.and_(page.get_by_label(name, exact=True)).click()
            sheet = page.get_by_role("dialog")
            expect(sheet).to_be_visible()
            picture = f"sheet-{name.split(',')[0].lower()}"
            theme = "light" if size == PHONE else "dark"
            review.check(page, picture, size, theme, whole=False, part="dialog")
            if size == PHONE:
                review.check_doubled_text(page, picture)
            if name.startswith("Menu"):
                for way in ("Settings", "Keyboard shortcuts"):
                    sheet.get_by_role("button", name=way).click()
                    expect(page.get_by_role("dialog", name=way)).to_be_visible()
                    picture = f"sheet-{way.lower()}"
                    review.check(page, picture, size, theme, whole=False, part="dialog")
                    if size == PHONE:
                        review.check_doubled_text(page, picture)
                    page.get_by_role("button", name="Close").click()
                    tools.and_(page.get_by_label(name, exact=True)).click()
            page.get_by_role("button", name="Close").click()
            expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    review.check_all_sizes(page, "table-paused", whole=False, part=".banners, .bar")


def test_the_pages_of_people_and_their_past(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    ann = visit()
    open_table(ann, "Ann", bots=3, clock="off", hands=1)
    start(ann)
    play_out(ann)
    review.check_all_sizes(ann, "result")
    match = ann.get_by_role("link", name="Watch the replay").get_attribute("href") or ""
    ann.get_by_role("link", name="Results so far").click()
    expect(ann.get_by_role("heading", name="Results")).to_be_visible()
    review.check_all_sizes(ann, "room-results")
    ann.goto("/account")
    review.check_all_sizes(ann, "account-guest")
    ann.goto("/signup")
    anns = unused_name(18 * "W")  # as wide as a name can be, with a number after it
    ann.get_by_label("Name").fill(anns)
    ann.get_by_label("Password").fill("correct horse battery")
    ann.get_by_role("button", name="Become a member").click()
    expect(ann.get_by_role("heading", name="Your recovery code")).to_be_visible()
    review.check_all_sizes(ann, "account-recovery")
    ann.get_by_role("link", name="I have kept it").click()
    ann.goto("/account")
    review.check_all_sizes(ann, "account")
    ann.goto("/account/delete")
    review.check_all_sizes(ann, "account-delete")
    ann.goto("/history")
    review.check_all_sizes(ann, "history")
    ann.goto("/history")
    ann.get_by_role("link", name="My page").click()
    review.check_all_sizes(ann, "profile")
    ann.goto(f"/leaderboard/{GAME.slug}")
    review.check_all_sizes(ann, "leaderboard")
    ann.goto(match)
    expect(ann.get_by_role("region", name="Replay")).to_be_visible()
    ann.keyboard.press("End")
    review.check_all_sizes(ann, "match")
    ann.get_by_role("link", name="Report a problem").click()
    ann.get_by_text("Something doesn’t work").click()
    ann.get_by_label("What happened?").fill("A card fell behind the table.\nTwice.")
    ann.get_by_role("button", name="Send report").click()
    expect(ann.get_by_text("open", exact=True)).to_be_visible()
    review.check_all_sizes(ann, "report")

    player = table_of_bots(ann, "")
    play(player, until=lambda states: to_play(states[0]), seconds=30)

    run(admin_user.create_or_update(database_url, "Warden", "correct horse battery", admin=True))
    admin = visit("/login")
    log_in(admin, "Warden", "correct horse battery")
    for name, path in [
        ("matches", "/admin/matches"),
        ("match", f"/admin{match.replace('match', 'matches')}"),
        ("overview", "/admin/overview"),
        ("reports", "/admin/reports"),
        ("tables", "/admin/tables"),
        ("people", "/admin/people"),
    ]:
        admin.goto(path)
        review.check_all_sizes(admin, f"admin-{name}")
    admin.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    review.check_all_sizes(admin, "admin-person")
    admin.goto("/admin/matches?state=running")
    admin.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    review.check_all_sizes(admin, "admin-match-running")
    admin.goto("/admin/audit")
    review.check_all_sizes(admin, "admin-audit")


def phase(frame: dict[str, Any]) -> str:
    return str(frame["view"]["public"]["phase"])
