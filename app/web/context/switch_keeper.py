"""The switches as this process knows them, and the windows that it tells of an announcement.

| what happens | the process |
|---|---|
| it starts | reads the stored switches, before anybody is served |
| an administrator sets one here | writes it, then takes it over |
| the news say that one was set | reads the stored switches |

The version decides between what is known and what was read: an older one changes nothing.
"""

from datetime import datetime
from weakref import WeakSet

from app.store.admin import switches
from app.store.admin.switches import StoredSwitches
from app.store.database.base import ConcurrentChange
from app.store.database.pools import Database
from app.table.clients.client import Client
from app.table.model.server_messages import Announced
from app.table.model.switches import Switches
from app.table.ports import Clock


class SwitchKeeper:
    """One serves a process."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._clients: WeakSet[Client] = WeakSet()
        self.stored = StoredSwitches()

    def now(self) -> Switches:
        """The switches as they are now."""
        return self.stored.switches

    def follow(self, client: Client) -> None:
        """Tells the window of what is announced, now if there is anything, and as it changes."""
        self._clients.add(client)
        said = announced(self.now(), self._clock.now())
        if said.key:
            client.outbox.put(said)

    async def at(self, version: int) -> Switches:
        """The switches of that version. Raises ConcurrentChange if it is not the newest."""
        if version != self.stored.version:
            await self.follow_store()
        if version != self.stored.version:
            raise ConcurrentChange
        return self.now()

    async def set(
        self, admin_id: str, version: int, wanted: Switches, what: str, reason: str
    ) -> None:
        """Sets the switches that had that version. Raises ConcurrentChange, UnstorableText."""
        async with self._database.sessions.begin() as db:
            await switches.write(db, admin_id, version, wanted, what, reason)
        await self.follow_store()

    async def follow_store(self) -> None:
        """Takes over what is stored, and tells all windows here. Raises StoreAway."""
        async with self._database.request_connection() as connection:
            found = await switches.read(connection)
        if found.version <= self.stored.version:
            return
        now = self._clock.now()
        before, after = announced(self.now(), now), announced(found.switches, now)
        self.stored = found
        if before != after:  # also where only the words are new
            for client in self._clients:
                client.outbox.put(after)


def announced(found: Switches, now: datetime) -> Announced:
    """The message to windows; its key is "" where nothing is announced."""
    said, rest = found.announced(now), found.coming_rest(now)

    def until(then: datetime) -> int:
        return round((then - now).total_seconds() * 1000)

    return Announced(
        found.announced_key(now),
        "" if said is None else said.text,
        0 if said is None else until(said.until),
        None if rest is None else until(rest.begins),
        0 if rest is None else until(rest.ends),
    )
