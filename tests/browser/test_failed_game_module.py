"""A game's module that did not load: asked for again, said in words, with a button to reload."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import (
    FOR_TWO,
    choose_game,
    hand,
    open_table,
)

MODULE = re.compile(r"/games/[^/]+/table\.js")
PART = re.compile(r"/games/[^/]+/cards\.js")
LATE_SHEETS = re.compile(r"/late_sheets\.js")
OPTIONS = re.compile(r"/api/games/[^/]+/options$")
SAID = "The game did not load"


class Breakage:
    """Fails the requests for a module while `fails` is above zero, which each one lowers."""

    def __init__(self, page: Page, address: re.Pattern[str], fails: int) -> None:
        self.fails = fails
        page.route(address, self._answer)

    def _answer(self, route: Route) -> None:
        if self.fails > 0:
            self.fails -= 1
            route.abort()
        else:
            route.continue_()


@pytest.fixture
def visit(plain_visit: PageOpener) -> PageOpener:
    """A bundle has no parts of a module that could fail."""
    return plain_visit


@pytest.fixture
def page(visit: PageOpener) -> Page:
    visit.allow_error("net::ERR_FAILED")
    visit.allow_error("dynamically imported module")
    visit.allow_error("Failed to fetch")
    return visit()


def start_match(page: Page) -> None:
    open_table(page, "Ann", bots=3, clock="off")
    page.get_by_role("region", name="Start").get_by_role("button", name="Start").click()


def test_a_part_of_a_module_that_failed_twice_is_asked_for_again(page: Page) -> None:
    broken = Breakage(page, PART, fails=2)
    start_match(page)
    expect(hand(page)).to_be_visible()
    assert broken.fails == 0


def test_a_page_without_its_game_offers_to_reload_and_goes_on_when_it_comes(page: Page) -> None:
    broken = Breakage(page, MODULE, fails=1_000)
    start_match(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("status").filter(has_text=SAID)).to_be_visible()
    expect(hand(page)).to_be_hidden()
    broken.fails = 2
    expect(hand(page)).to_be_visible()
    expect(page.get_by_text(SAID)).to_be_hidden()
    assert broken.fails == 0, "it was asked for again"


def test_what_a_room_loads_late_is_asked_for_again_or_offers_to_reload(page: Page) -> None:
    """The rules of another game, and the script of a sheet."""
    open_table(page, "Ann")
    broken = Breakage(page, OPTIONS, fails=1_000)
    rules = page.get_by_role("region", name="Rules", exact=True)
    expect(rules.get_by_text("Highest card")).to_be_visible()
    choose_game(page, FOR_TWO)
    expect(rules.get_by_text(SAID)).to_be_visible()
    broken.fails = 0
    expect(rules.get_by_text("Best of 5 hands")).to_be_visible()
    expect(rules.get_by_text("Highest card")).to_be_hidden()

    broken = Breakage(page, LATE_SHEETS, fails=1)
    page.get_by_role("button", name="How to play").click()
    sheet = page.get_by_role("dialog", name="How to play")
    expect(sheet.get_by_role("alert")).to_have_text("This did not load.")
    assert broken.fails == 0
    with page.expect_navigation():
        sheet.get_by_role("button", name="Reload the page").click()
