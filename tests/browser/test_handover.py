"""A seat moves to another device: from the laptop to the phone in the middle of a match, and back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import DESK, PHONE, Gallery
from tests.browser.party import (
    cards_in,
    hand,
    invite_link,
    join,
    open_table,
    seats,
    table_of_bots,
    to_play,
)
from tests.browser.robot import Robot, play

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
MOBILE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ELSEWHERE = "You are playing in another window or on another device"
NARROWEST = (320, 640)
FRESH = re.compile("Good once, for (ten|nine) minutes")


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    shown = Gallery()
    yield shown
    shown.close()


def sheet_of(page: Page) -> Locator:
    """The sheet with the link, opened from the menu by keys alone."""
    page.get_by_role("navigation", name="Table").get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("dialog", name="Menu").get_by_role(
        "button", name="Play on another device"
    ).press("Enter")
    sheet = page.get_by_role("dialog", name="Play on another device")
    expect(link_in(sheet)).to_be_visible()
    return sheet


def link_in(sheet: Locator) -> Locator:
    return sheet.get_by_label("The link for the other device")


def test_the_seat_goes_from_the_laptop_to_the_phone_and_back(
    visit: Doorkeeper, gallery: Gallery
) -> None:
    laptop = visit("/", **LAPTOP)
    play(table_of_bots(laptop, "Ben"), until=lambda seen: to_play(seen[0]), seconds=30)
    held = cards_in(laptop)
    sheet = sheet_of(laptop)
    expect(sheet).to_contain_text(FRESH)
    expect(sheet.get_by_role("img", name="The link as a QR code")).to_be_visible()
    for size in (PHONE, NARROWEST, DESK):
        gallery.look(laptop, "sheet-another-device", size, "light", whole=False)
    link = link_in(sheet).input_value()

    phone = visit(link, **MOBILE)
    expect(phone.get_by_role("heading", name="Go on as Ben here?")).to_be_visible()
    assert "#" not in phone.url, "the token has left the address"
    gallery.look(phone, "here-who", NARROWEST, "light")
    gallery.look(phone, "here-who", PHONE, "light")
    phone.get_by_role("button", name="Go on as Ben").click()
    expect(hand(phone)).to_be_visible()
    assert cards_in(phone) == held
    expect(sheet).to_contain_text("You play on the other device now.")
    expect(laptop.get_by_text(ELSEWHERE)).to_be_visible()
    laptop.keyboard.press("Escape")
    before = len(cards_in(phone))
    play(
        Robot(phone, touch=True),
        until=lambda seen: len(seen[0].cards) != before or seen[0].over,
        seconds=60,
    )

    laptop.get_by_role("button", name="Play here").click()
    expect(laptop.get_by_text(ELSEWHERE)).to_be_hidden()
    expect(phone.get_by_text(ELSEWHERE)).to_be_visible()
    for page in (laptop, phone):
        expect(page.get_by_text("The shuffle does not check out.")).to_have_count(0)
    phone.go_back()
    expect(phone.get_by_role("heading", name="Go on here")).to_be_visible()


def test_a_phone_that_is_somebody_already_is_asked_first(
    visit: Doorkeeper, gallery: Gallery
) -> None:
    visit.excuse("status of 404")
    laptop = visit("/")
    open_table(laptop, "Ben")
    phone = visit(invite_link(laptop), **MOBILE)
    join(phone, "Bernie")
    table = phone.url
    link = link_in(sheet_of(laptop)).input_value()
    phone.goto(link)
    expect(phone.get_by_text("This browser is Bernie now, a guest.")).to_be_visible()
    gallery.show(phone, "here-instead")
    phone.set_viewport_size(MOBILE["viewport"])  # type: ignore[arg-type]  # as it was
    phone.get_by_role("link", name="Stay Bernie").click()
    phone.goto(table)
    expect(seats(phone).get_by_role("listitem").filter(has_text="Bernie")).to_contain_text("you")

    phone.goto("/device")
    phone.get_by_role("button", name="Log out Bernie, go on as Ben").click()
    expect(phone.get_by_role("region", name="Start")).to_be_visible()
    expect(seats(phone).get_by_role("listitem").filter(has_text="Ben").first).to_contain_text("you")
    late = visit(link, **MOBILE)
    expect(late.get_by_role("heading", name="This link is good no more")).to_be_visible()
    gallery.look(late, "here-gone", PHONE, "light")


def test_without_scripts_the_link_is_pasted(visit: Doorkeeper, gallery: Gallery) -> None:
    laptop = visit("/")
    open_table(laptop, "Ben")
    link = link_in(sheet_of(laptop)).input_value()
    phone = visit(link, java_script_enabled=False, **MOBILE)
    phone.get_by_label("The link").fill(link)
    phone.get_by_role("button", name="Look").click()
    phone.get_by_role("button", name="Go on as Ben").click()
    phone.wait_for_url("**/table/*")
    expect(phone.get_by_text("Taking you to the table")).to_be_visible()
    other = visit("/device", **MOBILE)
    gallery.look(other, "here-link", PHONE, "light")


def test_the_time_that_is_left_is_told_in_words_and_ends(visit: Doorkeeper) -> None:
    laptop = visit("/")
    open_table(laptop, "Ben")
    laptop.clock.install()
    sheet = sheet_of(laptop)
    expect(sheet).to_contain_text(FRESH)
    first = link_in(sheet).input_value()
    said = [words_of(sheet)]
    while "run out" not in said[-1]:
        laptop.clock.fast_forward(20_000)
        if (words := words_of(sheet)) != said[-1]:
            said.append(words)
    assert "Good once, for five minutes." in said
    assert said[-2:] == ["Good once, for less than a minute.", "The link has run out, unused."]
    sheet.get_by_role("button", name="Make a new link").press("Enter")
    expect(sheet).to_contain_text(FRESH)
    expect(sheet.get_by_role("button", name="Another link")).to_be_focused()
    assert link_in(sheet).input_value() != first


def words_of(sheet: Locator) -> str:
    return sheet.get_by_text(re.compile("^Good once|has run out")).inner_text()
