"""Device transfers: a login continues elsewhere once, within ten minutes, while it is open."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from sqlalchemy import text

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.people import accounts, device_transfers, sessions
from app.store.people.device_transfers import LINK_LIFETIME, TransferredLogin
from app.store.people.rows import Account
from app.store.upkeep import erasure

NOW = datetime.now(UTC)
ROOM = new_id()


class Device:
    """One browser with a login."""

    def __init__(self, database: Database, account: Account, session: str, token: str) -> None:
        self.database, self.account, self.session, self.token = database, account, session, token

    async def link(self, now: datetime = NOW, room: str = ROOM) -> str:
        async with self.database.request_connection() as db:
            return await device_transfers.create(db, self.session, room, now)


NewDevice = Callable[[str], Awaitable[Device]]


@pytest.fixture
def device(database: Database) -> NewDevice:
    async def new(name: str) -> Device:
        async with database.request_connection() as db:
            return Device(database, *await sessions.create_guest_session(db, name, "Laptop"))

    return new


async def offered(database: Database, link: str, now: datetime = NOW) -> str | None:
    """The name of the account that the link would log in."""
    async with database.request_connection() as db:
        found = await device_transfers.find(db, link, now)
    return None if found is None else found.account.name


async def used(database: Database, link: str, now: datetime = NOW) -> TransferredLogin | None:
    async with database.request_connection() as db:
        return await device_transfers.redeem(db, link, "Phone\0", now)


async def rows(database: Database) -> list[asyncpg.Record]:
    async with database.request_connection() as db:
        return list(await db.fetch("SELECT * FROM device_transfers"))


async def devices(database: Database, account: Account) -> list[str]:
    async with database.sessions.begin() as db:
        return sorted(shown.user_agent for shown in await sessions.list_sessions(db, account.id))


async def test_the_link_logs_in_the_same_person_and_the_older_login_stays(
    database: Database, device: NewDevice
) -> None:
    laptop = await device("Ben")
    link = await laptop.link()
    assert await offered(database, link) == "Ben"
    assert await offered(database, link) == "Ben", "looking uses nothing up"
    arrived = await used(database, link)
    assert arrived is not None
    assert (arrived.account, arrived.room) == (laptop.account, ROOM)
    assert arrived.token not in (link, laptop.token)
    async with database.request_connection() as db:
        assert await sessions.authenticate(db, arrived.token) == (laptop.account, arrived.session)
        assert await sessions.authenticate(db, laptop.token) == (laptop.account, laptop.session)
    assert await devices(database, laptop.account) == ["Laptop", "Phone·"]


async def test_a_link_is_good_once(database: Database, device: NewDevice) -> None:
    laptop = await device("Ben")
    link = await laptop.link()
    assert await used(database, link) is not None
    assert await offered(database, link) is None
    assert await used(database, link) is None
    assert len(await devices(database, laptop.account)) == 2


async def test_of_two_devices_at_once_exactly_one_goes_on(
    database: Database, device: NewDevice
) -> None:
    laptop = await device("Ben")
    for _ in range(10):
        link = await laptop.link()
        arrived = await asyncio.gather(*(used(database, link) for _ in range(4)))
        assert len([one for one in arrived if one is not None]) == 1
    assert len(await devices(database, laptop.account)) == 11


async def test_a_link_ends_after_ten_minutes(database: Database, device: NewDevice) -> None:
    laptop = await device("Ben")
    link = await laptop.link()
    almost, after = NOW + LINK_LIFETIME - timedelta(seconds=1), NOW + LINK_LIFETIME
    assert await offered(database, link, almost) == "Ben"
    assert await offered(database, link, after) is None
    assert await used(database, link, after) is None
    assert await used(database, link, almost) is not None


async def test_making_another_link_voids_the_one_before_and_no_other_persons(
    database: Database, device: NewDevice
) -> None:
    ben, cleo = await device("Ben"), await device("Cleo")
    first, other, second = await ben.link(), await cleo.link(), await ben.link()
    offers = [await offered(database, link) for link in (first, second, other)]
    assert offers == [None, "Ben", "Cleo"]
    assert await used(database, first) is None


async def test_only_the_hash_of_a_link_is_kept(database: Database, device: NewDevice) -> None:
    link = await (await device("Ben")).link()
    assert len(link) == 43, "256 bits"
    (row,) = await rows(database)
    assert row["token_hash"] == sessions.hash_token(link)
    assert link not in str(row)


@pytest.mark.parametrize("forged", ["", "x", "\0", "\ud800", "A" * 43, "A" * 100_000])
async def test_a_link_that_was_never_made_is_nobodys(
    database: Database, device: NewDevice, forged: str
) -> None:
    laptop = await device("Ben")
    await laptop.link()
    assert await offered(database, forged) is None
    assert await used(database, forged) is None
    assert await offered(database, laptop.token) is None, "a cookie is no link"


async def test_a_link_ends_with_the_login_that_made_it(
    database: Database, device: NewDevice
) -> None:
    ben, cleo, dora = await device("Ben"), await device("Cleo"), await device("Dora")
    links = [await each.link() for each in (ben, cleo, dora)]
    async with database.sessions.begin() as db:
        await sessions.close_session(db, ben.session)
        await sessions.close_all(db, cleo.account.id)
        await device_transfers.revoke(db, dora.session)
    assert [await offered(database, link) for link in links] == [None, None, None]
    assert await rows(database) == []
    with pytest.raises(LookupError):
        await ben.link()


async def test_a_link_of_a_login_that_has_run_out_is_good_no_more(
    database: Database, device: NewDevice
) -> None:
    laptop, later = await device("Ben"), NOW + timedelta(days=401)
    assert await used(database, await laptop.link(later), later) is None


async def test_the_suspended_go_on_nowhere(database: Database, device: NewDevice) -> None:
    laptop = await device("Ben")
    link = await laptop.link()
    async with database.sessions.begin() as db:
        await accounts.suspend(db, laptop.account.id, NOW + timedelta(minutes=5), "shouting")
    assert await offered(database, link) is None
    assert await used(database, link) is None
    assert await used(database, link, NOW + timedelta(minutes=6)) is not None, (
        "the suspension is over, the link is not"
    )


async def test_whoever_is_forgotten_leaves_no_link(database: Database, device: NewDevice) -> None:
    laptop = await device("Ben")
    assert await used(database, await laptop.link()) is not None
    link = await laptop.link()
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, laptop.account.id)
    assert await rows(database) == []
    assert await used(database, link) is None
    assert await devices(database, laptop.account) == []


async def test_a_login_that_was_handed_over_is_as_old_as_the_one_it_comes_from(
    database: Database, device: NewDevice
) -> None:
    """A link must not make an old login count as one with a recent password."""
    laptop, long_ago = await device("Ben"), NOW - timedelta(days=3)
    async with database.request_connection() as db:
        await db.execute("UPDATE sessions SET created_at = $1", long_ago)
    arrived = await used(database, await laptop.link())
    assert arrived is not None
    async with database.sessions.begin() as orm:
        assert await sessions.opened_at(orm, arrived.session) == long_ago


async def test_logging_out_everywhere_waits_for_a_login_that_is_being_handed_over(
    database: Database, device: NewDevice
) -> None:
    """Between the two steps of going on: the new login must not outlive the end of all."""
    laptop = await device("Ben")
    link = await laptop.link()

    async def everywhere() -> list[str]:
        async with database.sessions.begin() as orm:
            return await sessions.close_all(orm, laptop.account.id)

    async with database.request_connection() as db:
        async with db.transaction():
            arrived = await device_transfers.redeem(db, link, "Phone", NOW)
            ending = asyncio.create_task(everywhere())
            await until_somebody_waits(database)
        assert arrived is not None
        assert sorted(await ending) == sorted([laptop.session, arrived.session])
    assert await devices(database, laptop.account) == []


async def until_somebody_waits(database: Database) -> None:
    async with database.request_connection() as db:
        while not await db.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)


async def test_links_whose_time_is_over_are_swept_out(
    database: Database, device: NewDevice
) -> None:
    await (await device("Ben")).link()
    async with database.sessions.begin() as db:
        assert await device_transfers.delete_expired(db, NOW + timedelta(minutes=9)) == 0
        assert await device_transfers.delete_expired(db, NOW + timedelta(minutes=11)) == 1
        assert await db.scalar(text("SELECT count(*) FROM device_transfers")) == 0
