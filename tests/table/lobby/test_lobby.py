"""Tables open, rest, close and come back as they were; a server that lost one writes nothing."""

import asyncio
from contextlib import suppress
from weakref import ref

import pytest

from app.table.model import client_messages as say
from app.table.model.errors import Busy, CannotSave, Leaving, NotMember, RoomGone
from app.table.model.match_messages import Frame
from app.table.model.records import AdminStop
from app.table.model.room import Person, PersonId, RoomId
from app.table.model.server_messages import Bye, Done, Refused
from tests.cycles import no_cycles_of_ours
from tests.table.changed_accounts import rename
from tests.table.fakes import person_id, settle
from tests.table.table_server import table_server


async def test_a_match_goes_on_after_the_process_was_killed() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose(ann.hand[1])
        view = ann.frame.view
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert ann.frame.view == view
        assert [told.text for told in ann.frame.events] == ["Deal 1 begins."]
        await bob.choose()
        await bob.crow()
        server.check_replay()


async def test_a_process_that_lost_its_match_can_write_nothing() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        old = server.lobby
        client = await old.connect(
            server.id, Person(person_id("Ann"), "Ann", registered=False), None
        )
        await server.restart()
        await server.connect("Bob")
        assert old is not server.lobby
        client.send(say.Play("late", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        messages = [await client.next()]
        while not isinstance(messages[-1], Bye):
            messages.append(await client.next())
        assert not any(isinstance(message, Done) for message in messages)
        assert server.entries == ["shuffled"]
        await old.drain()


async def test_who_comes_back_to_a_server_that_lost_the_table_sees_what_happened_since() -> None:
    """That server's memory does not count: the table is opened again here."""
    async with table_server() as server:
        await server.match("Ann", "Bob")
        old = server.lobby
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await ann.choose()
        await bob.choose()
        client = await old.connect(
            server.id, Person(person_id("Ann"), "Ann", registered=False), None
        )
        await settle()
        message = await client.next()
        while not isinstance(message, Frame):
            message = await client.next()
        assert message.view == ann.frame.view
        await old.drain()


async def test_a_server_that_lost_the_table_refuses_no_move_by_what_it_remembers() -> None:
    """Found by simulation: a move of the other server is repeated where it was nobody's turn."""
    async with table_server() as server:
        windows = await server.match("Ann", "Bob")
        old = server.lobby
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await ann.choose()
        await bob.choose()
        winner, window = next(
            pair
            for pair in zip((ann, bob), windows, strict=True)
            if pair[0].frame.prompt is not None
        )
        move = say.Play("done", key="crow.1", move={"type": "crow", "loud": False})
        assert isinstance(await winner.send(move), Done)
        window.read()
        window.client.send(move)
        await settle()
        assert not window.all(Refused)
        assert window.last(Bye).code == "restart"
        await old.drain()


async def test_after_a_restart_a_table_is_opened_when_somebody_comes_and_its_bots_go_on() -> None:
    async with table_server() as server:
        ann = await server.room()
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        await server.restart(clean=True)
        await server.clock.pass_by(2)
        assert server.lobby.table_count == 0
        assert server.entries == ["shuffled"]
        assert [card.host for card in await server.lobby.tables_of(person_id("Ann"))] == ["Ann"]
        await server.connect("Ann")
        await server.clock.pass_by(2)
        assert server.entries == ["shuffled", "played"]


async def test_who_is_renamed_or_deleted_is_so_at_tables_that_sleep() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        bob = person_id("Bob")
        await server.restart()
        await rename(server, person_id("Ann"), "Anna")
        assert [card.host for card in await server.lobby.tables_of(bob)] == ["Anna"]
        await server.restart()
        server.lobby.accounts.forget(person_id("Ann"))
        assert list(server.lobby._dormant) == []


async def test_an_administrator_sees_and_stops_a_match_that_sleeps() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        match = server.match_id
        await server.restart()
        seen = await server.lobby.admin.running_view(match)
        assert seen is not None
        assert seen["names"] == ["Ann", "Bob"]
        await server.restart()
        assert await server.lobby.admin.stop_match(match, AdminStop(PersonId("admin"), "Enough."))
        assert server.store.matches[match].state == "stopped: Enough."


async def test_draining_finishes_what_was_taken_and_tells_everybody_to_come_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.gate = asyncio.Event()
        ann.client.send(say.Play("taken", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        drained = asyncio.create_task(server.lobby.drain())
        await settle()
        assert (await bob.refused(say.CancelPremove)).code == "busy"
        assert not drained.done()
        server.store.gate.set()
        await settle()
        await drained
        assert ann.all(Done)[-1].id == "taken"
        for guest in (ann, bob):
            assert guest.last(Bye).code == "restart"
            assert guest.last(Bye).retry_in == 503
        assert server.entries == ["shuffled", "played"]
        with pytest.raises(Busy):
            await server.connect("Ann")
        server.store.gate = None


async def test_whoever_comes_to_a_table_that_is_let_go_is_told_that_it_leaves() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        server.store.gate = asyncio.Event()
        server.lobby.let_go()
        with pytest.raises(Leaving):
            await server.connect("Ann")
        server.store.gate = None


async def test_a_table_that_nobody_visits_is_put_away_and_comes_back_as_it_was() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", listed=True)
        await ann.choose()
        await ann.leave()
        await bob.leave()
        await server.pass_by(290)
        assert server.lobby.table_count == 1
        await server.pass_by(20)
        assert server.lobby.table_count == 0
        ann = await server.connect("Ann")
        assert ann.chosen() == 0


async def test_many_visitors_at_once_open_one_table() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        await server.restart()
        server.lobby = server._lobby()
        people = [Person(person_id(name), name, registered=False) for name in ("Ann", "Bob") * 3]
        await asyncio.gather(*(server.lobby.connect(server.id, person, None) for person in people))
        assert server.store.matches[server.match_id].epoch == 2


async def test_a_visitor_who_gives_up_does_no_harm() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        await server.restart()
        server.lobby = server._lobby()
        person = Person(person_id("Ann"), "Ann", registered=False)
        waiting = asyncio.create_task(server.lobby.connect(server.id, person, None))
        await asyncio.sleep(0)
        waiting.cancel()
        await settle()
        ann = await server.connect("Ann")
        assert ann.room.acting


async def test_a_client_that_came_too_late_for_its_visitor_is_closed() -> None:
    async with table_server() as server:
        await server.room()
        person = Person(person_id("Ann"), "Ann", registered=False)
        waiting = asyncio.create_task(server.lobby.connect(server.id, person, None))
        table = server.lobby._tables[server.id]
        while len(table.people) < 2:
            await asyncio.sleep(0)
        waiting.cancel()
        await settle()
        assert waiting.cancelled()
        assert len(table.people) == 1


async def test_while_the_store_is_away_visitors_are_told_so_and_the_server_still_opens() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        server.store.down = True
        await server.restart()
        with pytest.raises(CannotSave):
            await server.connect("Ann")
        with pytest.raises(CannotSave):
            await server.lobby.card(server.id)
        server.store.down = False
        await server.connect("Ann")


async def test_a_table_that_closed_is_freed_at_once() -> None:
    """Old objects are collected rarely: tables that came and went doubled the memory."""
    async with table_server() as server:
        guests = await server.match("Ann", "Bob")
        await guests[0].choose()
        table = server.lobby._tables[server.id]
        parts: tuple[object, ...] = (table, table.state, table.state.live, table.people)
        kept = [*map(ref, parts)]
        del table, parts
        with no_cycles_of_ours():
            for guest in guests:
                await guest.leave()
            await server.clock.pass_by(server.patience.retire + 1)
            assert server.lobby.table_count == 0
            assert [one() for one in kept] == [None] * len(kept)


async def test_who_is_refused_at_a_table_leaves_nothing_to_collect() -> None:
    """An error, its traceback, a frame in it and the request that it answers held each other."""
    eve = Person(person_id("Eve"), "Eve", registered=False)
    async with table_server() as server:
        await server.match("Ann", "Bob")
        with no_cycles_of_ours():
            for room, refused in ((server.id, NotMember), (RoomId("nowhere"), RoomGone)):
                with suppress(refused):
                    await server.lobby.connect(room, eve, None)
                    raise AssertionError("Eve came in")
                with suppress(refused):
                    await server.lobby.knock(room, eve)
