"""The log of matches: durable, fenced, written once, and a chain."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from app.rules.chain import BrokenChain
from app.rules.game import Seat
from app.rules.replay import Expired, LastDeal, Played, Setup, Shuffled, replay
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.database.storable_text import UnstorableText
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import summaries
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.notation import new_match_id
from app.table.model.records import Place
from app.table.model.room import PersonId, Stage
from app.table.ports import Fenced
from tests.store.conftest import SECRET, Guest, Play, Playing, a_room, gathering
from tests.store.toy_game import SHOW, TOY, Options, Show

ODD_NAMES = ("O'Hara", "Ann 'Nan' Ono", "D’Arc", "50 % of %s")
"""Of people, as they type them."""
ODDER_NAMES = ("''", 'a"b', "a\\b", "$1 {0}; --")
"""No person may have them, but the log keeps whatever a place is called."""


async def test_what_was_appended_is_read_back_by_the_next_owner(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "first-move")
    record = await log.claim(playing.match, TOY)
    assert record.epoch == 2
    assert [written.entry for written in record.entries] == [Shuffled((1, 0)), SHOW]
    assert [written.command for written in record.entries] == [None, "first-move"]
    assert record.setup == Setup(2, Options(2))
    assert record.places == playing.places
    *_, state = replay(TOY, record.setup, (written.entry for written in record.entries))
    assert state == playing.state


async def test_no_name_is_lost_or_changed_whatever_signs_are_in_it(
    database: Database, log: PostgresMoveLog, guest: Guest
) -> None:
    """Neither of those who sit from the beginning nor of those who come between two deals."""
    people = [await guest(name) for name in ODD_NAMES]
    playing = Playing(log, a_room(*people, match=new_id()), Setup(4, Options()))
    await playing.begin()
    later = tuple(
        Place(Seat(seat), None, "steady", name) for seat, name in enumerate(ODDER_NAMES, 4)
    )
    await log.append(replace(playing.line(Shuffled((0, 1, 2, 3))), places=later))
    record = await log.claim(playing.match, TOY)
    assert record.places == (*playing.places, *later)
    async with database.sessions() as db:
        match = await summaries.of_match(db, playing.match)
    assert match is not None
    assert [place.name for place in match.places] == [*ODD_NAMES, *ODDER_NAMES]


async def test_an_owner_under_an_older_epoch_is_fenced_off(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    old = await play(await guest("Ada"), await guest("Bob"))
    record = await log.claim(old.match, TOY)
    with pytest.raises(Fenced):
        await old.append(Shuffled((1, 0)))
    new = Playing(log, old.room, old.setup)
    new.epoch = record.epoch
    await new.append(Shuffled((0, 1)))
    assert [written.entry for written in (await log.claim(old.match, TOY)).entries] == [
        Shuffled((0, 1))
    ]


async def test_of_two_who_believe_they_own_a_match_exactly_one_writes(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """Two processes: two logs, each with a connection of its own, and the same epoch and ply."""
    here = await play(await guest("Ada"), await guest("Bob"))
    other = PostgresMoveLog(database)
    there = Playing(other, here.room, here.setup)
    there.epoch = here.epoch
    results = await asyncio.gather(
        here.append(Shuffled((0, 1))), there.append(Shuffled((1, 0))), return_exceptions=True
    )
    await other.close()
    assert sorted(str(type(result).__name__) for result in results) == ["Fenced", "NoneType"]
    assert len((await log.claim(here.match, TOY)).entries) == 1


async def test_a_line_for_another_ply_is_fenced_off(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    line = playing.line(Shuffled((1, 0)))
    for ply in (1, 7):
        with pytest.raises(Fenced):
            await log.append(msgspec.structs.replace(line, ply=ply))
    await log.append(line)
    with pytest.raises(Fenced):
        await log.append(line)


async def test_a_command_takes_effect_once(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "again")
    with pytest.raises(Fenced):
        await playing.append(Played(Seat(1), "show:1", Show()), "again")
    await log.append(playing.line(Played(Seat(1), "show:1", Show()), "another"))
    written = (await log.claim(playing.match, TOY)).entries
    assert [one.command for one in written] == [None, "again", "another"]


async def test_whose_move_a_command_was_is_known_afterwards(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob)
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "0:first-move")
    assert await log.commands_by_person(playing.match) == {
        (playing.places[0].person, "0:first-move")
    }
    assert await log.commands_by_person(new_match_id()) == frozenset()


async def test_the_same_command_id_may_be_used_in_two_matches(guest: Guest, play: Play) -> None:
    for name in ("Ada", "Bob"):
        playing = await play(await guest(name), bots=1)
        await playing.append(Shuffled((1, 0)), "one")


async def test_beginning_may_be_said_again_as_long_as_nothing_was_played(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    assert await log.begin(playing.room, TOY, playing.setup, playing.places, SECRET) == 2
    with pytest.raises(Fenced):
        await playing.append(Shuffled((1, 0)))
    playing.epoch = 2
    await playing.append(Shuffled((1, 0)))
    with pytest.raises(Fenced):
        await log.begin(playing.room, TOY, playing.setup, playing.places, SECRET)


async def test_a_match_that_nobody_began_cannot_be_claimed(log: PostgresMoveLog) -> None:
    with pytest.raises(LookupError):
        await log.claim(new_match_id(), TOY)


async def test_a_match_begins_with_its_room(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=2)
    assert await rooms.load(playing.room.id) == playing.room
    assert [room.id for room in await rooms.rooms_with_matches()] == [playing.room.id]


# -- what is written with a line


async def test_newcomers_are_written_with_the_entry_that_seats_them(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing, newcomer = await play(await guest("Ada"), await guest("Bob")), await guest("Cid")
    place = Place(Seat(2), PersonId(newcomer.id), None, "Cid")
    await log.append(msgspec.structs.replace(playing.line(LastDeal()), places=(place,)))
    assert (await log.claim(playing.match, TOY)).places == (*playing.places, place)


async def test_a_fenced_line_writes_nothing_else_either(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing, newcomer = await play(await guest("Ada"), await guest("Bob")), await guest("Cid")
    place = Place(Seat(2), PersonId(newcomer.id), None, "Cid")
    line = msgspec.structs.replace(
        playing.line(LastDeal()), epoch=9, places=(place,), room=gathering(playing.room)
    )
    with pytest.raises(Fenced):
        await log.append(line)
    assert (await log.claim(playing.match, TOY)).places == playing.places
    assert await rooms.load(playing.room.id) == playing.room


async def test_the_last_line_ends_the_match_and_lets_the_room_gather(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"), of=1)
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW)
    await playing.append(Played(Seat(1), "show:1", Show()), room=gathering(playing.room))
    room = await rooms.load(playing.room.id)
    assert room is not None
    assert room.stage is Stage.GATHERING
    assert await rooms.rooms_with_matches() == []
    record = await log.claim(playing.match, TOY)
    playing.epoch = record.epoch
    assert len(record.entries) == 3, (
        "a match that has ended can still be read by who lost the answer"
    )
    with pytest.raises(Fenced):
        await log.append(msgspec.structs.replace(playing.line(LastDeal()), outcome=None))


async def test_a_stopped_match_takes_no_more_lines(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    with pytest.raises(Fenced):
        await log.stop(playing.match, playing.epoch + 1, gathering(playing.room), "host")
    assert [room.id for room in await rooms.rooms_with_matches()] == [playing.room.id]
    await log.stop(playing.match, playing.epoch, gathering(playing.room), "host")
    assert await rooms.rooms_with_matches() == []
    with pytest.raises(Fenced):
        await playing.append(Shuffled((1, 0)))


async def test_odd_characters_are_refused_before_they_reach_the_database(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    for key in ("a\0", "\ud800", "\x1b[2J", "\x7f"):
        with pytest.raises(UnstorableText):
            await log.append(msgspec.structs.replace(playing.line(LastDeal()), entry=Expired(key)))
    room = a_room(await guest("Cid"), bots=1, match=new_id())
    with pytest.raises(UnstorableText):
        await log.begin(room, TOY, Setup(2, Options(motto="\0")), (), SECRET)
    await playing.append(Shuffled((1, 0)))


async def test_a_log_that_is_not_what_was_written_is_not_played_on(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)], of=2)
    async with database.transaction() as connection:
        await connection.execute("ALTER TABLE entries DISABLE TRIGGER only_added_to")
        await connection.execute(
            "UPDATE entries SET body = jsonb_set(body, '{order}', '[1, 0]')"
            " WHERE match_id = $1 AND ply = 0",
            playing.match,
        )
        await connection.execute("ALTER TABLE entries ENABLE TRIGGER only_added_to")
    with pytest.raises(BrokenChain) as found:
        await log.claim(playing.match, TOY)
    assert found.value.ply == 0
