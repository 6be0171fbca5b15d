"""Games that are played to the end by those who began them: nobody joins between two deals."""

from collections.abc import Sequence
from typing import ClassVar

from app.rules.game import Seat
from app.table.model import client_messages as say
from app.table.model.server_messages import Done
from tests.table.high_card import HighCard, Public, Table
from tests.table.table_server import command_id, table_server


class Closed(HighCard):
    """The toy game for two or four, who stay."""

    slug: ClassVar[str] = "closed-cards"
    title: ClassVar[str] = "Closed Cards"
    seats: ClassVar[range] = range(2, 5, 2)
    reseats: ClassVar[bool] = False

    def may_reseat(self, public: Public) -> bool:
        return False

    def reseat(self, state: Table, left: Sequence[Seat], joined: int) -> Table:
        raise AssertionError("nobody comes or goes")


async def test_three_are_neither_two_nor_four() -> None:
    async with table_server(games=(Closed(),)) as server:
        ann = await server.room("Ann", Closed.slug)
        assert ann.room.players == "2 or 4 players"
        assert (
            ann.room.config_problem
            == "Closed Cards needs at least 2 players: 1 more, friends or bots."
        )
        for _ in range(2):
            await ann.do(say.AddBot, strength="steady")
        assert ann.room.config_problem == "Closed Cards is for 2 or 4 players."
        assert (await ann.refused(say.Start)).text == "Closed Cards is for 2 or 4 players."


async def test_nobody_sits_down_in_a_running_match() -> None:
    async with table_server(games=(Closed(),)) as server:
        ann = await server.room("Ann", Closed.slug)
        await ann.do(say.AddBot, strength="steady")
        await server.start(ann)
        assert not ann.room.joins_between_deals
        ben = await server.come("Ben")
        assert ben.room.seat is None
        assert ben.room.joining == ()
        refused = await ben.refused(say.Sit)
        assert (
            refused.text == "This match has no room for one more. "
            "Closed Cards lets nobody join or leave during a match."
        )
        assert "lets nobody join" in (await ann.refused(say.AddBot, strength="steady")).text


async def test_whoever_stands_up_leaves_after_the_match_and_a_bot_plays_on() -> None:
    async with table_server(games=(Closed(),)) as server:
        ann = await server.room("Ann", Closed.slug)
        ben = await server.come("Ben")
        await server.start(ann, ben)
        await ben.do(say.Stand)
        assert "Ben leaves after this match; a bot plays until then." in ann.chat
        for _ in range(60):
            if ann.frame.outcome is not None:
                break
            if ann.frame.prompt is not None:
                play = say.Play(command_id(), key=ann.frame.prompt.key, move=ann.frame.moves[0])
                assert isinstance(await ann.send(play), Done)
            await server.pass_by(1.5, ann, ben)
        assert ann.frame.outcome is not None
        assert [seat.name for seat in ann.room.seats] == ["Ann"]


async def test_no_table_of_such_a_game_goes_on_without_somebody() -> None:
    async with table_server(games=(Closed(),)) as server:
        ann = await server.room("Ann", Closed.slug)
        ben = await server.come("Ben")
        await server.start(ann, ben)
        seat = ben.room.seat
        await ben.leave()
        await server.pass_by(40, ann)
        refused = await ann.refused(say.StandIn, seat=seat, choice="without")
        assert refused.text == "Closed Cards is not played with fewer. Wait, or let a bot play on."
        await ann.do(say.StandIn, seat=seat, choice="bot")
