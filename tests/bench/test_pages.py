"""Pages make a fixed number of queries, whatever is stored, and every query has an index."""

import asyncio

import pytest

from bench.pages import measure, pages
from bench.seeding import seed
from tests.conftest import NewDatabase

FEW, MANY = (150, 40), (450, 60)
"""Matches and accounts."""

QUERIES = {
    "home, stranger": 0,
    "home, member": 3,
    "room": 3,
    "room results": 6,
    "history": 5,
    "history, keen player": 5,
    "people played with": 2,
    "previous options": 4,
    "report": 6,
    "account": 5,
    "profile": 4,
    "profile, keen player": 4,
    "leaderboard, salary": 1,
    "leaderboard, rating": 1,
    "leaderboard, won": 1,
    "leaderboard, best": 1,
    "leaderboard, deals": 1,
    "match": 8,
    "replay": 10,
    "admin: matches": 7,
    "admin: matches of a name": 7,
    "admin: matches, stopped": 7,
    "admin: matches of a day": 7,
    "admin: matches of a code": 7,
    "admin: matches somebody won": 7,
    "admin: matches reported": 7,
    "admin: one match": 15,
    "admin: people": 5,
    "admin: people of a name": 5,
    "admin: people, suspended": 5,
    "admin: one person": 10,
    "admin: queue": 5,
    "admin: one case": 14,
    "admin: queue, answered": 5,
    "admin: switches": 3,
    "admin: overview": 8,
    "admin: tables": 4,
    "admin: audit": 8,
}
"""By page, the one for the cookie included."""


@pytest.mark.slow
@pytest.mark.parametrize(("matches", "accounts"), [FEW, MANY])
def test_every_page_asks_as_much_as_ever_and_every_question_has_an_index(
    new_database: NewDatabase, matches: int, accounts: int
) -> None:
    url = new_database()
    asyncio.run(seed(url, matches, accounts))
    chosen = [page for page in pages(matches, accounts) if "page 9" not in page.name]
    measured = asyncio.run(measure(url, chosen, 0.0, forced=True))
    assert {each.name: each.queries for each in measured} == QUERIES
    assert {each.name: each.without_index for each in measured if each.without_index} == {}
