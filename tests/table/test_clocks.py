"""Clock levels, windows, reserves, pauses, restarts, and a house that stood still."""

from typing import Any

import pytest

from app.rules.game import Prompt, Seat
from app.table import commands as say
from app.table.clocks import Moment, Questions
from app.table.notices import Frame, SeatClock
from app.table.room import ClockLevel
from app.table.standstill import BEAT
from tests.table.evening import Evening, Guest, evening
from tests.table.fakes import settle

pytestmark = pytest.mark.anyio


async def begin(house: Evening, level: ClockLevel, **options: Any) -> tuple[Guest, Guest]:
    ann = await house.room("Ann", **options)
    bob = await house.come("Bob")
    await ann.do(say.SetRoom, clock=level)
    await house.start(ann, bob)
    return ann, bob


async def to_the_crowing(house: Evening, ann: Guest, bob: Guest) -> None:
    await ann.choose()
    await bob.choose()


def clock_of(guest: Guest, seat: int) -> SeatClock:
    return next(clock for clock in guest.frame.clocks if clock.seat == seat)


def left(guest: Guest, seat: int, house: Evening) -> float:
    """Seconds until that seat's time is up, as this viewer sees it."""
    due = clock_of(guest, seat).due
    assert due is not None
    return (due - house.clock.wall) / 1000


async def test_without_a_clock_the_table_waits_for_ever() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.OFF)
        await house.pass_by(3600, ann, bob)
        assert house.entries == ["shuffled"]
        assert clock_of(ann, 0).due is None


async def test_a_soft_clock_is_shown_and_never_acts() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.SOFT)
        assert left(ann, 0, house) == 60
        assert clock_of(ann, 0).soft
        await house.pass_by(3600, ann, bob)
        assert house.entries == ["shuffled"]


@pytest.mark.parametrize(("level", "seconds", "reserve"), [(ClockLevel.RELAXED, 60, 120), (ClockLevel.BRISK, 20, 60)])
async def test_a_turn_ends_when_seconds_and_reserve_are_over(level: ClockLevel, seconds: int, reserve: int) -> None:
    async with evening() as house:
        ann, bob = await begin(house, level)
        await to_the_crowing(house, ann, bob)
        assert clock_of(ann, 1).reserve == reserve * 1000
        assert left(ann, 1, house) == seconds + reserve
        await house.pass_by(seconds + reserve - 1, ann, bob)
        assert house.entries[-1] == "played"
        await house.pass_by(1, ann, bob)
        assert house.entries[-2:] == ["expired", "shuffled"]


async def test_what_a_slow_answer_uses_up_is_missing_from_the_reserve_until_the_next_deal() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.BRISK, deals=3)
        await to_the_crowing(house, ann, bob)
        questions = house.lobby._tables[house.id].ledger.questions
        await house.pass_by(20 + 25, ann, bob)
        assert questions.reserve(Seat(1)) == 60
        await bob.crow()
        assert questions.reserve(Seat(1)) == 60, "a new deal fills it again"


def test_a_reserve_is_used_up_by_own_questions_only() -> None:
    questions = Questions(ClockLevel.BRISK, 1.0)
    start = Moment(0.0, 0)
    questions.follow({Seat(0): Prompt("one", "turn")}, start)
    questions.follow({Seat(1): Prompt("two", "turn")}, start.later(45))
    assert (questions.reserve(Seat(0)), questions.reserve(Seat(1))) == (35, 60)
    assert questions.next_due() == 45 + 20 + 60
    questions.follow({Seat(0): Prompt("three", "turn")}, start.later(60))
    assert questions.next_due() == 60 + 20 + 35
    questions.refill()
    assert questions.reserve(Seat(0)) == 60


def test_a_question_put_to_several_has_one_deadline_and_no_reserve() -> None:
    questions = Questions(ClockLevel.RELAXED, 1.0)
    start = Moment(0.0, 0)
    both = {Seat(0): Prompt("all", "confirm"), Seat(1): Prompt("all", "confirm")}
    questions.follow(both, start)
    questions.follow({Seat(1): Prompt("all", "confirm")}, start.later(30))
    assert questions.expired(start.later(59.9)) == ()
    assert questions.expired(start.later(60)) == ("all",)


