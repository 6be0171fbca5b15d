"""Rooms and their chat, as they come back after a restart."""

import msgspec
import pytest

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.database.storable_text import UnstorableText
from app.store.people import accounts
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.chat import ChatEntry, LineCode, Named, ServerLine, Spoken, server_line
from app.table.model.room import Knock, PersonId, RoomId, Stage
from app.table.ports import CodeTaken
from tests.store.conftest import Guest, Play, a_room, person


async def test_a_room_comes_back_as_it_was_saved(rooms: PostgresRoomStore, guest: Guest) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    room = msgspec.structs.replace(
        a_room(ada, bots=2, code="ABCDE"),
        knocks=(Knock(person(bob)),),
        options={"motto": "schön ♠"},
    )
    await rooms.save(room)
    assert await rooms.load(room.id) == room
    changed = msgspec.structs.replace(room, listed=True, paused=True, secret=new_id())
    await rooms.save(changed)
    assert await rooms.load(room.id) == changed
    assert await rooms.by_secret(changed.secret) == room.id
    assert await rooms.by_secret(room.secret) is None, "the old link stopped working"
    assert await rooms.by_code("ABCDE") == room.id


@pytest.mark.parametrize("odd", ["", "none", "\0", "\ud800", "a b", "é", "x" * 10_000])
async def test_what_cannot_be_a_room_is_not_found(rooms: PostgresRoomStore, odd: str) -> None:
    assert await rooms.load(RoomId(odd)) is None
    assert await rooms.by_secret(odd) is None
    assert await rooms.by_code(odd) is None
    assert await rooms.chat_lines(RoomId(odd), 10) == []


async def test_a_code_belongs_to_one_room(rooms: PostgresRoomStore, guest: Guest) -> None:
    ada = await guest("Ada")
    first, second = a_room(ada, code="ABCDE"), a_room(ada, code="ABCDE")
    await rooms.save(first)
    with pytest.raises(CodeTaken):
        await rooms.save(second)
    assert await rooms.load(second.id) is None
    await rooms.save(msgspec.structs.replace(second, code="FGHIJ"))
    assert await rooms.by_code("ABCDE") == first.id


async def test_a_room_nobody_has_touched_for_a_month_lends_its_code_and_can_still_be_used(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ada = await guest("Ada")
    old, new = a_room(ada, code="ABCDE"), a_room(ada, code="ABCDE")
    await rooms.save(old)
    async with database.transaction() as connection:
        await connection.execute("UPDATE rooms SET updated_at = now() - interval '31 days'")
    await rooms.save(new)
    assert await rooms.by_code("ABCDE") == new.id
    await rooms.save(msgspec.structs.replace(old, listed=True))
    assert await rooms.by_code("ABCDE") == new.id
    await rooms.save(msgspec.structs.replace(old, code="FGHIJ"))
    assert await rooms.by_code("FGHIJ") == old.id


async def test_only_rooms_with_a_match_that_goes_on_are_opened_after_a_restart(
    rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    await rooms.save(a_room(ada))
    over = await play(ada, bots=1, deals=[(1, 0)])
    running = await play(ada, bots=1)
    later = await play(ada, bots=1)
    assert [room.id for room in await rooms.rooms_with_matches()] == [
        later.room.id,
        running.room.id,
    ]
    assert over.room not in await rooms.rooms_with_matches()


async def test_a_room_with_an_odd_text_is_not_saved(rooms: PostgresRoomStore, guest: Guest) -> None:
    room = a_room(await guest("Ada"))
    for odd in ("\0", "\ud800", "\x1b[0m"):
        with pytest.raises(UnstorableText) as refused:
            await rooms.save(msgspec.structs.replace(room, options={"titles": ["fine", {odd: 1}]}))
        assert refused.value.sentence
    assert await rooms.load(room.id) is None


async def test_a_room_of_an_older_version_can_be_read(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    """Fields that are new have defaults, fields that are gone are passed over."""
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    async with database.transaction() as connection:
        await connection.execute("""UPDATE rooms SET state = state - 'paused' || '{"former": 1}'""")
    assert await rooms.load(room.id) == room


async def test_chat_comes_back_in_order_the_last_lines_of_it(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    ada = await guest("Ada")
    room, other = a_room(ada), a_room(ada)
    await rooms.save(room)
    await rooms.save(other)
    said: tuple[Spoken | ServerLine, ...] = (
        Spoken(PersonId(ada.id), "Ada", "a line 👍\nand so on"),
        server_line(LineCode.RESUMED),
        server_line(LineCode.POKES, person(ada), Named(None, "{a bot}")),
        ServerLine(LineCode.STOPPED_BY_ADMIN, value="{why}", concerns=(PersonId(ada.id),)),
        server_line(LineCode.CLOCK_CHANGED, value="brisk"),
    )
    lines = [ChatEntry(1_700_000_000_123 + number, one) for number, one in enumerate(said)]
    for line in lines:
        await rooms.add_chat_lines(room.id, (line,))
        await rooms.add_chat_lines(other.id, (line,))
    assert await rooms.chat_lines(room.id, 100) == lines
    assert await rooms.chat_lines(room.id, 2) == lines[3:]


@pytest.mark.parametrize("odd", ["\0", "a\x07b", "\ud83d", "\x9b31m"])
async def test_chat_with_control_characters_is_refused(
    rooms: PostgresRoomStore, guest: Guest, odd: str
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    with pytest.raises(UnstorableText):
        await rooms.add_chat_lines(room.id, (ChatEntry(0, Spoken(PersonId("ada"), "Ada", odd)),))
    assert await rooms.chat_lines(room.id, 10) == []


async def test_a_room_that_is_playing_says_so(
    rooms: PostgresRoomStore, play: Play, guest: Guest
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    room = await rooms.load(playing.room.id)
    assert room is not None
    assert (room.stage, room.match) == (Stage.PLAYING, playing.match)


async def test_no_name_stands_in_a_line_of_the_server_and_todays_is_shown(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ada = await guest("Ada")
    room = a_room(ada)
    await rooms.save(room)
    await rooms.add_chat_lines(room.id, (ChatEntry(0, server_line(LineCode.PAUSES, person(ada))),))
    async with database.transaction() as connection:
        row = await connection.fetchval("SELECT chat_lines::text FROM chat_lines")
    assert "Ada" not in row
    said = Spoken(PersonId(ada.id), "Ada", "Good evening")
    await rooms.add_chat_lines(room.id, (ChatEntry(1, said),))
    async with database.sessions.begin() as db:
        await accounts.rename(db, ada.id, "Adelina")
    line, theirs = await rooms.chat_lines(room.id, 10)
    assert line.shown().text == "Adelina pauses the match."
    assert (theirs.shown().name, theirs.shown().text) == ("Adelina", "Good evening")


async def test_a_line_of_a_kind_that_only_a_newer_version_knows_is_left_out(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    for code in (LineCode.RESUMED, LineCode.LISTED):
        await rooms.add_chat_lines(room.id, (ChatEntry(0, server_line(code)),))
    async with database.transaction() as connection:
        await connection.execute("UPDATE chat_lines SET code = 'new' WHERE code = 'listed'")
    assert [line.shown().text for line in await rooms.chat_lines(room.id, 10)] == [
        "The match resumes."
    ]
