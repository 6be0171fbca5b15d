"""Printed rules: ink on white in every theme, and no buttons."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import GAME

INK = "() => getComputedStyle(document.querySelector('main p')).color"


def test_rules_are_printed_dark_on_light_also_from_a_dark_page(visit: PageOpener) -> None:
    page = visit(f"/rules/{GAME.slug}", color_scheme="light")
    by_day = page.evaluate(INK)
    page.get_by_role("button", name="Dark theme").click()
    by_night = page.evaluate(INK)
    assert by_night != by_day
    ways = page.get_by_role("navigation", name="Main")
    expect(ways).to_be_visible()
    page.emulate_media(media="print")
    assert page.evaluate(INK) == by_day
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(ways).to_be_hidden()
    expect(page.get_by_role("link", name="Open a table")).to_be_hidden()
