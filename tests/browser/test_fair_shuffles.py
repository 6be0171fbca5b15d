"""Fair shuffles on the page: their explanation, the check of each deal, and a lying server."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from app.settings import ROOT
from tests.browser.conftest import PageOpener, Reopen
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    FOR_TWO,
    open_table,
    play_out,
    press_start,
    start,
    two_at_a_table,
)


def test_the_page_about_fair_deals_is_read_at_every_width(
    reopened: Reopen, review: PageReview
) -> None:
    review.check_all_sizes(reopened("/fair"), "fair")


def test_two_people_see_that_the_deals_were_fair(visit: PageOpener, review: PageReview) -> None:
    ann, ben = two_at_a_table(visit, bots=0, game=FOR_TWO, best_of=1)
    ben.set_viewport_size(SMALL)
    start(ann)
    expect(line(ann)).to_contain_text(CHECKED)
    seal, story = line(ann).get_by_text("Deal checked"), line(ann).get_by_text("sealed deal")
    expect(story).to_be_hidden()
    seal.click()
    expect(story).to_be_visible()
    review.check(ann, "fair-table", DESK, "light", whole=False, part=".fair-line")
    seal.click()
    ben.get_by_role("button", name="Log", exact=True).click()
    expect(line(ben)).to_contain_text(CHECKED)
    ben.get_by_role("button", name="Close").click()
    both_read_the_same_words(ann, ben, review)
    ann.reload()  # the page remembers the promise
    expect(line(ann)).to_contain_text(CHECKED)
    play_out(ann, ben)
    for page in (ann, ben):
        expect(page.get_by_text(FAIR).first).to_be_visible()
        expect(page.get_by_text("does not check out")).to_have_count(0)
    expect(ben.get_by_role("button", name="Copy the receipt")).to_be_visible()
    the_page_of_the_match_says_the_same(ben, review)


def both_read_the_same_words(ann: Page, ben: Page, review: PageReview) -> None:
    read = []
    for page, other in ((ann, "Ben"), (ben, "Ann")):
        if page is ben:
            page.get_by_role("button", name="Log", exact=True).click()
        line(page).get_by_text("Deal checked").click()
        page.get_by_role("button", name="Compare with friends").click()
        sheet = page.get_by_role("dialog", name="Compare with friends")
        expect(sheet).to_contain_text(f"{other} was shown the same as you.")
        expect(sheet).to_contain_text("who gets which, are as the rules say.")
        expect(sheet.get_by_role("img", name="Not checked")).to_have_count(0)
        read.append(sheet.locator(".four-words li").all_inner_texts())
        if page is ann:
            review.check(page, "fair-words", DESK, "dark", whole=False, part="dialog")
        else:
            review.check(page, "fair-words", PHONE, "light", whole=False, part="dialog")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
    assert len(read[0]) == 4
    assert read[0] == read[1]


SMALL: Any = {"width": 390, "height": 780}
CHECKED = "Your 13 cards fit the sealed deal. Your browser helped shuffle."
ANOTHER_RECEIPT = """() => {
  const key = Object.keys(localStorage).find((name) => /^fair:[^:]+$/.test(name));
  const kept = JSON.parse(localStorage.getItem(key));
  localStorage.setItem(key, JSON.stringify({ ...kept, receipt: "00".repeat(32) }));
}"""
FAIR = re.compile(
    r"The orders of the cards fit the promises: checked (54|106|158|210) of \1 places\."
)
"""One hand of 52 cards, or more after ties, and two cards that draw the first dealer."""


def line(page: Page) -> Any:
    return page.locator(".fair-line")


def the_page_of_the_match_says_the_same(page: Page, review: PageReview) -> None:
    page.get_by_role("link", name="Watch the replay").click()
    press = page.get_by_role("button", name="Check the shuffles")
    press.click()
    expect(page.get_by_text(FAIR)).to_be_visible()
    page.get_by_text("Each shuffle", exact=True).click()
    # a drawn hand is dealt again, with a shuffle of its own
    expect(page.get_by_text("fits the promise").nth(1)).to_be_visible()
    expect(page.get_by_text("Receipt of this match")).to_be_visible()
    the_program_says_the_same(page)
    review.check(page, "fair-match", PHONE, "light")
    page.evaluate(ANOTHER_RECEIPT)
    press.click()
    expect(page.get_by_role("alert").filter(has_text="the record was changed")).to_be_visible()

    def other(route: Route) -> None:
        answer = route.fetch().json()
        answer["secret"] = "0" * 64
        route.fulfill(json=answer)

    page.route("**/api/matches/*/shuffles", other)
    press.click()
    expect(page.get_by_text("The shuffles do not fit what was promised.")).to_be_visible()
    expect(
        page.get_by_text(
            "The secret that the server revealed is not the one it had promised."
        ).first
    ).to_be_visible()
    review.check(page, "fair-match-lie", PHONE, "dark", part=".fair-check")


def the_program_says_the_same(page: Page) -> None:
    """Runs examples/verify.py on the files that a person would save."""
    with page.expect_download() as record:
        page.get_by_role("link", name="As JSON lines").click()
    with page.expect_download() as heard:
        page.get_by_role("link", name="Save what this browser was told").click()
    ran = subprocess.run(
        [
            sys.executable,
            ROOT / "examples/verify.py",
            record.value.path(),
            "--heard",
            heard.value.path(),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "checked 52 of 52 places; 2 of 2 seats had a part" in ran.stdout
    assert "Checked: 2 of 2 shuffles, with parts of 4 of 4 seats." in ran.stdout


def opens_another_card(message: Message) -> Message:
    if message["type"] == "dealt" and message["cards"]["thing"]:
        message["cards"]["thing"][2] += 1
    return message


def shows_another_hand(message: Message) -> Message:
    if message["type"] == "frame" and message["view"]["public"]["phase"] == "takeover":
        cards = message["view"]["private"]["cards"]
        cards[0] = next(card for card in cards if card != cards[0])
    return message


def deals_to_others(message: Message) -> Message:
    if message["type"] == "shuffle" and message["number"] and message["opening"]:
        message["decks"]["plan"] = " ".join(reversed(message["decks"]["plan"].split()))
    return message


def announces_for_another_match(message: Message) -> Message:
    if message["type"] == "shuffle" and not message["opening"]:
        message["match"] = "A" * 22
    return message


@pytest.fixture(scope="module")
def deceived(visit_once: PageOpener) -> tuple[Page, EditedSocket]:
    """A person whose tables all lie."""
    page = visit_once()
    return page, EditedSocket(page)


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        (shows_another_hand, "The hand on your screen is not the one that was sealed for you."),
        (deals_to_others, "The server deals to other places than the rules say."),
        (opens_another_card, "A card that you were shown is not the one that was sealed there."),
    ],
    ids=lambda lie: getattr(lie, "__name__", ""),
)
def test_a_lying_server_is_shown_as_such(
    deceived: tuple[Page, EditedSocket],
    review: PageReview,
    lie: Callable[[Message], Message],
    says: str,
) -> None:
    """One lie in each kind of message; tests/js tells all lies."""
    page, socket = deceived
    socket.edit = lie
    open_table(page, "Ann", bots=3, clock="off", unfold=False)
    press_start(page)  # a page that was lied to gives no part, and the deal waits for it
    alarm = page.get_by_role("alert").filter(has_text="The shuffle does not check out.")
    expect(alarm).to_contain_text(says)
    if lie is not opens_another_card:
        return
    alarm.get_by_role("button", name="Show the evidence").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(says)
    sheet.get_by_text("Promised and shown").click()
    expect(sheet.get_by_role("region", name="The evidence")).to_contain_text('"promised"')
    review.check(page, "fair-evidence", PHONE, "light", whole=False, part="dialog")
    page.keyboard.press("Escape")
    review.check(page, "fair-alarm", PHONE, "dark", whole=False, axe=False)
    review.check(page, "fair-alarm", DESK, "light", whole=False, part=".fair-alarm")
    page.reload()
    expect(alarm).to_contain_text(says)


def test_a_gap_is_read_without_a_tap_and_leaves_the_log_its_room(
    deceived: tuple[Page, EditedSocket],
) -> None:
    page, socket = deceived
    socket.edit = announces_for_another_match
    page.set_viewport_size({"width": 820, "height": 1000})
    open_table(page, "Ann", game=FOR_TWO, bots=1, clock="off", unfold=False)
    press_start(page)
    gap = page.locator(".fair-alarm[data-state=gap]")
    expect(gap).to_contain_text("Your browser did not help shuffle.")
    expect(gap).to_contain_text("This deal was made before you joined")
    expect(gap).not_to_contain_text("fit the sealed deal")
    expect(gap).not_to_contain_text("So far at this table")
    for width, height in ((390, 780), (820, 1000)):
        page.set_viewport_size({"width": width, "height": height})
        expect(gap).to_be_in_viewport(ratio=1)
    log = page.get_by_role("region", name="Log")
    expect(log.get_by_text("deals thirteen cards each")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Log", exact=True).click()
    expect(line(page)).to_contain_text("So far at this table: ")
