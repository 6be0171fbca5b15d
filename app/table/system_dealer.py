"""The system's random source: secrets, orders, codes, and the pauses of bots."""

import secrets
from typing import Final

from app.fair import SECRET
from app.fair.stream import shuffled, words
from app.table.model.match_ids import new_match_id
from app.table.model.room import MatchId

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like digits and like each other."""


class SystemDealer:
    """Implements ports.Dealer over the operating system's generator."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def match_secret(self) -> bytes | None:
        return secrets.token_bytes(SECRET)

    def order(self, n: int) -> tuple[int, ...]:
        return shuffled(n, words(secrets.token_bytes(SECRET)))

    def uniform(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def token(self, bits: int) -> str:
        return secrets.token_urlsafe((bits + 7) // 8)

    def match_id(self) -> MatchId:
        return new_match_id()

    def code(self) -> str:
        return "".join(self._random.choice(LETTERS) for _ in range(5))
