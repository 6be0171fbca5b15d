"""How many connections are open, and from where; a bound for each household and for the house."""

import asyncio
from collections import Counter
from typing import Final

EACH: Final = 60
"""Connections of one address: a class behind one router, each with a second window."""
ALTOGETHER: Final = 5000
ARRIVING: Final = 16
"""Who may be looked up and shown to a table at once. When a whole house comes back after a restart, the others stand in line, each in turn:
all at once they would wait for the database until everybody's patience ends, and then come again."""


class Full(Exception):
    """No more connections now; the message is a sentence for whoever asks."""


class SocketQuota:
    """All open connections of this process."""

    def __init__(self, generosity: float = 1.0) -> None:
        """`generosity` multiplies what one address may have."""
        self._generosity = generosity
        self._by_address: Counter[str] = Counter()
        self.open = 0
        self.line = asyncio.Semaphore(ARRIVING)

    def enter(self, address: str) -> None:
        """Raises Full."""
        if self.open >= ALTOGETHER:
            raise Full("The house is full at the moment.")
        if self._by_address[address] >= EACH * self._generosity:
            raise Full("Too many tables are open at your address; close a window.")
        self._by_address[address] += 1
        self.open += 1

    def leave(self, address: str) -> None:
        self._by_address[address] -= 1
        self.open -= 1
        if not self._by_address[address]:
            del self._by_address[address]
