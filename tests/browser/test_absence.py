"""Somebody closes the page in the middle of a match: the others choose what becomes of the seat, and the way back is open."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Doorkeeper, house_of_its_own, opened
from tests.browser.party import start
from tests.browser.robot import Robot, play
from tests.browser.test_company import two_at_a_table
from tests.server_process import House

PATIENCE = "0.15"
"""Gone after four and a half seconds; people who are there say so every two."""


@pytest.fixture
def house(new_database: Callable[[], str], tmp_path: Path) -> Iterator[House]:
    yield from opened(house_of_its_own(tmp_path, new_database(), PECKING_ORDER_PATIENCE=PATIENCE))


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Doorkeeper]:
    doorkeeper = Doorkeeper(browser, house)
    yield doorkeeper
    doorkeeper.close()


def test_a_bot_plays_on_for_who_is_gone_and_gives_the_seat_back(
    visit: Doorkeeper, house: House
) -> None:
    ann, ben = two_at_a_table(visit, house)
    table, profile = ben.url, ben.context
    start(ann)
    robot = Robot(ann, 1)
    ben.close()
    choice = ann.get_by_role("button", name="Let a bot play on")
    expect(choice).to_be_visible()
    choice.click()
    play(robot, until=lambda seen: robot.answers > 5, seconds=30)
    back = visit.again(profile, table)
    expect(ann.get_by_text("a bot plays on")).to_be_hidden()
    own = Robot(back, 2)
    play(robot, own, until=lambda seen: own.answers > 1, seconds=30)


def test_who_is_at_the_table_becomes_its_host_when_the_host_is_gone(
    visit: Doorkeeper, house: House
) -> None:
    ann, ben = two_at_a_table(visit, house)
    table, profile = ann.url, ann.context
    ann.close()
    expect(ben.get_by_role("button", name="Start")).to_be_visible()
    back = visit.again(profile, table)
    back.get_by_role("button", name="Be the host again").click()
    expect(back.get_by_role("button", name="Start")).to_be_visible()
    expect(ben.get_by_role("button", name="Start")).to_be_hidden()
