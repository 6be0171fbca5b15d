"""The live list of the home page: the server chooses by the filters, before its cut."""

from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.web.conftest import NewVisitor


def test_a_filter_asks_the_server_for_the_tables_that_fit(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    game, other = GAMES[0], GAMES[1]
    host = visitor()
    with host.connect(host.open_room("Larissa", listed="true")):
        stranger = visit("/")
        section = stranger.get_by_role("region", name="Open tables")
        expect(section.get_by_role("listitem").filter(has_text="Larissa’s table")).to_be_visible()
        with stranger.expect_response("**/api/tables?**") as asked:
            section.get_by_label("Game").select_option(other.slug)
        assert asked.value.url.endswith(f"/api/tables?game={other.slug}")
        expect(section.get_by_role("listitem").filter(has_text="Larissa’s table")).to_have_count(0)
        section.get_by_label("Game").select_option(game.slug)
        section.get_by_label("Open seats").check()
        expect(section.get_by_role("listitem").filter(has_text="Larissa’s table")).to_be_visible()
