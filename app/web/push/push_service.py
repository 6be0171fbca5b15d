"""The notifications of this process: who is told of which table, and the line of what is sent.

| a person and a table | it waits for them, who are away | they come to it | ten minutes pass |
|---|---|---|---|
| not told | told: a message for each of their browsers is in the line | | |
| told | nothing is sent | not told; what is still in the line is dropped | not told |

The line is lost with the process. Nobody misses more than the hint: the home page says the same.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, Protocol, TypeAlias

import msgspec
import structlog

from app.rules.game import AnyGame
from app.settings import Settings
from app.store.database.connections import DATABASE_ERRORS
from app.store.database.pools import Database
from app.store.people import push_subscriptions
from app.store.people.push_subscriptions import PushSubscription, Summons
from app.table.model.room import PersonId, RoomId
from app.table.ports import Clock
from app.text.error_chain import error_chain
from app.web.push.delivery import Delivery, Fate, Sent
from app.web.push.encryption import PushKey
from app.web.rate_limits import Limits, RateLimited

QUIET: Final = 600.0
"""Seconds until a person who has not come is told of the same table again."""
LONGEST_LINE: Final = 1000
MOST_WAITING: Final = 200
"""Messages that wait for a push service to recover."""
SENDERS: Final = 4
WAITS: Final = (20.0, 60.0, 240.0)
"""Seconds before each further attempt; together less than QUIET."""

log = structlog.get_logger(__name__)


class Sends(Protocol):
    """The delivery of one message; see delivery.py."""

    async def send(self, to: PushSubscription, message: bytes, topic: str) -> Sent: ...


class Note(msgspec.Struct, frozen=True):
    """People who are to be told of one table."""

    room: RoomId
    people: tuple[PersonId, ...]
    told_at: float


class Errand(msgspec.Struct, frozen=True):
    """One message for one browser."""

    room: RoomId
    summons: Summons
    told_at: float
    failures: int = 0


Line: TypeAlias = "asyncio.Queue[Note | Errand]"


class PushService:
    """One serves a process. Nothing here makes a table wait."""

    def __init__(
        self,
        public_key: str,
        delivery: Sends,
        database: Database,
        games: Mapping[str, AnyGame],
        limits: Limits,
        clock: Clock,
        waits: Sequence[float] = WAITS,
    ) -> None:
        self.public_key: Final = public_key
        """The key that a browser needs to subscribe."""
        self._delivery = delivery
        self._database = database
        self._games = games
        self._limits = limits
        self._clock = clock
        self._waits = waits
        self._line: Line = asyncio.Queue(LONGEST_LINE)
        self._told: dict[tuple[PersonId, RoomId], float] = {}
        """The time at which each was told, the earliest first."""
        self._waiting = 0
        self.fates: Counter[str] = Counter()
        """Attempts since the start, by how they ended."""

    def awaited(self, room: RoomId, people: Sequence[PersonId]) -> None:
        """Tells people who are away that the table waits for them. Returns at once."""
        now = self._clock.monotonic()
        self._forget_until(now - QUIET)
        fresh = tuple(person for person in people if self._may_tell(person, room))
        if not fresh:
            return
        try:
            self._line.put_nowait(Note(room, fresh, now))
        except asyncio.QueueFull:
            self.fates["dropped"] += 1
            return
        for person in fresh:
            self._told[person, room] = now

    def has_come(self, person: PersonId, room: RoomId) -> None:
        """Says that the person is at the table, so that they can be told of it again."""
        self._told.pop((person, room), None)

    async def work(self) -> None:
        """Sends what is in the line, for ever."""
        async with asyncio.TaskGroup() as senders:
            for _ in range(SENDERS):
                senders.create_task(self._send_each())

    def _may_tell(self, person: PersonId, room: RoomId) -> bool:
        if (person, room) in self._told:
            return False
        try:
            self._limits.take_own("push", person)
        except RateLimited:
            return False
        return True

    def _forget_until(self, time: float) -> None:
        old = []
        for key, told_at in self._told.items():
            if told_at > time:
                break
            old.append(key)
        for key in old:
            del self._told[key]

    def _is_told(self, person: str, room: RoomId, told_at: float) -> bool:
        return self._told.get((PersonId(person), room)) == told_at

    async def _send_each(self) -> None:
        while True:
            match await self._line.get():
                case Note() as note:
                    for errand in await self._errands(note):
                        await self._send(errand)
                case Errand() as errand:
                    await self._send(errand)

    async def _errands(self, note: Note) -> list[Errand]:
        """One for each browser of those who may still be told."""
        people = [one for one in note.people if self._is_told(one, note.room, note.told_at)]
        try:
            async with self._database.request_connection() as connection:
                found = await push_subscriptions.of_people(
                    connection, note.room, people, self._clock.now()
                )
        except DATABASE_ERRORS as error:
            log.warning("nobody was notified", room=note.room, error=error_chain(error))
            return []
        return [Errand(note.room, summons, note.told_at) for summons in found]

    async def _send(self, errand: Errand) -> None:
        summons = errand.summons
        if not self._is_told(summons.person, errand.room, errand.told_at):
            return
        fate, wait = await self._delivery.send(
            summons.subscription,
            self._message(errand.room, summons),
            topic_of(errand.room, summons.subscription),
        )
        self.fates[fate.name.lower()] += 1
        if fate is Fate.GONE:
            await self._forget(summons.subscription)
        elif fate is Fate.LATER and errand.failures < len(self._waits):
            self._send_later(errand, wait)

    def _message(self, room: RoomId, summons: Summons) -> bytes:
        """The words for the browser's worker: static/js/site/offline_worker.js."""
        game = self._games.get(summons.game)
        table = summons.club or ("your table" if game is None else game.title)
        return msgspec.json.encode({"table": table, "room": room})

    async def _forget(self, subscription: PushSubscription) -> None:
        try:
            async with self._database.request_connection() as connection:
                await push_subscriptions.forget(connection, subscription.endpoint)
        except DATABASE_ERRORS as error:  # the next message finds it gone again
            log.warning("subscription not forgotten", error=error_chain(error))

    def _send_later(self, errand: Errand, least: float) -> None:
        """Not before the service wants it. A message that is stale by then is dropped."""
        wait = max(self._waits[errand.failures], least)
        if self._waiting >= MOST_WAITING or wait >= QUIET:
            self.fates["dropped"] += 1
            return
        self._waiting += 1
        again = msgspec.structs.replace(errand, failures=errand.failures + 1)
        self._clock.call_later(wait, lambda: self._return_to_line(again))

    def _return_to_line(self, errand: Errand) -> None:
        self._waiting -= 1
        try:
            self._line.put_nowait(errand)
        except asyncio.QueueFull:
            self.fates["dropped"] += 1


def topic_of(room: RoomId, subscription: PushSubscription) -> str:
    """The word under which messages replace each other; it tells nothing of the table."""
    digest = sha256(f"{room} {subscription.endpoint}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()


def push_service_of(
    settings: Settings,
    database: Database,
    games: Mapping[str, AnyGame],
    limits: Limits,
    clock: Clock,
) -> PushService | None:
    """The sender of notifications, where the settings have a key for it."""
    if settings.push_key is None:
        return None
    key = PushKey(settings.push_key, settings.push_contact)
    return PushService(key.public, Delivery(key), database, games, limits, clock)
