"""A slow match over two weeks in two people's browsers, with a restart in each week."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import FOR_TWO, invite_link, join, open_table, set_clock, start
from tests.conftest import NewDatabase, NewServer
from tests.ops.conftest import SECRET, until
from tests.server_process import ServerProcess
from tests.web.slow_store import SlowStore

WEEKS = MOVES_A_WEEK = 2
HOURS = 60.0
"""From one look at the house to the next; a decision may take 72."""


@pytest.fixture
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.fixture
def live_server(new_server: NewServer, url: str) -> Iterator[ServerProcess]:
    """A server that looks for slow tables all the time, and lets them sleep soon."""
    own = {
        "DATABASE_URL": url,
        "PECKING_ORDER_PATIENCE": "0.02",
        "PECKING_ORDER_PACE": "1",
        "PECKING_ORDER_SIBLINGS_SECRET": SECRET,
    }
    with new_server("tests.ops.quick_look", **own) as server:
        yield server


def test_two_people_play_for_two_weeks_with_a_restart_in_each(
    visit: PageOpener, live_server: ServerProcess, url: str
) -> None:
    odette = visit()
    open_table(odette, "Odette", game=FOR_TWO)
    store = SlowStore(url, odette.url.rpartition("/")[2])
    percy = visit(invite_link(odette))
    join(percy, "Percy")
    set_clock(odette, "Slow: 3 days")
    percy.get_by_role("button", name="I am ready").click()
    start(odette)
    pages = odette, percy
    go_home(*pages)
    visit.allow_error("net::ERR_|WebSocket connection")  # the server restarts
    for week in range(WEEKS):
        for move in range(MOVES_A_WEEK):
            store.until_asleep()
            before = store.entries
            store.pass_by(HOURS)
            if move == 1:
                restart(live_server, clean=week == 1)
                assert store.entries == before
            go_home(*pages)
            answer(next(page for page in pages if is_on_turn(page)), store.room)
            go_home(*pages)
            assert store.entries[: len(before)] == before
            assert len(store.entries) > len(before)
    store.until_asleep()
    go_home(*pages)
    late = next(page for page in pages if is_on_turn(page))
    before = store.entries
    store.pass_by(72)
    until(lambda: len(store.entries) > len(before), "nobody wakes the table")
    late.goto(f"/table/{store.room}")
    expect(late.get_by_text(re.compile("ran out of time")).first).to_be_attached()
    expect(late.get_by_text(re.compile("is back")).first).to_be_attached()


def go_home(*pages: Page) -> None:
    for page in pages:
        page.goto("/")


def is_on_turn(page: Page) -> bool:
    return page.get_by_role("heading", name="Your turn").count() > 0


def answer(page: Page, room: str) -> None:
    """Somebody finds at home that it is their turn, and answers until it is not."""
    waits = page.get_by_role("region", name="Your turn")
    expect(
        waits.get_by_text("11 hours left").or_(waits.get_by_text("12 hours left"))
    ).to_be_visible()
    waits.get_by_role("link", name=re.compile("^Play at")).click()
    page.wait_for_url(f"**/table/{room}")
    player = PagePlayer(page, 1)
    play(player, until=lambda states: player.answers > 0 and not states[0].on_turn, seconds=60)


def restart(server: ServerProcess, clean: bool) -> None:
    (server.stop if clean else server.kill)()
    server.start()
