"""The mutes of the people who are connected, and the silences that moderators laid on them.

They are read as people come, and written as they change.

A change is in the database before any window follows it. Windows at another process follow by the
news that the change leaves (app/store/database/news.py).
"""

import asyncio
from typing import Final
from weakref import WeakSet, WeakValueDictionary

from app.store.admin import notes
from app.store.database.pools import Database
from app.store.people import mutes
from app.store.people.mutes import Level
from app.table.clients.client import Client, Mutes
from app.table.model.errors import NotNow, TooMuch, Unknown
from app.table.model.room import PersonId

MAX_MUTED: Final = 500


class Shared(Mutes):
    """The mutes of one person with all windows that follow them."""

    def __init__(self) -> None:
        super().__init__()
        self.clients: WeakSet[Client] = WeakSet()
        self.lock = asyncio.Lock()
        """Held from the question to the database until all windows follow its answer."""


class MuteKeeper:
    """One serves a process. It keeps nothing of a person who has no window."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shared: WeakValueDictionary[PersonId, Shared] = WeakValueDictionary()

    async def of(self, person: PersonId) -> Shared:
        """The person's mutes as they are in the database now."""
        shared = self._shared.get(person)
        if shared is None:
            shared = self._shared[person] = Shared()
        async with shared.lock:
            await self._read(person, shared)
        return shared

    def follow(self, client: Client, shared: Shared) -> None:
        """Tells the window of the mutes, now if there are any, and as they change."""
        shared.clients.add(client)
        if shared.muted or shared.silenced_until is not None:
            client.outbox.put(shared.shown())

    async def set(self, person: PersonId, other: PersonId, level: Level) -> None:
        """Mutes or blocks another person, or neither. Raises NotNow, Unknown, TooMuch."""
        if other == person:
            raise NotNow("You can’t mute yourself.")
        shared = await self.of(person)
        async with shared.lock:
            if level != "none" and len(shared.muted | {other}) > MAX_MUTED:
                raise TooMuch(f"You have muted {MAX_MUTED} people; undo one of them first.")
            async with self._database.sessions.begin() as db:
                if not await mutes.write(db, person, other, level):
                    raise Unknown("There is no such person.")
            await self._read(person, shared)
        for client in shared.clients:
            client.outbox.put(shared.shown())

    async def follow_store(self, person: PersonId) -> None:
        """Shows all windows here what another process has written."""
        shared = self._shared.get(person)
        if shared is None:
            return
        async with shared.lock:
            await self._read(person, shared)
        for client in shared.clients:
            client.outbox.put(shared.shown())

    async def _read(self, person: PersonId, shared: Shared) -> None:
        async with self._database.request_connection() as connection:
            until = await notes.silenced_until(connection, person)
            shared.replace(*await mutes.ids(connection, person), until)
