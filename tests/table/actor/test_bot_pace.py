"""The pace of bots where one person plays with them alone: calm, by tap, and nobody else waits."""

import pytest

from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Done
from tests.table.table_server import Guest, TableServer, table_server


async def alone(server: TableServer, clock: ClockLevel = ClockLevel.OFF) -> Guest:
    """Ann, whose match with two bots awaits one bot."""
    ann = await server.room("Ann", "high-card")
    await ann.do(say.AddBot, strength="casual")
    await ann.do(say.AddBot, strength="casual")
    await ann.do(say.SetRoom, clock=clock)
    return ann


async def to_one_bot(server: TableServer, ann: Guest) -> None:
    """All put a card down; the bot with the best one is asked whether it crows."""
    await server.start(ann)
    await ann.choose()
    await server.pass_by(4, ann)
    assert server.entries[-2:] == ["played", "played"]
    (awaited,) = ann.frame.awaited
    assert awaited != ann.frame.seat


async def test_by_tap_the_awaited_bot_moves_after_a_tap_alone() -> None:
    async with table_server() as server:
        ann = await alone(server)
        await ann.do(say.SetPace, pace="tap")
        await to_one_bot(server, ann)
        moves = len(server.entries)
        await server.pass_by(60, ann)
        assert len(server.entries) == moves, "it waits"
        await ann.do(say.NextMove)
        await server.pass_by(0.1, ann)
        assert len(server.entries) > moves, "its pause was over long ago"
        assert server.unwritten() == ""


async def test_a_tap_before_the_bot_has_thought_is_kept_and_one_for_nothing_is_not() -> None:
    async with table_server() as server:
        ann = await alone(server)
        await ann.do(say.SetPace, pace="tap")
        await ann.do(say.NextMove)
        await to_one_bot(server, ann)
        moves = len(server.entries)
        await server.pass_by(5, ann)
        assert len(server.entries) == moves, "a tap from before the question counts for nothing"
        repeated = say.NextMove("again")
        assert isinstance(await ann.send(repeated), Done)
        await server.pass_by(2, ann)
        went_on = len(server.entries)
        assert went_on > moves
        assert isinstance(await ann.send(repeated), Done), "a repeated command is done once"


@pytest.mark.parametrize("ending", ["somebody comes", "somebody watches", "another wish"])
async def test_nobody_else_waits_for_a_tap(ending: str) -> None:
    async with table_server() as server:
        ann = await alone(server)
        await ann.do(say.SetPace, pace="tap")
        await to_one_bot(server, ann)
        moves = len(server.entries)
        await server.pass_by(10, ann)
        assert len(server.entries) == moves
        guests = [ann]
        match ending:
            case "somebody comes":
                guests.append(await server.come("Bob"))
            case "somebody watches":
                await ann.do(say.SetRoom, listed=True)
                guests.append(await server.connect(None))
            case _:
                await ann.do(say.SetPace, pace="brisk")
        await server.pass_by(0.1, *guests)
        assert len(server.entries) > moves


async def test_a_person_who_goes_and_comes_back_says_the_pace_again() -> None:
    async with table_server() as server:
        ann = await alone(server)
        await ann.do(say.SetPace, pace="tap")
        await to_one_bot(server, ann)
        moves = len(server.entries)
        await ann.leave()
        await server.pass_by(2)
        assert len(server.entries) > moves, "no connection holds a bot back"
        back = await server.connect("Ann")
        await back.do(say.SetPace, pace="tap")


async def test_where_a_clock_runs_no_bot_waits_for_a_tap() -> None:
    async with table_server() as server:
        ann = await alone(server, ClockLevel.RELAXED)
        await ann.do(say.SetPace, pace="tap")
        await server.start(ann)
        await ann.choose()
        await server.pass_by(4, ann)
        assert server.entries.count("played") >= 4, "three cards, and the winner’s crowing"


async def test_a_calm_bot_takes_longer_but_only_with_one_person() -> None:
    async with table_server() as server:
        ann = await alone(server)
        await ann.do(say.SetPace, pace="calm")
        await server.start(ann)
        await server.pass_by(2.4, ann)
        assert server.entries == ["shuffled"]
        await server.pass_by(0.2, ann)
        assert server.entries == ["shuffled", "played", "played"]
    async with table_server() as server:
        ann = await alone(server)
        bob = await server.come("Bob")
        await ann.do(say.SetPace, pace="calm")
        await server.start(ann, bob)
        await server.pass_by(1.1, ann, bob)
        assert server.entries == ["shuffled", "played", "played"]
