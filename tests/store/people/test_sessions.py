"""Logins: only a hash of the token is kept, and each can be looked at and ended alone."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.base import new_id
from app.store.database.connections import driver_connection
from app.store.database.pools import Database
from app.store.people import accounts, sessions
from app.store.people.names import BadName, NameTaken


async def test_the_token_is_not_in_the_database(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    token = await sessions.open_session(db, ada.id)
    assert len(token) == 43, "256 bits"
    row = str((await db.execute(text("SELECT * FROM sessions"))).one())
    assert token not in row
    stored = await db.scalar(text("SELECT token_hash FROM sessions"))
    assert stored == hashlib.sha256(token.encode()).digest()


async def test_a_token_says_who_is_there(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    token = await sessions.open_session(db, ada.id)
    found = await sessions.authenticate_orm(db, token)
    assert found is not None
    assert found[0] == ada
    assert [shown.id for shown in await sessions.list_sessions(db, ada.id)] == [found[1]]


@pytest.mark.parametrize("token", ["", "x", "\0", "\ud800", "a" * 100_000])
async def test_a_token_that_was_never_given_is_nobodys(db: AsyncSession, token: str) -> None:
    assert await sessions.authenticate_orm(db, token) is None


async def still_open(db: AsyncSession, tokens: list[str]) -> list[bool]:
    return [await sessions.authenticate_orm(db, token) is not None for token in tokens]


async def test_one_login_is_ended_without_the_others_and_all_but_one_at_once(
    db: AsyncSession,
) -> None:
    ada, eve = await accounts.create_guest(db, "Ada"), await accounts.create_guest(db, "Eve")
    tokens = [await sessions.open_session(db, ada.id, f"Browser {number}") for number in range(4)]
    found = [await sessions.authenticate_orm(db, token) for token in tokens]
    ids = [who[1] for who in found if who is not None]
    assert not await sessions.close_session(db, ids[0], account_id=eve.id), (
        "nobody ends somebody else's login"
    )
    assert await sessions.close_session(db, ids[0], account_id=ada.id)
    assert not await sessions.close_session(db, ids[0])
    assert not await sessions.close_session(db, "\0")
    assert await still_open(db, tokens) == [False, True, True, True]
    assert sorted(await sessions.close_all(db, ada.id, keep=ids[3])) == sorted(ids[1:3])
    assert await still_open(db, tokens) == [False, False, False, True]
    assert await sessions.close_all(db, ada.id) == [ids[3]]
    assert await sessions.list_sessions(db, ada.id) == []


async def test_the_list_shows_when_and_with_what(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    await sessions.open_session(db, ada.id, "Firefox\0\x1b " + "x" * 1000)
    (shown,) = await sessions.list_sessions(db, ada.id)
    assert shown.user_agent.startswith("Firefox·· xxx")
    assert len(shown.user_agent) == 200
    assert abs(shown.created - datetime.now(UTC)) < timedelta(minutes=1)


async def test_a_guest_is_admitted_and_signed_in_at_once(database: Database) -> None:
    async with database.request_connection() as db:
        ada, session, token = await sessions.create_guest_session(db, "  Ada ", "Firefox\0")
        assert await sessions.authenticate(db, token) == (ada, session)
    assert (ada.name, ada.kind, ada.admin) == ("Ada", "guest", False)
    async with database.sessions.begin() as orm:
        assert await accounts.by_id(orm, ada.id) == ada
        (shown,) = await sessions.list_sessions(orm, ada.id)
    assert (shown.id, shown.user_agent) == (session, "Firefox·")


async def test_nobody_is_admitted_with_a_name_that_looks_like_a_members(database: Database) -> None:
    async with database.sessions.begin() as orm:
        await accounts.register(orm, (await accounts.create_guest(orm, "Ada")).id, "Ada", "hash")
    async with database.request_connection() as db:
        with pytest.raises(NameTaken):
            await sessions.create_guest_session(db, "ÂDÁ")
        with pytest.raises(BadName):
            await sessions.create_guest_session(db, "<Ada>")
        assert await db.fetchval("SELECT count(*) FROM accounts") == 1
        assert await db.fetchval("SELECT count(*) FROM sessions") == 0


async def test_the_time_of_last_use_is_kept_coarsely(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    token, now = await sessions.open_session(db, ada.id), datetime.now(UTC)
    (opened,) = await sessions.list_sessions(db, ada.id)
    await sessions.authenticate_orm(db, token, now + timedelta(minutes=4))
    assert await sessions.list_sessions(db, ada.id) == [opened]
    await sessions.authenticate_orm(db, token, now + timedelta(minutes=6))
    (used,) = await sessions.list_sessions(db, ada.id)
    assert used.last_seen == now + timedelta(minutes=6)


async def test_a_login_that_is_not_used_for_very_long_ends(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    token, later = await sessions.open_session(db, ada.id), datetime.now(UTC) + timedelta(days=401)
    assert await sessions.delete_expired(db) == 0
    assert await sessions.authenticate_orm(db, token, later) is None
    assert await sessions.delete_expired(db, later) == 1


async def test_the_logins_used_last_are_listed_the_latest_at_the_end(db: AsyncSession) -> None:
    """Without their tokens: the server starts with them as the sessions that it knows."""
    ada = await accounts.create_guest(db, "Ada")
    tokens = [await sessions.open_session(db, ada.id) for _ in range(3)]
    now = datetime.now(UTC)
    for ago, token in enumerate(tokens):
        used = text("UPDATE sessions SET last_seen_at = :at WHERE token_hash = :hash")
        key = sessions.hash_token(token)
        await db.execute(used, {"at": now - timedelta(hours=ago), "hash": key})
    listed = await sessions.list_recent(await driver_connection(db), 2)
    assert listed == [(sessions.hash_token(token), ada.id) for token in (tokens[1], tokens[0])]


async def test_a_login_for_no_account_cannot_be_made(db: AsyncSession) -> None:
    with pytest.raises(Exception, match="fk_sessions_account_id"):
        await sessions.open_session(db, new_id())
