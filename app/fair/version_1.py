"""Version 1 of the fair shuffle, as far as its records are still shown."""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from app.fair.hash_tree import HashTree

_NAME: Final = "pecking-order/1"


def secret_of(match_secret: bytes, match: str, number: int, attempt: int) -> bytes:
    """The server's 32 bytes for one attempt at one shuffle."""
    text = f"{_NAME}|secret|{match}|{number}|{attempt}"
    return hmac.digest(match_secret, text.encode(), "sha256")


def commitment(match: str, number: int, attempt: int, secret: bytes) -> str:
    """The server's commitment before the shuffle, hexadecimal."""
    text = f"{_NAME}|commitment|{match}|{number}|{attempt}|{secret.hex()}"
    return sha256(text.encode()).hexdigest()


def root(secret: bytes, order: Sequence[int]) -> str:
    """The root over the order's positions, hexadecimal."""
    return HashTree([_leaf(secret, position, card) for position, card in enumerate(order)]).root


def _leaf(secret: bytes, position: int, card: int) -> bytes:
    salt = hmac.digest(secret, f"salt|{position}".encode(), "sha256")[:16]
    return sha256(b"\x00" + salt + position.to_bytes(4, "big") + card.to_bytes(4, "big")).digest()
