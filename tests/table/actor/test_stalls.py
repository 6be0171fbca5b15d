"""Resting tables do nothing, and the time of a stall is given back at every table."""

import pytest

from app.table.actor.messages import Message
from app.table.actor.table import Table
from app.table.actor.wakeup import CHECK_INTERVAL, NOTIFIED_AT_ONCE, PAUSE, TOLERANCE, StallMonitor
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from tests.table.fakes import FakeClock, settle
from tests.table.table_server import table_server


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages that tables handled from now on."""
    found: list[str] = []
    take = Table._process

    async def noted(self: Table, message: Message) -> None:
        found.append(type(message).__name__)
        await take(self, message)

    monkeypatch.setattr(Table, "_process", noted)
    return found


async def test_a_table_at_which_everybody_is_there_and_nobody_moves_does_nothing(
    turns: list[str],
) -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        turns.clear()
        await server.pass_by(600, ann, bob)
        assert turns == []


async def test_whoever_falls_silent_at_a_table_that_does_nothing_is_noticed_all_the_same(
    turns: list[str],
) -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await server.pass_by(100, ann, bob)
        turns.clear()
        await server.pass_by(27, ann)
        assert {seat.name: seat.presence for seat in ann.room.seats} == {
            "Ann": "present",
            "Bob": "shaky",
        }
        await server.pass_by(1, ann)
        assert {seat.name: seat.presence for seat in ann.room.seats} == {
            "Ann": "present",
            "Bob": "gone",
        }
        assert turns == ["Alarm", "Alarm"]
        bob.client.note_alive()
        await settle()
        assert {seat.presence for seat in ann.room.seats} == {"present"}


async def test_a_table_with_nobody_at_it_is_woken_to_doze_and_to_be_put_away(
    turns: list[str],
) -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.leave()
        await bob.leave()
        await server.pass_by(61)
        turns.clear()
        await server.pass_by(238)
        assert server.lobby.table_count == 1
        await server.pass_by(1)
        assert (turns, server.lobby.table_count) == (["Alarm"], 0)


async def test_a_stall_wakes_no_table_that_shows_no_running_clock(turns: list[str]) -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await server.pass_by(10, ann, bob)
        turns.clear()
        server.clock.stand_still(50)
        await server.pass_by(4, ann, bob)
        assert turns == []
        assert {seat.presence for seat in ann.room.seats} == {"present"}


async def test_a_stall_is_given_back_before_the_next_move_is_judged() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=2)
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        await ann.choose()
        await bob.choose()
        questions = server.lobby._tables[server.id].state.clocks
        winner = next(guest for guest in (ann, bob) if guest.frame.prompt is not None)
        seat = winner.frame.seat
        assert seat is not None
        await server.pass_by(19, ann, bob)
        server.clock.stand_still(60)
        await winner.crow()
        assert "expired" not in server.entries
        assert questions.time_bank(seat) == 60, "nothing was used up"


async def test_each_stall_is_given_back_once() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.RELAXED)
        await server.start(ann, bob)
        began = ann.frame.clocks[0].due
        assert began is not None
        for stood in (7, 5):
            server.clock.stand_still(stood)
            await server.pass_by(4, ann, bob)
        now = ann.frame.clocks[0].due
        assert now is not None
        assert 12 - 2 * CHECK_INTERVAL <= (now - began) / 1000 <= 12


class FakeTable:
    """Shows a running clock if its number is even."""

    def __init__(self, number: int, told: list[int]) -> None:
        self.number, self.told = number, told

    def after_stall(self) -> bool:
        self.told.append(self.number)
        return self.number % 2 == 0


async def test_tables_that_show_a_running_clock_take_turns_after_a_stall() -> None:
    clock, told = FakeClock(), list[int]()
    stall = StallMonitor(clock)

    tables = [FakeTable(number, told) for number in range(100)]
    for table in tables:
        stall.join(table)
    clock.stand_still(9)
    await clock.pass_by(0)
    assert stall.lost == 9 - CHECK_INTERVAL
    assert len(told) == 2 * NOTIFIED_AT_ONCE - 1
    await clock.pass_by(PAUSE)
    assert len(told) == 4 * NOTIFIED_AT_ONCE - 1
    await clock.pass_by(PAUSE)
    assert told == list(range(100))
    for table in tables:
        stall.leave(table)
    clock.stand_still(9)
    await clock.pass_by(9)
    assert stall.lost == 9 - CHECK_INTERVAL, "nobody is left who could lose anything"


async def test_what_is_a_little_late_is_no_stall() -> None:
    clock = FakeClock()
    stall = StallMonitor(clock)
    stall.join(FakeTable(1, []))
    for _ in range(20):
        clock.stand_still(CHECK_INTERVAL + TOLERANCE)
        await clock.pass_by(0)
    assert stall.lost == 0
