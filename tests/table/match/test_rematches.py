"""After a match: its result on the table, and the next one in the same room."""

from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from tests.table.high_card import GAME, HighCard
from tests.table.table_server import table_server


async def test_a_rematch_keeps_link_people_options_chat_and_ranks() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await ann.do(say.Say, text="good luck")
        first, link = server.match_id, ann.room.secret
        eve = await server.come("Eve")
        await server.deal(ann, bob)
        assert ann.frame.outcome is not None
        assert ann.seated == ["Bob", "Ann", "Eve"], (
            "ranks are the seats now, and who waited sits down"
        )
        assert [seat.ready for seat in ann.room.seats] == [False, False, False]
        await server.start(ann, bob, eve)
        assert server.match_id != first
        assert (ann.room.secret, ann.room.options["deals"], ann.room.matches) == (link, 1, 2)
        setup = server.store.matches[server.match_id].setup
        assert (setup.seats, setup.ranked) == (3, True)
        assert ann.frame.names == ("Bob", "Ann", "Eve")
        assert (ann.frame.seat, bob.frame.seat) == (1, 0)
        assert "good luck" in (await server.connect("Eve")).chat


async def test_a_rematch_may_begin_without_the_old_ranks() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        await server.start(ann, bob, keep_ranks=False)
        assert not server.store.matches[server.match_id].setup.ranked


async def test_the_result_stays_on_the_table_until_the_next_match() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        again = await server.connect("Bob")
        assert again.frame.outcome == bob.frame.outcome
        assert again.frame.seat == 1, "seats of the match are not the seats of the room any more"
        assert again.frame.view["private"] is not None
        assert again.frame.prompt_text == "The match is over."


class OtherCard(HighCard):
    slug = "other-card"
    title = "Other Card"


async def test_the_result_leaves_the_table_when_another_game_is_chosen() -> None:
    """A person who came after that was shown it by the page of a game that could not read it."""
    async with table_server(games=(GAME, OtherCard())) as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        offered = [ann.room.rematch]
        await ann.do(say.SetGame, game="other-card")
        offered.append(ann.room.rematch)
        assert offered == [True, False], "the host starts another game, and keeps no ranks"
        again = await server.connect("Bob")
        assert again.all(Frame) == []
        await server.start(ann, again)
        assert again.frame.match == server.match_id
        assert ann.frame.match == server.match_id
