"""One move, in order: checked, written down, shown."""

import asyncio

import msgspec

from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.server_messages import Done, Refused
from tests.table.fakes import settle
from tests.table.table_server import comparable, table_server


async def test_a_match_is_played_from_the_first_deal_to_the_last() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        for _ in range(2):
            await ann.choose(ann.hand[2])
            await bob.choose(bob.hand[0])
            winner = ann if ann.frame.prompt is not None else bob
            await winner.crow()
        assert ann.frame.outcome["reason"] == "last-deal"
        assert ann.room.stage == "gathering"
        assert server.entries == 2 * ["shuffled", "played", "played", "played"]
        server.check_replay()


async def test_nobody_sees_a_move_before_it_is_written() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        before = [len(ann.messages), len(bob.messages)]
        server.store.gate = asyncio.Event()
        command = say.Play("c-1", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert await ann.send(command) is None
        assert [len(ann.messages), len(bob.messages)] == before
        server.store.gate.set()
        await settle()
        assert ann.last(Done).id == "c-1"


async def test_not_even_the_admin_sees_a_move_before_it_is_written() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        before = await server.lobby.admin.running_view(server.match_id)
        server.store.gate = asyncio.Event()
        await bob.send(say.Play("c-1", key="crow.1", move={"type": "crow", "loud": True}))
        assert await server.lobby.admin.running_view(server.match_id) == before
        server.store.gate.set()
        await settle()
        assert await server.lobby.admin.running_view(server.match_id) != before


async def test_the_mover_sees_the_move_and_is_told_before_the_table_moves_on() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        before = len(ann.messages)
        await ann.choose()
        assert [type(message) for message in ann.messages[before:]] == [Frame, Done]


async def test_a_secret_answer_changes_nobody_elses_frame() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        before = [len(bob.messages), len(eve.messages)]
        await ann.choose()
        assert [len(bob.messages), len(eve.messages)] == before
        assert ann.chosen() == 0


async def test_evenings_that_differ_in_a_hidden_hand_look_the_same_to_everybody_else() -> None:
    heard = []
    for bobs in ((6, 7, 8), (3, 4, 5)):
        async with table_server() as server:
            rest = tuple(card for card in range(3, 12) if card not in bobs)
            server.dealer.orders = [(0, 1, 2, *bobs, *rest)]
            ann = await server.room(window=True)
            bob = await server.come("Bob")
            await ann.do(say.AddBot, strength="casual")
            await ann.do(say.AddBot, strength="casual")
            await server.start(ann, bob)
            eve = await server.come("Eve", sit=False)
            await bob.do(say.Premove, move={"type": "choose", "card": max(bobs)})
            await server.pass_by(3, ann, bob, eve)
            assert bob.chosen() == max(bobs)
            await server.pass_by(11, ann, bob, eve)
            messages = [
                [comparable(message) for message in guest.messages if not isinstance(message, Done)]
                for guest in (ann, eve)
            ]
            heard.append(msgspec.json.encode(messages))
    assert heard[0] == heard[1]


async def test_frames_are_numbered_for_each_viewer_and_hold_no_other_count() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        await ann.choose()
        await bob.choose()
        for guest in (ann, bob, eve):
            assert [frame.n for frame in guest.all(Frame)] == list(
                range(1, len(guest.all(Frame)) + 1)
            )
        assert len(ann.all(Frame)) > len(eve.all(Frame))


async def test_a_spectator_sees_the_public_view_only() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        assert eve.frame.seat is None
        assert eve.frame.view["private"] is None
        assert eve.frame.prompt is None
        assert eve.frame.moves == ()
        assert eve.frame.prompt_text == "Cards are put down."
        assert ann.frame.prompt_text == "Put a card down."


async def test_a_double_click_cannot_become_the_next_deals_move() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose(ann.hand[2])
        await bob.choose()
        refused = await bob.refused(say.Play, key="choose.1", move={"type": "crow", "loud": True})
        assert refused.code == "stale-move"
        refused = await ann.refused(say.Play, key="choose.1", move={"type": "choose", "card": 0})
        assert refused.code == "not-your-turn"


async def test_a_refused_move_shows_nothing_to_others_and_changes_nothing() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        before = len(bob.messages), len(ann.all(Frame)), server.store.writes
        theirs = bob.hand[0]
        refused = await ann.refused(
            say.Play, key="choose.1", move={"type": "choose", "card": theirs}
        )
        assert (refused.code, refused.reason) == ("illegal-move", "not-yours")
        assert refused.text == "You do not hold that card."
        refused = await ann.refused(say.Play, key="choose.1", move={"type": "fly"})
        assert refused.code == "malformed-move"
        assert (len(bob.messages), len(ann.all(Frame)), server.store.writes) == before


async def test_without_a_match_or_a_seat_there_is_nothing_to_play() -> None:
    async with table_server() as server:
        ann = await server.room()
        assert (await ann.refused(say.Play, key="choose.1", move={})).code == "not-now"
    async with table_server() as server:
        await server.match("Ann", "Bob")
        eve = await server.come("Eve", sit=False)
        assert (await eve.refused(say.Play, key="choose.1", move={})).code == "not-seated"


async def test_events_reach_everybody_once_and_a_newcomer_hears_the_last_hundred() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        for _ in range(40):
            await ann.choose(ann.hand[2])
            await bob.choose()
            await (ann if ann.frame.prompt is not None else bob).crow()
        heard = [told.text for frame in bob.all(Frame) for told in frame.events]
        assert len(heard) == 40 * 3 + 1
        assert heard[:2] == ["Deal 1 begins.", "Bob wins with 3."]
        eve = await server.come("Eve", sit=False)
        assert [told.text for told in eve.frame.events] == heard[-100:]


async def test_a_reload_at_any_time_shows_what_a_connection_that_stayed_sees() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")

        async def same() -> None:
            again = await server.connect("Bob")
            new, old = again.frame, bob.frame
            for part in ("view", "prompt", "moves", "prompt_text", "clocks"):
                assert getattr(new, part) == getattr(old, part), part
            await again.leave()

        for _ in range(2):
            await same()
            await ann.choose()
            await same()
            await bob.do(
                say.Play,
                key=bob.frame.prompt.key if bob.frame.prompt else "",
                move={"type": "choose", "card": bob.hand[0]},
            )
            await same()
            await (ann if ann.frame.prompt is not None else bob).crow()
        await same()


async def test_a_command_that_names_no_member_is_refused() -> None:
    async with table_server() as server:
        await server.room(listed=True)
        stranger = await server.connect(None)
        assert (await stranger.refused(say.Say, text="hello")).code == "not-member"
        assert not stranger.all(Frame)


async def test_more_commands_than_the_table_can_take_are_refused_at_once() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        server.store.gate = asyncio.Event()
        for number in range(20):
            ann.client.send(say.Say(f"say-{number}", text="hello"))
        await settle()
        busy = [refused for refused in ann.all(Refused) if refused.code == "busy"]
        assert len(busy) == 4
        server.store.gate.set()
        await settle(200)
        answered = {message.id for message in ann.messages if isinstance(message, Done | Refused)}
        assert {f"say-{number}" for number in range(20)} <= answered


async def test_the_last_deal_ends_the_match() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        assert (await bob.refused(say.CallLastDeal)).code == "not-host"
        await ann.do(say.CallLastDeal)
        assert (await ann.refused(say.CallLastDeal)).code == "not-now"
        await ann.choose()
        await bob.choose()
        await bob.crow()
        assert bob.frame.outcome is not None
        assert not bob.room.stopped


async def test_a_match_that_the_host_stops_has_no_outcome() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        assert (await bob.refused(say.StopMatch)).code == "not-host"
        match = server.match_id
        await ann.do(say.StopMatch)
        assert server.store.matches[match].state == "stopped: host"
        assert bob.room.stage == "gathering"
        assert bob.room.stopped
        assert bob.frame.outcome is None


async def test_standings_are_written_with_the_entry_that_earned_them() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        await bob.crow()
        earned = [line.standings for line in server.store.matches[server.match_id].lines]
        assert [len(one) for one in earned] == [0, 0, 2, 0, 0]


async def test_a_move_of_a_wrong_form_is_refused_with_what_is_expected() -> None:
    async with table_server() as server:
        ann, _ = await server.match("Ann", "Bob")
        unknown = say.Play("m1", key="choose.1", move={"type": "play"})
        assert isinstance(refused := await ann.send(unknown), Refused)
        assert refused.code == "malformed-move"
        assert refused.text == (
            "That is not a move of High Card. The “type” of a move is choose or crow. "
            "What you may do now is choose."
        )
        late = say.Play("m2", key="choose.9", move={"type": "choose"})
        assert isinstance(refused := await ann.send(late), Refused)
        assert refused.text == "That is not a move of High Card. The move “choose” needs “card”."
        assert server.entries == ["shuffled"]
