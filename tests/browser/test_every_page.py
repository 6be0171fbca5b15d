"""Every page of the house is seen by axe and photographed, at phone, tablet and desk width, in light and dark."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from app.ops import member
from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import Gallery, Still
from tests.browser.party import GAME, add_bots, end_after, invite_link, join, log_in, open_table, set_clock, start
from tests.browser.robot import Robot, play
from tests.conftest import run
from tests.house import House

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
        ("rules", f"/rules/{GAME.slug}"),
        ("honour-empty", f"/honour/{GAME.slug}"),
        ("login", "/login"),
        ("signup", "/signup"),
        ("docs", "/docs"),
        ("not-found", "/nowhere"),
        ("invitation-void", "/join/AAAAAAAAAAAAAAAAAAAAAA"),
    ]:
        page.goto(path)
        gallery.show(page, name)


def test_the_doors_of_a_table_and_the_room_before_the_start(visit: Doorkeeper, gallery: Gallery, live_server: House) -> None:
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


def test_the_table_from_the_first_deal_to_the_result(visit: Doorkeeper, gallery: Gallery, live_server: House) -> None:
    ann = visit("/")
    still = Still(ann)
    open_table(ann, "Ann")
    add_bots(ann, 4)
    set_clock(ann, "Off")
    end_after(ann, 1)
    robot = Robot(ann)

    def hold_at(name: str, wanted: Any, sheets: bool = False) -> None:
        still.at(wanted)
        play(robot, until=lambda seen: still.held, seconds=60)
        ann.wait_for_timeout(300)
        gallery.show(ann, name, whole=False)

    still.at(lambda frame: phase(frame) == "takeover")
    start(ann)
    gallery.show(ann, "table-window", whole=False)
    hold_at("table-bonuses", lambda frame: phase(frame) == "bonus")
    hold_at("table-trick", lambda frame: frame["prompt"] and len((frame["view"]["public"]["trick"] or {}).get("sets", ())) > 1)
    still.at(lambda frame: frame["outcome"] is not None)
    play(robot, until=lambda seen: still.held or seen[0].over, seconds=60)
    still.go()
    expect(ann.get_by_role("list", name="Final order")).to_be_visible()
    gallery.show(ann, "result")


def test_the_pages_of_people_and_their_past(visit: Doorkeeper, gallery: Gallery, live_server: House, house_url: str) -> None:
    ann = visit("/")
    open_table(ann, "Ann")
    add_bots(ann, 3)
    set_clock(ann, "Off")
    end_after(ann, 1)
    start(ann)
    play(Robot(ann), until=lambda seen: seen[0].over, seconds=60)
    match = ann.get_by_role("link", name="See the whole match again").get_attribute("href") or ""
    ann.goto("/account")
    gallery.show(ann, "account-guest")
    ann.goto("/signup")
    ann.get_by_label("Name").fill("Ann of the Pages")
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
    ann.goto(f"/honour/{GAME.slug}")
    gallery.show(ann, "honour")
    ann.goto(match)
    expect(ann.get_by_role("region", name="Replay")).to_be_visible()
    ann.keyboard.press("End")
    gallery.show(ann, "match")

    run(member.admit(house_url, "Warden", "correct horse battery", admin=True))
    warden = visit("/login")
    log_in(warden, "Warden", "correct horse battery")
    for name, path in [("matches", "/admin/matches"), ("match", f"/admin{match.replace('match', 'matches')}"), ("people", "/admin/people")]:
        warden.goto(path)
        gallery.show(warden, f"admin-{name}")
    warden.get_by_role("row").filter(has_text="Ann of the Pages").get_by_role("link").first.click()
    gallery.show(warden, "admin-person")
    warden.goto("/admin/audit")
    gallery.show(warden, "admin-audit")


def phase(frame: dict[str, Any]) -> str:
    return str(frame["view"]["public"]["phase"])
