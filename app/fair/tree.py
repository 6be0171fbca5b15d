"""One promise over every position of a shuffled pack, which can be opened position by position."""

import hmac
from collections.abc import Sequence
from hashlib import sha256


def salt(secret: bytes, position: int) -> bytes:
    """16 bytes that hide what lies at `position` from who has only its leaf."""
    return hmac.digest(secret, f"salt|{position}".encode("ascii"), "sha256")[:16]


def leaf(salt: bytes, position: int, card: int) -> bytes:
    """`thing`: the index of what lies there among what was shuffled."""
    return sha256(b"\x00" + salt + position.to_bytes(4, "big") + card.to_bytes(4, "big")).digest()


def parent(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """The leaves of one order and everything above them; an odd one out goes up as it is."""

    def __init__(self, secret: bytes, order: Sequence[int]) -> None:
        assert order, "nothing was shuffled"
        self.n = len(order)
        self._secret = secret
        rows = [
            [leaf(salt(secret, position), position, thing) for position, thing in enumerate(order)]
        ]
        while len(rows[-1]) > 1:
            row = rows[-1]
            rows.append(
                [
                    parent(*row[at : at + 2]) if at + 1 < len(row) else row[at]
                    for at in range(0, len(row), 2)
                ]
            )
        self._rows = rows

    @property
    def root(self) -> str:
        """Hexadecimal."""
        return self._rows[-1][0].hex()

    def salt(self, position: int) -> str:
        """Hexadecimal."""
        return salt(self._secret, position).hex()

    def path(self, position: int) -> tuple[str, ...]:
        """What stands beside the way from the leaf at `position` to the root, hexadecimal, lowest first."""
        path = []
        for row in self._rows[:-1]:
            if position ^ 1 < len(row):
                path.append(row[position ^ 1].hex())
            position >>= 1
        return tuple(path)
