"""The store fails, loses answers, or belongs to another server: nobody hears a wrong answer."""

from functools import partial

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from app.table.clients.people import People
from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import CannotSave
from app.table.model.match_messages import Frame
from app.table.model.server_messages import Bye, Done, Refused
from app.table.turn import moves
from app.table.turn.change import Change
from app.table.turn.table_state import TableState
from tests.table.fakes import settle
from tests.table.match.shuffle_parts import begun
from tests.table.table_server import Guest, TableServer, command_id, table_server


async def play_on(server: TableServer, *guests: Guest) -> None:
    """One step by the first person asked, with every repetition that a browser would make."""
    for guest in guests:
        prompt = guest.frame.prompt
        if prompt is not None:
            move = (
                {"type": "choose", "card": guest.hand[0]}
                if prompt.kind == "choose"
                else {"type": "crow", "loud": False}
            )
            await insist(server, guest, say.Play(command_id(), key=prompt.key, move=move))
            return
    raise AssertionError("nobody is asked anything")


async def insist(server: TableServer, guest: Guest, command: AnyCommand) -> None:
    """Says it until it is done, as a browser does."""
    for _ in range(20):
        answer = await guest.send(command)
        if isinstance(answer, Done):
            return
        assert answer is None or answer.code == "cannot-save", answer
        await server.clock.pass_by(1.0)
    raise AssertionError(f"never answered: {command}")


