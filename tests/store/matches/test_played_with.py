"""The people somebody has played with: who is among them, in which order, and how far back."""

from collections.abc import Awaitable, Callable

import pytest

from app.store.database.pools import Database
from app.store.matches import played_with
from app.store.people import mutes
from app.store.people.rows import Account
from app.store.upkeep import erasure
from tests.store.conftest import Guest, Play


@pytest.fixture
def met_by(database: Database) -> Callable[[Account], Awaitable[list[str]]]:
    async def names(account: Account) -> list[str]:
        async with database.request_connection() as connection:
            return [one.name for one in await played_with.people(connection, account.id)]

    return names


MetBy = Callable[[Account], Awaitable[list[str]]]


async def test_members_of_the_last_matches_come_once_each_the_newest_first(
    member: Guest, guest: Guest, play: Play, met_by: MetBy
) -> None:
    ada, ben, cleo = await member("Ada"), await member("Ben 'B' O’Neil"), await member("Cleo 🦩")
    stranger = await guest("Gus")
    assert await met_by(ada) == []
    await play(ada, cleo, bots=1)
    await play(ada, ben, stranger)
    assert await met_by(ada) == ["Ben 'B' O’Neil", "Cleo 🦩"]
    await play(cleo, ada)
    assert await met_by(ada) == ["Cleo 🦩", "Ben 'B' O’Neil"]
    assert await met_by(ben) == ["Ada"]
    await play(ben, cleo)
    assert await met_by(ada) == ["Cleo 🦩", "Ben 'B' O’Neil"], "a match of others changes nothing"


async def test_whoever_has_blocked_whom_neither_finds_the_other_and_a_mute_hides_nobody(
    database: Database, member: Guest, play: Play, met_by: MetBy
) -> None:
    ada, ben = await member("Ada"), await member("Ben")
    await play(ada, ben)
    for who, other in ((ada, ben), (ben, ada)):
        async with database.sessions.begin() as db:
            await mutes.write(db, who.id, other.id, "block")
        assert (await met_by(ada), await met_by(ben)) == ([], [])
        async with database.sessions.begin() as db:
            await mutes.write(db, who.id, other.id, "mute")
        assert (await met_by(ada), await met_by(ben)) == (["Ben"], ["Ada"])


async def test_suspended_and_deleted_people_are_not_found(
    database: Database, member: Guest, play: Play, met_by: MetBy
) -> None:
    ada, ben, cleo, dora = [await member(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    await play(ada, ben, cleo, dora)
    async with database.transaction() as connection:
        await connection.execute(
            "UPDATE accounts SET suspension_reason = 'rude' WHERE id = $1", ben.id
        )
        await connection.execute(
            "UPDATE accounts SET suspension_reason = 'rude',"
            " suspended_until = now() - interval '1 day' WHERE id = $1",
            dora.id,
        )
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, cleo.id)
    assert await met_by(ada) == ["Dora"]


async def test_the_last_matches_are_read_and_the_last_people_told(
    monkeypatch: pytest.MonkeyPatch,
    member: Guest,
    play: Play,
    met_by: MetBy,
) -> None:
    ada = await member("Ada")
    others = [await member(f"Other {number}") for number in range(5)]
    for other in others:
        await play(ada, other)
    newest = [other.name for other in reversed(others)]
    select = played_with._SELECT
    with monkeypatch.context() as patch:
        limit = f"LIMIT {played_with.MOST}\n"
        patch.setattr(played_with, "_SELECT", select.replace(limit, "LIMIT 3\n"))
        assert await met_by(ada) == newest[:3]
    with monkeypatch.context() as patch:
        limit = f"LIMIT {played_with.MATCHES}\n"
        patch.setattr(played_with, "_SELECT", select.replace(limit, "LIMIT 2\n"))
        assert await met_by(ada) == newest[:2]
