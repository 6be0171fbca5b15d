"""Screens: they wait for a while, show one table by somebody's leave, and are gone."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.people import screens, sessions
from app.store.people.screens import MOST, SHOWS, WAITS, Screen

NOW = datetime.now(UTC)
ROOM = new_id()
Player = tuple[str, str]
"""Account and session."""


@pytest.fixture
def player(database: Database) -> Callable[[str], Awaitable[Player]]:
    async def new(name: str) -> Player:
        async with database.request_connection() as db:
            account, session, _ = await sessions.create_guest_session(db, name, "Phone")
        return account.id, session

    return new


async def waiting(database: Database) -> tuple[str, str]:
    """A new screen: the token of its cookie, and its code."""
    async with database.sessions.begin() as db:
        token = await screens.create(db, NOW)
    found = await seen(database, token)
    assert found is not None
    return token, found.code


async def seen(database: Database, token: str, now: datetime = NOW) -> Screen | None:
    async with database.sessions.begin() as db:
        return await screens.of_token(db, token, now)


async def allow(
    database: Database, code: str, session: str, room: str = ROOM, now: datetime = NOW
) -> str | None:
    async with database.sessions.begin() as db:
        return await screens.allow(db, code, session, room, now)


async def test_a_screen_waits_for_ten_minutes(database: Database) -> None:
    token, code = await waiting(database)
    later = NOW + WAITS
    found = await seen(database, token, later - timedelta(seconds=1))
    assert found is not None
    assert (found.room, found.person) == (None, None)
    assert await seen(database, token, later) is None
    async with database.sessions.begin() as db:
        assert not await screens.waits(db, code, later)
        assert await screens.delete_expired(db, later + timedelta(seconds=1)) == 1


async def test_a_screen_shows_what_one_player_has_allowed_and_nobody_allows_it_more(
    database: Database, player: Callable[[str], Awaitable[Player]]
) -> None:
    (ann, anns), (_, bens) = await player("Ann"), await player("Ben")
    token, code = await waiting(database)
    assert await allow(database, code, anns) is None
    assert "no longer valid" in (await allow(database, code, bens, new_id()) or "")
    found = await seen(database, token)
    assert found is not None
    assert (found.room, found.person) == (ROOM, ann)
    assert await seen(database, token, NOW + SHOWS - timedelta(minutes=1)) == found
    assert await seen(database, token, NOW + SHOWS) is None


async def test_only_who_allowed_a_screen_takes_it_back(
    database: Database, player: Callable[[str], Awaitable[Player]]
) -> None:
    (ann, anns), (ben, _) = await player("Ann"), await player("Ben")
    token, code = await waiting(database)
    await allow(database, code, anns)
    async with database.sessions.begin() as db:
        (own,) = await screens.of_person(db, ann, NOW)
        assert await screens.of_person(db, ben, NOW) == []
        assert not await screens.take_back(db, own.id, ben)
        assert await screens.is_shown(db, own.id, NOW)
        assert await screens.take_back(db, own.id, ann)
        assert not await screens.take_back(db, own.id, ann), "twice"
        assert not await screens.is_shown(db, own.id, NOW)
    assert await seen(database, token) is None


async def test_a_screen_is_gone_with_the_login_that_allowed_it(
    database: Database, player: Callable[[str], Awaitable[Player]]
) -> None:
    _, anns = await player("Ann")
    token, code = await waiting(database)
    await allow(database, code, anns)
    async with database.sessions.begin() as db:
        await sessions.close_session(db, anns)
    assert await seen(database, token) is None


async def test_a_table_is_on_few_screens(
    database: Database, player: Callable[[str], Awaitable[Player]]
) -> None:
    _, anns = await player("Ann")
    for number in range(40):
        _, code = await waiting(database)
        why_not = await allow(database, code, anns)
        assert (why_not is None) == (number < MOST), number
    _, code = await waiting(database)
    assert await allow(database, code, anns, new_id()) is None, "another table has its own"
