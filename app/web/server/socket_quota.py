"""The quota of table sockets: for each network and for the server."""

import asyncio
from collections import Counter
from typing import Final

PER_NETWORK: Final = 60
"""Sockets from one network: a class behind one router, with two windows each."""
TOTAL: Final = 5000
CONCURRENT_JOINS: Final = 16
"""Sockets that may join their tables at once; others wait in line.

After a restart everybody comes back. All at once would wait for the database until they time
out, and then try again.
"""


class QuotaExceeded(Exception):
    """Too many sockets are open; the message is a sentence for the client."""


class SocketQuota:
    """The open table sockets of this process."""

    def __init__(self, multiplier: float = 1.0) -> None:
        """`multiplier` multiplies what one network may have."""
        self._multiplier = multiplier
        self._by_network: Counter[str] = Counter()
        self.open = 0
        self.join_slots = asyncio.Semaphore(CONCURRENT_JOINS)

    def enter(self, network: str) -> None:
        """Raises QuotaExceeded."""
        if self.open >= TOTAL:
            raise QuotaExceeded("The server is full. Try again in a few minutes.")
        if self._by_network[network] >= PER_NETWORK * self._multiplier:
            raise QuotaExceeded(
                "Too many tables are open at your address. Close one and try again."
            )
        self._by_network[network] += 1
        self.open += 1

    def leave(self, network: str) -> None:
        self._by_network[network] -= 1
        self.open -= 1
        if not self._by_network[network]:
            del self._by_network[network]
