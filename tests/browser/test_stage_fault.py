"""A fault in what a game draws: the page says so, the rest of it works, and it recovers."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import GAME, action_bar, hand, table_of_bots, to_play

TABLE = re.compile(r"(export default function Table\(\{ table \}\) \{)")
WORDS = "drawn while broken"


@pytest.fixture
def visit(plain_visit: PageOpener) -> PageOpener:
    """The fault is planted in the source of a script."""
    return plain_visit


def break_on_demand(page: Page) -> None:
    """The game's table throws as long as `broken` is true in this page."""

    def with_fault(route: Route) -> None:
        answer = route.fetch()
        changed, times = TABLE.subn(
            rf'\1 if (globalThis.broken) throw new Error("{WORDS}");', answer.text()
        )
        assert times == 1
        route.fulfill(response=answer, body=changed)

    page.route(re.compile(rf"/games/{GAME.slug}/table\.js"), with_fault)


def fault_of(page: Page) -> Any:
    return page.get_by_role("alert").filter(has_text="This page has a fault")


def test_a_table_that_cannot_be_drawn_says_so_is_reported_and_drawn_again(
    visit: PageOpener, review: PageReview
) -> None:
    visit.allow_error(WORDS)
    page = visit(viewport={"width": 1280, "height": 720})
    break_on_demand(page)
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    expect(fault_of(page)).to_have_count(0)
    page.evaluate("() => { globalThis.broken = true }")
    menu(page, "Pause")
    expect(fault_of(page)).to_contain_text("The match goes on")
    expect(hand(page)).to_have_count(0)
    review.check_all_sizes(page, "stage-fault", part=".stage-fault")

    page.get_by_role("textbox", name="Message").fill("I see nothing")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("I see nothing")
    expect(fault_of(page)).to_be_visible()

    page.evaluate("() => { globalThis.broken = false }")
    menu(page, "Resume")
    expect(fault_of(page)).to_have_count(0)
    expect(hand(page)).to_be_visible()
    expect(action_bar(page)).to_be_visible()

    # it is reported with its words, and a reload helps
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("() => { globalThis.broken = true }")
    menu(page, "Pause")
    menu(page, "Resume")
    link = fault_of(page).get_by_role("link", name="Report a problem")
    with page.expect_popup() as opened:
        link.click()
    noted = opened.value.locator("[data-noted] textarea")
    expect(noted).to_have_value(re.compile(WORDS))
    assert noted.input_value().count(WORDS) == 1, "the same fault is noted once"
    fault_of(page).get_by_role("button", name="Reload").click()
    expect(hand(page)).to_be_visible()


def menu(page: Page, does: str) -> None:
    page.get_by_role("button", name=re.compile("^Menu")).click()
    page.get_by_role("dialog").get_by_role("button", name=does, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