@pytest.mark.parametrize("level", list(ClockLevel))
async def test_a_window_runs_its_full_length_at_every_level(level: ClockLevel) -> None:
    async with evening() as house:
        ann, bob = await begin(house, level, window=True)
        assert left(ann, 0, house) == 15
        assert not clock_of(ann, 0).soft
        await ann.choose()
        await house.pass_by(14.9, ann, bob)
        assert house.entries == ["shuffled", "played"]
        await house.pass_by(0.1, ann, bob)
        assert house.entries == ["shuffled", "played", "expired"]


async def test_the_pace_shortens_windows_and_turns() -> None:
    async with evening(pace=0.1) as house:
        ann, _bob = await begin(house, ClockLevel.RELAXED, window=True)
        assert left(ann, 0, house) == 1.5
    async with evening(pace=0.1) as house:
        ann, _bob = await begin(house, ClockLevel.RELAXED)
        assert left(ann, 0, house) == 6


async def test_a_move_that_is_written_beats_the_timer() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(19.9, ann, bob)
        await ann.choose()
        await bob.choose()
        await house.pass_by(1, ann, bob)
        assert house.entries == ["shuffled", "played", "played"]


async def test_a_secret_answer_moves_no_clock_that_others_see() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        before = bob.frame.clocks
        await house.pass_by(10, ann, bob)
        await ann.choose()
        await bob.do(say.Queue, move={"type": "crow", "loud": True})
        assert bob.frame.clocks == before


async def test_a_second_secret_question_moves_no_clock_that_others_see() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED, twice=True)
        await house.pass_by(10, ann, bob)
        await ann.choose()
        assert left(ann, 0, house) == 60 + 120
        await bob.do(say.Queue, move={"type": "crow", "loud": True})
        assert left(bob, 0, house) == 50
        await bob.do(say.Pause)
        await house.pass_by(100, ann, bob)
        await ann.do(say.Resume)
        assert left(bob, 0, house) == 50
        assert left(ann, 0, house) == 60 + 120


async def test_pause_freezes_the_clocks_and_refuses_moves() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(5, ann, bob)
        await bob.do(say.Pause)
        assert ann.frame.paused
        assert clock_of(ann, 0).due is None
        refused = await ann.refused(say.Play, key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert "paused" in refused.text
        await house.pass_by(600, ann, bob)
        assert house.entries == ["shuffled"]
        await ann.do(say.Resume)
        assert left(ann, 0, house) == 15
        await ann.choose()


async def test_all_who_are_present_resume_or_the_host_alone_does() -> None:
    async with evening() as house:
        ann = await house.room()
        bob, cat = await house.come("Bob"), await house.come("Cat")
        await house.start(ann, bob, cat)
        await bob.do(say.Pause)
        assert (await cat.refused(say.Pause)).code == "not-now"
        await bob.do(say.Resume)
        assert ann.room.paused
        assert ann.room.resume_wanted == (bob.room.you,)
        await ann.do(say.Resume)
        assert bob.chat[-1] == "The table plays on."


async def test_a_vote_of_somebody_who_is_gone_is_not_waited_for() -> None:
    async with evening() as house:
        ann = await house.room()
        bob, cat = await house.come("Bob"), await house.come("Cat")
        await house.start(ann, bob, cat)
        await bob.do(say.Pause)
        await bob.do(say.Resume)
        await ann.leave()
        await house.pass_by(31, bob, cat)
        assert bob.room.paused
        await cat.do(say.Resume)
        assert bob.chat[-1] == "The table plays on."
        assert (await cat.refused(say.Resume)).code == "not-now"


async def test_a_pause_ends_when_the_last_who_did_not_want_to_resume_is_gone() -> None:
    async with evening() as house:
        ann = await house.room()
        bob, cat = await house.come("Bob"), await house.come("Cat")
        await house.start(ann, bob, cat)
        await bob.do(say.Pause)
        await bob.do(say.Resume)
        await cat.do(say.Resume)
        assert bob.room.paused
        await ann.leave()
        await house.pass_by(31, bob, cat)
        assert bob.chat[-1] == "The table plays on."


async def test_a_pause_is_kept_over_a_restart() -> None:
    async with evening() as house:
        ann, _bob = await begin(house, ClockLevel.BRISK)
        await ann.do(say.Pause)
        await house.restart()
        ann = await house.connect("Ann")
        bob = await house.connect("Bob")
        await house.pass_by(600, ann, bob)
        assert house.entries == ["shuffled"]
        assert ann.frame.paused


async def test_after_a_restart_nobody_has_less_than_twenty_seconds() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(19, ann, bob)
        await house.restart()
        ann, bob = await house.connect("Ann"), await house.connect("Bob")
        assert left(ann, 0, house) == 20
        await house.pass_by(19, ann, bob)
        assert house.entries == ["shuffled"]
        await house.pass_by(1, ann, bob)
        assert house.entries == ["shuffled", "expired"]


async def test_after_a_restart_a_question_has_its_whole_time_again() -> None:
    """How long the house was away is nobody's time, and nobody knows how long that was."""
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await house.pass_by(10, ann, bob)
        await ann.choose()
        await house.pass_by(5, ann, bob)
        await house.restart()
        bob = await house.connect("Bob")
        assert left(bob, 1, house) == 60


async def test_a_restart_tells_nobody_who_has_answered_in_secret() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED, twice=True)
        await house.pass_by(10, ann, bob)
        await ann.choose()
        await house.pass_by(45, ann, bob)
        await house.restart()
        bob = await house.connect("Bob")
        assert [(clock.seat, clock.due) for clock in bob.frame.clocks] == [(0, clock_of(bob, 1).due), (1, clock_of(bob, 1).due)]
        assert left(bob, 0, house) == 60


