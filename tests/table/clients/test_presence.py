"""Presence, and what becomes of the absent and of the host's role."""

import asyncio

import pytest

from app.rules.game import Seat
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.room import ClockLevel, RoomId
from app.table.model.server_messages import Bye, RoomShown, SeatShown
from app.table.ports import Patience
from tests.table.changed_accounts import suspend
from tests.table.fakes import settle
from tests.table.table_server import Guest, table_server


def seat_shown(viewer: Guest, name: str) -> SeatShown:
    return next(seat for seat in viewer.room.seats if seat.name == name)


async def test_somebody_is_shaky_after_five_seconds_of_silence_and_gone_after_thirty() -> None:
    async with table_server() as server:
        ann = await server.room()
        await server.come("Bob")
        await server.pass_by(4.9, ann)
        assert seat_shown(ann, "Bob").presence == "present"
        await server.pass_by(0.2, ann)
        assert seat_shown(ann, "Bob").presence == "shaky"
        await server.pass_by(25, ann)
        assert seat_shown(ann, "Bob").presence == "gone"
        assert seat_shown(ann, "Ann").presence == "present"


async def test_a_sign_of_life_is_seen_at_once() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await server.pass_by(40, ann)
        bob.client.note_alive()
        await server.clock.pass_by(0)
        assert seat_shown(ann, "Bob").presence == "present"


async def test_the_patience_can_be_shortened() -> None:
    async with table_server(patience=Patience(shaky=0.5, gone=1.0)) as server:
        ann = await server.room()
        await server.come("Bob")
        for _ in range(6):
            await server.pass_by(0.2, ann)
        assert seat_shown(ann, "Bob").presence == "gone"


async def test_a_crowd_that_comes_or_goes_at_once_is_shown_once_and_costs_one_look_at_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_server() as server:
        ann = await server.room(listed=True)
        looks, epoch = [], server.store.owner_epoch

        async def watched(room: RoomId) -> int | None:
            looks.append(room)
            return await epoch(room)

        monkeypatch.setattr(server.store, "owner_epoch", watched)
        sent = len(ann.all(RoomShown))
        clients = await asyncio.gather(
            *(server.lobby.connect(server.id, None, None) for _ in range(30))
        )
        await settle()
        assert ann.room.spectator_count == 30
        assert len(ann.all(RoomShown)) <= sent + 2
        assert len(looks) <= 2
        last = Guest("a stranger", clients[-1], server.clock)
        await settle()
        assert last.room.spectator_count == 30
        sent = len(ann.all(RoomShown))
        for client in clients:
            client.close()
        await settle()
        assert ann.room.spectator_count == 0
        assert len(ann.all(RoomShown)) == sent + 1
        last.stop_reading()


async def test_a_reload_within_five_seconds_is_no_absence() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await bob.leave()
        await server.pass_by(4, ann)
        await server.connect("Bob")
        assert all(seat.presence == "present" for room in ann.all(RoomShown) for seat in room.seats)


async def test_a_bot_plays_for_the_gone_until_they_are_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        refused = await ann.refused(say.StandIn, seat=Seat(1), choice="bot")
        assert refused.text.startswith("Bob is still here.")
        await bob.leave()
        await server.pass_by(31, ann)
        await ann.do(say.StandIn, seat=Seat(1), choice="bot")
        assert seat_shown(ann, "Bob").stand_in == "steady"
        await server.pass_by(2, ann)
        assert server.entries == ["shuffled", "played"]
        bob = await server.connect("Bob")
        assert seat_shown(ann, "Bob").stand_in is None
        assert ann.chat[-1] == "Bob is back."
        await ann.choose()
        await server.pass_by(10, ann, bob)
        assert server.entries == ["shuffled", "played", "played"], (
            "Bob's crowing is Bob's own again"
        )
        await bob.crow()


