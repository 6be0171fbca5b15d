"""Help at hand: at every table one press tells how the game goes, with this table's numbers and the table's own cards."""

from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.conftest import Doorkeeper
from tests.browser.party import choose_game, open_table

SMALL = {"width": 360, "height": 640}


def test_one_press_tells_how_each_game_goes(visit: Doorkeeper) -> None:
    page = visit("/", viewport=SMALL)
    open_table(page, "Ann")
    for game in GAMES:
        if game is not GAMES[0]:
            choose_game(page, game)
        page.get_by_role("button", name="How it goes").click()
        sheet = page.get_by_role("dialog", name="How it goes")
        expect(sheet.get_by_role("heading", level=3).nth(3)).to_be_visible()
        expect(sheet.locator(".card-svg").first).to_be_visible()
        assert "/rules" in (
            sheet.get_by_role("link", name="All the rules of this table").get_attribute("href")
            or ""
        )
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_where_the_rules_do_not_come_the_way_to_them_is_shown(visit: Doorkeeper) -> None:
    visit.excuse("ERR_FAILED")
    page = visit("/")
    open_table(page, "Ben")
    page.route("**/rules", lambda route: route.abort())
    page.get_by_role("button", name="How it goes").click()
    expect(page.get_by_text("The rules did not come.")).to_be_visible()
    expect(page.get_by_role("link", name="All the rules of this table")).to_be_visible()
