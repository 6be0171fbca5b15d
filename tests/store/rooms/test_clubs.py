"""Clubs in the store: who is host after somebody has gone, what is kept, and what is counted."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.connections import driver_connection
from app.store.people import own_data
from app.store.people.rows import Account
from app.store.rooms import clubs
from app.store.rooms.clubs import MOST_CLUBS, MOST_MEMBERS, Evening
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from tests.store.conftest import Guest, Play, a_room, gathering
from tests.store.upkeep.test_retention import remove_after

__all__ = ["remove_after"]


async def founded(
    db: AsyncSession, rooms: PostgresRoomStore, host: Account, *others: Account
) -> str:
    """The room of a new club with these members, who joined in that order."""
    room = a_room(host, *others)
    await rooms.save(room)
    assert await clubs.found(db, room.id, host.id, "The Thursdays")
    for one in others:
        assert await clubs.join(db, room.id, one.id)
    await db.commit()
    return room.id


async def names(db: AsyncSession, room: str) -> list[str]:
    club = await clubs.of_room(db, room)
    return [] if club is None else [one.name for one in club.members]


async def test_a_room_has_one_club_and_whoever_joined_first_follows_its_host(
    db: AsyncSession, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ann, ben, cleo = [await guest(name) for name in ("Ann", "Ben", "Cleo")]
    room = await founded(db, rooms, ann, ben, cleo)
    assert not await clubs.found(db, room, ben.id, "Another")
    for host, rest in ((ben, ["Ben", "Cleo"]), (cleo, ["Cleo"])):
        await clubs.leave(db, room, {"Ben": ann, "Cleo": ben}[host.name].id)
        club = await clubs.of_room(db, room)
        assert club is not None
        assert (club.host, await names(db, room)) == (host.id, rest)
    await clubs.leave(db, room, cleo.id)
    assert await clubs.of_room(db, room) is None
    assert await rooms.load(room) is not None, "the room stays"  # type: ignore[arg-type]


async def test_an_erased_person_is_in_no_club_and_a_club_is_in_its_members_own_data(
    db: AsyncSession, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    room = await founded(db, rooms, ann, ben)
    assert b"The Thursdays" in await own_data.of_person(await driver_connection(db), ben.id)
    await erasure.erase_account(db, ann.id)
    club = await clubs.of_room(db, room)
    assert club is not None
    assert (club.host, await names(db, room)) == (ben.id, ["Ben"])
    await erasure.erase_account(db, ben.id)
    assert await clubs.of_room(db, room) is None


async def test_the_room_of_a_club_is_kept_without_a_match(
    db: AsyncSession, rooms: PostgresRoomStore, guest: Guest, remove_after: Any
) -> None:
    room = await founded(db, rooms, await guest("Ann"))
    assert await remove_after(10_000) == {}
    await clubs.end(db, room)
    await db.commit()
    assert (await remove_after(10_000))["rooms"] == 1


async def test_finished_matches_of_the_room_count_for_members(
    db: AsyncSession, play: Play, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    playing = await play(ann, ben, deals=[(1, 0), (1, 0)])
    await rooms.save(gathering(playing.room))
    await play(ann, ben, deals=[(1, 0)])  # in another room
    room = playing.room.id
    await clubs.found(db, room, ann.id, "The Thursdays")
    (own,) = await clubs.scores(db, room)
    assert (own.name, own.game, own.matches, own.won, own.place) == ("Ann", "toy", 1, 1, 1.0)
    await clubs.join(db, room, ben.id)
    best, other = await clubs.scores(db, room)
    assert best == own
    assert (other.name, other.won, other.place) == ("Ben", 0, 2.0)
    assert best.points > other.points


async def test_a_running_match_does_not_count(
    db: AsyncSession, play: Play, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ann = await guest("Ann")
    playing = await play(ann, bots=1, deals=[(1, 0)], of=2)
    await rooms.save(gathering(playing.room))
    await clubs.found(db, playing.room.id, ann.id, "The Thursdays")
    assert await clubs.scores(db, playing.room.id) == []


async def test_there_are_limits(db: AsyncSession, rooms: PostgresRoomStore, guest: Guest) -> None:
    ann = await guest("Ann")
    room = await founded(db, rooms, ann)
    for number in range(MOST_MEMBERS - 1):
        assert await clubs.join(db, room, (await guest(f"Guest {number}")).id)
    assert not await clubs.join(db, room, (await guest("One more")).id)
    for _ in range(MOST_CLUBS - 1):
        await founded(db, rooms, ann)
    other = a_room(ann)
    await rooms.save(other)
    assert not await clubs.found(db, other.id, ann.id, "Eleven")
    assert len(await clubs.of_person(db, ann.id)) == MOST_CLUBS


async def test_an_evening_is_changed_and_taken_away(
    db: AsyncSession, rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = await founded(db, rooms, await guest("Ann"))
    for evening in (Evening(6, 0, "UTC"), Evening(0, 1439, "America/Lima"), None):
        await clubs.change(db, room, "Another name", evening)
        club = await clubs.of_room(db, room)
        assert club is not None
        assert (club.name, club.evening) == ("Another name", evening)
