"""Shared pictures: one for each match, taken back for good, and nothing personal in a row."""

import asyncio
from datetime import UTC, datetime

from app.store.database.pools import Database
from app.store.matches import pictures
from app.store.matches.pictures import Kind, Picture
from tests.store.conftest import Guest, Play

NOW = datetime(2030, 1, 1, tzinfo=UTC)
TOLD = {"deals": 1, "winner": "\x020\x03, on top", "lines": []}


async def keep(database: Database, match: str, kind: Kind = Kind.MATCH) -> Picture:
    async with database.sessions.begin() as db:
        return await pictures.keep(db, match, kind, TOLD)


async def take_back(database: Database, key: str) -> None:
    async with database.sessions.begin() as db:
        await pictures.take_back(db, key, NOW)


async def test_of_all_who_ask_at_once_everybody_gets_the_same_one(
    database: Database, guest: Guest, play: Play
) -> None:
    match = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).match
    made = await asyncio.gather(*(keep(database, match) for _ in range(5)))
    assert len({one.key for one in made}) == 1
    async with database.sessions.begin() as db:
        assert await pictures.of_key(db, made[0].key) == made[0]
        assert await pictures.of_match(db, match, Kind.MATCH) == made[0]
        assert made[0].told == TOLD


async def test_what_was_taken_back_tells_nothing_and_comes_back_by_nothing(
    database: Database, guest: Guest, play: Play
) -> None:
    match = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).match
    key = (await keep(database, match)).key
    for _ in range(2):
        await take_back(database, key)
    assert await keep(database, match) == Picture(match, Kind.MATCH, key, None)
    async with database.sessions.begin() as db:
        assert await pictures.of_key(db, key) == Picture(match, Kind.MATCH, key, None)


async def test_who_makes_one_while_another_takes_it_back_does_not_bring_it_back(
    database: Database, guest: Guest, play: Play
) -> None:
    match = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).match
    key = (await keep(database, match)).key
    await asyncio.gather(
        *(keep(database, match) for _ in range(4)), take_back(database, key), keep(database, match)
    )
    assert (await keep(database, match)).told is None


async def test_the_evening_has_a_picture_of_its_own(
    database: Database, guest: Guest, play: Play
) -> None:
    match = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).match
    one, other = (await keep(database, match)), (await keep(database, match, Kind.EVENING))
    await take_back(database, one.key)
    assert (await keep(database, match, Kind.EVENING)) == other
    assert other.told == TOLD


async def test_a_key_that_is_none_finds_nothing(database: Database) -> None:
    async with database.sessions.begin() as db:
        for key in ("", "A" * 22, "A" * 23, "x\0y", "🦆" * 22, "../../etc/passwd"):
            assert await pictures.of_key(db, key) is None
            await pictures.take_back(db, key.replace("\0", ""), NOW)
