"""Every page of the house is seen by axe and photographed, at phone, tablet and desk width, in light and dark."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from app.ops import admin_user
from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import DESK, PHONE, Gallery, Still
from tests.browser.party import (
    GAME,
    add_bots,
    end_after,
    fresh,
    invite_link,
    join,
    log_in,
    open_table,
    set_clock,
    start,
    table_of_bots,
    to_play,
)
from tests.browser.robot import Robot, play
from tests.conftest import run
from tests.server_process import House

SENT_TO_A_WRONG_ADDRESS = r"status of 40[34]"


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    shown = Gallery()
    yield shown
    shown.close()


def test_the_pages_that_anybody_may_open(visit: Doorkeeper, gallery: Gallery) -> None:
    visit.excuse(SENT_TO_A_WRONG_ADDRESS)
    page = visit("/")
    for name, path in [
        ("home", "/"),
        ("rules-of-all", "/rules"),
        ("rules", f"/rules/{GAME.slug}"),
        ("honour-empty", f"/leaderboard/{GAME.slug}"),
        ("login", "/login"),
        ("signup", "/signup"),
        ("docs", "/docs"),
        ("not-found", "/nowhere"),
        ("invitation-void", "/join/AAAAAAAAAAAAAAAAAAAAAA"),
    ]:
        page.goto(path)
        gallery.show(page, name)


def test_the_doors_of_a_table_and_the_room_before_the_start(
    visit: Doorkeeper, gallery: Gallery, live_server: House
) -> None:
    ann = visit("/")
    open_table(ann, "Ann", listed=True)
    link = invite_link(ann).removeprefix(live_server.base_url)
    ben = visit(link)
    gallery.show(ben, "invitation")
    join(ben, "Ben")
    gallery.show(ben, "room-guest")

    code = ann.locator(".code-letters").inner_text()
    cleo = visit("/")
    gallery.show(cleo, "home-with-a-table")
    door = cleo.get_by_role("region", name="Join by code")
    door.get_by_label("Five letters").fill(code)
    door.get_by_label("Your name").fill("Cleo")
    door.get_by_role("button", name="Knock").click()
    expect(cleo.get_by_text("has heard you")).to_be_visible()
    gallery.show(cleo, "knock")

    expect(ann.get_by_text("Cleo knocks.")).to_be_visible()
    add_bots(ann, 2)
    gallery.show(ann, "room-host")
    table = ann.url
    ann.goto(f"{table}/rules")
    gallery.show(ann, "rules-of-the-table")
    ann.goto("/")
    gallery.show(ann, "home-with-my-table")


def test_the_table_from_the_first_deal_to_the_interval(visit: Doorkeeper, gallery: Gallery) -> None:
    page = visit("/")
    still = Still(page)
    open_table(page, "Ann")
    add_bots(page, 4)
    set_clock(page, "Off")
    end_after(page, 2)
    still.at(lambda frame: phase(frame) == "takeover")
    start(page)
    gallery.show(page, "table-window", whole=False)
    robot = Robot(page)
    moments: dict[str, Callable[[dict[str, Any]], Any]] = {
        "table-bonuses": lambda frame: phase(frame) == "bonus",
        "table-trick": lambda frame: (
            frame["prompt"] and len(frame["view"]["public"].get("trick", {}).get("sets", ())) > 1
        ),
        "table-interval": lambda frame: phase(frame) == "interval",
    }
    come: list[str] = []

    def wanted(frame: dict[str, Any]) -> bool:
        """In whichever order they come: a trick of the first hand may go without her."""
        come.extend(name for name, comes in moments.items() if comes(frame))
        return bool(come)

    while moments:
        come.clear()
        still.at(wanted)
        play(robot, until=lambda seen: still.held, seconds=60)
        page.wait_for_timeout(100)
        gallery.show(page, come[0], whole=False)
        del moments[come[0]]


def test_what_comes_up_over_the_table(visit: Doorkeeper, gallery: Gallery) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
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
            for light in ("light", "dark"):
                gallery.look(page, picture, size, light, whole=False)
            if name.startswith("Menu"):
                for way in ("Sound, motion, words", "Keys"):
                    sheet.get_by_role("button", name=way).click()
                    expect(page.get_by_role("dialog", name=way)).to_be_visible()
                    gallery.look(
                        page, f"sheet-{way.split(',')[0].lower()}", size, "light", whole=False
                    )
                    page.get_by_role("button", name="Close").click()
                    tools.and_(page.get_by_label(name, exact=True)).click()
            page.get_by_role("button", name="Close").click()
            expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    gallery.show(page, "table-paused", whole=False)


def test_the_pages_of_people_and_their_past(
    visit: Doorkeeper, gallery: Gallery, live_server: House, house_url: str
) -> None:
    ann = visit("/")
    open_table(ann, "Ann")
    add_bots(ann, 3)
    set_clock(ann, "Off")
    end_after(ann, 1)
    start(ann)
    play(Robot(ann), until=lambda seen: seen[0].over, seconds=60)
    gallery.show(ann, "result")
    match = ann.get_by_role("link", name="See the whole match again").get_attribute("href") or ""
    ann.get_by_role("link", name="The evening so far").click()
    expect(ann.get_by_role("heading", name="The evening")).to_be_visible()
    gallery.show(ann, "evening")
    ann.goto("/account")
    gallery.show(ann, "account-guest")
    ann.goto("/signup")
    anns = fresh("Ann of the Pages")
    ann.get_by_label("Name").fill(anns)
    ann.get_by_label("Password").fill("correct horse battery")
    ann.get_by_role("button", name="Keep my name").click()
    ann.goto("/account")
    gallery.show(ann, "account")
    ann.goto("/account/delete")
    gallery.show(ann, "account-delete")
    ann.goto("/history")
    gallery.show(ann, "history")
    ann.goto("/history")
    ann.get_by_role("link", name="My page").click()
    gallery.show(ann, "profile")
    ann.goto(f"/leaderboard/{GAME.slug}")
    gallery.show(ann, "honour")
    ann.goto(match)
    expect(ann.get_by_role("region", name="Replay")).to_be_visible()
    ann.keyboard.press("End")
    gallery.show(ann, "match")
    ann.get_by_role("link", name="Something is wrong here").click()
    ann.get_by_text("Something does not work").click()
    ann.get_by_label("What happened?").fill("A card fell behind the table.\nTwice.")
    ann.get_by_role("button", name="Send it").click()
    expect(ann.get_by_text("waits", exact=True)).to_be_visible()
    gallery.show(ann, "report")

    ann.goto("/")
    robot = table_of_bots(ann, "")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)

    run(admin_user.admit(house_url, "Warden", "correct horse battery", admin=True))
    warden = visit("/login")
    log_in(warden, "Warden", "correct horse battery")
    for name, path in [
        ("matches", "/admin/matches"),
        ("match", f"/admin{match.replace('match', 'matches')}"),
        ("reports", "/admin/reports"),
        ("people", "/admin/people"),
    ]:
        warden.goto(path)
        gallery.show(warden, f"admin-{name}")
    warden.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    gallery.show(warden, "admin-person")
    warden.goto("/admin/matches?state=running")
    warden.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    gallery.show(warden, "admin-match-running")
    warden.goto("/admin/audit")
    gallery.show(warden, "admin-audit")


def phase(frame: dict[str, Any]) -> str:
    return str(frame["view"]["public"]["phase"])
