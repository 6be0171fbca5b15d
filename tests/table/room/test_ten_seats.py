"""A table with ten seats, more than any digit or finger counts: nobody is left out of anything."""

from app.table.model import client_messages as say
from tests.table.high_card import HighCard
from tests.table.table_server import table_server

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


class HighCardForTen(HighCard):
    seats = range(2, 11)


async def test_ten_people_play_a_match_and_all_of_them_are_ranked_and_seated_again() -> None:
    async with table_server(games=(HighCardForTen(),)) as server:
        guests = await server.match(*NAMES, deals=1)
        assert [len(guest.hand) for guest in guests] == [3] * 10
        await server.deal(*guests)
        outcome = guests[0].frame.outcome
        assert outcome is not None
        best = [seat for group in outcome["ranking"] for seat in group]
        assert sorted(best) == list(range(10))
        assert [guest.frame.outcome for guest in guests] == [outcome] * 10
        server.check_replay()
        (line,) = [line for line in server.store.matches[server.match_id].lines if line.standings]
        assert [standing.rank for standing in line.standings] == list(range(1, 11))
        said = [event.text for event in guests[9].frame.events]
        assert any(text.startswith(f"{NAMES[best[0]]} ") for text in said)
        assert sorted(guests[9].seated) == sorted(NAMES)
        await server.start(guests[0], *guests[1:])
        assert [guest.frame.outcome for guest in guests] == [None] * 10
        assert sorted(len(guest.hand) for guest in guests) == [3] * 10


async def test_the_eleventh_finds_no_seat_and_watches() -> None:
    async with table_server(games=(HighCardForTen(),)) as server:
        ann = await server.room("Ann")
        for name in NAMES[1:]:
            await server.come(name)
        assert ann.seated == list(NAMES)
        await server.come("Kim")
        assert ann.seated == list(NAMES)
        refused = await ann.refused(say.AddBot, strength="steady")
        assert refused.code == "room-full"
