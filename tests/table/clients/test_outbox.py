"""A slow reader delays nobody and keeps what matters."""

import asyncio

from msgspec.structs import replace

from app.rules.game import Seat
from app.table.clients.outbox import MAX_OTHERS, Outbox
from app.table.model import client_messages as say
from app.table.model.match_messages import DealtShown, Frame, ShuffleShown
from app.table.model.server_messages import Bye, Chat, ChatLine, Done, Pong, Refused, RoomShown
from tests.table.fakes import FakeClock, settle
from tests.table.table_server import table_server


async def test_a_slow_reader_gets_one_frame_with_all_that_happened_meanwhile() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=5)
        eve = await server.come("Eve", sit=False)
        eve.stop_reading()
        await settle()
        seen = len(eve.all(Frame))
        told = [event.text for frame in eve.all(Frame) for event in frame.events]
        for _ in range(3):
            await server.deal(ann, bob)
        eve.read()
        await settle()
        assert len(eve.all(Frame)) == seen + 1
        assert eve.frame.n == seen + 1
        assert eve.frame.view == (await server.connect("Eve")).frame.view
        told += [event.text for event in eve.frame.events]
        assert told == [event.text for frame in bob.all(Frame) for event in frame.events]


async def test_a_room_comes_before_the_first_frame_however_often_it_changes() -> None:
    """A page can read a frame only once it knows the room's game."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        outbox = Outbox(server.clock)
        outbox.put(eve.room)
        outbox.put_frame(ann.frame, ann.frame.events)
        outbox.put(replace(eve.room, spectator_count=7))
        room, frame = outbox.take_some(9)
        assert isinstance(room, RoomShown)
        assert (room.spectator_count, isinstance(frame, Frame)) == (7, True)


async def test_one_who_never_reads_is_sent_away_and_the_others_never_wait() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        bob.stop_reading()
        for number in range(MAX_OTHERS + 1):
            bob.client.send(say.CancelPremove(f"nothing-{number}"))
            await settle(5)
        assert bob.client.outbox.closing
        bob.read()
        await settle()
        assert bob.last(Bye).code == "too-slow"
        assert not bob.all(Done)[1:], "what was waiting is gone with the connection"
        await ann.choose()
        assert ann.chosen() == 0


async def test_after_a_bye_nothing_follows() -> None:
    outbox = Outbox(FakeClock())
    outbox.put(Bye("restart", "Back soon."))
    outbox.put(Pong(1))
    assert isinstance(await outbox.next(), Bye)
    assert isinstance(await outbox.next(), Bye)


async def test_who_hears_done_has_been_shown_what_it_did() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        ann.stop_reading()
        await settle()
        ann.client.send(say.Play("first", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        await bob.choose()
        ann.read()
        await settle()
        kinds = [type(message) for message in ann.messages[-2:]]
        assert kinds == [Frame, Done], (
            "between the two a page would show the old question, and as an open one"
        )


async def test_a_refusal_keeps_its_place_before_a_later_frame() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        ann.stop_reading()
        await settle()
        ann.client.send(say.Play("first", key="choose.9", move={"type": "choose", "card": 0}))
        ann.client.send(say.Play("second", key="choose.1", move={"type": "choose", "card": 0}))
        await settle()
        ann.read()
        await settle()
        kinds = [type(message) for message in ann.messages[-3:]]
        assert kinds == [Refused, Frame, Done]


async def test_the_state_before_a_shuffle_reaches_every_page_before_the_shuffle_does() -> None:
    """A page compares the deck with that state; with an older one it would accuse wrongly."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        before, after = ann.frame, replace(ann.frame, paused=True)
    shuffle = ShuffleShown(
        before.match, 0, 0, 3, None, "", "", (), opening=True, due=None, sealed=()
    )
    outbox = Outbox(FakeClock())
    for message in (Done("seal"), before, shuffle, after, after):
        if isinstance(message, Frame):
            outbox.put_frame(message, message.events)
        else:
            outbox.put(message)
    taken = outbox.take_some(9)
    assert [type(message) for message in taken] == [Frame, ShuffleShown, Frame, Done]
    assert [one.paused for one in taken if isinstance(one, Frame)] == [False, True]


async def test_who_is_given_a_seat_while_a_deal_waits_reads_each_deal_after_its_question() -> None:
    """Found by simulation: the question was taken out for the new one, and its deal stayed."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        match = ann.frame.match
    question = ShuffleShown(match, 0, 0, 3, None, "", "", (), opening=True, due=None, sealed=())
    dealt = DealtShown(match, 0, 0, 3, None, {}, {}, 0, (), (), (), ())
    outbox = Outbox(FakeClock())
    for message in (question, dealt, replace(question, seat=Seat(4)), replace(dealt, seat=Seat(4))):
        outbox.put(message)
    assert [type(one) for one in outbox.take_some(9)] == 2 * [ShuffleShown, DealtShown]


async def test_a_reader_that_is_cancelled_loses_nothing() -> None:
    outbox = Outbox(FakeClock())
    waiting = asyncio.create_task(outbox.next())
    await settle(2)
    waiting.cancel()
    outbox.put(Pong(1))
    await settle(2)
    assert await outbox.next() == Pong(1)


async def test_chat_that_was_not_read_is_joined() -> None:
    outbox = Outbox(FakeClock())
    lines = [ChatLine(None, "The house", f"line {number}", number) for number in range(150)]
    for line in lines:
        outbox.put(Chat((line,)))
    assert await outbox.next() == Chat(tuple(lines[-100:]))


async def test_the_newest_room_replaces_one_that_was_not_read() -> None:
    async with table_server() as server:
        ann = await server.room()
        await ann.leave()
        again = await server.connect("Ann")
        again.stop_reading()
        await settle()
        before = len(again.all(RoomShown))
        for _ in range(3):
            again.client.send(say.AddBot(f"bot-{_}", strength="casual"))
            await settle()
        again.read()
        await settle()
        assert len(again.all(RoomShown)) == before + 1
        assert len(again.room.seats) == 4
