"""Voids, refolds that can be stepped through, and what ratings have to be."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import text

from app.store.admin import voiding
from app.store.database.pools import Database
from app.store.results.plackett_luce import Rating, accounts_in, rate_match
from app.store.results.refolds import RatingRefolder


async def void(database: Database, match: str) -> None:
    async with database.sessions.begin() as db:
        await voiding.void(db, match, "for a reason")


async def reinstate(database: Database, match: str) -> None:
    async with database.sessions.begin() as db:
        await voiding.reinstate(db, match)


async def refold(database: Database, batch: int = 2) -> None:
    await RatingRefolder(database, batch).refold()


async def execute(database: Database, statement: str, **values: str) -> None:
    async with database.sessions.begin() as db:
        await db.execute(text(statement), values)


async def rows(database: Database, statement: str) -> list[Any]:
    async with database.sessions() as db:
        return list(await db.execute(text(statement)))


async def require_right(database: Database) -> None:
    """Folds all that counts from the first match on, and compares what is stored with it."""
    after: dict[str, Rating] = {}
    for ranking, before, counted, counts in await rows(
        database,
        "SELECT ranking, before, counted, state = 'finished' FROM rating_inputs"
        " JOIN matches ON matches.id = match_id ORDER BY number",
    ):
        people = accounts_in(ranking)
        expected = {account: after.get(account, Rating()) for account in people}
        assert counted
        if before is not None:
            assert {account: Rating(*kept) for account, kept in before.items()} == expected
        if counts:
            after |= rate_match(after, ranking)
    gone = {row.id for row in await rows(database, "SELECT id FROM accounts WHERE kind = 'gone'")}
    assert {
        account: Rating(mu, sigma, played)
        for account, mu, sigma, played in await rows(
            database, "SELECT account_id, mu, sigma, matches FROM ratings"
        )
    } == {account: rating for account, rating in after.items() if account not in gone}


class SteppedDatabase(Database):
    """Calls `before_step` before each transaction of a refold, with the number of the step."""

    before_step: Callable[[int], Awaitable[None]]
    step = 0

    @asynccontextmanager
    async def request_connection(self) -> AsyncIterator[Any]:
        self.step += 1
        await self.before_step(self.step)
        async with super().request_connection() as connection:
            yield connection


class Interrupted(Exception):
    """A crash of the server."""
