"""Presence: how long each person has been silent, and what that means."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf

from app.table.clients.client import Client
from app.table.clients.connections import Connections
from app.table.model.patience import Patience
from app.table.model.room import PersonId, Presence, Room


class PresenceTracker:
    """Reads the signs of life of all clients. It decides nothing; see actor/presence_policy.py."""

    def __init__(self, connections: Connections, patience: Patience, now: float) -> None:
        self._connections, self.patience = connections, patience
        self._opened = now
        """The time at which the table opened; it counts for people who were not seen since."""

    def note_alive(self, person: PersonId, now: float) -> None:
        """A sign of life outside any connection, such as entering the room."""
        self._connections.last_seen[person] = now
        self._connections.changes += 1

    def credit(self, seconds: float, until: float) -> None:
        """The server stalled for this long, and not after `until`: nobody was silent meanwhile."""
        self._connections.changes += 1
        for client in self._connections:
            if client.last_heard < until:
                client.last_heard = min(until, client.last_heard + seconds)

    def _last_heard(self, person: PersonId) -> float:
        last = self._connections.last_seen.get(person, self._opened)
        for client in self._connections:
            if client.person == person and client.last_heard > last:
                last = client.last_heard
        return last

    def is_silent_for(self, person: PersonId, seconds: float, now: float) -> bool:
        return self._last_heard(person) + seconds <= now

    def presence(self, person: PersonId, now: float) -> Presence:
        last = self._last_heard(person)
        if last + self.patience.gone <= now:
            return "gone"
        return "shaky" if last + self.patience.shaky <= now else "present"

    def keep_listed(self, people: Iterable[PersonId], now: float) -> dict[PersonId, str]:
        """Those who keep their table in the list, each with the network that they came from.

        Only a connection counts: nobody does because the table opened.
        """
        networks = self._connections.networks
        return {
            person: networks[person]
            for person in people
            if person in networks and not self.is_silent_for(person, self.patience.listed, now)
        }

    def able_to_shuffle(
        self, now: float, willing: bool = False
    ) -> Iterator[tuple[PersonId, Client]]:
        """People who are present, each with the acting client.

        `willing`: clients that seal every shuffle.
        """
        for person, client in self._connections.acting.items():
            if (client.joins_shuffles or not willing) and self.presence(person, now) == "present":
                yield person, client

    def mark_silent(self, now: float) -> None:
        """Clients of people who are not present report their next sign of life."""
        for client in self._connections:
            client.silent = (
                client.person is not None and self.presence(client.person, now) != "present"
            )

    def next_change(self, people: Iterable[PersonId], now: float) -> float | None:
        """The next moment at which somebody's silence means something, if it lasts."""
        heard: dict[PersonId | None, float] = {}
        for client in self._connections:
            before = heard.get(client.person, client.last_heard)
            heard[client.person] = max(client.last_heard, before)
        first = inf
        for person in people:
            last = self._connections.last_seen.get(person, self._opened)
            last = max(last, heard.get(person, last))
            for wait in (self.patience.shaky, self.patience.gone, self.patience.host):
                if now < last + wait < first:
                    first = last + wait
        return None if first == inf else first


@dataclass(frozen=True, slots=True, eq=False)
class PresenceSnapshot:
    """One look at everybody's presence: valid until something happens, or time passes."""

    at: float
    """The time of the look, on the monotonic clock."""
    room: Room | None
    changes: int
    """The changes of the connections, by then."""
    silent: tuple[Client, ...]
    """Clients whose next sign of life changes something."""
    until: float | None
    """The next moment at which silence means something; signs of life only move it away."""

    def is_valid(self, room: Room, connections: Connections, now: float) -> bool:
        return (
            room is self.room
            and connections.changes == self.changes
            and (self.until is None or now < self.until)
            and all(client.silent for client in self.silent)
        )
