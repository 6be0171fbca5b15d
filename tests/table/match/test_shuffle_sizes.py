"""The bytes about one shuffle that one client is sent: a deal must stay cheap on a phone."""

import pytest

from app.games.scum_of_the_earth import GAME as SCUM
from app.table.model import client_messages as say
from app.table.model.match_messages import CardsOpened, DealtShown, ShuffleShown
from app.web.socket.wire import encode_short
from tests.table.match.shuffle_parts import open_, seal
from tests.table.table_server import table_server

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
MOST = 6 * 1024


@pytest.mark.parametrize("people", [1, 10])
async def test_a_deal_for_ten_costs_a_client_at_most_six_kib(people: int) -> None:
    """All messages of one shuffle together, in the form that a page asks for."""
    async with table_server(games=(SCUM,)) as server:
        server.dealer.fair = True
        ann = await server.room("Ann", "scum-of-the-earth")
        guests = [ann, *[await server.come(name) for name in NAMES[1:]]]
        parts = guests[:people]
        for guest in parts:
            await guest.do(say.JoinShuffles)
        await server.start(*guests)
        for _ in range(2):
            for guest in parts:
                await seal(guest)
            for guest in parts:
                await open_(guest)
        deal = [one for one in ann.all(DealtShown) if one.cards and one.number][-1]
        assert len(deal.openings) == people
        for guest in guests:
            sizes = [
                len(encode_short(one))
                for one in guest.messages
                if isinstance(one, ShuffleShown | DealtShown | CardsOpened)
                and one.number == deal.number
            ]
            assert len(sizes) == 3, "announced, asked for, dealt"
            assert sum(sizes) <= MOST, (guest.name, sizes)
