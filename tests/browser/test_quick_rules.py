"""The quick rules of every table, with its own numbers and cards."""

from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.browser.page_steps import choose_game, open_table

SMALL = {"width": 360, "height": 640}


def test_one_press_shows_the_quick_rules_of_each_game(visit: PageOpener) -> None:
    """Rules that do not load are linked instead."""
    visit.allow_error("ERR_FAILED")
    page = visit(viewport=SMALL)
    open_table(page, "Ann", unfold=False)
    page.route("**/rules", lambda route: route.abort())
    sheet = page.get_by_role("dialog", name="How to play")
    link = page.get_by_role("link", name="All rules of this table")
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_text("The rules did not load.")).to_be_visible()
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/rules")
    for game in GAMES:
        if game is not GAMES[0]:
            choose_game(page, game)
        page.get_by_role("button", name="How to play").click()
        expect(sheet.get_by_role("heading", level=3).nth(3)).to_be_visible()
        expect(sheet.locator(".card-svg").first).to_be_visible()
        assert "/rules" in (link.get_attribute("href") or "")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
