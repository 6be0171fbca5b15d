"""From the secrets of the house and of the seats to an order: what is promised before, what is drawn after."""

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TypeVar

from app.fair import NAME, SECRET

_WORD = 1 << 64

S = TypeVar("S", bound=int)


def secret_of(match_secret: bytes, match: str, number: int, attempt: int) -> bytes:
    """The house's 32 bytes for one attempt at one shuffle; attempts cannot be told from each other's."""
    assert len(match_secret) == SECRET, "a match's secret has 32 bytes"
    return _mac(match_secret, f"{NAME}|secret|{match}|{number}|{attempt}")


def commitment(match: str, number: int, attempt: int, secret: bytes) -> str:
    """What the house promises before the shuffle, hexadecimal."""
    return _digest(f"{NAME}|commitment|{match}|{number}|{attempt}|{secret.hex()}")


def seal(match: str, number: int, attempt: int, seat: int, entropy: bytes) -> str:
    """What a seat promises before it opens its own part, hexadecimal."""
    return _digest(f"{NAME}|seal|{match}|{number}|{attempt}|{seat}|{entropy.hex()}")


def seed(
    match: str, number: int, attempt: int, secret: bytes, openings: Mapping[S, bytes]
) -> bytes:
    """What the order is drawn from: the house's secret and every part that was opened, by seat."""
    opened = ",".join(f"{seat}:{openings[seat].hex()}" for seat in sorted(openings))
    return _mac(secret, f"{NAME}|seed|{match}|{number}|{attempt}|{opened}")


def order(drawn: bytes, n: int) -> tuple[int, ...]:
    """An order of range(n), each as likely as any other, from a seed of 32 bytes: Fisher and Yates, from the last place down."""
    words = _words(drawn)
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, words)
        places[last], places[other] = places[other], places[last]
    return tuple(places)


def below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`, each exactly as likely as any other: words of 64 bits that would favour some are passed over."""
    fair = _WORD - _WORD % bound
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % bound


def _words(drawn: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = _mac(drawn, f"order|{counter}")
        for at in range(0, len(block), 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode("ascii"), "sha256")


def _digest(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()
