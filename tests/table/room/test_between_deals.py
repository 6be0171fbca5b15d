"""People who join or leave during a match are dealt in or out at the next deal."""

from app.table.model import client_messages as say
from tests.table.table_server import Guest, table_server


def salaries(guest: Guest) -> dict[str, int]:
    return dict(zip(guest.frame.names, guest.frame.view["public"]["salaries"], strict=True))


async def test_a_late_comer_watches_and_is_dealt_in_at_the_next_deal_as_last_rank() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        eve = await server.come("Eve")
        assert eve.frame.view["seat"] is None
        assert ann.room.joining == (eve.room.you,)
        await server.deal(ann, bob)
        assert eve.frame.seat == 2
        assert eve.frame.view["public"]["ranks"][-1] == 2
        assert len(eve.hand) == 3
        assert ann.frame.names == ("Ann", "Bob", "Eve")
        assert [place.person for place in server.store.matches[server.match_id].places][
            2
        ] == eve.room.you
        server.check_replay()


async def test_a_late_comer_may_think_better_of_it() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        eve = await server.come("Eve")
        await eve.do(say.Stand)
        await server.deal(ann, bob)
        assert "reseated" not in server.entries


async def test_a_late_comer_who_is_gone_is_not_dealt_in() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        eve = await server.come("Eve")
        await eve.leave()
        await server.pass_by(31, ann, bob)
        await server.deal(ann, bob)
        assert "reseated" not in server.entries
        eve = await server.connect("Eve")
        await server.deal(ann, bob)
        assert eve.frame.seat == 2


async def test_a_leavers_rank_closes_up_and_the_salary_stays_the_leavers() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=4)
        await server.deal(ann, bob, cat)
        before = salaries(ann)
        await cat.do(say.Stand)
        assert (
            await cat.refused(say.Play, key="x", move={"type": "choose", "card": 1})
        ).code == "not-seated"
        await server.deal_with_bots(ann, bob)
        assert "reseated" in server.entries
        assert ann.seated == ["Ann", "Bob"]
        assert cat.frame.seat is None
        assert cat.frame.view["private"] is None
        assert salaries(ann)["Cat"] >= before["Cat"]
        assert sorted(ann.frame.view["public"]["ranks"]) == [0, 1]
        server.check_replay()


async def test_whoever_has_stood_up_may_sit_down_again_before_the_next_deal() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        assert (await bob.refused(say.Stand)).code == "not-now"
        await bob.do(say.Sit)
        await server.pass_by(5, ann, bob)
        assert server.entries == ["shuffled"]
        await server.deal(ann, bob)
        assert "reseated" not in server.entries


async def test_where_too_few_would_be_left_a_bot_takes_the_seat() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        await ann.choose()
        await server.pass_by(6, ann, bob)
        assert server.entries[-2:] == ["reseated", "shuffled"] or "reseated" in server.entries
        assert ann.frame.names[:2] == ("Ann", "Bob")
        assert len(ann.frame.names) == 3
        bot = next(seat for seat in ann.room.seats if seat.bot)
        assert bot.number == 2
        assert bot.name == ann.frame.names[2]
        place = server.store.matches[server.match_id].places[2]
        assert (place.person, place.bot, place.name) == (None, "steady", bot.name)


async def test_a_match_that_everybody_leaves_is_broken_off() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        await bob.do(say.Stand)
        await ann.do(say.Stand)
        assert server.store.matches[server.match_id].state == "stopped: everybody-left"
        assert ann.room.stage == "gathering"
        assert ann.room.seats == ()


async def test_bots_come_and_go_between_deals() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=4)
        await ann.do(say.AddBot, strength="casual")
        assert "casual" in ann.room.joining_bots
        await server.deal(ann, bob)
        assert sorted(ann.seated)[:2] == ["Ann", "Bob"]
        assert ann.seated[2:]
        await ann.do(say.RemoveBot, seat=2)
        assert (await ann.refused(say.RemoveBot, seat=2)).code == "not-now"
        await server.deal_with_bots(ann, bob)
        assert len(ann.room.seats) == 2
        assert sorted(ann.seated) == ["Ann", "Bob"]
