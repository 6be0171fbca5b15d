"""Numbers and shuffles from 32 bytes: a stream of words of 32 bits, each number equally likely."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from app.fair import SECRET

_WORD: Final = 1 << 32


def words(key: bytes) -> Iterator[int]:
    """The words of the stream of `key`, without end."""
    assert len(key) == SECRET, "a stream comes from 32 bytes"
    counter = 0
    while True:
        block = sha256(b"\x04" + key + counter.to_bytes(4, "big")).digest()
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """The next number below `bound`; words that would favour small numbers are passed over."""
    fair = _WORD - _WORD % bound
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % bound


def shuffled(n: int, stream: Iterator[int]) -> tuple[int, ...]:
    """A permutation of range(n): Fisher and Yates, from the last place down."""
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, stream)
        places[last], places[other] = places[other], places[last]
    return tuple(places)
