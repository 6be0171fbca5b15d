"""Pictures that players share, of a match or of the evening up to it, and that they are taken back.

A row holds no name and no account: what is told has marks of seats (app/web/replay/marks.py), and
names are put in as they are when it is looked at. So an erased person is in no picture.

| state | a player asks for it | a player takes it back | the match is voided |
|---|---|---|---|
| none (no row) | made: told is kept under a new key | | is not made |
| made | stays, with its key | taken back: told is emptied | not shown until reinstated |
| taken back | refused, for good | stays | stays |

While it is asked for there is no row yet: of two who ask at once, the first row is that of both,
and of one who asks while another takes back, the taking back holds. The row goes with its match.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, func, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, MatchKey, String, Timestamp, new_id
from app.store.database.storable_text import is_id


class Kind(StrEnum):
    MATCH = "match"
    """Told: its story (app/web/replay/story.py), with marks in place of names."""
    EVENING = "evening"
    """Of the evening up to its match. Told: `matches`, their ids, oldest first."""


class PictureRow(Base):
    """The picture of one match, or of the evening up to it, that is shared or was taken back."""

    __tablename__ = "pictures"
    __table_args__ = (
        CheckConstraint("kind IN ('match', 'evening')", name="kind"),
        CheckConstraint("char_length(key) = 22", name="key_has_22_characters"),
        CheckConstraint(
            "(taken_back_at IS NULL) = (told IS NOT NULL)", name="taken_back_keeps_nothing"
        ),
    )

    match_id: Mapped[MatchKey] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[String] = mapped_column(primary_key=True)
    key: Mapped[String] = mapped_column(unique=True)
    """The end of its address, drawn by chance."""
    told: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """See Kind."""
    made_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    taken_back_at: Mapped[Timestamp | None]


class Picture(msgspec.Struct, frozen=True):
    match: str
    kind: Kind
    key: str
    told: dict[str, Any] | None
    """None: it was taken back."""


async def of_match(db: AsyncSession, match: str, kind: Kind) -> Picture | None:
    return _picture(await db.get(PictureRow, (match, kind)))


async def of_key(db: AsyncSession, key: str) -> Picture | None:
    if not is_id(key):
        return None
    return _picture(await db.scalar(select(PictureRow).where(PictureRow.key == key)))


async def keep(db: AsyncSession, match: str, kind: Kind, told: dict[str, Any]) -> Picture:
    """The picture of the match: a new one, or what another has made of it meanwhile."""
    new = insert(PictureRow).values(match_id=match, kind=kind, key=new_id(), told=told)
    await db.execute(new.on_conflict_do_nothing(index_elements=["match_id", "kind"]))
    found = await of_match(db, match, kind)
    assert found is not None
    return found


async def take_back(db: AsyncSession, key: str, now: datetime) -> None:
    await db.execute(
        update(PictureRow)
        .where(PictureRow.key == key, PictureRow.taken_back_at.is_(None))
        .values(told=None, taken_back_at=now)
    )


def _picture(row: PictureRow | None) -> Picture | None:
    return None if row is None else Picture(row.match_id, Kind(row.kind), row.key, row.told)
