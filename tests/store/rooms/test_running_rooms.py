"""Rooms with a running match are found by person and by match; unreadable ones stop nothing."""

import asyncio

import pytest
from structlog.testing import capture_logs

from app.rules.replay import Shuffled
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.rooms import rows as room_rows
from app.store.rooms.room_store import MAX_UNREADABLE, PostgresRoomStore
from app.table.model.errors import UnreadableRoom
from app.table.model.records import FIRST_EPOCH
from app.table.model.room import MatchId, PersonId, RoomId
from tests.store.conftest import Guest, Play, a_room


async def spoil(database: Database, room: RoomId, *, newer: bool) -> None:
    """The room is as a newer version has left it: of a higher version, or unlike any of ours."""
    change = (
        "state_version = state_version + 1"
        if newer
        else """state = '{"secret": "seven of hearts"}'"""
    )
    async with database.transaction() as connection:
        await connection.execute(f"UPDATE rooms SET {change} WHERE id = $1", room)


async def test_a_running_match_is_found_by_its_people_and_by_itself(
    rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await rooms.save(a_room(ada))
    over = await play(ada, bots=1, deals=[(1, 0)])
    first, second = await play(ada, bots=1), await play(ada, bob)
    assert [room.id for room in await rooms.live_rooms_of(PersonId(ada.id))] == [
        second.room.id,
        first.room.id,
    ]
    assert [room.id for room in await rooms.live_rooms_of(PersonId(bob.id))] == [second.room.id]
    assert await rooms.live_rooms_of(PersonId(new_id())) == []
    assert await rooms.room_of_running_match(first.match) == first.room.id
    assert await rooms.room_of_running_match(over.match) is None
    assert [room.id for room in await rooms.rooms_with_matches(1)] == [second.room.id]


@pytest.mark.parametrize("odd", ["", "none", "\0", "\ud800", "a b", "é", "x" * 22, "x" * 10_000])
async def test_what_cannot_be_a_match_or_a_person_plays_nowhere(
    rooms: PostgresRoomStore, odd: str
) -> None:
    assert await rooms.room_of_running_match(MatchId(odd)) is None
    assert await rooms.live_rooms_of(PersonId(odd)) == []


@pytest.mark.parametrize("newer", [True, False])
async def test_a_room_that_cannot_be_read_is_left_out_of_lists_with_a_loud_line(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play, newer: bool
) -> None:
    """As after going back to an earlier version."""
    ada = await guest("Ada")
    readable, unreadable = await play(ada, bots=1), await play(ada, bots=1, code="NEWER")
    await spoil(database, unreadable.room.id, newer=newer)
    with capture_logs() as logs:
        listed = await rooms.rooms_with_matches()
        of_ada = await rooms.live_rooms_of(PersonId(ada.id))
    assert [room.id for room in listed] == [readable.room.id]
    assert of_ada == listed
    (line,) = logs
    assert (line["log_level"], line["room"]) == ("error", unreadable.room.id)
    assert "hearts" not in str(line), "never its content"
    (shown,) = await rooms.unreadable_rooms()
    assert (shown.id, shown.code, shown.game) == (unreadable.room.id, "NEWER", "toy")
    assert shown.state_version == room_rows.STATE_VERSION + newer


async def test_opening_a_room_that_cannot_be_read_is_refused_in_a_sentence(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    await spoil(database, room.id, newer=True)
    for opened in (rooms.load(room.id), rooms.claim_room(room.id)):
        with pytest.raises(UnreadableRoom) as refused:
            await opened
        assert "newer version" in refused.value.sentence
    assert [shown.id for shown in await rooms.unreadable_rooms()] == [room.id]


async def test_a_claim_that_cannot_read_the_room_leaves_it_to_its_owner(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    await spoil(database, room.id, newer=True)
    with pytest.raises(UnreadableRoom):
        await rooms.claim_room(room.id)
    assert await rooms.owner_epoch(room.id) == FIRST_EPOCH


async def test_at_most_a_hundred_unreadable_rooms_are_shown(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ada = await guest("Ada")
    saved = [a_room(ada) for _ in range(MAX_UNREADABLE + 1)]
    await asyncio.gather(*map(rooms.save, saved))
    async with database.transaction() as connection:
        await connection.execute("UPDATE rooms SET state_version = 99")
    for room in saved:
        with pytest.raises(UnreadableRoom):
            await rooms.load(room.id)
    assert len(await rooms.unreadable_rooms()) == MAX_UNREADABLE


async def test_a_room_that_can_be_read_again_is_shown_no_more(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    await spoil(database, room.id, newer=True)
    with pytest.raises(UnreadableRoom):
        await rooms.load(room.id)
    async with database.transaction() as connection:
        await connection.execute("UPDATE rooms SET state_version = 1")
    assert await rooms.load(room.id) == room
    assert await rooms.unreadable_rooms() == []


async def test_a_room_whose_match_is_over_is_not_found_even_if_it_says_otherwise(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    await playing.append(Shuffled((1, 0)))
    async with database.transaction() as connection:
        await connection.execute(
            "UPDATE matches SET state = 'stopped', ended_at = now(), stop_reason = 'host'"
        )
    assert await rooms.room_of_running_match(playing.match) is None
    assert await rooms.rooms_with_matches() == []
