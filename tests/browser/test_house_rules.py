"""A host who has found good rules plays by them again, in another room, at a press."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Doorkeeper
from tests.browser.party import open_table, table_of_bots


def test_the_rules_of_an_earlier_evening_are_one_press_away_and_so_is_the_standard_game(
    visit: Doorkeeper,
) -> None:
    page = visit("/")
    table_of_bots(page, "Ann", hands=7)
    page.goto("/")
    open_table(page, "")
    some_hands = page.get_by_role("radio", name="After some hands")
    expect(some_hands).not_to_be_checked()
    page.get_by_text("Rules of earlier evenings").click()
    page.get_by_role("button", name=re.compile("^Play these rules: (?!The standard)")).click()
    expect(some_hands).to_be_checked()
    expect(page.get_by_label("Number of hands")).to_have_value("7")
    page.get_by_role("button", name="Play these rules: The standard game").click()
    expect(some_hands).not_to_be_checked()
