"""Mutes and blocks: whom an account hears nothing of, and with whom it is not brought together.

An account and another one are in one of three states. `none`: no row. `mute`: a row. `block`: a
row that says so; who is blocked is muted too. Each state follows each other by `write`. A block
also ends the open invitations between the two.
"""

from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import ForeignKey, delete, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database import news
from app.store.database.base import Base, Id, Timestamp
from app.store.database.connections import Connection
from app.store.database.storable_text import is_id
from app.store.people import invitations
from app.store.people.rows import AccountRow
from app.table.model.room import PersonId

Level: TypeAlias = Literal["none", "mute", "block"]


class MuteRow(Base):
    """One account has muted another, or blocked it."""

    __tablename__ = "mutes"

    account_id: Mapped[Id] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    other_id: Mapped[Id] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    blocked: Mapped[bool]
    since: Mapped[Timestamp] = mapped_column(server_default=func.now())


class Muted(msgspec.Struct, frozen=True):
    """A person whom an account has muted or blocked."""

    id: PersonId
    name: str
    """As it is now."""
    blocked: bool


_WRITE: Final = text("""
WITH both_live AS (
    SELECT id FROM accounts WHERE id IN (:account, :other) AND kind <> 'gone' ORDER BY id FOR SHARE
)
INSERT INTO mutes (account_id, other_id, blocked)
SELECT :account, :other, :blocked WHERE (SELECT count(*) FROM both_live) = 2
ON CONFLICT (account_id, other_id) DO UPDATE SET blocked = EXCLUDED.blocked
RETURNING other_id
""")
"""The share locks wait for an erasure under way, and then find nobody; and for invitations."""
_IDS: Final = "SELECT other_id, blocked FROM mutes WHERE account_id = $1"


async def write(db: AsyncSession, account_id: str, other_id: str, level: Level) -> bool:
    """Sets the state between the two. False: there is no such other account."""
    if not is_id(other_id):
        return False
    await news.tell(db, news.Kind.MUTES_CHANGED, [account_id])
    if level == "none":
        await db.execute(
            delete(MuteRow).where(MuteRow.account_id == account_id, MuteRow.other_id == other_id)
        )
        return True
    values = {"account": account_id, "other": other_id, "blocked": level == "block"}
    written = (await db.scalar(_WRITE, values)) is not None
    if written and level == "block":
        await invitations.void_between(db, account_id, other_id)
    return written


async def ids(
    connection: Connection, account_id: str
) -> tuple[frozenset[PersonId], frozenset[PersonId]]:
    """Everybody whom the account has muted, and those of them whom it has blocked."""
    found = await connection.fetch(_IDS, account_id)
    muted = frozenset(PersonId(row["other_id"]) for row in found)
    return muted, frozenset(PersonId(row["other_id"]) for row in found if row["blocked"])


async def of_account(db: AsyncSession, account_id: str) -> list[Muted]:
    """Everybody whom the account has muted or blocked, by name."""
    found = await db.execute(
        select(MuteRow.other_id, AccountRow.name, MuteRow.blocked)
        .join(AccountRow, AccountRow.id == MuteRow.other_id)
        .where(MuteRow.account_id == account_id)
        .order_by(AccountRow.name, MuteRow.other_id)
    )
    return [Muted(PersonId(other), name, blocked) for other, name, blocked in found]


async def kept_apart(db: AsyncSession, account_id: str) -> frozenset[PersonId]:
    """Everybody whom the account has blocked, and everybody who has blocked it."""
    found = await db.execute(
        select(MuteRow.account_id, MuteRow.other_id).where(
            MuteRow.blocked,
            or_(MuteRow.account_id == account_id, MuteRow.other_id == account_id),
        )
    )
    return frozenset(PersonId(one) for pair in found for one in pair) - {PersonId(account_id)}


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes what the account has muted, and that others have muted it."""
    await db.execute(
        delete(MuteRow).where(or_(MuteRow.account_id == account_id, MuteRow.other_id == account_id))
    )
