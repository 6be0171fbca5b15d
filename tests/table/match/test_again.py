"""Again: the next match begins by itself once everybody here has said so."""

import random

import pytest

from app.table.model import client_messages as say
from app.table.model.room import PersonId, Stage
from app.table.room.start import Again, again_state
from app.table.turn.table_state import TableState
from tests.table.table_server import Guest, TableServer, table_server


async def _over(server: TableServer, *names: str) -> list[Guest]:
    """The people of a match of one deal that is over."""
    guests = await server.match(*names, deals=1)
    await server.deal(*guests)
    assert stage(guests[0]) is Stage.GATHERING
    return guests


def stage(guest: Guest) -> Stage:
    return guest.room.stage


def due(guest: Guest) -> int | None:
    return guest.room.again_due


async def again(guest: Guest, ready: bool = True) -> None:
    await guest.do(say.Ready, ready=ready)


async def test_the_next_match_begins_at_once_when_all_have_said_again() -> None:
    async with table_server() as server:
        ann, bob = await _over(server, "Ann", "Bob")
        first = server.match_id
        await again(bob)
        assert [seat.ready for seat in ann.room.seats if seat.name == "Bob"] == [True]
        assert server.match_id == first, "Ann has not said it"
        await again(ann)
        assert stage(ann) is Stage.PLAYING
        assert server.match_id != first
        assert server.store.matches[server.match_id].setup.ranked


async def test_before_the_first_match_nothing_begins_by_itself() -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        bob = await server.come("Bob")
        await again(ann)
        await again(bob)
        await server.pass_by(30, ann, bob)
        assert stage(ann) is Stage.GATHERING


async def test_a_count_seats_a_bot_for_whoever_left() -> None:
    async with table_server() as server:
        ann, bob, cat = await _over(server, "Ann", "Bob", "Cat")
        await cat.do(say.Stand)
        await again(ann)
        assert due(ann) is None
        await again(bob)
        assert due(ann) is not None
        await server.pass_by(9, ann, bob, cat)
        assert stage(ann) is Stage.GATHERING
        await server.pass_by(2, ann, bob, cat)
        assert stage(ann) is Stage.PLAYING
        assert due(ann) is None
        assert [seat.bot is not None for seat in ann.room.seats].count(True) == 1
        assert "sits down" in " ".join(ann.chat)


async def test_anybody_with_a_seat_stops_the_count() -> None:
    async with table_server() as server:
        ann, bob, cat = await _over(server, "Ann", "Bob", "Cat")
        await cat.do(say.Stand)
        await again(ann)
        await again(bob)
        await server.pass_by(8, ann, bob, cat)
        await again(bob, ready=False)
        assert due(ann) is None
        await server.pass_by(20, ann, bob, cat)
        assert stage(ann) is Stage.GATHERING
        await again(bob)
        assert due(ann) is not None, "it counts anew"


async def test_a_bot_plays_for_whoever_is_away_until_they_are_back() -> None:
    async with table_server() as server:
        ann, bob = await _over(server, "Ann", "Bob")
        await bob.leave()
        await again(ann)
        await server.pass_by(31, ann)
        assert due(ann) is not None, "Bob is gone, and Ann has said it"
        await server.pass_by(11, ann)
        assert stage(ann) is Stage.PLAYING
        seats = {seat.name: seat for seat in ann.room.seats}
        assert seats["Bob"].stand_in is not None
        back = await server.connect("Bob")
        assert {seat.name: seat for seat in back.room.seats}["Bob"].stand_in is None


async def test_whoever_comes_back_during_the_count_is_waited_for() -> None:
    async with table_server() as server:
        ann, bob = await _over(server, "Ann", "Bob")
        await bob.leave()
        await again(ann)
        await server.pass_by(35, ann)
        assert due(ann) is not None
        back = await server.connect("Bob")
        assert due(ann) is None
        await server.pass_by(20, ann, back)
        assert stage(ann) is Stage.GATHERING
        await again(back)
        assert stage(ann) is Stage.PLAYING


