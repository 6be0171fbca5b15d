"""Match ids: UUIDs of version 7, written as the 22 URL-safe characters of their 16 bytes."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

import uuid_utils

from app.table.model.room import MatchId


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
