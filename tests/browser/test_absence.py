"""A player who closes the page in the middle of a match: the seat is kept or a bot plays."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PageOpener, patient_server, started
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import start, two_at_a_table
from tests.server_process import ServerProcess

PATIENCE = "0.15"
"""Absent after four and a half seconds; pages send a heartbeat every two."""


@pytest.fixture(scope="module")
def server(
    new_database: Callable[[], str], bundle: Path | None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("absence")
    server = patient_server(folder, new_database(), bundle, PECKING_ORDER_PATIENCE=PATIENCE)
    yield from started(server)


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[PageOpener]:
    opener = PageOpener(browser, server)
    yield opener
    opener.close()


def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(
    visit: PageOpener, server: ServerProcess
) -> None:
    ann, ben = two_at_a_table(visit, server)
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


def test_a_player_becomes_host_when_the_host_is_gone(
    visit: PageOpener, server: ServerProcess
) -> None:
    ann, ben = two_at_a_table(visit, server)
    table, profile = ann.url, ann.context
    ann.close()
    expect(ben.get_by_role("button", name="Start")).to_be_visible()
    back = visit.new_page(profile, table)
    back.get_by_role("button", name="Become host again").click()
    expect(back.get_by_role("button", name="Start")).to_be_visible()
    expect(ben.get_by_role("button", name="Start")).to_be_hidden()