async def test_the_grace_after_a_restart_is_in_the_tables_own_pace() -> None:
    async with evening(pace=0.1) as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await house.pass_by(5, ann, bob)
        await house.restart()
        ann = await house.connect("Ann")
        assert left(ann, 0, house) == 6


async def test_another_level_in_mid_match_begins_every_question_anew() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.OFF)
        await house.pass_by(100, ann, bob)
        assert (await bob.refused(say.SetRoom, clock=ClockLevel.BRISK)).code == "not-host"
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        assert left(bob, 0, house) == 20
        assert "The table plays with a brisk clock now." in bob.chat
        await house.pass_by(20, ann, bob)
        assert house.entries == ["shuffled", "expired"]


async def test_time_in_which_the_house_stood_still_is_nobodys() -> None:
    async with evening() as house:
        ann, _bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(10, ann)
        house.clock.stand_still(50)
        await house.clock.pass_by(0)
        await settle()
        assert house.entries == ["shuffled"]
        assert left(ann, 0, house) > 5
        assert {seat.presence for seat in ann.room.seats} != {"gone"}


async def test_a_standstill_that_ends_before_the_deadline_is_given_back_too() -> None:
    """But for what may pass until the alarm looks."""
    async with evening() as house:
        ann, _bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(2, ann)
        before = left(ann, 0, house)
        house.clock.stand_still(8)
        await house.clock.pass_by(0)
        await settle()
        assert left(ann, 0, house) >= before - BEAT
        assert house.entries == ["shuffled"]


async def test_with_nobody_connected_the_table_dozes_and_wakes_with_the_time_it_had() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await to_the_crowing(house, ann, bob)
        await ann.leave()
        await bob.leave()
        await house.pass_by(250)
        ann = await house.connect("Ann")
        assert house.entries[-1] == "played"
        assert left(ann, 1, house) == 60 + 120 - 60


async def test_a_frame_says_when_it_was_sent() -> None:
    async with evening() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await house.pass_by(7, ann, bob)
        await ann.choose()
        assert ann.last(Frame).now == house.clock.wall


async def test_nobody_waits_for_a_question_of_a_match_that_was_broken_off() -> None:
    """Its deadline once rang for ever, and the table was busy with nothing. Found by simulation."""
    async with evening() as house:
        ann, _bob = await house.match("Ann", "Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        pulse = house.lobby._tables[house.id]._pulse
        assert pulse.next_due() is not None
        await ann.do(say.StopMatch)
        assert pulse.next_due() is None
