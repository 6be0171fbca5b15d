"""The state of this process, and of all that live, in their own words."""

from app.store.database.processes import Told, ToldCrash
from app.web.context.services import Services


def told_by(services: Services) -> Told:
    """The state of this process, which administrators read at others."""
    lobby = services.lobby
    ends = {room: lobby.quarantine.end(room) for room in lobby.quarantine.rooms}
    return Told(
        tables=lobby.table_count,
        people=len(lobby.people_connected),
        sockets=services.socket_quota.open,
        leads=services.leads(),
        quarantined={room: end for room, end in ends.items() if end is not None},
        crashes=tuple(
            ToldCrash(one.room, one.at, one.error, one.where) for one in lobby.quarantine.crashes
        ),
    )


async def told_by_all(services: Services) -> list[Told]:
    """This process's, then those of the others that live, at most a second old. Raises StoreAway.

    Whoever is at tables of two processes is among the people of both.
    """
    living = [] if services.processes is None else await services.processes.living()
    return [told_by(services), *(one.told for one in living if not one.is_this)]
