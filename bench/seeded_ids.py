"""The ids and names of what is seeded: each follows from a number, here and in the database."""

from base64 import b64encode
from hashlib import md5, sha256
from typing import Final
from uuid import UUID

from app.table.model.notation import match_id
from app.table.model.room import MatchId

SYLLABLES: Final = ("ka", "lo", "min", "ra", "tes", "su", "nov", "bi", "gel", "du")
FIRST_MATCH: Final = 1_700_000_000_000
"""Milliseconds since 1970 in the id of match 0; the next ones are a minute apart."""


def id_of(kind: str, n: int) -> str:
    """The id of the n-th account or room."""
    digest = b64encode(sha256(f"{kind}{n}".encode()).digest()).decode()
    return digest.translate(str.maketrans("+/", "-_", "="))[:22]


def match_uuid_of(n: int) -> UUID:
    """The id of the n-th match, a UUID of version 7."""
    drawn = md5(f"match{n}".encode(), usedforsecurity=False).hexdigest()
    return UUID(f"{FIRST_MATCH + n * 60_000:012x}7{drawn[:3]}a{drawn[3:18]}")


def match_of(n: int) -> MatchId:
    return match_id(match_uuid_of(n))


def name_of(n: int) -> str:
    """A name unlike others, so that a search for a part of it finds few."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{n:04}").capitalize()
