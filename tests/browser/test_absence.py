"""A player who closes the page in the middle of a match: the seat is kept or a bot plays."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import start, two_at_a_table
from tests.conftest import NewServer
from tests.server_process import ServerProcess

PATIENCE = "0.15"
"""Absent after four and a half seconds; pages send a heartbeat every two."""


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that soon holds a silent person for absent."""
    with new_server(PECKING_ORDER_PATIENCE=PATIENCE) as server:
        yield server


def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit)
    table, profile = ben.url, ben.context
    start(ann)
    player = PagePlayer(ann, 1)
    ben.close()
    choice = ann.get_by_role("button", name="Let a bot play")
    expect(choice).to_be_visible()
    choice.click()
    play(player, until=lambda states: player.answers > 5, seconds=30)
    back = visit.new_page(profile, table)
    expect(ann.get_by_text("a bot is playing")).to_be_hidden()
    own = PagePlayer(back, 2)
    play(player, own, until=lambda states: own.answers > 1, seconds=30)


def test_a_player_becomes_host_when_the_host_is_gone(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit)
    table, profile = ann.url, ann.context
    ann.close()
    expect(ben.get_by_role("button", name="Start")).to_be_visible()
    back = visit.new_page(profile, table)
    back.get_by_role("button", name="Become host again").click()
    expect(back.get_by_role("button", name="Start")).to_be_visible()
    expect(ben.get_by_role("button", name="Start")).to_be_hidden()
