"""Time that nobody pays for: while the server was away or stalled, or nobody was at the table."""

from app.table.actor.wakeup import CHECK_INTERVAL
from app.table.model.room import ClockLevel
from tests.table.fakes import settle
from tests.table.table_server import table_server
from tests.table.timed_match import begin, clock_of, left, to_the_crowing


async def test_after_a_restart_nobody_has_less_than_twenty_seconds() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.BRISK)
        await server.pass_by(19, ann, bob)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert left(ann, 0, server) == 20
        await server.pass_by(19, ann, bob)
        assert server.entries == ["shuffled"]
        await server.pass_by(1, ann, bob)
        assert server.entries == ["shuffled", "expired"]


async def test_after_a_restart_a_question_has_its_whole_time_again() -> None:
    """Nobody knows how long the server was away, so nobody pays for it."""
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED)
        await server.pass_by(10, ann, bob)
        await ann.choose()
        await server.pass_by(5, ann, bob)
        await server.restart()
        bob = await server.connect("Bob")
        assert left(bob, 1, server) == 60


async def test_a_restart_tells_nobody_who_has_answered_in_secret() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED, twice=True)
        await server.pass_by(10, ann, bob)
        await ann.choose()
        await server.pass_by(45, ann, bob)
        await server.restart()
        bob = await server.connect("Bob")
        assert [(clock.seat, clock.due) for clock in bob.frame.clocks] == [
            (0, clock_of(bob, 1).due),
            (1, clock_of(bob, 1).due),
        ]
        assert left(bob, 0, server) == 60


async def test_the_grace_after_a_restart_is_in_the_tables_own_pace() -> None:
    async with table_server(pace=0.1) as server:
        ann, bob = await begin(server, ClockLevel.RELAXED)
        await server.pass_by(5, ann, bob)
        await server.restart()
        ann = await server.connect("Ann")
        assert left(ann, 0, server) == 6


async def test_time_in_which_the_server_stood_still_is_nobodys() -> None:
    async with table_server() as server:
        ann, _bob = await begin(server, ClockLevel.BRISK)
        await server.pass_by(10, ann)
        server.clock.stand_still(50)
        await server.clock.pass_by(0)
        await settle()
        assert server.entries == ["shuffled"]
        assert left(ann, 0, server) > 5
        assert {seat.presence for seat in ann.room.seats} != {"gone"}


async def test_a_stall_that_ends_before_the_deadline_is_given_back_too() -> None:
    """But for what may pass until the alarm looks."""
    async with table_server() as server:
        ann, _bob = await begin(server, ClockLevel.BRISK)
        await server.pass_by(2, ann)
        before = left(ann, 0, server)
        server.clock.stand_still(8)
        await server.clock.pass_by(0)
        await settle()
        assert left(ann, 0, server) >= before - CHECK_INTERVAL
        assert server.entries == ["shuffled"]


async def test_with_nobody_connected_the_table_dozes_and_wakes_with_the_time_it_had() -> None:
    async with table_server() as server:
        ann, bob = await begin(server, ClockLevel.RELAXED)
        await to_the_crowing(ann, bob)
        await ann.leave()
        await bob.leave()
        await server.pass_by(250)
        ann = await server.connect("Ann")
        assert server.entries[-1] == "played"
        assert left(ann, 1, server) == 60 + 120 - 60
