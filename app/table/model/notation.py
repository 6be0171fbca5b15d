"""Notation: how instants and ids of matches are written, in the database, on the wire, in hashes.

An instant is in milliseconds since 1970, rounded down. An id of a match is a UUID of version 7, as
the 22 URL-safe characters of its 16 bytes.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

import uuid_utils

from app.table.model.room import MatchId

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_milliseconds(at: datetime) -> int:
    """Exact: no floating point is involved. `at` is aware."""
    return (at - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    """Aware, in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND


def new_match_id() -> MatchId:
    """An id that sorts after those made before it. 74 of its bits are random."""
    return match_id(UUID(int=uuid_utils.uuid7().int))


def match_id(uuid: UUID) -> MatchId:
    return MatchId(urlsafe_b64encode(uuid.bytes).rstrip(b"=").decode())


def match_uuid(match: str) -> UUID:
    """The UUID of a match id. Raises ValueError for any other text."""
    if len(match) == 22:
        uuid = UUID(bytes=urlsafe_b64decode(match + "=="))
        if match_id(uuid) == match:
            return uuid
    raise ValueError("not a match id")


def read_match_id(text: str) -> MatchId | None:
    """The match id that somebody typed, in its 22 characters or as a UUID; None for other text."""
    try:
        if len(text) in (32, 36):
            return match_id(UUID(text))
        return match_id(match_uuid(text))
    except ValueError:
        return None