async def test_what_was_not_written_is_tried_again_once_the_store_is_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        before = len(bob.messages), len(ann.all(Frame))
        server.store.fail_at = 1
        command = say.Play("lost", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert await ann.send(command) is None
        assert (len(bob.messages), len(ann.all(Frame))) == before
        assert server.entries == ["shuffled"]
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "lost"
        assert server.entries == ["shuffled", "played"]


async def test_the_line_about_an_outage_tells_the_whole_chain_of_exceptions() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        server.store.fail_at = 1
        with capture_logs() as logged:
            await ann.send(
                say.Play("lost", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
            )
        [line] = [line for line in logged if line["event"] == "store away"]
        assert line["error"][0].startswith("StoreAway at tests.table.fake_store:")


async def test_what_was_written_is_not_written_twice_when_the_answer_is_lost() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        server.store.lose_at = 1
        command = say.Play("lost", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert await ann.send(command) is None
        assert ann.chosen() is None
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "lost"
        assert ann.chosen() == 0
        assert server.entries == ["shuffled", "played"]


async def test_while_the_store_is_away_nothing_is_taken_and_play_resumes_by_itself() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.down = True
        await ann.send(
            say.Play("first", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        )
        refused = await bob.send(
            say.Play("second", key="choose.1", move={"type": "choose", "card": bob.hand[0]})
        )
        assert isinstance(refused, Refused)
        assert refused.code == "cannot-save"
        await server.clock.pass_by(20.0)
        assert not [done for done in ann.all(Done) if done.id == "first"]
        server.store.down = False
        await server.clock.pass_by(2.5)
        assert ann.last(Done).id == "first"
        await bob.choose()
        server.check_replay()


@pytest.mark.parametrize("how", ["fail_at", "lose_at"])
async def test_what_may_have_been_written_is_not_refused_when_it_is_said_again(how: str) -> None:
    """A refusal says that nothing has changed; nobody knows that yet."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        setattr(server.store, how, 1)
        command = say.Play("lost", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert await ann.send(command) is None
        assert await ann.send(command) is None
        again = await server.connect("Ann")
        assert await again.send(command) is None
        await server.clock.pass_by(1.0)
        assert not ann.all(Refused)
        assert [done.id for done in ann.all(Done)[-2:]] == ["lost", "lost"]
        assert again.last(Done).id == "lost"
        assert server.entries == ["shuffled", "played"]


async def test_the_move_that_ended_a_match_is_known_again_after_a_crash() -> None:
    """A player who lost the answer repeats the command, at a server that did not see the match."""
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await ann.choose()
        await bob.choose()
        guest = next(guest for guest in (ann, bob) if guest.frame.prompt is not None)
        prompt = guest.frame.prompt
        assert prompt is not None
        last = say.Play("last", key=prompt.key, move={"type": "crow", "loud": False})
        assert isinstance(await guest.send(last), Done)
        assert guest.frame.outcome is not None
        await server.restart()
        back, other = (
            await server.connect(guest.name),
            await server.connect("Bob" if guest is ann else "Ann"),
        )
        assert isinstance(await back.send(last), Done)
        assert isinstance(await other.send(last), Refused), "it was not this player's"


async def test_what_was_written_before_the_store_went_away_is_still_done() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        first = say.Play("first", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert isinstance(await ann.send(first), Done)
        server.store.down = True
        await bob.send(
            say.Play("second", key="choose.1", move={"type": "choose", "card": bob.hand[0]})
        )
        assert isinstance(await ann.send(first), Done)


async def test_a_connection_made_while_the_store_is_away_is_shown_everything_when_it_is_back() -> (
    None
):
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.down = True
        await ann.send(
            say.Play("first", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        )
        again = await server.connect("Bob")
        assert not again.messages
        server.store.down = False
        await server.clock.pass_by(2.5)
        assert again.frame.view == bob.frame.view
        assert ann.chosen() == 0


async def test_the_mover_is_not_told_twice_that_the_room_has_one_bot_more() -> None:
    async with table_server() as server:
        ann = await server.room()
        server.store.lose_at = 1
        command = say.AddBot("one-bot", strength="casual")
        assert await ann.send(command) is None
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "one-bot"
        assert len(ann.room.seats) == 2
        assert isinstance(await ann.send(command), Done)
        assert len(ann.room.seats) == 2


async def test_a_line_of_chat_whose_answer_was_lost_is_said_once() -> None:
    async with table_server() as server:
        ann = await server.room()
        server.store.lose_at = 1
        await ann.send(say.Say("hello", text="hello"))
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "hello"
        assert ann.chat.count("hello") == 1


@pytest.mark.parametrize("how", ["fail_at", "lose_at"])
async def test_the_last_deal_is_called_once_whatever_becomes_of_the_write(how: str) -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob", deals=50)
        setattr(server.store, how, 1)
        assert await ann.send(say.CallLastDeal("last")) is None
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "last"
        assert server.entries == ["shuffled", "last-deal"]


def note_unwritten(server: TableServer, ahead: list[str]) -> None:
    ahead.append(server.unwritten())


async def whole_match(server: TableServer, ann: Guest) -> None:
    """Two people and a bot, first command to last; each command is repeated until answered."""
    bob = None
    while bob is None:
        try:
            bob = await server.come("Bob")
        except CannotSave:
            await server.clock.pass_by(1.0)
    await insist(server, ann, say.AddBot(command_id(), strength="steady"))
    await insist(server, bob, say.Ready(command_id(), ready=True))
    await insist(server, ann, say.Start(command_id()))
    for _ in range(40):
        await server.clock.pass_by(3.0)
        if ann.frame.outcome is not None:
            break
        if ann.frame.prompt is not None or bob.frame.prompt is not None:
            await play_on(server, ann, bob)
    assert ann.frame.outcome == bob.frame.outcome
    assert ann.frame.outcome is not None
    server.check_replay()
    stored = server.store.matches[server.match_id]
    assert stored.state == "finished"
    assert len(stored.lines) == 2 * (1 + 3 + 1)
    assert len(server.store.rooms[server.id].seats) == 3
    assert server.store.rooms[server.id].matches == 1


@pytest.mark.parametrize("how", ["fail_at", "lose_at"])
async def test_whichever_write_fails_the_match_comes_to_the_same_end(how: str) -> None:
    """And nothing is taken into memory before it is written, not even what ends the match."""
    for k in range(1, 100):
        async with table_server() as server:
            ann, ahead = await server.room(), list[str]()
            setattr(server.store, how, k)
            server.store.on_failure = partial(note_unwritten, server, ahead)
            await whole_match(server, ann)
            assert ahead in ([], [""]), f"in memory while write {k} failed"
            if getattr(server.store, how) is not None:
                assert k > 10, "a match writes more often than that"
                return
    raise AssertionError("the loop never ran past the last write")


async def test_a_table_that_somebody_else_owns_is_dropped_and_read_again() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.matches[server.match_id].epoch += 1
        move = {"type": "choose", "card": ann.hand[0]}
        assert await ann.send(say.Play("fenced", key="choose.1", move=move)) is None
        for guest in (ann, bob):
            assert guest.last(Bye).code == "restart"
            assert guest.last(Bye).retry_in is not None
        assert server.entries == ["shuffled"]
        ann = await server.connect("Ann")
        await ann.choose()
        assert server.entries == ["shuffled", "played"]
        await settle()


async def test_rules_that_have_changed_break_a_running_match_off() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        server.store.matches[server.match_id].rules_version = 0
        await server.restart()
        ann = await server.connect("Ann")
        assert ann.room.stage == "gathering"
        assert server.store.matches[server.match_id].state == "stopped: rules-changed"
        assert any("rules have changed" in line for line in ann.chat)
        assert [seat.name for seat in ann.room.seats] == ["Ann", "Bob"]


async def test_who_comes_goes_or_asks_while_the_store_is_away_does_no_harm() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        cat = await server.connect("Ann", session="phone")
        server.store.down = True
        await cat.send(
            say.Play("first", key="choose.1", move={"type": "choose", "card": cat.hand[0]})
        )
        with pytest.raises(CannotSave):
            await server.come("Eve")
        assert bob.room.you is not None
        server.lobby.end_session("phone")
        await bob.leave()
        assert cat.last(Bye).code == "signed-out"
        server.store.down = False
        await server.clock.pass_by(2.5)
        assert ann.room.acting
        assert server.entries == ["shuffled"], "who has signed out plays no more"


async def test_a_server_that_closes_while_the_store_is_away_still_says_goodbye() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.down = True
        await ann.send(
            say.Play("first", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        )
        await server.lobby.drain()
        await settle()
        assert bob.last(Bye).code == "restart"
        assert not ann.all(Done) or ann.last(Done).id != "first"


async def test_a_match_that_was_stopped_while_the_answer_got_lost_is_over_for_everybody() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        server.store.lose_at = 1
        assert await ann.send(say.StopMatch("stop")) is None
        await server.clock.pass_by(1.0)
        assert ann.last(Done).id == "stop"
        assert bob.room.stage == "gathering"
        assert server.store.matches[server.match_id].state == "stopped: host"


@pytest.mark.parametrize("how", ["fail_at", "lose_at"])
@pytest.mark.parametrize("write", [1, 2])
async def test_a_command_is_carried_out_once_whichever_write_of_what_follows_fails(
    how: str, write: int
) -> None:
    """The first write is the wish for a bot, and the second its seat in the match."""
    async with table_server() as server:
        ann, _ = await begun(server, "Ann", "Bob")
        setattr(server.store, how, write)
        assert await ann.send(say.AddBot("bot", "steady")) is None
        await server.clock.pass_by(1.0)
        assert getattr(server.store, how) is None
        assert ann.last(Done).id == "bot"
        assert len(ann.room.seats) == 3


async def test_a_command_that_was_not_written_is_not_called_done_for_what_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change of the room that follows the outage by itself says nothing about the command."""
    async with table_server() as server:
        ann, _ = await server.match("Ann", "Bob")
        server.store.fail_at = 1
        assert await ann.send(say.Pause("pause")) is None
        clean, following = moves.follow_up, [True]

        def other(state: TableState, people: People) -> Change | None:
            if following and following.pop():
                return Change(replace(state.room, unrated=True))
            return clean(state, people)

        monkeypatch.setattr(moves, "follow_up", other)
        await server.clock.pass_by(1.0)
        assert following == []
        assert ann.last(Done).id == "pause"
        assert ann.room.paused
