"""The order of a shuffle, from the secrets of the server and the seats, and the promises before."""

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TypeVar

from app.fair import SECRET

NAME = "pecking-order/1"
_WORD = 1 << 64

S = TypeVar("S", bound=int)


def secret_of(match_secret: bytes, match: str, number: int, attempt: int) -> bytes:
    """The server's 32 bytes for one attempt at one shuffle, independent of other attempts."""
    assert len(match_secret) == SECRET, "a match's secret has 32 bytes"
    return _mac(match_secret, f"{NAME}|secret|{match}|{number}|{attempt}")


def commitment(match: str, number: int, attempt: int, secret: bytes) -> str:
    """The server's commitment before the shuffle, hexadecimal."""
    return _digest(f"{NAME}|commitment|{match}|{number}|{attempt}|{secret.hex()}")


def seal(match: str, number: int, attempt: int, seat: int, entropy: bytes) -> str:
    """A seat's commitment before it reveals its own part, hexadecimal."""
    return _digest(f"{NAME}|seal|{match}|{number}|{attempt}|{seat}|{entropy.hex()}")


def seed(
    match: str, number: int, attempt: int, secret: bytes, openings: Mapping[S, bytes]
) -> bytes:
    """The seed of the order: the server's secret and every revealed part, by seat."""
    opened = ",".join(f"{seat}:{openings[seat].hex()}" for seat in sorted(openings))
    return _mac(secret, f"{NAME}|seed|{match}|{number}|{attempt}|{opened}")


def order(drawn: bytes, n: int) -> tuple[int, ...]:
    """A uniformly random order of range(n) from 32 bytes: Fisher-Yates, from the last place."""
    words = _words(drawn)
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, words)
        places[last], places[other] = places[other], places[last]
    return tuple(places)


def below(bound: int, words: Iterator[int]) -> int:
    """A uniformly random number below `bound`; 64-bit words that would bias it are skipped."""
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
