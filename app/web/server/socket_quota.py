"""The quota of table sockets: for each person, for each network, and for the server."""

import asyncio
from typing import Final

from app.web.rate_limits import Source
from app.web.server.places import Keys, Places

PER_PERSON: Final = 6
"""Sockets of one person, at whichever tables; more count as strangers'."""
PER_NETWORK: Final = 60
"""Sockets of the strangers in one network, who watch."""
EVERYBODY_PER_NETWORK: Final = 1200
"""Sockets from one network, of all people in it: a school of 200, with a phone each and windows."""
TOTAL: Final = 5000
KNOWN_ONLY: Final = 500
"""The last of them, which are for people who are known."""
CONCURRENT_JOINS: Final = 16
"""Sockets that may join their tables at once; others wait in line.

After a restart everybody comes back. All at once would wait for the database until they time
out, and then try again.
"""
STRANGERS_JOINING: Final = 8
"""The share of them that strangers may have."""


class QuotaExceeded(Exception):
    """Too many sockets are open; the message is a sentence for the client."""


class SocketQuota:
    """The open table sockets of this process."""

    def __init__(self, multiplier: float = 1.0) -> None:
        """`multiplier` multiplies what one person and one network may have."""
        self._places = Places(
            PER_PERSON * multiplier, PER_NETWORK * multiplier, EVERYBODY_PER_NETWORK * multiplier
        )
        self.open = 0
        self.join_slots = asyncio.Semaphore(CONCURRENT_JOINS)
        self.stranger_slots = asyncio.Semaphore(STRANGERS_JOINING)

    def enter(self, source: Source) -> Keys:
        """Counts a socket; the keys to leave with. Raises QuotaExceeded."""
        if self.open >= (TOTAL if source.person is not None else TOTAL - KNOWN_ONLY):
            raise QuotaExceeded("The server is full. Try again in a few minutes.")
        keys = self._places.find(source)
        if keys is None:
            raise QuotaExceeded(
                "Too many tables are open at your address. Close one and try again."
            )
        self._places.enter(keys)
        self.open += 1
        return keys

    def leave(self, keys: Keys) -> None:
        self._places.leave(keys)
        self.open -= 1
