"""The log of a match as a chain of hashes: each hash covers an entry and the hash before it.

The last hash stands for the whole match. Only what a replay needs is covered: no names, no
accounts, no commands. So a record still verifies after a person in it was erased. docs/protocol.md,
"Receipts", describes the chain for other programs.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

NAME: Final = "pecking-order/chain/1"
"""Hashed first, so that no hash of ours can be taken for another."""

_encoder = msgspec.json.Encoder(order="sorted")


class BrokenChain(Exception):
    """A record that is not what was written: at `ply` the chain does not go on."""

    def __init__(self, match: str, ply: int) -> None:
        super().__init__(f"match {match}: entry {ply} is not what its hash says")
        self.match, self.ply = match, ply


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry as it stands in the store."""

    ply: int
    at: int
    """Whole milliseconds since 1970, rounded down."""
    entry: Any
    """As JSON, exactly as stored."""
    hash: bytes


def canonical(value: Any) -> bytes:
    """JSON in its one form: keys sorted, no spaces, UTF-8 without escapes that need not be."""
    return _encoder.encode(value)


def initial_hash(match: str, game: str, rules_version: int, setup: Mapping[str, Any]) -> bytes:
    """The hash that the first entry is chained to; 32 bytes.

    `setup` is `{seats, options, ranked}` as JSON.
    """
    return sha256(canonical([NAME, match, game, rules_version, setup])).digest()


def entry_hash(previous: bytes, match: str, ply: int, at: int, entry: Any) -> bytes:
    """The hash of one entry after `previous`; 32 bytes.

    `at` as in StoredEntry, `entry` as a value or as JSON.
    """
    return sha256(canonical([previous.hex(), match, ply, at, entry])).digest()


def verify(first: bytes, match: str, links: Iterable[StoredEntry]) -> bytes:
    """The last hash of a whole record whose chain begins with `first`.

    Raises BrokenChain at the first entry that does not fit.
    """
    last = first
    for ply, one in enumerate(links):
        last = entry_hash(last, match, ply, one.at, one.entry)
        if one.ply != ply or one.hash != last:
            raise BrokenChain(match, ply)
    return last


def receipt(last: bytes) -> str:
    """A hash as people read and compare it: hexadecimal, in groups of four."""
    text = last.hex()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))
