"""Tables open, rest and close, and come back as they were; a house that lost one writes nothing more."""

import asyncio

import pytest

from app.table.model import client_messages as say
from app.table.model.errors import Busy, CannotSave
from app.table.model.room import Person, PersonId
from app.table.model.server_messages import Bye, Done, Frame, Refused
from app.table.ports import AdminStop
from tests.table.fakes import person_id, settle
from tests.table.table_server import table_server

pytestmark = pytest.mark.anyio


async def test_a_match_goes_on_after_the_process_was_killed() -> None:
    async with table_server() as house:
        ann, bob = await house.match("Ann", "Bob")
        await ann.choose(ann.hand[1])
        view = ann.frame.view
        await house.restart()
        ann, bob = await house.connect("Ann"), await house.connect("Bob")
        assert ann.frame.view == view
        assert [told.text for told in ann.frame.events] == ["Deal 1 begins."]
        await bob.choose()
        await bob.crow()
        house.check_replay()


async def test_a_process_that_lost_its_match_can_write_nothing() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob")
        old = house.lobby
        chair = await old.connect(house.id, Person(person_id("Ann"), "Ann", registered=False), None)
        await house.restart()
        await house.connect("Bob")
        assert old is not house.lobby
        chair.send(say.Play("late", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        notices = [await chair.next()]
        while not isinstance(notices[-1], Bye):
            notices.append(await chair.next())
        assert not any(isinstance(notice, Done) for notice in notices)
        assert house.entries == ["shuffled"]
        await old.drain()


async def test_who_comes_back_to_a_house_that_lost_the_table_sees_what_happened_since() -> None:
    """Not what that house remembers: the table is opened again there."""
    async with table_server() as house:
        await house.match("Ann", "Bob")
        old = house.lobby
        await house.restart()
        ann, bob = await house.connect("Ann"), await house.connect("Bob")
        await ann.choose()
        await bob.choose()
        chair = await old.connect(house.id, Person(person_id("Ann"), "Ann", registered=False), None)
        await settle()
        notice = await chair.next()
        while not isinstance(notice, Frame):
            notice = await chair.next()
        assert notice.view == ann.frame.view
        await old.drain()


async def test_a_house_that_lost_the_table_refuses_no_move_by_what_it_remembers() -> None:
    """Found by simulation: the move was done at the other house, and is said again where it never was this player's turn."""
    async with table_server() as house:
        windows = await house.match("Ann", "Bob")
        old = house.lobby
        await house.restart()
        ann, bob = await house.connect("Ann"), await house.connect("Bob")
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
    async with table_server() as house:
        ann = await house.room(listed=True)
        await ann.do(say.AddBot, strength="casual")
        await house.start(ann)
        await house.restart(clean=True)
        await house.clock.pass_by(2)
        assert house.lobby.table_count == 0
        assert house.entries == ["shuffled"]
        assert [card.host for card in house.lobby.listed()] == ["Ann"]
        assert [card.host for card in await house.lobby.tables_of(person_id("Ann"))] == ["Ann"]
        await house.connect("Ann")
        await house.clock.pass_by(2)
        assert house.entries == ["shuffled", "played"]
        assert [card.host for card in house.lobby.listed()] == ["Ann"]


async def test_who_is_renamed_or_deleted_is_so_at_tables_that_sleep() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob", listed=True)
        await house.restart()
        await house.lobby.renamed(Person(person_id("Ann"), "Anna", registered=True))
        assert [card.host for card in house.lobby.listed()] == ["Anna"]
        await house.restart()
        house.lobby.forget(person_id("Ann"), ("Ann", "Anna"))
        assert house.lobby.listed() == []


async def test_an_administrator_sees_and_stops_a_match_that_sleeps() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob")
        match = house.match_id
        await house.restart()
        seen = await house.lobby.running_view(match)
        assert seen is not None
        assert seen["names"] == ["Ann", "Bob"]
        await house.restart()
        assert await house.lobby.stop_match(match, AdminStop(PersonId("admin"), "Enough."))
        assert house.store.matches[match].state == "stopped: Enough."


async def test_draining_finishes_what_was_taken_and_tells_everybody_to_come_back() -> None:
    async with table_server() as house:
        ann, bob = await house.match("Ann", "Bob")
        house.store.gate = asyncio.Event()
        ann.client.send(say.Play("taken", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        drained = asyncio.create_task(house.lobby.drain())
        await settle()
        assert (await bob.refused(say.CancelPremove)).code == "busy"
        assert not drained.done()
        house.store.gate.set()
        await settle()
        await drained
        assert ann.all(Done)[-1].id == "taken"
        for guest in (ann, bob):
            assert guest.last(Bye).code == "restart"
            assert guest.last(Bye).retry_in == 503
        assert house.entries == ["shuffled", "played"]
        with pytest.raises(Busy):
            await house.connect("Ann")
        house.store.gate = None


async def test_a_table_that_nobody_visits_is_put_away_and_comes_back_as_it_was() -> None:
    async with table_server() as house:
        ann, bob = await house.match("Ann", "Bob", listed=True)
        await ann.choose()
        await ann.leave()
        await bob.leave()
        await house.pass_by(290)
        assert house.lobby.listed()
        await house.pass_by(20)
        assert not house.lobby.listed()
        ann = await house.connect("Ann")
        assert ann.chosen() == 0


async def test_many_visitors_at_once_open_one_table() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob")
        await house.restart()
        house.lobby = house._lobby()
        people = [Person(person_id(name), name, registered=False) for name in ("Ann", "Bob") * 3]
        await asyncio.gather(*(house.lobby.connect(house.id, person, None) for person in people))
        assert house.store.matches[house.match_id].epoch == 2


async def test_a_visitor_who_gives_up_does_no_harm() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob")
        await house.restart()
        house.lobby = house._lobby()
        person = Person(person_id("Ann"), "Ann", registered=False)
        waiting = asyncio.create_task(house.lobby.connect(house.id, person, None))
        await asyncio.sleep(0)
        waiting.cancel()
        await settle()
        ann = await house.connect("Ann")
        assert ann.room.acting


async def test_a_chair_that_came_too_late_for_its_visitor_is_closed() -> None:
    async with table_server() as house:
        await house.room()
        person = Person(person_id("Ann"), "Ann", registered=False)
        waiting = asyncio.create_task(house.lobby.connect(house.id, person, None))
        table = house.lobby._tables[house.id]
        while len(table.connections) < 2:
            await asyncio.sleep(0)
        waiting.cancel()
        await settle()
        assert waiting.cancelled()
        assert len(table.connections) == 1


async def test_while_the_store_is_away_visitors_are_told_so_and_the_house_still_opens() -> None:
    async with table_server() as house:
        await house.match("Ann", "Bob")
        house.store.down = True
        await house.restart()
        with pytest.raises(CannotSave):
            await house.connect("Ann")
        with pytest.raises(CannotSave):
            await house.lobby.card(house.id)
        house.store.down = False
        await house.connect("Ann")
