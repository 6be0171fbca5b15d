"""A slow table as it begins: whose turn it is stands at the table and on the home page.

test_slow_weeks.py has how it sleeps and wakes.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.company import answer_while_asked, seated
from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import FOR_TWO, open_table, set_clock, start
from tests.conftest import NewServer
from tests.server_process import ServerProcess

PACE = "0.5"
"""A day is half a day, so what is left of it is said in hours."""


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    with new_server(PECKING_ORDER_PACE=PACE) as server:
        yield server


def test_a_slow_table_says_whose_turn_it_is_and_until_when(
    visit: PageOpener, review: PageReview
) -> None:
    page = visit()
    open_table(page, "Odette", game=FOR_TWO)
    set_clock(page, "Slow: a day")
    expect(page.get_by_text("At a slow table nobody has to be there.").first).to_be_visible()
    with seated(page, "Percy") as percy:
        start(page)
        expect(page.get_by_text("Slow table.")).to_be_visible()
        play(PagePlayer(page), until=lambda states: not states[0].on_turn, seconds=60)
        leave = "You may leave. This table goes on without you here."
        expect(page.get_by_text(leave)).to_be_visible()
        answer_while_asked(percy)
    expect(page.get_by_text(re.compile("Your turn until"))).to_contain_text("11 hours left")
    review.check_all_sizes(page, "slow-table-turn", part=".banners")
    page.goto("/")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page.get_by_text("11 hours left")).to_be_visible()
