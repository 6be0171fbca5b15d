"""The hand of a seat: seen by the person who sits there now, or may take the seat back."""

import pytest

from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.room import Person
from app.table.room.visibility import hand_seen, hands_seen, sees_match, sees_room
from tests.table.changed_accounts import erase
from tests.table.fakes import person_id
from tests.table.table_server import TableServer, table_server

ANN, BOB, CAT, DAN = map(person_id, ("Ann", "Bob", "Cat", "Dan"))


def seen(server: TableServer) -> dict[str, int]:
    """By person, the seat whose hand is shown, as the store has the room."""
    return {person: int(seat) for person, seat in hands_seen(server.store.rooms[server.id]).items()}


@pytest.mark.parametrize("sent_away", [say.Kick, say.Ban])
async def test_a_person_who_was_sent_away_sees_no_hand(sent_away: type[AnyCommand]) -> None:
    async with table_server() as server:
        ann, _, _ = await server.match("Ann", "Bob", "Cat")
        assert seen(server) == {ANN: 0, BOB: 1, CAT: 2}
        await ann.do(sent_away, person=BOB)
        assert seen(server) == {ANN: 0, CAT: 2}
        room = server.store.rooms[server.id]
        assert not sees_room(room, BOB)


async def test_an_erased_person_sees_no_hand() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob", "Cat")
        await erase(server, BOB)
        assert seen(server) == {ANN: 0, CAT: 2}


async def test_a_person_who_stood_up_sees_the_hand_until_the_seat_is_gone() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=4)
        dan = await server.come("Dan")
        await bob.do(say.Stand)
        assert seen(server) == {ANN: 0, BOB: 1, CAT: 2}, "sitting down again takes the seat back"
        await server.deal_with_bots(ann, cat)
        assert dan.frame.seat == 3
        assert seen(server) == {ANN: 0, CAT: 2, DAN: 3}
        await bob.do(say.Sit)
        await server.deal(ann, cat, dan)
        assert seen(server)[BOB] == bob.frame.seat == 4, "the new seat alone is theirs"


async def test_a_person_who_is_away_sees_the_hand_on_coming_back() -> None:
    async with table_server() as server:
        ann, bob, _ = await server.match("Ann", "Bob", "Cat")
        await bob.leave()
        await server.pass_by(31, ann)
        await ann.do(say.StandIn, seat=1, choice="without")
        assert seen(server)[BOB] == 1


async def test_a_kicked_person_who_comes_back_sees_what_spectators_see() -> None:
    async with table_server() as server:
        ann, _, _ = await server.match("Ann", "Bob", "Cat")
        await ann.do(say.Kick, person=BOB)
        await server.lobby.knock(server.id, Person(BOB, "Bob", registered=False))
        await ann.do(say.Admit, person=BOB, admit=True)
        bob = await server.come("Bob")
        assert bob.frame.seat is None
        assert BOB not in seen(server)


async def test_no_hand_is_seen_of_another_match_than_the_one_that_runs() -> None:
    async with table_server() as server:
        ann, _ = await server.match("Ann", "Bob")
        room = server.store.rooms[server.id]
        assert room.match is not None
        assert hand_seen(room, room.match, BOB) == 1
        await ann.do(say.StopMatch)
        assert hand_seen(server.store.rooms[server.id], room.match, BOB) is None


async def test_the_public_part_is_for_the_seated_and_for_spectators_where_they_are_let_in() -> None:
    async with table_server() as server:
        ann, _ = await server.match("Ann", "Bob")
        await server.come("Dan", sit=False)
        await ann.do(say.SetRoom, spectators=False)
        room = server.store.rooms[server.id]
        assert sees_room(room, DAN)
        assert not sees_match(room, hands_seen(room).get(DAN))
        assert sees_match(room, hands_seen(room).get(BOB))
        assert not sees_room(room, None)
        await ann.do(say.SetRoom, spectators=True, listed=True)
        room = server.store.rooms[server.id]
        assert sees_room(room, None)
        assert sees_match(room, None)
