"""Pauses: clocks stop, moves are refused, and the table resumes when everybody present wants to."""

from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from tests.table.table_server import table_server
from tests.table.timed_match import begin, clock_of, left


async def test_pause_freezes_the_clocks_and_refuses_moves() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.BRISK)
        await server.pass_by(5, ann, bob)
        await bob.do(say.Pause)
        assert ann.frame.paused
        assert clock_of(ann, 0).due is None
        refused = await ann.refused(
            say.Play, key="choose.1", move={"type": "choose", "card": ann.hand[0]}
        )
        assert "paused" in refused.text
        await server.pass_by(600, ann, bob)
        assert server.entries == ["shuffled"]
        await ann.do(say.Resume)
        assert left(ann, 0, server) == 15
        await ann.choose()


async def test_all_who_are_present_resume_or_the_host_alone_does() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat = await server.come("Bob"), await server.come("Cat")
        await server.start(ann, bob, cat)
        await bob.do(say.Pause)
        assert (await cat.refused(say.Pause)).code == "not-now"
        await bob.do(say.Resume)
        assert ann.room.paused
        assert ann.room.resume_wanted == (bob.room.you,)
        await ann.do(say.Resume)
        assert bob.chat[-1] == "The match resumes."


async def test_a_vote_of_somebody_who_is_gone_is_not_waited_for() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat = await server.come("Bob"), await server.come("Cat")
        await server.start(ann, bob, cat)
        await bob.do(say.Pause)
        await bob.do(say.Resume)
        await ann.leave()
        await server.pass_by(31, bob, cat)
        assert bob.room.paused
        await cat.do(say.Resume)
        assert bob.chat[-1] == "The match resumes."
        assert (await cat.refused(say.Resume)).code == "not-now"


async def test_a_pause_ends_when_those_who_want_to_resume_are_most_of_those_left() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat, dan = [await server.come(name) for name in ("Bob", "Cat", "Dan")]
        await server.start(ann, bob, cat, dan)
        await bob.do(say.Pause)
        await bob.do(say.Resume)
        await cat.do(say.Resume)
        assert bob.room.paused
        await ann.leave()
        await server.pass_by(31, bob, cat, dan)
        assert bob.chat[-1] == "The match resumes."


async def test_a_pause_is_kept_over_a_restart() -> None:
    async with table_server() as server:
        ann, _bob = await begin(server, ClockLevel.BRISK)
        await ann.do(say.Pause)
        await server.restart()
        ann = await server.connect("Ann")
        bob = await server.connect("Bob")
        await server.pass_by(600, ann, bob)
        assert server.entries == ["shuffled"]
        assert ann.frame.paused
