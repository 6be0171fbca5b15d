"""Password resets (issue 13): good once, for an hour, the newest only, and every login ends."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.people import (
    accounts,
    device_transfers,
    lifted_waits,
    password_resets,
    recovery_codes,
    sessions,
    wrong_passwords,
)
from app.store.people.password_resets import LINK_LIFETIME, RedeemedReset, ResetRefused
from app.store.people.rows import Account, Role
from app.store.upkeep import erasure

NOW = datetime.now(UTC)
Member = Callable[[str], Awaitable[Account]]


@pytest.fixture
def member(database: Database) -> Member:
    async def make(name: str) -> Account:
        async with database.sessions.begin() as db:
            guest = await accounts.create_guest(db, name)
            return await accounts.register(db, guest.id, name, "the old hash")

    return make


async def link(
    database: Database, account: Account, now: datetime = NOW, operator: bool = False
) -> str:
    async with database.sessions.begin() as db:
        return (await password_resets.create(db, account.id, now, operator)).token


async def offered(database: Database, token: str, now: datetime = NOW) -> str | None:
    """The name of the account whose password the link sets."""
    async with database.sessions.begin() as db:
        found = await password_resets.find(db, token, now)
    return None if found is None else found.name


async def used(
    database: Database, token: str, now: datetime = NOW, password_hash: str = "the new hash"
) -> RedeemedReset | None:
    async with database.sessions.begin() as db:
        return await password_resets.redeem(db, token, password_hash, now)


async def stored(database: Database, account: Account) -> str | None:
    async with database.sessions.begin() as db:
        return await accounts.password_hash_of(db, account.id)


async def rows(database: Database) -> int:
    async with database.sessions.begin() as db:
        return int(await db.scalar(text("SELECT count(*) FROM password_resets")) or 0)


async def test_a_link_sets_the_password_and_ends_every_login_and_device_link(
    database: Database, member: Member
) -> None:
    anna, ben = await member("Anna"), await member("Ben")
    async with database.sessions.begin() as db:
        cookies = [await sessions.open_session(db, anna.id, device) for device in ("a", "b")]
        others = await sessions.open_session(db, ben.id, "c")
        open_now = await sessions.list_sessions(db, anna.id)
    async with database.request_connection() as connection:
        device_link = await device_transfers.create(connection, open_now[0].id, new_id(), NOW)
    token = await link(database, anna)
    assert [await offered(database, token) for _ in range(2)] == ["Anna", "Anna"], "looking is free"
    done = await used(database, token)
    assert done is not None
    assert sorted(done.ended) == sorted(each.id for each in open_now)
    assert await stored(database, anna) == "the new hash"
    assert await stored(database, ben) == "the old hash"
    async with database.request_connection() as connection:
        assert [await sessions.authenticate(connection, each) for each in cookies] == [None, None]
        assert await sessions.authenticate(connection, others) is not None
        assert await device_transfers.find(connection, device_link, NOW) is None
    async with database.sessions.begin() as db:
        assert (await wrong_passwords.standing(db, anna.id, ()))[0] == NOW


async def test_a_link_is_good_once(database: Database, member: Member) -> None:
    anna = await member("Anna")
    token = await link(database, anna)
    assert await used(database, token) is not None
    assert await offered(database, token) is None
    assert await used(database, token, password_hash="a later hash") is None
    assert await stored(database, anna) == "the new hash"


async def test_of_several_attempts_at_once_exactly_one_sets_the_password(
    database: Database, member: Member
) -> None:
    anna = await member("Anna")
    for _ in range(8):
        token = await link(database, anna)
        done = await asyncio.gather(
            *(used(database, token, password_hash=f"hash {number}") for number in range(4))
        )
        (winner,) = (number for number, each in enumerate(done) if each is not None)
        assert await stored(database, anna) == f"hash {winner}"


async def test_making_and_using_links_at_once_never_waits_in_a_circle(
    database: Database, member: Member
) -> None:
    anna = await member("Anna")
    for _ in range(8):
        token = await link(database, anna)
        await asyncio.gather(
            link(database, anna), used(database, token), link(database, anna), used(database, token)
        )


async def test_a_link_ends_after_an_hour(database: Database, member: Member) -> None:
    token = await link(database, await member("Anna"))
    almost, after = NOW + LINK_LIFETIME - timedelta(seconds=1), NOW + LINK_LIFETIME
    assert timedelta(hours=1) == LINK_LIFETIME
    assert await offered(database, token, almost) == "Anna"
    assert await offered(database, token, after) is None
    assert await used(database, token, after) is None
    assert await used(database, token, almost) is not None


async def test_another_link_replaces_the_one_before_and_nobody_elses(
    database: Database, member: Member
) -> None:
    anna, ben = await member("Anna"), await member("Ben")
    first, other, second = [await link(database, each) for each in (anna, ben, anna)]
    offers = [await offered(database, each) for each in (first, second, other)]
    assert offers == [None, "Anna", "Ben"]
    assert await used(database, first) is None


async def test_only_the_hash_of_a_link_is_kept(database: Database, member: Member) -> None:
    token = await link(database, await member("Anna"))
    assert len(token) == 43, "256 bits"
    async with database.request_connection() as db:
        row = await db.fetchrow("SELECT * FROM password_resets")
    assert row is not None
    assert row["token_hash"] == sessions.hash_token(token)
    assert token not in str(row)


@pytest.mark.parametrize("forged", ["", "x", "\0", "\ud800", "A" * 43, "A" * 100_000])
async def test_a_link_that_was_never_made_sets_nothing(
    database: Database, member: Member, forged: str
) -> None:
    anna = await member("Anna")
    await link(database, anna)
    assert await offered(database, forged) is None
    assert await used(database, forged) is None
    assert await stored(database, anna) == "the old hash"


# -- accounts that get none


async def test_guests_the_deleted_and_the_suspended_get_no_link(
    database: Database, member: Member
) -> None:
    async with database.sessions.begin() as db:
        guest = await accounts.create_guest(db, "Gus")
    gone, banned = await member("Gone"), await member("Banned")
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, gone.id)
        await accounts.suspend(db, banned.id, None, "Cheating")
    for account, words in (
        (guest, "A guest has no password."),
        (gone, "This account is deleted."),
        (banned, "Lift the suspension first."),
    ):
        for operator in (False, True):
            with pytest.raises(ResetRefused, match=words):
                await link(database, account, operator=operator)
    assert await rows(database) == 0


async def test_the_suspended_use_no_link_until_the_suspension_ends(
    database: Database, member: Member
) -> None:
    anna = await member("Anna")
    token = await link(database, anna)
    async with database.sessions.begin() as db:
        await accounts.suspend(db, anna.id, NOW + timedelta(minutes=5), "shouting")
    assert await offered(database, token) is None
    assert await used(database, token) is None
    assert await used(database, token, NOW + timedelta(minutes=6)) is not None


async def test_administrators_get_links_from_the_operator_alone(
    database: Database, member: Member
) -> None:
    """Otherwise one stolen login of an administrator takes over all others."""
    boss = await member("Boss")
    async with database.sessions.begin() as db:
        await accounts.set_role(db, boss.id, Role.ADMINISTRATOR)
    with pytest.raises(ResetRefused, match=r"run\.py user NAME --reset"):
        await link(database, boss)
    assert await used(database, await link(database, boss, operator=True)) is not None


async def test_whoever_becomes_an_administrator_meanwhile_gets_no_link(
    database: Database, member: Member
) -> None:
    """Between the look at the rights and the link, they must not change."""
    anna = await member("Anna")
    async with database.sessions.begin() as db:
        await accounts.set_role(db, anna.id, Role.ADMINISTRATOR)
        making = asyncio.create_task(link(database, anna))
        await until_somebody_waits(database, making)
    with pytest.raises(ResetRefused):
        await making
    assert await rows(database) == 0


async def until_somebody_waits(database: Database, task: "asyncio.Task[str]") -> None:
    """Returns when a lock is waited for, or the task has ended without."""
    async with database.request_connection() as db:
        while not task.done():
            if await db.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                return
            await asyncio.sleep(0.01)


async def test_the_deleted_leave_no_link_and_no_time_of_lifting(
    database: Database, member: Member
) -> None:
    anna = await member("Anna")
    token = await link(database, anna)
    async with database.sessions.begin() as db:
        await lifted_waits.lift(db, anna.id, NOW)
        await erasure.erase_account(db, anna.id)
        assert (await wrong_passwords.standing(db, anna.id, ()))[0] is None
    assert await rows(database) == 0
    assert await used(database, token) is None


async def test_a_login_that_fails_leaves_the_link_and_the_old_password(
    database: Database, member: Member
) -> None:
    """The caller opens the new login in the same transaction."""
    anna = await member("Anna")
    token = await link(database, anna)
    async with database.sessions() as db:
        assert await password_resets.redeem(db, token, "the new hash", NOW) is not None
        await db.rollback()
    assert await stored(database, anna) == "the old hash"
    assert await offered(database, token) == "Anna"


async def test_links_whose_time_is_over_are_deleted(database: Database, member: Member) -> None:
    await link(database, await member("Anna"))
    async with database.sessions.begin() as db:
        assert await password_resets.delete_expired(db, NOW + timedelta(minutes=59)) == 0
        assert await password_resets.delete_expired(db, NOW + timedelta(minutes=61)) == 1
    assert await rows(database) == 0


async def code_of(database: Database, account: Account) -> str:
    async with database.sessions.begin() as db:
        return await recovery_codes.make(db, account.id)


async def test_a_recovery_code_serves_as_a_link_once_and_is_followed_by_another(
    database: Database, member: Member
) -> None:
    anna, ben = await member("Anna"), await member("Ben")
    code, token = await code_of(database, anna), await link(database, anna)
    await code_of(database, ben)
    as_typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "
    assert await offered(database, as_typed) == "Anna"
    done = await used(database, as_typed)
    assert done is not None
    assert done.account.id == anna.id
    assert await stored(database, anna) == "the new hash"
    assert await stored(database, ben) == "the old hash"
    assert await offered(database, code) is None, "it is good once"
    assert await offered(database, token) is None, "an administrator's link ends with it"
    assert done.code is not None
    assert await offered(database, done.code) == "Anna"


async def test_a_recovery_code_outlives_links_and_ends_with_the_next_and_with_the_account(
    database: Database, member: Member
) -> None:
    anna = await member("Anna")
    first = await code_of(database, anna)
    done = await used(database, await link(database, anna))
    assert done is not None
    assert done.code is None
    assert await offered(database, first, NOW + timedelta(days=3000)) == "Anna"
    second = await code_of(database, anna)
    assert await offered(database, first) is None
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, anna.id)
    assert await offered(database, second) is None


async def test_of_several_attempts_with_a_code_exactly_one_sets_the_password(
    database: Database, member: Member
) -> None:
    code = await code_of(database, await member("Anna"))
    done = await asyncio.gather(*(used(database, code) for _ in range(4)))
    assert len([one for one in done if one is not None]) == 1


async def test_only_the_hash_of_a_code_is_stored(database: Database, member: Member) -> None:
    code = await code_of(database, await member("Anna"))
    async with database.sessions.begin() as db:
        row = (await db.execute(text("SELECT * FROM recovery_codes"))).one()
    assert code.replace("-", "") not in repr(row)
    assert recovery_codes.read_code(code[:-1]) is None
