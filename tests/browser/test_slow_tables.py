"""A slow table: it begins, sleeps while nobody is there, and wakes; the home page says whose turn
it is."""

import re
import time
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import DESK, PageReview
from tests.browser.page_steps import (
    FOR_TWO,
    invite_link,
    join,
    open_table,
    set_clock,
    start,
    to_play,
    two_at_a_table,
)
from tests.conftest import NewServer
from tests.server_process import ServerProcess

PATIENCE = "0.05"
"""An empty slow table sleeps after three seconds."""
PACE = "0.5"
"""A day is half a day, so what is left of it is said in hours."""


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    with new_server(PECKING_ORDER_PATIENCE=PATIENCE, PECKING_ORDER_PACE=PACE) as server:
        yield server


def test_a_slow_table_begins_sleeps_and_wakes(
    visit: PageOpener, live_server: ServerProcess, review: PageReview
) -> None:
    odette = visit()
    open_table(odette, "Odette", game=FOR_TWO)
    table = odette.url
    percy = visit(invite_link(odette))
    join(percy, "Percy")
    set_clock(odette, "Slow: a day")
    expect(odette.get_by_text("At a slow table nobody has to be there.").first).to_be_visible()
    percy.get_by_role("button", name="I am ready").click()
    start(odette)
    for page in (odette, percy):
        expect(page.get_by_text("Slow table.")).to_be_visible()
    play(
        PagePlayer(odette, 1),
        PagePlayer(percy, 2),
        until=lambda states: states[0].on_turn != states[1].on_turn,
        seconds=60,
    )
    asked, other = (odette, percy) if is_asked(odette) else (percy, odette)
    expect(other.get_by_text("You may leave. This table goes on without you here.")).to_be_visible()
    expect(asked.get_by_text(re.compile("Your turn until"))).to_contain_text("11 hours left")
    review.check_all_sizes(asked, "slow-table-turn", part=".banners")
    for page in (asked, other):
        page.goto("/")
    expect(asked.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(asked.get_by_text("11 hours left")).to_be_visible()
    expect(other.get_by_text("others are on turn")).to_be_visible()
    review.check_all_sizes(asked, "slow-table-home")
    until_asleep(live_server)
    asked.reload()
    asked.get_by_role("link", name=re.compile("^Play at")).click()
    asked.wait_for_url(table)
    expect(asked.get_by_text(re.compile("Your turn until"))).to_be_visible()
    player = PagePlayer(asked, 3)
    play(player, until=lambda states: player.answers > 0, seconds=60)


def test_a_player_passes_until_the_next_trick_and_takes_it_back(
    visit: PageOpener, review: PageReview
) -> None:
    ann, ben = two_at_a_table(visit)
    set_clock(ann, "Slow: a day")
    start(ann)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2)
    offered = notice(ben).get_by_role("button", name="Pass until the next trick")
    play(*players, until=lambda states: offered.is_visible() and to_play(states[0]), seconds=60)
    offered.click()
    said = notice(ben).get_by_text("You pass until the next trick.")
    expect(said).to_be_visible()
    for size in ((390, 844), DESK):
        review.check(ben, "slow-pass-said", size, "light", whole=False, part=".banners")
    notice(ben).get_by_role("button", name="Don’t pass").click()
    expect(offered).to_be_visible()
    for size in ((390, 844), DESK):
        review.check(ben, "slow-pass-offered", size, "dark", whole=False, part=".banners")


def notice(page: Page) -> Locator:
    return page.locator(".banners .notice", has_text="Slow table.")


def is_asked(page: Page) -> bool:
    return page.title().startswith("●")


def until_asleep(server: ServerProcess) -> None:
    """Waits until no table is open any more."""
    for _ in range(240):
        if re.search(
            r"^pecking_order_tables 0", httpx2.get(f"{server.base_url}/metrics").text, re.M
        ):
            return
        time.sleep(0.25)
    raise AssertionError("the table does not sleep")
