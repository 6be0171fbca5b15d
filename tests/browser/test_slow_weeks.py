"""A slow match of two people over two weeks, one of them with a browser, and a restart in each."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import answer_while_asked
from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import FOR_TWO, invite_link, open_table, set_clock, start
from tests.conftest import NewDatabase, NewServer
from tests.ops.conftest import SECRET, until
from tests.server_process import ServerProcess
from tests.web.slow_store import SlowStore
from tests.web.visitors import Visitor

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
    with closing(Visitor(live_server.base_url, FOR_TWO.slug)) as percy:
        percy.join(invite_link(odette).rpartition("/")[2], "Percy")
        set_clock(odette, "Slow: 3 days")
        with percy.connect(store.room) as line:
            assert line.ask("ready", ready=True)["type"] == "done"
        start(odette)
        visit.allow_error("net::ERR_|WebSocket connection")  # the server restarts
        answers = 0
        for week in range(WEEKS):
            for move in range(MOVES_A_WEEK):
                leave(odette)
                store.until_asleep()
                before = store.entries
                store.pass_by(HOURS)
                if move == 1:
                    restart(live_server, clean=week == 1)
                    assert store.entries == before
                if finds_at_home_that_it_is_asked(odette):
                    answer(odette, store.room)
                    answers += 1
                else:
                    answer_of(percy, store.room)
                assert store.entries[: len(before)] == before
                assert len(store.entries) > len(before)
        assert answers, "the browser was asked"
        if not finds_at_home_that_it_is_asked(odette):
            answer_of(percy, store.room)
    leave(odette)
    store.until_asleep()
    before = store.entries
    store.pass_by(72)
    until(lambda: len(store.entries) > len(before), "nobody wakes the table")
    odette.goto(f"/table/{store.room}")
    expect(odette.get_by_text(re.compile("ran out of time")).first).to_be_attached()
    expect(odette.get_by_text(re.compile("is back")).first).to_be_attached()


def leave(page: Page) -> None:
    page.goto("/healthz")


def finds_at_home_that_it_is_asked(page: Page) -> bool:
    page.goto("/")
    return page.get_by_role("heading", name="Your turn").count() > 0


def answer_of(person: Visitor, room: str) -> None:
    with person.connect(room) as line:
        answer_while_asked(line)


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
