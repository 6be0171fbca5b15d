"""The sentences about shuffles claim what was compared, and no more."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PageOpener

SAY = """async ([which, found]) =>
  (await import("/static/js/fair/verdict_text.js"))[which](found)"""
DEAL = {"watched": True, "part": "in", "cards": 13, "hand": "same", "lies": []}
MATCH = {"cards": 104, "checked": 104, "unwatched": 0, "sealed": 0, "shuffles": 2, "lies": []}
DEALS: list[tuple[dict[str, Any], str]] = [
    ({}, "Your 13 cards fit the sealed deal. Your browser helped shuffle."),
    ({"cards": 1, "part": "watching"}, "Your card fits the sealed deal."),
    (
        {"hand": "waiting"},
        (
            "Your 13 cards fit the sealed deal, but the hand on your screen was not compared. "
            "Your browser helped shuffle."
        ),
    ),
    (
        {"cards": 0, "hand": "none", "part": "none"},
        "None of your cards was compared in this deal. Your browser did not help shuffle.",
    ),
    (
        {"cards": 0, "hand": "none", "part": "watching"},
        "You watch: no card of this deal was compared.",
    ),
    ({"watched": False}, "This browser did not see what was promised for this deal."),
]
MATCHES: list[tuple[dict[str, Any], str]] = [
    ({}, "The orders of the cards fit the promises: checked 104 of 104 places."),
    (
        {"unwatched": 1, "checked": 52},
        (
            "The orders that were watched fit the promises: checked 52 of 104 places; 1 shuffle "
            "was not watched from the beginning by this browser."
        ),
    ),
    (
        {"unwatched": 2, "checked": 0},
        (
            "The record is in order by itself, but 2 shuffles were not watched from the "
            "beginning by this browser."
        ),
    ),
    (
        {"sealed": 2, "checked": 0},
        (
            "The orders of the cards stay secret for good, so they were not checked. What was "
            "shown does not contradict the promises."
        ),
    ),
    (
        {"sealed": 1, "checked": 52},
        (
            "The orders that were watched fit the promises: checked 52 of 104 places; 1 order "
            "stays secret and was not checked."
        ),
    ),
    (
        {"sealed": 1, "unwatched": 1, "checked": 0},
        (
            "The record is in order by itself, but 1 shuffle was not watched from the beginning by "
            "this browser; 1 order stays secret and was not checked."
        ),
    ),
    (
        {"sealed": 0, "shuffles": 0, "cards": 0, "checked": 0},
        "No shuffle of this match was revealed, so none was checked.",
    ),
]


@pytest.fixture
def page(visit: PageOpener) -> Page:
    return visit("/fair")


def test_the_line_of_a_deal_claims_what_was_compared(page: Page) -> None:
    for found, says in DEALS:
        assert page.evaluate(SAY, ["dealVerdict", DEAL | found]) == says


def test_the_line_of_a_match_claims_what_was_compared(page: Page) -> None:
    for found, says in MATCHES:
        assert page.evaluate(SAY, ["matchVerdict", MATCH | found]) == says


def test_nothing_is_called_fair_or_checked_where_something_was_not(page: Page) -> None:
    for found, _ in DEALS:
        words = page.evaluate(SAY, ["dealVerdict", DEAL | found])
        assert "checked" not in words
        assert "fair" not in words
    for found, _ in MATCHES:
        assert "fair" not in page.evaluate(SAY, ["matchVerdict", MATCH | found])
