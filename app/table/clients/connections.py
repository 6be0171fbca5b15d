"""The clients at one table, and which of a person's clients acts."""

from collections.abc import Iterator
from typing import Final

from app.table.clients.client import Client
from app.table.model.errors import TooMuch
from app.table.model.patience import Patience
from app.table.model.room import PersonId

MAX_CLIENTS: Final = 300
MAX_CLIENTS_EACH: Final = 6


class Connections:
    """The newest client of a person acts, or the one that asked to."""

    def __init__(self, patience: Patience, now: float) -> None:
        self._patience = patience
        self._clients: list[Client] = []
        self.acting: dict[PersonId, Client] = {}
        self.last_seen: dict[PersonId, float] = {}
        """The time at which people were last seen other than through their present clients."""
        self.networks: dict[PersonId, str] = {}
        """The network of the newest client of each person of the room who has connected."""
        self._empty_since = now
        self.changes = 0
        """Grows when somebody comes or goes, acts in another window, or was seen elsewhere."""

    def __iter__(self) -> Iterator[Client]:
        return iter(tuple(self._clients))

    def __len__(self) -> int:
        return len(self._clients)

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
            self.acting[person] = client
            if belongs:
                self.networks[person] = client.network
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
        before = self.last_seen.get(person, client.last_heard)
        self.last_seen[person] = max(before, client.last_heard)
        if self.acting.get(person) is client:
            rest = [one for one in self._clients if one.person == person]
            if rest:
                self.acting[person] = rest[-1]
            else:
                del self.acting[person]

    def is_acting(self, client: Client) -> bool:
        return client.person is not None and self.acting.get(client.person) is client

    def make_acting(self, client: Client) -> None:
        assert client.person is not None, "a stranger never acts"
        self.acting[client.person] = client
        self.changes += 1

    def has_person(self, person: PersonId) -> bool:
        return any(client.person == person for client in self._clients)

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
