"""A slow match of two people, who come and go, and the look that wakes its table."""

from typing import Any

from app.table.lobby.slow_waker import SlowWaker
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from tests.table.fakes import settle
from tests.table.table_server import Guest, TableServer

HOUR = 3600.0


async def begin_slowly(
    server: TableServer, level: ClockLevel = ClockLevel.DAY, **options: Any
) -> tuple[Guest, Guest]:
    """Odette, who is the host, and Percy."""
    odette = await server.room("Odette", **options)
    percy = await server.come("Percy")
    await odette.do(say.SetRoom, clock=level)
    await server.start(odette, percy)
    return odette, percy


async def leave_alone(server: TableServer, *guests: Guest) -> None:
    """These people go, and two minutes later the table sleeps."""
    for guest in guests:
        await guest.leave()
    await server.clock.pass_by(120)
    await settle()


async def look(server: TableServer) -> None:
    """One look for slow tables that are due, and all that these do at once."""
    await SlowWaker(server.lobby, server.store, server.clock).look()
    await settle()


async def nobody_there(server: TableServer, hours: float) -> None:
    """Time passes while nobody is there, with a look every quarter of an hour."""
    for _ in range(round(hours * 4)):
        await server.clock.pass_by(HOUR / 4)
        await look(server)


def is_asleep(server: TableServer) -> bool:
    return not server.lobby.open_rooms
