"""Two people at a table with a clock, and what they read on it."""

from typing import Any

from app.table.model import client_messages as say
from app.table.model.match_messages import SeatClock
from app.table.model.room import ClockLevel
from tests.table.table_server import Guest, TableServer


async def begin(server: TableServer, level: ClockLevel, **options: Any) -> tuple[Guest, Guest]:
    ann = await server.room("Ann", **options)
    bob = await server.come("Bob")
    await ann.do(say.SetRoom, clock=level)
    await server.start(ann, bob)
    return ann, bob


async def to_the_crowing(ann: Guest, bob: Guest) -> None:
    await ann.choose()
    await bob.choose()


def clock_of(guest: Guest, seat: int) -> SeatClock:
    return next(clock for clock in guest.frame.clocks if clock.seat == seat)


def left(guest: Guest, seat: int, server: TableServer) -> float:
    """Seconds until that seat's time is up, as this viewer sees it."""
    due = clock_of(guest, seat).due
    assert due is not None
    return (due - server.clock.wall) / 1000
