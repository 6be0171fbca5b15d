"""The check of one opened position: from a leaf along its path to the root."""

from collections.abc import Sequence

from app.fair.tree import parent


def root_from_path(n: int, position: int, leaf: bytes, path: Sequence[str]) -> str | None:
    """The root, hexadecimal, that `path` leads to from the leaf at `position` of `n`.

    None: the path is too short or too long.
    """
    top, beside = leaf, list(path)
    while n > 1:
        if position ^ 1 < n:
            if not beside:
                return None
            other = bytes.fromhex(beside.pop(0))
            top = parent(other, top) if position & 1 else parent(top, other)
        position, n = position >> 1, (n + 1) >> 1
    return None if beside else top.hex()
