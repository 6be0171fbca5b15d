"""The decks that a server fixes before a shuffle, and the names of things with hidden codes."""

import hmac
from collections.abc import Collection, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final

from app.fair import NAME, SECRET
from app.fair.hash_tree import HashTree, salt
from app.fair.stream import shuffled, words

DECKS: Final = 8
"""The decks of which one is played."""


def deck_key(match_secret: bytes, match: str, number: int, deck: int) -> bytes:
    """The secret of deck 0 to 7 of a shuffle; from one of them no other follows."""
    return _key(match_secret, f"{NAME}|deck|{match}|{number}|{deck}")


def names_key(match_secret: bytes, match: str, number: int) -> bytes:
    return _key(match_secret, f"{NAME}|names|{match}|{number}")


def _key(match_secret: bytes, text: str) -> bytes:
    assert len(match_secret) == SECRET, "a match's secret has 32 bytes"
    return hmac.digest(match_secret, text.encode(), "sha256")


def deck_leaf(salt: bytes, index: int, thing: int) -> bytes:
    return sha256(b"\x00" + salt + index.to_bytes(4, "big") + thing.to_bytes(4, "big")).digest()


def name_leaf(salt: bytes, thing: int, code: str) -> bytes:
    return sha256(b"\x02" + salt + thing.to_bytes(4, "big") + code.encode()).digest()


class _Sealed:
    """Things under a key, each in a leaf of a tree. No repr: it holds a secret."""

    key: bytes

    def _leaves(self) -> list[bytes]:
        raise NotImplementedError

    @cached_property
    def _tree(self) -> HashTree:
        return HashTree(self._leaves())

    @property
    def root(self) -> str:
        return self._tree.root

    def salt(self, at: int) -> str:
        """Hexadecimal."""
        return salt(self.key, at).hex()

    def missing(self, leaves: Collection[int]) -> tuple[str, ...]:
        """See HashTree.missing."""
        return self._tree.missing(leaves)


class Deck(_Sealed):
    """The secret arrangement of n things under one key."""

    def __init__(self, key: bytes, n: int) -> None:
        self.key, self._n = key, n

    @cached_property
    def things(self) -> tuple[int, ...]:
        """The thing at each index."""
        return shuffled(self._n, words(self.key))

    def _leaves(self) -> list[bytes]:
        key = self.key
        return [deck_leaf(salt(key, at), at, thing) for at, thing in enumerate(self.things)]


class HiddenNames(_Sealed):
    """The codes of things whose numbers tell nothing."""

    def __init__(self, key: bytes, codes: Sequence[str]) -> None:
        """`codes`: in the order of the rules' own list."""
        self.key = key
        self.labels = shuffled(len(codes), words(key))
        """The place in the rules' list of each thing."""
        self.codes = tuple(codes[label] for label in self.labels)
        """The code of each thing."""

    def _leaves(self) -> list[bytes]:
        key = self.key
        return [name_leaf(salt(key, thing), thing, code) for thing, code in enumerate(self.codes)]
