"""A tree of hashes over leaves, of which any set can be opened together."""

from collections.abc import Collection, Sequence
from hashlib import sha256


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def salt(key: bytes, at: int) -> bytes:
    """16 bytes that hide what a leaf says from anyone who has only the leaf."""
    return sha256(b"\x03" + key + at.to_bytes(4, "big")).digest()[:16]


class HashTree:
    """The rows of hashes from the leaves to the root; an odd one out goes up as it is."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        assert leaves, "a tree has leaves"
        rows = [list(leaves)]
        while len(row := rows[-1]) > 1:
            above = [node(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
            rows.append(above + row[len(above) * 2 :])
        self._rows = rows

    @property
    def root(self) -> str:
        """Hexadecimal."""
        return self._rows[-1][0].hex()

    def missing(self, leaves: Collection[int]) -> tuple[str, ...]:
        """The nodes that lead from these leaves to the root, hexadecimal, in the order of use.

        None where no leaf is given.
        """
        nodes: list[str] = []
        known = set(leaves)
        for row in self._rows[:-1]:
            beside = (at ^ 1 for at in sorted(known) if at ^ 1 not in known)
            nodes.extend(row[at].hex() for at in beside if at < len(row))
            known = {at >> 1 for at in known}
        return tuple(nodes)
