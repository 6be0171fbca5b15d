"""Who is connected, who acts, and who has been silent for how long. Bookkeeping; the table asks and acts."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

import msgspec

from app.table.clients.client import Client
from app.table.model.errors import TooMuch
from app.table.model.room import PersonId, Room
from app.table.room.room_commands import Presence

MAX_CLIENTS: Final = 300
MAX_CLIENTS_EACH: Final = 6


class Patience(msgspec.Struct, frozen=True):
    """How long the house waits for people, in seconds; not multiplied by the pace."""

    shaky: float = 5.0
    gone: float = 30.0
    host: float = 60.0
    """Until an absent host's role passes on."""
    doze: float = 60.0
    """With nobody connected, until clocks and bots stop."""
    retire: float = 300.0
    """With nobody connected, until the table is put away."""
    store_retry: tuple[float, float] = (0.25, 2.0)
    """First and longest wait before a store that was away is asked again."""

    def scaled(self, factor: float) -> "Patience":
        """The same with people; what the store is allowed does not change."""
        shaky, gone, host = self.shaky * factor, self.gone * factor, self.host * factor
        return Patience(
            shaky, gone, host, self.doze * factor, self.retire * factor, self.store_retry
        )


class Connections:
    """Every client at one table. The newest client of a person acts, or the one that asked to."""

    def __init__(self, patience: Patience, now: float) -> None:
        self.patience = patience
        self._clients: list[Client] = []
        self._acting: dict[PersonId, Client] = {}
        self._last_seen: dict[PersonId, float] = {}
        self._since = now
        """What counts for people of whom nothing was heard yet: when the table was opened."""
        self._empty_since = now
        self.changes = 0
        """Grows whenever somebody comes or goes, acts elsewhere, or was heard of in another way than by a client."""

    def __iter__(self) -> Iterator[Client]:
        return iter(tuple(self._clients))

    def __len__(self) -> int:
        return len(self._clients)

    # -- connections

    def add(self, client: Client, belongs: bool = False) -> None:
        """A person who has every client gets another one in the place of one from which nothing is heard any more: a network that
        swallows connections leaves such clients behind. Whoever `belongs` to the room may always have two that are heard of: a crowd that
        looks on keeps no player out. Raises TooMuch."""
        mine = (
            [one for one in self._clients if one.person == client.person]
            if client.person is not None
            else []
        )
        heard = sum(one.last_heard + self.patience.shaky > client.last_heard for one in mine)
        if len(self._clients) >= MAX_CLIENTS and (heard >= 2 or not belongs):
            raise TooMuch("Too many people look on at this table.")
        if client.person is not None:
            if len(mine) >= MAX_CLIENTS_EACH:
                silent = min(mine, key=lambda one: one.last_heard)
                if silent.last_heard + self.patience.shaky > client.last_heard:
                    raise TooMuch("You have this table open too often; close a window.")
                silent.bye(
                    "too-slow",
                    "Nothing was heard from here any more, and you have opened the table elsewhere.",
                )
                self.remove(silent, client.last_heard)
            self._acting[client.person] = client
        self._clients.append(client)
        self.changes += 1

    def remove(self, client: Client, now: float) -> None:
        if client not in self._clients:
            return
        self._clients.remove(client)
        self.changes += 1
        self._empty_since = now
        if client.person is None:
            return
        self._last_seen[client.person] = max(
            self._last_seen.get(client.person, client.last_heard), client.last_heard
        )
        if self._acting.get(client.person) is client:
            rest = [one for one in self._clients if one.person == client.person]
            if rest:
                self._acting[client.person] = rest[-1]
            else:
                del self._acting[client.person]

    def is_acting(self, client: Client) -> bool:
        return client.person is not None and self._acting.get(client.person) is client

    def make_acting(self, client: Client) -> None:
        assert client.person is not None, "a watcher never acts"
        self._acting[client.person] = client
        self.changes += 1

    def has_person(self, person: PersonId) -> bool:
        return any(client.person == person for client in self._clients)

    def people_able_to_shuffle(self, now: float, willing: bool = False) -> Iterator[PersonId]:
        """Whoever is simply here and has a connection that acts; `willing`: one that seals every shuffle."""
        for person, client in self._acting.items():
            if (client.joins_shuffles or not willing) and self.presence(person, now) == "present":
                yield person

    # -- silence

    def note_alive(self, person: PersonId, now: float) -> None:
        """A sign of life outside of any connection: the person came through the door."""
        self._last_seen[person] = now
        self.changes += 1

    def credit(self, seconds: float, until: float) -> None:
        """The house itself stood still for so long, at the latest until then; nobody was silent meanwhile."""
        self.changes += 1
        for client in self._clients:
            if client.last_heard < until:
                client.last_heard = min(until, client.last_heard + seconds)

    def _last_heard(self, person: PersonId) -> float:
        heard = [client.last_heard for client in self._clients if client.person == person]
        return max([self._last_seen.get(person, self._since), *heard])

    def is_silent_for(self, person: PersonId, seconds: float, now: float) -> bool:
        return self._last_heard(person) + seconds <= now

    def presence(self, person: PersonId, now: float) -> Presence:
        if self.is_silent_for(person, self.patience.gone, now):
            return "gone"
        return "shaky" if self.is_silent_for(person, self.patience.shaky, now) else "present"

    def mark_silent(self, now: float) -> None:
        """Clients of people who are not simply here report their next sign of life."""
        for client in self._clients:
            client.silent = (
                client.person is not None and self.presence(client.person, now) != "present"
            )

    def next_presence_change(self, people: Iterator[PersonId], now: float) -> float | None:
        """When somebody's silence next means something, if it lasts."""
        heard: dict[PersonId | None, float] = {}
        for client in self._clients:
            heard[client.person] = max(
                client.last_heard, heard.get(client.person, client.last_heard)
            )
        first = inf
        for person in people:
            last = self._last_seen.get(person, self._since)
            last = max(last, heard.get(person, last))
            for wait in (self.patience.shaky, self.patience.gone, self.patience.host):
                if now < last + wait < first:
                    first = last + wait
        return None if first == inf else first

    def empty_for(self, seconds: float, now: float) -> bool:
        """Whether nobody at all has been connected for so long."""
        return not self._clients and self._empty_since + seconds <= now

    def next_empty_change(self, now: float) -> float | None:
        """When being alone next means something, if it lasts."""
        if self._clients:
            return None
        moments = (self._empty_since + self.patience.doze, self._empty_since + self.patience.retire)
        return min((moment for moment in moments if moment > now), default=None)


@dataclass(frozen=True, slots=True, eq=False)
class PresenceSnapshot:
    """What was seen when somebody last looked who is here: it holds until something happens, or time passes."""

    at: float
    """When that was, on the monotonic clock."""
    room: Room | None
    changes: int
    """Of the crowd, by then."""
    silent: tuple[Client, ...]
    """Clients whose next sign of life changes something."""
    until: float | None
    """When the next silence means something, on the monotonic clock; signs of life only add to that."""

    def holds(self, room: Room, connections: Connections, now: float) -> bool:
        return (
            room is self.room
            and connections.changes == self.changes
            and (self.until is None or now < self.until)
            and all(client.silent for client in self.silent)
        )
