"""One commitment to every position of a shuffled pack, which can be opened one by one."""

import hmac
from collections.abc import Sequence
from hashlib import sha256


def salt(secret: bytes, position: int) -> bytes:
    """16 bytes that hide the card at `position` from anyone who has only its leaf."""
    return hmac.digest(secret, f"salt|{position}".encode("ascii"), "sha256")[:16]


def leaf(salt: bytes, position: int, card: int) -> bytes:
    """`card`: its index in the pack that was shuffled."""
    return sha256(b"\x00" + salt + position.to_bytes(4, "big") + card.to_bytes(4, "big")).digest()


def parent(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """The Merkle tree of one order; an odd node moves up unchanged."""

    def __init__(self, secret: bytes, order: Sequence[int]) -> None:
        assert order, "nothing was shuffled"
        self.n = len(order)
        self._secret = secret
        rows = [
            [leaf(salt(secret, position), position, card) for position, card in enumerate(order)]
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
        """The sibling hashes from the leaf at `position` to the root, hexadecimal, lowest first."""
        path = []
        for row in self._rows[:-1]:
            if position ^ 1 < len(row):
                path.append(row[position ^ 1].hex())
            position >>= 1
        return tuple(path)
