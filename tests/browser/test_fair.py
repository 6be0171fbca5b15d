"""Fair shuffles as people meet them: the page that explains them, what the table says of a deal, and what it says of a house that lies."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from app.settings import ROOT
from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import DESK, PHONE, Gallery
from tests.browser.party import (
    FOR_TWO,
    choose,
    choose_game,
    invite_link,
    join,
    open_table,
    set_clock,
    start,
    table_of_bots,
)
from tests.browser.robot import Robot, play
from tests.server_process import House


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    shown = Gallery()
    yield shown
    shown.close()


def test_the_page_about_fair_deals_is_read_at_every_width(
    visit: Doorkeeper, gallery: Gallery
) -> None:
    page = visit("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Fair deals").click()
    gallery.show(page, "fair")


class Between:
    """Stands between a page and the house, and changes what the house says. To be made before the page opens its table."""

    def __init__(self, page: Page, lie: Callable[[dict[str, Any]], None]) -> None:
        self._lie = lie
        page.route_web_socket("**/ws/**", self._connected)

    def _connected(self, route: WebSocketRoute) -> None:
        house = route.connect_to_server()

        def heard(message: str | bytes) -> None:
            notice = msgspec.json.decode(message)
            self._lie(notice)
            route.send(msgspec.json.encode(notice).decode())

        house.on_message(heard)


def test_two_people_see_that_the_deals_were_fair(
    visit: Doorkeeper, live_server: House, gallery: Gallery
) -> None:
    ann = visit("/")
    open_table(ann, "Ann")
    choose_game(ann, FOR_TWO)
    set_clock(ann, "Off")
    choose(ann.get_by_role("radio", name="One hand"))
    ben = visit(
        invite_link(ann).removeprefix(live_server.base_url),
        viewport={"width": 390, "height": 780},
        has_touch=True,
    )
    join(ben, "Ben")
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    start(ann)
    expect(line(ann)).to_contain_text(
        "Your 13 cards were checked against the sealed deal. Your part is in it."
    )
    ben.get_by_role("button", name="Log", exact=True).click()
    expect(line(ben)).to_contain_text(
        "Your 13 cards were checked against the sealed deal. Your part is in it."
    )
    ben.get_by_role("button", name="Close").click()
    gallery.look(ann, "fair-table", DESK, "light", whole=False)
    ann.reload()  # what was promised is remembered
    expect(line(ann)).to_contain_text(
        "Your 13 cards were checked against the sealed deal. Your part is in it."
    )
    play(
        Robot(ann, 1),
        Robot(ben, 2, touch=True),
        until=lambda seen: all(look.over for look in seen),
        seconds=90,
    )
    for page in (ann, ben):
        expect(page.get_by_text(FAIR).first).to_be_visible()
        expect(page.get_by_text("does not check out")).to_have_count(0)
    expect(ben.get_by_role("button", name="Copy the receipt")).to_be_visible()
    gallery.look(ben, "fair-result", PHONE, "light", axe=False)
    the_page_of_the_match_says_the_same(ben, gallery)


ANOTHER_RECEIPT = """() => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("fair:"));
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), receipt: "00".repeat(32) }));
}"""
FAIR = re.compile(r"The deals were fair: checked (54|106|158|210) of \1 cards\.")
"""One hand, or as many more as were tied: 52 cards each, and two for the lot."""


def line(page: Page) -> Any:
    return page.locator(".fair-line")


def the_page_of_the_match_says_the_same(page: Page, gallery: Gallery) -> None:
    page.get_by_role("link", name="See the whole match again").click()
    press = page.get_by_role("button", name="Check the shuffles")
    press.click()
    expect(page.get_by_text(FAIR)).to_be_visible()
    page.get_by_text("Each shuffle", exact=True).click()
    expect(page.get_by_text("fits the promise")).to_have_count(2)
    expect(page.get_by_text("The receipt of this match")).to_be_visible()
    the_program_says_the_same(page)
    gallery.look(page, "fair-match", PHONE, "light")
    page.evaluate(ANOTHER_RECEIPT)
    press.click()
    expect(page.get_by_role("alert").filter(has_text="the record was changed")).to_be_visible()

    def other(route: Route) -> None:
        told = route.fetch().json()
        told["shuffles"][1]["secret"] = told["shuffles"][0]["secret"]
        route.fulfill(json=told)

    page.route("**/api/matches/*/shuffles", other)
    press.click()
    expect(page.get_by_text("The shuffles do not fit what was promised.")).to_be_visible()
    expect(
        page.get_by_text("The secret that the house opened is not the one it had promised.").first
    ).to_be_visible()
    gallery.look(page, "fair-match-lie", PHONE, "dark")


def the_program_says_the_same(page: Page) -> None:
    """With the file and the promises as a person would save them."""
    with page.expect_download() as record:
        page.get_by_role("link", name="As JSON lines").click()
    with page.expect_download() as promises:
        page.get_by_role("link", name="Save what this browser was promised").click()
    ran = subprocess.run(
        [
            sys.executable,
            ROOT / "examples/verify.py",
            record.value.path(),
            "--heard",
            promises.value.path(),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "checked 52 of 52 cards" in ran.stdout


def opens_another_card(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt" and notice["cards"]:
        card = notice["cards"][2]
        card["thing"] = (card["thing"] + 1) % notice["n"]
        card["card"] = notice["things"][card["thing"]]


def forgets_my_part(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt":
        notice["openings"], notice["seals"] = {}, {}


def shows_another_hand(notice: dict[str, Any]) -> None:
    if notice["type"] == "frame" and notice["view"]["public"]["phase"] == "takeover":
        cards = notice["view"]["private"]["cards"]
        cards[0] = next(card for card in cards if card != cards[0])


def promises_anew(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt":
        notice["commitment"] = "0" * 64


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        (opens_another_card, "A card that you were dealt is not the one that was sealed for you."),
        (forgets_my_part, "Your own part of the shuffle was opened in time, and it was left out."),
        (shows_another_hand, "The hand on your screen is not the one that was sealed for you."),
        (promises_anew, "The house promised one shuffle and used another."),
    ],
    ids=lambda lie: getattr(lie, "__name__", ""),
)
def test_a_house_that_lies_is_shown_as_such(
    visit: Doorkeeper, gallery: Gallery, lie: Callable[[dict[str, Any]], None], says: str
) -> None:
    page = visit("/")
    Between(page, lie)
    table_of_bots(page, "Ann")
    alarm = page.get_by_role("alert").filter(has_text="The shuffle does not check out.")
    expect(alarm).to_contain_text(says)
    alarm.get_by_role("button", name="Show the evidence").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(says)
    sheet.get_by_text("What was promised, what was shown").click()
    expect(sheet.get_by_role("region", name="The evidence")).to_contain_text('"promised"')
    if lie is opens_another_card:
        gallery.look(page, "fair-evidence", PHONE, "light", whole=False)
    page.keyboard.press("Escape")
    gallery.look(page, "fair-alarm", PHONE, "dark", whole=False, axe=False)
    gallery.look(page, "fair-alarm", DESK, "light", whole=False)
    page.reload()
    expect(alarm).to_contain_text(says)
