"""Time that is nobody's: while the house was away or stood still, and while nobody was at the table."""

import pytest

from app.table.actor.stalls import CHECK_INTERVAL
from app.table.model.room import ClockLevel
from tests.table.fakes import settle
from tests.table.table_server import table_server
from tests.table.timed_match import begin, clock_of, left, to_the_crowing

pytestmark = pytest.mark.anyio


async def test_after_a_restart_nobody_has_less_than_twenty_seconds() -> None:
    async with table_server() as house:
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
    async with table_server() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await house.pass_by(10, ann, bob)
        await ann.choose()
        await house.pass_by(5, ann, bob)
        await house.restart()
        bob = await house.connect("Bob")
        assert left(bob, 1, house) == 60


async def test_a_restart_tells_nobody_who_has_answered_in_secret() -> None:
    async with table_server() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED, twice=True)
        await house.pass_by(10, ann, bob)
        await ann.choose()
        await house.pass_by(45, ann, bob)
        await house.restart()
        bob = await house.connect("Bob")
        assert [(clock.seat, clock.due) for clock in bob.frame.clocks] == [
            (0, clock_of(bob, 1).due),
            (1, clock_of(bob, 1).due),
        ]
        assert left(bob, 0, house) == 60


async def test_the_grace_after_a_restart_is_in_the_tables_own_pace() -> None:
    async with table_server(pace=0.1) as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await house.pass_by(5, ann, bob)
        await house.restart()
        ann = await house.connect("Ann")
        assert left(ann, 0, house) == 6


async def test_time_in_which_the_house_stood_still_is_nobodys() -> None:
    async with table_server() as house:
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
    async with table_server() as house:
        ann, _bob = await begin(house, ClockLevel.BRISK)
        await house.pass_by(2, ann)
        before = left(ann, 0, house)
        house.clock.stand_still(8)
        await house.clock.pass_by(0)
        await settle()
        assert left(ann, 0, house) >= before - CHECK_INTERVAL
        assert house.entries == ["shuffled"]


async def test_with_nobody_connected_the_table_dozes_and_wakes_with_the_time_it_had() -> None:
    async with table_server() as house:
        ann, bob = await begin(house, ClockLevel.RELAXED)
        await to_the_crowing(ann, bob)
        await ann.leave()
        await bob.leave()
        await house.pass_by(250)
        ann = await house.connect("Ann")
        assert house.entries[-1] == "played"
        assert left(ann, 1, house) == 60 + 120 - 60