async def test_a_bot_that_was_about_to_move_stops_when_the_person_is_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await bob.leave()
        await server.pass_by(31, ann)
        await ann.do(say.StandIn, seat=Seat(1), choice="bot")
        await server.pass_by(0.9, ann)
        bob = await server.connect("Bob")
        await server.pass_by(5, ann, bob)
        assert server.entries == ["shuffled"]


async def test_the_table_can_play_without_the_gone_from_the_next_deal_on() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=3)
        await cat.leave()
        await server.pass_by(31, ann, bob)
        await bob.do(say.StandIn, seat=Seat(2), choice="without")
        assert seat_shown(ann, "Cat").leaving
        await server.deal(ann, bob)
        await server.pass_by(3, ann, bob)
        assert server.entries[-2:] == ["reseated", "shuffled"]
        assert ann.seated == ["Ann", "Bob"]
        assert ann.frame.names == ("Ann", "Bob", "Cat")
        server.check_replay()


async def test_whoever_comes_back_before_the_next_deal_keeps_the_seat() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=3)
        await cat.leave()
        await server.pass_by(31, ann, bob)
        await bob.do(say.StandIn, seat=Seat(2), choice="without")
        cat = await server.connect("Cat")
        assert not seat_shown(ann, "Cat").leaving
        await cat.choose()
        await server.deal(ann, bob)
        await cat.crow()
        assert "reseated" not in server.entries


async def test_waiting_takes_an_earlier_choice_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await bob.leave()
        await server.pass_by(31, ann)
        await ann.do(say.StandIn, seat=Seat(1), choice="without")
        await ann.do(say.StandIn, seat=Seat(1), choice="wait")
        assert not seat_shown(ann, "Bob").leaving
        await server.pass_by(10, ann)
        assert server.entries == ["shuffled"]


async def test_nobody_decides_about_a_bot_or_from_outside() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        await bob.leave()
        await server.pass_by(31, ann, eve)
        assert (await eve.refused(say.StandIn, seat=Seat(1), choice="bot")).code == "not-seated"
        assert (await ann.refused(say.StandIn, seat=Seat(4), choice="bot")).code == "unknown"


async def test_the_longest_seated_is_the_hosts_deputy_after_a_minute() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat = await server.come("Bob"), await server.come("Cat")
        await ann.leave()
        await server.pass_by(59, bob, cat)
        assert bob.room.host == ann.room.you
        await server.pass_by(2, bob, cat)
        assert bob.room.host == bob.room.you
        assert bob.chat[-1] == "The host has been away for a while; Bob stands in."
        assert bob.room.host_away == ann.room.you
        assert (await cat.refused(say.MakeHost, person=cat.room.you)).code == "not-host"
        ann = await server.connect("Ann")
        assert bob.chat[-1] == "Ann is back, and is the host again."
        assert bob.room.host == ann.room.you
        assert bob.room.host_away is None


async def test_the_hosts_role_waits_for_somebody_to_take_it() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await ann.leave()
        await bob.leave()
        await server.pass_by(100)
        bob = await server.connect("Bob")
        assert bob.room.host == bob.room.you


async def test_a_host_who_leaves_ends_no_match() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        await ann.do(say.Stand)
        await ann.leave()
        await server.pass_by(70, bob, cat)
        assert bob.room.host == bob.room.you
        await server.deal(bob, cat)
        await server.deal(bob, cat)
        assert bob.frame.outcome is not None


async def test_with_a_clock_a_match_ends_whoever_goes_silent() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        await server.start(ann, bob)
        await server.clock.pass_by(400)
        assert ann.frame.outcome is not None


async def test_who_is_removed_leaves_seat_and_room() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        assert bob.room.you is not None
        await suspend(server, bob.room.you)
        await server.clock.pass_by(0)
        assert bob.last(Bye).code == "signed-out"
        assert bob.last(Bye).text.startswith("Your account was suspended or deleted.")
        assert seat_shown(ann, "Bob").person is None
        assert seat_shown(ann, "Bob").leaving
        await server.deal_with_bots(ann, cat)
        assert ann.seated == ["Ann", "Cat"]
        assert ann.all(Frame)
