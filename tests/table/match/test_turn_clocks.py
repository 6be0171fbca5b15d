"""Clock levels, deadlines, reserves and windows."""

import pytest

from app.rules.game import Prompt, Seat
from app.table.match.prompt_clock import LEVELS, Instant
from app.table.match.turn_clocks import TurnClocks
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.room import SLOW, ClockLevel
from tests.table.table_server import table_server
from tests.table.timed_match import begin, clock_of, left, to_the_crowing


async def test_without_a_clock_the_table_waits_for_ever() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.OFF)
        await server.pass_by(3600, ann, bob)
        assert server.entries == ["shuffled"]
        assert clock_of(ann, 0).due is None


async def test_a_soft_clock_is_shown_and_never_acts() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.SOFT)
        assert left(ann, 0, server) == 60
        assert clock_of(ann, 0).soft
        await server.pass_by(3600, ann, bob)
        assert server.entries == ["shuffled"]


@pytest.mark.parametrize(
    ("level", "seconds", "reserve"), [(ClockLevel.RELAXED, 60, 120), (ClockLevel.BRISK, 20, 60)]
)
async def test_a_turn_ends_when_seconds_and_reserve_are_over(
    level: ClockLevel, seconds: int, reserve: int
) -> None:
    async with table_server() as server:
        ann, bob = await begin(server, level)
        await to_the_crowing(ann, bob)
        assert clock_of(ann, 1).time_bank == reserve * 1000
        assert left(ann, 1, server) == seconds + reserve
        await server.pass_by(seconds + reserve - 1, ann, bob)
        assert server.entries[-1] == "played"
        await server.pass_by(1, ann, bob)
        assert server.entries[-2:] == ["expired", "shuffled"]


async def test_what_a_slow_answer_uses_up_is_missing_from_the_reserve_until_the_next_deal() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.BRISK, deals=3)
        await to_the_crowing(ann, bob)
        questions = server.lobby._tables[server.id].state.clocks
        await server.pass_by(20 + 25, ann, bob)
        assert questions.time_bank(Seat(1)) == 60
        await bob.crow()
        assert questions.time_bank(Seat(1)) == 60, "a new deal fills it again"


def test_a_reserve_is_used_up_by_own_questions_only() -> None:
    questions = TurnClocks(ClockLevel.BRISK, 1.0)
    start = Instant(0.0, 0)
    questions.follow_prompts({Seat(0): (Prompt("one", "turn"),)}, start)
    questions.follow_prompts({Seat(1): (Prompt("two", "turn"),)}, start.later(45))
    assert (questions.time_bank(Seat(0)), questions.time_bank(Seat(1))) == (35, 60)
    assert questions.next_due() == 45 + 20 + 60
    questions.follow_prompts({Seat(0): (Prompt("three", "turn"),)}, start.later(60))
    assert questions.next_due() == 60 + 20 + 35
    questions.refill_time_banks()
    assert questions.time_bank(Seat(0)) == 60


def test_a_question_put_to_several_has_one_deadline_and_no_reserve() -> None:
    questions = TurnClocks(ClockLevel.RELAXED, 1.0)
    start = Instant(0.0, 0)
    both = {Seat(0): (Prompt("all", "confirm"),), Seat(1): (Prompt("all", "confirm"),)}
    questions.follow_prompts(both, start)
    questions.follow_prompts({Seat(1): (Prompt("all", "confirm"),)}, start.later(30))
    assert questions.expired(start.later(59.9)) == ()
    assert questions.expired(start.later(60)) == ("all",)


@pytest.mark.parametrize("level", sorted(SLOW))
async def test_a_window_lasts_as_long_as_a_decision_at_a_slow_table(level: ClockLevel) -> None:
    """Else nobody who is away could ever answer in it."""
    async with table_server() as server:
        ann, _ = await begin(server, level, window=True)
        whole = LEVELS[level]
        assert whole is not None
        assert left(ann, 0, server) == whole.seconds


@pytest.mark.parametrize("level", sorted(set(ClockLevel) - SLOW))
async def test_a_window_runs_its_full_length_at_every_other_level(level: ClockLevel) -> None:
    async with table_server() as server:
        ann, bob = await begin(server, level, window=True)
        assert left(ann, 0, server) == 15
        assert not clock_of(ann, 0).soft
        await ann.choose()
        await server.pass_by(14.9, ann, bob)
        assert server.entries == ["shuffled", "played"]
        await server.pass_by(0.1, ann, bob)
        assert server.entries == ["shuffled", "played", "expired"]


async def test_the_pace_shortens_windows_and_turns() -> None:
    async with table_server(pace=0.1) as server:
        ann, _bob = await begin(server, ClockLevel.RELAXED, window=True)
        assert left(ann, 0, server) == 1.5
    async with table_server(pace=0.1) as server:
        ann, _bob = await begin(server, ClockLevel.RELAXED)
        assert left(ann, 0, server) == 6


async def test_a_move_that_is_written_beats_the_timer() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.BRISK)
        await server.pass_by(19.9, ann, bob)
        await ann.choose()
        await bob.choose()
        await server.pass_by(1, ann, bob)
        assert server.entries == ["shuffled", "played", "played"]


async def test_a_secret_answer_moves_no_clock_that_others_see() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED)
        before = bob.frame.clocks
        await server.pass_by(10, ann, bob)
        await ann.choose()
        await bob.do(say.Premove, move={"type": "crow", "loud": True})
        assert bob.frame.clocks == before


async def test_a_second_secret_question_moves_no_clock_that_others_see() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED, twice=True)
        await server.pass_by(10, ann, bob)
        await ann.choose()
        assert left(ann, 0, server) == 60 + 120
        await bob.do(say.Premove, move={"type": "crow", "loud": True})
        assert left(bob, 0, server) == 50
        await bob.do(say.Pause)
        await server.pass_by(100, ann, bob)
        await ann.do(say.Resume)
        assert left(bob, 0, server) == 50
        assert left(ann, 0, server) == 60 + 120


async def test_another_level_in_mid_match_begins_every_question_anew() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.OFF)
        await server.pass_by(100, ann, bob)
        assert (await bob.refused(say.SetRoom, clock=ClockLevel.BRISK)).code == "not-host"
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        assert left(bob, 0, server) == 20
        assert "The table plays with a brisk clock now." in bob.chat
        await server.pass_by(20, ann, bob)
        assert server.entries == ["shuffled", "expired"]


async def test_a_frame_says_when_it_was_sent() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED)
        await server.pass_by(7, ann, bob)
        await ann.choose()
        assert ann.last(Frame).now == server.clock.wall


async def test_nobody_waits_for_a_question_of_a_match_that_was_broken_off() -> None:
    """Its deadline once rang for ever, and the table was busy with nothing. Found by simulation."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        automation = server.lobby._tables[server.id]._automation
        assert automation.next_due() is not None
        await ann.do(say.StopMatch)
        assert automation.next_due() is None
