"""How many connections are open, and from where; a bound for each household and for the house."""

import asyncio
from collections import Counter
from typing import Final

PER_NETWORK: Final = 60
"""Connections of one address: a class behind one router, each with a second window."""
TOTAL: Final = 5000
CONCURRENT_JOINS: Final = 16
"""Who may be looked up and shown to a table at once. When a whole house comes back after a restart, the others stand in line, each in turn:
all at once they would wait for the database until everybody's patience ends, and then come again."""


class QuotaExceeded(Exception):
    """No more connections now; the message is a sentence for whoever asks."""


class SocketQuota:
    """All open connections of this process."""

    def __init__(self, multiplier: float = 1.0) -> None:
        """`generosity` multiplies what one address may have."""
        self._multiplier = multiplier
        self._by_network: Counter[str] = Counter()
        self.open = 0
        self.join_slots = asyncio.Semaphore(CONCURRENT_JOINS)

    def enter(self, network: str) -> None:
        """Raises Full."""
        if self.open >= TOTAL:
            raise QuotaExceeded("The house is full at the moment.")
        if self._by_network[network] >= PER_NETWORK * self._multiplier:
            raise QuotaExceeded("Too many tables are open at your address; close a window.")
        self._by_network[network] += 1
        self.open += 1

    def leave(self, network: str) -> None:
        self._by_network[network] -= 1
        self.open -= 1
        if not self._by_network[network]:
            del self._by_network[network]
