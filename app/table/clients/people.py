"""The people at one table: their clients, which of them acts, and how long each has been silent.

Bookkeeping over given instants, on the monotonic clock. It decides nothing; see
turn/presence.py.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import Final

from app.table.clients.client import Client
from app.table.model.errors import TooMuch
from app.table.model.room import SLOW, PersonId, Presence, Room
from app.table.ports import Patience

MAX_CLIENTS: Final = 300
MAX_CLIENTS_EACH: Final = 6


class People:
    """The newest client of a person acts, or the one that asked to."""

    def __init__(self, patience: Patience, now: float) -> None:
        self._patience = patience
        self._clients: list[Client] = []
        self._acting: dict[PersonId, Client] = {}
        self._last_seen: dict[PersonId, float] = {}
        """The time at which people were last seen other than through their present clients."""
        self._networks: dict[PersonId, str] = {}
        """The network of the newest client of each person of the room who has connected."""
        self._opened = self._empty_since = now
        """The time at which the table opened; it counts for people who were not seen since."""
        self.changes = 0
        """Grows when somebody comes or goes, acts in another window, or was seen elsewhere."""
        self.presence: Mapping[PersonId, Presence] = {}
        """Of everybody in the room, as of the last look; the same value until one changes."""
        self.present: frozenset[PersonId] = frozenset()
        """Everybody who is not gone."""
        self.looks = 0
        """The looks so far that could find something new."""
        self.next_check: float | None = None
        """The next time at which silence may mean something; rather too early than too late."""
        self._room: Room | None = None
        """The room of the last look; then its changes, its time, and the clients silent by then."""
        self._changes_seen, self._looked_at = 0, now
        self._silent: tuple[Client, ...] = ()

    def __iter__(self) -> Iterator[Client]:
        return iter(tuple(self._clients))

    def __len__(self) -> int:
        return len(self._clients)

    # -- clients

    def add(self, client: Client, belongs: bool = False) -> None:
        """Adds a client, which acts from now on. Raises TooMuch.

        A person at the limit loses the client that has been silent longest: a network that
        swallows connections leaves such clients behind. A person who `belongs` to the room may
        always have two, so that a crowd of spectators keeps no player out.
        """
        person, now = client.person, client.last_heard
        mine = [] if person is None else [one for one in self._clients if one.person == person]
        alive = sum(one.last_heard + self._patience.shaky > now for one in mine)
        if len(self._clients) >= MAX_CLIENTS and (alive >= 2 or not belongs):
            raise TooMuch("Too many people are watching this table. Try again later.")
        if person is not None:
            if len(mine) >= MAX_CLIENTS_EACH:
                self._drop_silent(mine, now)
            self._acting[person] = client
            if belongs:
                self._networks[person] = client.network
        self._clients.append(client)
        self.changes += 1

    def _drop_silent(self, mine: list[Client], now: float) -> None:
        silent = min(mine, key=lambda one: one.last_heard)
        if silent.last_heard + self._patience.shaky > now:
            raise TooMuch("You have this table open too often; close a window.")
        silent.bye(
            "too-slow", "This connection went silent, and you have opened the table elsewhere."
        )
        self.remove(silent, now)

    def remove(self, client: Client, now: float) -> None:
        if client not in self._clients:
            return
        self._clients.remove(client)
        client.forget_shown()
        self.changes += 1
        self._empty_since = now
        person = client.person
        if person is None:
            return
        before = self._last_seen.get(person, client.last_heard)
        self._last_seen[person] = max(before, client.last_heard)
        if self._acting.get(person) is client:
            rest = [one for one in self._clients if one.person == person]
            if rest:
                self._acting[person] = rest[-1]
            else:
                del self._acting[person]

    def is_acting(self, client: Client) -> bool:
        return client.person is not None and self._acting.get(client.person) is client

    def make_acting(self, client: Client) -> None:
        assert client.person is not None, "a stranger never acts"
        self._acting[client.person] = client
        self.changes += 1

    def sole_client(self, room: Room) -> Client | None:
        """The acting client of the room's only person; None where anybody else is, or watches."""
        if len(room.people) != 1:
            return None
        (person,) = room.people
        if any(client.person != person.id for client in self._clients):
            return None
        return self._acting.get(person.id)

    @property
    def screens(self) -> int:
        """The number of clients that are screens."""
        return sum(client.shown_by is not None for client in self._clients)

    @property
    def connected(self) -> Collection[PersonId]:
        """Everybody who has a client."""
        return self._acting.keys()

    def has_person(self, person: PersonId) -> bool:
        return person in self._acting

    def empty_for(self, seconds: float, now: float) -> bool:
        """True if nobody at all has been connected for this long."""
        return not self._clients and self._empty_since + seconds <= now

    def next_empty_change(self, now: float) -> float | None:
        """The next moment at which an empty table dozes or retires, if it stays empty."""
        if self._clients:
            return None
        since = self._empty_since
        moments = (since + self._patience.doze, since + self._patience.retire)
        return min((moment for moment in moments if moment > now), default=None)

    # -- signs of life

    def note_alive(self, person: PersonId, now: float) -> None:
        """A sign of life outside any connection, such as entering the room."""
        self._last_seen[person] = now
        self.changes += 1

    def credit(self, seconds: float, until: float) -> None:
        """The server stalled for this long, and not after `until`: nobody was silent meanwhile."""
        self.changes += 1
        for client in self._clients:
            if client.last_heard < until:
                client.last_heard = min(until, client.last_heard + seconds)

    def is_silent_for(self, person: PersonId, seconds: float, now: float) -> bool:
        return self._last_heard(person) + seconds <= now

    def is_host_silent(self, host: PersonId, now: float) -> bool:
        """True if the host has been silent for so long that somebody stands in."""
        return self.is_silent_for(host, self._patience.host, now)

    def _last_heard(self, person: PersonId) -> float:
        last = self._last_seen.get(person, self._opened)
        for client in self._clients:
            if client.person == person and client.last_heard > last:
                last = client.last_heard
        return last

    def _presence_of(self, person: PersonId, now: float) -> Presence:
        last = self._last_heard(person)
        if last + self._patience.gone <= now:
            return "gone"
        return "shaky" if last + self._patience.shaky <= now else "present"

    def keep_listed(self, people: Iterable[PersonId], now: float) -> dict[PersonId, str]:
        """Those who keep their table in the list, each with the network that they came from.

        Only a connection counts: nobody does because the table opened.
        """
        networks = self._networks
        return {
            person: networks[person]
            for person in people
            if person in networks and not self.is_silent_for(person, self._patience.listed, now)
        }

    def able_to_shuffle(
        self, now: float, willing: bool = False
    ) -> Iterator[tuple[PersonId, Client]]:
        """People who are present, each with the acting client.

        `willing`: clients that seal every shuffle.
        """
        for person, client in self._acting.items():
            if (client.joins_shuffles or not willing) and (
                self._presence_of(person, now) == "present"
            ):
                yield person, client

    # -- presence

    def look(self, room: Room, now: float) -> None:
        """Brings presence up to date, if anybody came, went or spoke, or time may mean something.

        At a slow table nobody counts as away.

        Clients of people who are not present report their next sign of life from now on.
        """
        if (
            room is self._room
            and self.changes == self._changes_seen
            and (self.next_check is None or now < self.next_check)
            and all(client.silent for client in self._silent)
        ):
            return
        presence: dict[PersonId, Presence] = {
            one.id: "present" if room.clock in SLOW else self._presence_of(one.id, now)
            for one in room.people
        }
        if presence != self.presence:
            self.presence = presence
            self.present = frozenset(one for one, found in presence.items() if found != "gone")
        for client in self._clients:
            client.silent = (
                client.person is not None and self._presence_of(client.person, now) != "present"
            )
        self._silent = tuple(client for client in self._clients if client.silent)
        self._room, self._changes_seen, self._looked_at = room, self.changes, now
        self.next_check = self.next_silence
        self.looks += 1

    @property
    def next_silence(self) -> float | None:
        """The next time at which somebody's silence means something, if it lasts.

        It counts the signs of life since the last look, and is past where somebody is silent too
        long.
        """
        heard: dict[PersonId | None, float] = {}
        for client in self._clients:
            before = heard.get(client.person, client.last_heard)
            heard[client.person] = max(client.last_heard, before)
        first, waits = inf, (self._patience.shaky, self._patience.gone, self._patience.host)
        for person in () if self._room is None else self._room.people:
            last = self._last_seen.get(person.id, self._opened)
            last = max(last, heard.get(person.id, last))
            for wait in waits:
                if self._looked_at < last + wait < first:
                    first = last + wait
        return None if first == inf else first
