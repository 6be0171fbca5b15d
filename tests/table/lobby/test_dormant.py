"""A running match is found whether its table is open or not: by its people and administrators."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from app.table.lobby import dormant
from app.table.lobby.table_admin import TableStage
from app.table.model import client_messages as say
from app.table.model.errors import UnreadableRoom
from app.table.model.records import AdminStop
from app.table.model.room import MatchId, Person, PersonId, RoomId, Stage
from tests.table.changed_accounts import rename, suspend
from tests.table.fakes import person_id
from tests.table.lobby.test_quarantine import Cracked
from tests.table.table_server import Guest, TableServer, table_server

RETIRED = 310
"""Seconds after which a table that everybody has left is closed."""
ORDER = AdminStop(PersonId("admin"), "Enough.")


async def all_leave(server: TableServer, *guests: Guest) -> None:
    """Everybody leaves, and the table is closed; the match goes on."""
    for guest in guests:
        await guest.leave()
    await server.pass_by(RETIRED)


async def waiting_tables(server: TableServer, name: str) -> list[RoomId]:
    return sorted(card.id for card in await server.lobby.tables_of(person_id(name)))


async def live_stages(server: TableServer) -> dict[RoomId, TableStage]:
    return {table.room: table.stage for table in (await server.lobby.admin.live_tables()).tables}


async def test_a_match_whose_people_have_left_still_waits_for_them() -> None:
    async with table_server() as server:
        await all_leave(server, *await server.match("Ann", "Bob", listed=True))
        assert server.lobby.table_count == 0
        assert await waiting_tables(server, "Ann") == [server.id]


async def test_a_match_whose_people_have_left_can_be_stopped() -> None:
    async with table_server() as server:
        await all_leave(server, *await server.match("Ann", "Bob"))
        seen = await server.lobby.admin.running_view(server.match_id)
        assert seen is not None
        await all_leave(server)
        assert await server.lobby.admin.stop_match(server.match_id, ORDER)
        assert server.store.matches[server.match_id].state == "stopped: Enough."


async def test_a_suspended_person_loses_the_seat_of_a_match_that_everybody_has_left() -> None:
    async with table_server() as server:
        await all_leave(server, *await server.match("Ann", "Bob"))
        await suspend(server, person_id("Ann"))
        assert await waiting_tables(server, "Ann") == []
        assert await waiting_tables(server, "Bob") == [server.id]


async def test_the_dormant_room_is_as_the_table_left_it() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", listed=True)
        await rename(server, person_id("Ann"), "Anna")
        await all_leave(server, ann, bob)
        assert [card.host for card in await server.lobby.tables_of(person_id("Bob"))] == ["Anna"]


async def test_a_table_without_a_match_that_closes_is_not_dormant() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", listed=True)
        assert await server.lobby.admin.stop_match(server.match_id, ORDER)
        await all_leave(server, ann, bob)
        assert await waiting_tables(server, "Ann") == []


async def test_a_match_whose_table_crashed_still_waits_for_its_people() -> None:
    async with table_server(games=(Cracked(),)) as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        await bob.send(say.Play("boom", key="crow.1", move={"type": "crow", "loud": True}))
        await server.pass_by(1)
        assert server.lobby.table_count == 0
        assert await waiting_tables(server, "Bob") == [server.id]


@pytest.mark.parametrize("over", [False, True])
async def test_a_table_that_was_fenced_off_is_judged_by_the_store(over: bool) -> None:
    """Erasing fences the tables of a person, voiding that of a match that does not go on."""
    async with table_server() as server:
        ann, _ = await server.match("Ann", "Bob", listed=True)
        server.store.epochs[server.id] += 1
        if over:
            room = server.store.rooms[server.id]
            server.store.rooms[server.id] = replace(room, stage=Stage.GATHERING)
            server.store.matches[server.match_id].state = "voided"
        await ann.send(say.SetRoom("late", listed=False))
        await server.pass_by(1)
        assert server.lobby.table_count == 0
        assert await waiting_tables(server, "Ann") == ([] if over else [server.id])


async def test_a_table_that_closed_while_the_store_was_away_is_judged_by_the_store() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.down = True
        await ann.send(say.SetRoom("lost", listed=True))
        await all_leave(server, ann, bob)
        assert server.lobby.table_count == 0
        server.store.matches[server.match_id].state = "voided"
        server.store.rooms[server.id] = replace(
            server.store.rooms[server.id], stage=Stage.GATHERING
        )
        server.store.down = False
        await server.pass_by(60)
        assert await waiting_tables(server, "Ann") == []


async def test_a_server_that_starts_without_its_store_finds_the_matches_later() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        other = server.id
        await server.match("Cat", "Dan")
        server.store.down = True
        await server.restart()
        assert await live_stages(server) == {}
        await server.pass_by(100)
        server.store.down = False
        cat = await server.connect("Cat")
        await server.pass_by(60, cat)
        playing = TableStage.PLAYING
        assert await live_stages(server) == {other: playing, server.id: playing}
        assert server.lobby.table_count == 1
        assert await server.lobby.admin.stop_match(server.match_id, ORDER)
        assert await live_stages(server) == {other: playing, server.id: TableStage.GATHERING}


async def test_a_table_that_opens_and_ends_its_match_meanwhile_is_not_read_back() -> None:
    """The list was asked for before; its answer arrives after the end of the match."""
    async with table_server() as server:
        await server.match("Ann", "Bob", listed=True)
        old = await server.store.rooms_with_matches()
        rooms = dormant.DormantRooms()
        rooms.begin_read()
        rooms.remove(server.id)
        rooms.add_read(old)
        assert list(rooms) == []


async def test_a_dormant_room_is_found_by_those_who_have_a_seat_now() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        rooms, room = dormant.DormantRooms(), server.store.rooms[server.id]
        rooms.put(room)
        rooms.put(replace(room, seats=room.seats[1:], joining=(person_id("Cat"),)))
        found = {name: len(rooms.with_seat_of(person_id(name))) for name in ("Ann", "Bob", "Cat")}
        assert found == {"Ann": 0, "Bob": 1, "Cat": 1}
        rooms.remove(server.id)
        assert rooms.with_seat_of(person_id("Bob")) == []


async def test_a_fault_in_reading_the_matches_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")

        async def planted(*_: object) -> None:
            raise KeyError("seven of hearts")

        with capture_logs() as logs, monkeypatch.context() as patch:
            patch.setattr(server.store, "rooms_with_matches", planted)
            await server.restart()
        (line,) = [line for line in logs if line["log_level"] == "error"]
        assert line["error"][0].startswith("KeyError at tests.table.lobby.test_dormant:")
        assert "hearts" not in str(line)
        await server.pass_by(60)
        assert await waiting_tables(server, "Ann") == [server.id]


async def test_matches_beyond_the_bound_of_memory_are_found_in_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dormant, "MAX_DORMANT", 1)
    async with table_server() as server:
        rooms: dict[RoomId, MatchId] = {}
        for _ in range(3):
            await all_leave(server, *await server.match("Ann", "Bob"))
            rooms[server.id] = server.match_id
        assert len(list(server.lobby._dormant)) == 1
        assert await waiting_tables(server, "Ann") == sorted(rooms)
        first, *others = rooms
        assert await server.lobby.admin.stop_match(rooms[first], ORDER)
        await suspend(server, person_id("Ann"))
        assert await waiting_tables(server, "Ann") == []
        assert await waiting_tables(server, "Bob") == sorted(rooms)
        await server.restart()
        assert await waiting_tables(server, "Bob") == sorted(others)


async def test_a_match_whose_table_could_not_open_for_a_new_name_is_still_found() -> None:
    async with table_server() as server:
        await all_leave(server, *await server.match("Ann", "Bob"))
        server.store.down = True
        await rename(server, person_id("Ann"), "Anna")
        assert await waiting_tables(server, "Bob") == [], "no card shows the old name"
        server.store.down = False
        assert await waiting_tables(server, "Bob") == [server.id]
        assert await server.lobby.admin.stop_match(server.match_id, ORDER)


async def test_nothing_is_read_once_the_server_closes() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        server.store.down = True
        await server.restart()
        await server.lobby.drain()
        server.store.down = False
        await server.clock.pass_by(timedelta(hours=1).total_seconds())
        assert list(server.lobby._dormant) == []


async def test_a_room_of_a_newer_version_keeps_no_other_closed_and_says_what_it_is() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob", listed=True)
        other, match = server.id, server.match_id
        await server.match("Ann", "Cat", listed=True)
        server.store.unreadable.add(other)
        await server.restart()
        assert await waiting_tables(server, "Ann") == [server.id]
        ann = Person(person_id("Ann"), "Ann", registered=False)
        for refused in (
            server.lobby.card(other),
            server.lobby.connect(other, ann, None),
            server.lobby.enter(other, ann, sit=True),
        ):
            with pytest.raises(UnreadableRoom) as raised:
                await refused
            assert "saved by a newer version" in raised.value.sentence
        assert not await server.lobby.admin.stop_match(match, ORDER)
        assert server.lobby.quarantine.crashes == ()
        await suspend(server, person_id("Ann"))
        assert await waiting_tables(server, "Ann") == []
