"""Device transfers: links that continue a login on another device.

Each link works once, within ten minutes, and only its SHA-256 is stored.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Timestamp, new_id
from app.store.database.connections import Connection
from app.store.database.storable_text import replace_unstorable
from app.store.people.rows import Account
from app.store.people.sessions import SESSION_LIFETIME, hash_token

LINK_LIFETIME: Final = timedelta(minutes=10)


class DeviceTransferRow(Base):
    """The link that moves one login to another device. A new one replaces it."""

    __tablename__ = "device_transfers"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="token_hash_has_32_bytes"),
    )

    session_id: Mapped[Id] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    room_id: Mapped[Id]
    """The room to continue in. No foreign key: so short a row must not keep a table waiting."""
    expires_at: Mapped[Timestamp] = mapped_column(index=True)


class DeviceTransfer(msgspec.Struct, frozen=True):
    """The account and room of a link."""

    account: Account
    room: str


class TransferredLogin(msgspec.Struct, frozen=True):
    """The new login on the other device, and the token for its cookie."""

    account: Account
    room: str
    session: str
    token: str


_CREATE: Final = """
INSERT INTO device_transfers (session_id, token_hash, room_id, expires_at)
SELECT id, $2, $3, $4 FROM sessions WHERE id = $1 FOR KEY SHARE
ON CONFLICT (session_id) DO UPDATE SET
    token_hash = excluded.token_hash, room_id = excluded.room_id, expires_at = excluded.expires_at
RETURNING session_id
"""

_FIND: Final = """
SELECT accounts.id, name, kind, role, accounts.created_at, suspended_until, suspension_reason,
    room_id
FROM device_transfers JOIN sessions ON sessions.id = session_id
JOIN accounts ON accounts.id = account_id
WHERE device_transfers.token_hash = $1 AND expires_at > $2 AND last_seen_at > $3
"""

_FIND_AND_LOCK: Final = f"{_FIND} FOR SHARE OF accounts"
"""Locks the account against "log out everywhere", which either ends the new login too or comes
first, and then nothing is found.
"""

_REDEEM: Final = """
WITH used AS (DELETE FROM device_transfers WHERE token_hash = $1 RETURNING session_id)
INSERT INTO sessions (id, account_id, token_hash, user_agent, created_at, last_seen_at)
SELECT $2, account_id, $3, $4, created_at, $5 FROM sessions WHERE id = (SELECT session_id FROM used)
RETURNING id
"""


async def create(db: Connection, session_id: str, room_id: str, now: datetime) -> str:
    """Creates the login's link, replacing an earlier one; returns its token.

    Raises LookupError where the login has ended.
    """
    token = secrets.token_urlsafe(32)
    if (
        await db.fetchval(_CREATE, session_id, hash_token(token), room_id, now + LINK_LIFETIME)
        is None
    ):
        raise LookupError(f"there is no session {session_id!r}")
    return token


async def find(db: Connection, token: str, now: datetime) -> DeviceTransfer | None:
    """The transfer that a link offers; looking does not use it up.

    None for a link that was used, revoked or never made, whose time or login has ended, or whose
    account is suspended or deleted.
    """
    return await _fetch(db, _FIND, token, now)


async def redeem(
    db: Connection, token: str, user_agent: str, now: datetime
) -> TransferredLogin | None:
    """Uses the link up and opens a new login; only one of several attempts succeeds.

    The new login keeps the age of the old one, since nobody gave a password. None as for `find`.
    """
    async with db.transaction():
        held = await _fetch(db, _FIND_AND_LOCK, token, now)
        if held is None:
            return None
        session, cookie = new_id(), secrets.token_urlsafe(32)
        if (
            await db.fetchval(
                _REDEEM,
                hash_token(token),
                session,
                hash_token(cookie),
                replace_unstorable(user_agent, 200),
                now,
            )
            is None
        ):
            return None
        return TransferredLogin(held.account, held.room, session, cookie)


async def revoke(db: AsyncSession, session_id: str) -> None:
    """Makes the login's link worthless, if there is one."""
    await db.execute(delete(DeviceTransferRow).where(DeviceTransferRow.session_id == session_id))


async def delete_expired(db: AsyncSession, now: datetime | None = None) -> int:
    """Deletes links whose time is over; returns how many."""
    gone = (
        delete(DeviceTransferRow)
        .where(DeviceTransferRow.expires_at < (now or datetime.now(UTC)))
        .returning(DeviceTransferRow.session_id)
    )
    return len(list(await db.scalars(gone)))


async def _fetch(
    db: Connection, statement: str, token: str, now: datetime
) -> DeviceTransfer | None:
    row = await db.fetchrow(statement, hash_token(token), now, now - SESSION_LIFETIME)
    if row is None:
        return None
    *fields, room = row
    account = Account(*fields)
    return (
        None if account.suspended(now) or account.kind == "gone" else DeviceTransfer(account, room)
    )
