"""The system's own chance: orders of cards, secrets, codes, and how long bots take."""

import secrets
from typing import Final

from app.table.room import MatchId

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like figures and like each other."""


class SystemDealer:
    """Implements ports.Dealer over the operating system's generator."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    async def order(self, match: MatchId, ply: int, n: int) -> tuple[int, ...]:
        """A permutation of range(n), each equally likely (Fisher and Yates)."""
        order = list(range(n))
        self._random.shuffle(order)
        return tuple(order)

    def between(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def token(self, bits: int) -> str:
        return secrets.token_urlsafe((bits + 7) // 8)

    def code(self) -> str:
        return "".join(self._random.choice(LETTERS) for _ in range(5))
