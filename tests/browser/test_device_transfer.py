"""The device transfer: a seat moves from laptop to phone in mid-match, and back."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import cards_in, hand, seats, table_of_bots, to_play
from tests.web.conftest import NewVisitor
from tests.web.device_links import DeviceLinkMaker
from tests.web.visitors import invite_of

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
MOBILE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ELSEWHERE = "You are playing in another window or on another device"
NARROWEST = (320, 640)
FRESH = re.compile("Works once, for (ten|nine) minutes")


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
    return sheet.get_by_label("Link for the other device")


def test_the_seat_goes_from_the_laptop_to_the_phone_and_back(
    visit: PageOpener, review: PageReview
) -> None:
    laptop = visit(**LAPTOP)
    play(table_of_bots(laptop, "Ben"), until=lambda states: to_play(states[0]), seconds=30)
    held = cards_in(laptop)
    sheet = sheet_of(laptop)
    expect(sheet).to_contain_text(FRESH)
    expect(sheet.get_by_role("img", name="The link as a QR code")).to_be_visible()
    review.check(laptop, "sheet-another-device", NARROWEST, "light", whole=False, axe=False)
    for size in (PHONE, DESK):
        review.check(laptop, "sheet-another-device", size, "light", whole=False, part="dialog")
    link = link_in(sheet).input_value()

    phone = visit(link, **MOBILE)
    expect(phone.get_by_role("heading", name="Continue as Ben on this device?")).to_be_visible()
    assert "#" not in phone.url, "the token has left the address"
    review.check(phone, "here-who", NARROWEST, "light", axe=False)
    review.check(phone, "here-who", PHONE, "light")
    phone.get_by_role("button", name="Continue as Ben").click()
    expect(hand(phone)).to_be_visible()
    assert cards_in(phone) == held
    expect(sheet).to_contain_text("You’re now playing on the other device.")
    expect(laptop.get_by_text(ELSEWHERE)).to_be_visible()
    laptop.keyboard.press("Escape")
    before = len(cards_in(phone))
    play(
        PagePlayer(phone, touch=True),
        until=lambda states: len(states[0].cards) != before or states[0].over,
        seconds=60,
    )

    laptop.get_by_role("button", name="Play here").click()
    expect(laptop.get_by_text(ELSEWHERE)).to_be_hidden()
    expect(phone.get_by_text(ELSEWHERE)).to_be_visible()
    for page in (laptop, phone):
        expect(page.get_by_text("The shuffle does not check out.")).to_have_count(0)
    phone.go_back()
    expect(phone.get_by_role("heading", name="Continue on this device")).to_be_visible()
    the_time_left_is_shown_in_words_and_ends(laptop)


def test_a_phone_with_another_name_asks_first(
    visit: PageOpener, visitor: NewVisitor, review: PageReview
) -> None:
    visit.allow_error("status of 404")
    ben, bernie = DeviceLinkMaker(visitor()), visitor()
    bernie.join(invite_of(ben.laptop, ben.room)[0], "Bernie")
    link = ben.make_link()["link"]
    phone = visit.of(bernie, link, **MOBILE)
    expect(phone.get_by_text("This browser is logged in as Bernie, a guest.")).to_be_visible()
    review.check_all_sizes(phone, "here-instead")
    phone.set_viewport_size(MOBILE["viewport"])  # type: ignore[arg-type]  # as it was
    phone.get_by_role("link", name="Stay Bernie").click()
    phone.goto("/device")
    phone.get_by_role("button", name="Log out Bernie and continue as Ben").click()
    expect(phone.get_by_role("region", name="Start")).to_be_visible()
    expect(seats(phone).get_by_role("listitem").filter(has_text="Ben").first).to_contain_text("you")
    phone.context.clear_cookies()
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This link has expired")).to_be_visible()
    review.check(phone, "here-gone", PHONE, "light")


def test_without_scripts_the_link_is_pasted(
    visit: PageOpener, visitor: NewVisitor, review: PageReview
) -> None:
    link = DeviceLinkMaker(visitor()).make_link()["link"]
    phone = visit(link, java_script_enabled=False, **MOBILE)
    phone.get_by_label("The link").fill(link)
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_role("button", name="Continue as Ben").click()
    phone.wait_for_url("**/table/*")
    expect(phone.get_by_text("Loading the table")).to_be_visible()
    other = visit("/device", **MOBILE)
    review.check(other, "here-link", PHONE, "light")


def the_time_left_is_shown_in_words_and_ends(laptop: Page) -> None:
    laptop.clock.install()
    sheet = sheet_of(laptop)
    expect(sheet).to_contain_text(FRESH)
    first = link_in(sheet).input_value()
    said = [words_of(sheet)]
    while "expired" not in said[-1]:
        laptop.clock.fast_forward(20_000)
        if (words := words_of(sheet)) != said[-1]:
            said.append(words)
    assert "Works once, for five minutes." in said
    assert said[-2:] == ["Works once, for less than a minute.", "This link has expired."]
    sheet.get_by_role("button", name="Make a new link").press("Enter")
    expect(sheet).to_contain_text(FRESH)
    expect(sheet.get_by_role("button", name="Make another link")).to_be_focused()
    assert link_in(sheet).input_value() != first


def words_of(sheet: Locator) -> str:
    return sheet.get_by_text(re.compile("^Works once|has expired")).inner_text()