async def test_a_bot_that_the_host_removed_stays_away() -> None:
    async with table_server() as server:
        ann, bob, cat = await _over(server, "Ann", "Bob", "Cat")
        await cat.do(say.Stand)
        await ann.do(say.AddBot, strength="steady")
        number = next(seat.number for seat in ann.room.seats if seat.bot is not None)
        await again(ann)
        await again(bob)
        assert stage(ann) is Stage.PLAYING, f"seat {number} is taken: nobody is missing"


async def test_another_game_takes_every_again_back() -> None:
    async with table_server() as server:
        ann, bob = await _over(server, "Ann", "Bob")
        await again(bob)
        await ann.do(say.SetOptions, options={"deals": 2})
        await again(ann)
        assert stage(ann) is Stage.GATHERING


async def test_a_restart_keeps_what_was_said_and_counts_anew() -> None:
    async with table_server() as server:
        ann, _bob = await _over(server, "Ann", "Bob")
        await again(ann)
        await server.restart()
        ann = await server.connect("Ann")
        assert [seat.ready for seat in ann.room.seats if seat.name == "Ann"] == [True]
        await server.pass_by(29, ann)
        assert stage(ann) is Stage.GATHERING, "everybody counts as present for a while"
        await server.pass_by(14, ann)
        assert stage(ann) is Stage.PLAYING


async def test_a_full_disk_begins_nothing_and_the_count_goes_on() -> None:
    async with table_server() as server:
        ann, bob, cat = await _over(server, "Ann", "Bob", "Cat")
        await cat.do(say.Stand)
        await again(ann)
        await again(bob)
        server.store.full = True
        await server.pass_by(11, ann, bob, cat)
        assert stage(ann) is Stage.GATHERING
        server.store.full = False
        await server.pass_by(11, ann, bob, cat)
        assert stage(ann) is Stage.PLAYING


@pytest.mark.parametrize("seed", range(12))
async def test_no_order_of_messages_begins_a_match_that_somebody_here_did_not_want(
    seed: int,
) -> None:
    """Random messages; after each the count runs in its state alone, and all want what begins."""
    chance = random.Random(seed)
    async with table_server() as server:
        here = await _over(server, "Ann", "Bob", "Cat")
        away: list[str] = []
        for _ in range(60):
            table = server.lobby._tables.get(server.id)
            assert table is not None
            state: TableState = table.state
            if stage(here[0]) is Stage.PLAYING:
                return
            wanted = {
                seat.person
                for seat in state.room.seats
                if seat.ready and table.people.presence.get(PersonId(seat.person or "")) != "gone"
            }
            guest = chance.choice(here)
            await _anything(server, chance, guest, here, away)
            presence = table.people.presence
            found = again_state(state.room, state.game, presence)
            if stage(here[0]) is Stage.PLAYING:
                playing = {
                    seat.person
                    for seat in state.room.seats
                    if seat.person is not None and seat.stand_in is None
                }
                assert playing <= wanted | {guest.room.you}
            else:
                assert (state.again is not None) is (found is Again.COUNTING)


async def _anything(
    server: TableServer, chance: random.Random, guest: Guest, here: list[Guest], away: list[str]
) -> None:
    """One message of somebody, or time."""
    seated = guest.room.seat is not None
    match chance.randrange(6):
        case 0 if seated:
            await again(guest, ready=chance.random() < 0.7)
        case 1 if seated and chance.random() < 0.4:
            await guest.do(say.Stand)
        case 2 if not seated:
            await guest.do(say.Sit)
        case 3 if len(here) > 1 and chance.random() < 0.4:
            here.remove(guest)
            away.append(guest.name)
            await guest.leave()
        case 4 if away:
            here.append(await server.connect(away.pop()))
        case _:
            await server.pass_by(chance.choice([1.0, 4.0, 12.0, 31.0]), *here)
