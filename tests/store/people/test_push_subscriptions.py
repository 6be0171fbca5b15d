"""Push subscriptions: one for each login, five for each account, and gone with the login."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.people import accounts, push_subscriptions, sessions
from app.store.people.push_subscriptions import MOST, PushSubscription, Summons
from app.store.rooms import clubs
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.room import RoomId
from tests.store.conftest import a_room

NOW = datetime.now(UTC)
Login = tuple[str, str]
"""Account and session."""


@pytest.fixture
def login(database: Database) -> Callable[[str], Awaitable[Login]]:
    async def new(name: str) -> Login:
        async with database.request_connection() as db:
            account, session, _ = await sessions.create_guest_session(db, name, "Phone")
        return account.id, session

    return new


def at(endpoint: str) -> PushSubscription:
    return PushSubscription(f"https://fcm.googleapis.com/{endpoint}", b"\4" * 65, b"a" * 16)


async def keep(database: Database, login: Login, endpoint: str) -> bool:
    async with database.sessions.begin() as db:
        return await push_subscriptions.keep(db, *login, at(endpoint))


async def another_login(database: Database, login: Login) -> Login:
    async with database.sessions.begin() as db:
        token = await sessions.open_session(db, login[0], "Laptop")
        found = await sessions.authenticate_orm(db, token)
    assert found is not None
    return login[0], found[1]


class Scene:
    """A room with Odette and Percy, and whom a push service reaches of it."""

    def __init__(self, database: Database, room: RoomId, odette: Login, percy: Login) -> None:
        self.database, self.room, self.odette, self.percy = database, room, odette, percy

    async def summons(self, *people: Login, now: datetime = NOW) -> list[Summons]:
        ids = [account for account, _ in people or (self.odette, self.percy)]
        async with self.database.request_connection() as connection:
            return await push_subscriptions.of_people(connection, self.room, ids, now)

    async def reached(self, *people: Login, now: datetime = NOW) -> list[str]:
        found = await self.summons(*people, now=now)
        return [one.subscription.endpoint.rpartition("/")[2] for one in found]

    async def keep(self, login: Login, endpoint: str) -> None:
        assert await keep(self.database, login, endpoint)


@pytest.fixture
async def scene(
    database: Database, rooms: PostgresRoomStore, login: Callable[[str], Awaitable[Login]]
) -> Scene:
    odette, percy = await login("Odette"), await login("Percy")
    async with database.sessions.begin() as db:
        people = [await accounts.by_id(db, account) for account, _ in (odette, percy)]
    room = a_room(*(one for one in people if one is not None))
    await rooms.save(room)
    return Scene(database, room.id, odette, percy)


async def test_people_are_reached_by_their_own_browsers_alone(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    await scene.keep(scene.percy, "his")
    assert await scene.reached(scene.odette) == ["hers"]
    assert await scene.reached() == ["hers", "his"]
    (hers,) = await scene.summons(scene.odette)
    assert (hers.person, hers.subscription) == (scene.odette[0], at("hers"))
    assert (hers.club, "hers" in repr(hers)) == (None, False)


async def test_a_login_has_one_subscription_the_latest(scene: Scene) -> None:
    await scene.keep(scene.odette, "old")
    await scene.keep(scene.odette, "new")
    await scene.keep(scene.odette, "new")
    assert await scene.reached() == ["new"]
    async with scene.database.sessions.begin() as db:
        assert await push_subscriptions.is_notified(db, scene.odette[1])
        assert not await push_subscriptions.is_notified(db, scene.percy[1])
        await push_subscriptions.end(db, scene.odette[1])
        await push_subscriptions.end(db, scene.odette[1])
        assert not await push_subscriptions.is_notified(db, scene.odette[1])
    assert await scene.reached() == []


async def test_whoever_uses_a_browser_now_is_notified_there(scene: Scene) -> None:
    await scene.keep(scene.odette, "tablet")
    await scene.keep(scene.percy, "tablet")
    assert await scene.reached(scene.odette) == []
    assert await scene.reached(scene.percy) == ["tablet"]


async def test_of_more_than_five_browsers_the_oldest_go(scene: Scene) -> None:
    await scene.keep(scene.percy, "his")
    for number in range(MOST + 2):
        await scene.keep(await another_login(scene.database, scene.odette), f"{number}")
    assert await scene.reached(scene.odette) == ["2", "3", "4", "5", "6"]
    assert await scene.reached(scene.percy) == ["his"], "each account has its own five"


async def test_forty_subscriptions_at_once_leave_five(scene: Scene) -> None:
    logins = [await another_login(scene.database, scene.odette) for _ in range(40)]
    await asyncio.gather(*(scene.keep(one, f"{number}") for number, one in enumerate(logins)))
    assert len(await scene.reached(scene.odette)) == MOST


async def test_a_subscription_ends_with_its_login(scene: Scene) -> None:
    second = await another_login(scene.database, scene.odette)
    await scene.keep(scene.odette, "phone")
    await scene.keep(second, "laptop")
    async with scene.database.sessions.begin() as db:
        assert await sessions.close_session(db, second[1])
    assert await scene.reached() == ["phone"]
    assert not await keep(scene.database, second, "laptop"), "that login has ended"
    assert not await keep(scene.database, (scene.percy[0], scene.odette[1]), "phone"), "not his"
    async with scene.database.sessions.begin() as db:
        await sessions.close_all(db, scene.odette[0])
    assert await scene.reached() == []


async def test_erasure_leaves_no_subscription(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    async with scene.database.sessions.begin() as db:
        await erasure.erase_account(db, scene.odette[0])
    async with scene.database.request_connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM push_subscriptions") == 0


async def test_who_is_suspended_is_not_reached_until_that_is_over(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    async with scene.database.sessions.begin() as db:
        await accounts.suspend(db, scene.odette[0], NOW + timedelta(days=1), "rude")
    assert await scene.reached() == []
    assert await scene.reached(now=NOW + timedelta(days=1)) == ["hers"]


async def test_whoever_has_left_the_room_is_not_reached(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    elsewhere = Scene(scene.database, RoomId(new_id()), scene.odette, scene.percy)
    assert await elsewhere.reached() == []
    async with scene.database.transaction() as connection:
        await connection.execute("UPDATE rooms SET people = ARRAY[$1]", scene.percy[0])
    assert await scene.reached() == []


async def test_a_table_is_called_as_its_club_is(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    async with scene.database.sessions.begin() as db:
        assert await clubs.found(db, scene.room, scene.percy[0], "Thursday’s table")
    (summons,) = await scene.summons()
    assert summons.club == "Thursday’s table"


async def test_a_login_that_ran_out_is_not_reached(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    assert await scene.reached(now=NOW + timedelta(days=399)) == ["hers"]
    assert await scene.reached(now=NOW + timedelta(days=401)) == []


async def test_an_address_that_its_service_forgot_is_forgotten(scene: Scene) -> None:
    await scene.keep(scene.odette, "hers")
    await scene.keep(scene.percy, "his")
    async with scene.database.request_connection() as connection:
        await push_subscriptions.forget(connection, at("hers").endpoint)
    assert await scene.reached() == ["his"]
