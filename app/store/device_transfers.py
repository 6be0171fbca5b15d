"""Handovers: links by which a login goes on on another device. Each is good once and for ten minutes, and only its SHA-256 is kept."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import ForeignKey, LargeBinary, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.accounts import Account
from app.store.base import Base, Id, Moment, new_id
from app.store.database import Plain
from app.store.sessions import LASTS, hashed
from app.store.storable_text import tidy

GOOD_FOR: Final = timedelta(minutes=10)


class HandoverRow(Base):
    """One for a login: making another takes the place of the one before, and where the login ends its handover goes along."""

    __tablename__ = "handovers"

    session_id: Mapped[Id] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    room_id: Mapped[Id]
    """Where to go on. No foreign key: what lives for ten minutes must not keep a table waiting."""
    ends: Mapped[Moment] = mapped_column(index=True)


class Handover(msgspec.Struct, frozen=True):
    """Who goes on, and where."""

    account: Account
    room: str


class Arrival(msgspec.Struct, frozen=True):
    """Somebody who has gone on on another device: the new login there, and the token for its cookie."""

    account: Account
    room: str
    session: str
    token: str


_MADE: Final = """
INSERT INTO handovers (session_id, token_hash, room_id, ends) SELECT id, $2, $3, $4 FROM sessions WHERE id = $1 FOR KEY SHARE
ON CONFLICT (session_id) DO UPDATE SET token_hash = excluded.token_hash, room_id = excluded.room_id, ends = excluded.ends
RETURNING session_id
"""

_OFFERED: Final = """
SELECT accounts.id, name, kind, admin, accounts.created, suspended_until, suspended_why, room_id
FROM handovers JOIN sessions ON sessions.id = session_id JOIN accounts ON accounts.id = account_id
WHERE handovers.token_hash = $1 AND ends > $2 AND last_seen > $3
"""

_HELD: Final = f"{_OFFERED} FOR KEY SHARE OF accounts"
"""Whoever logs this person out everywhere holds the account: either that waits for the new login and ends it too, or we find nothing."""

_USED: Final = """
WITH used AS (DELETE FROM handovers WHERE token_hash = $1 RETURNING session_id)
INSERT INTO sessions (id, account_id, token_hash, user_agent, created, last_seen)
SELECT $2, account_id, $3, $4, created, $5 FROM sessions WHERE id = (SELECT session_id FROM used)
RETURNING id
"""


async def hand_over(db: Plain, session_id: str, room_id: str, now: datetime) -> str:
    """The token for the link, which nobody can ask for again; one that was made before is worth nothing from now on.

    Raises LookupError where the login has ended.
    """
    token = secrets.token_urlsafe(32)
    if await db.fetchval(_MADE, session_id, hashed(token), room_id, now + GOOD_FOR) is None:
        raise LookupError(f"there is no session {session_id!r}")
    return token


async def offered(db: Plain, token: str, now: datetime) -> Handover | None:
    """What the link would do; looking uses nothing up. None for a link that was used, withdrawn or never made, or whose time or login
    is over, and for whoever is suspended or gone."""
    return await _found(db, _OFFERED, token, now)


async def go_on(db: Plain, token: str, user_agent: str, now: datetime) -> Arrival | None:
    """Uses the link: of all who do so, one is logged in. The new login is as old as the one it comes from, since nobody has given a
    password for it. None as for `offered`."""
    async with db.transaction():
        held = await _found(db, _HELD, token, now)
        if held is None:
            return None
        session, cookie = new_id(), secrets.token_urlsafe(32)
        if (
            await db.fetchval(
                _USED, hashed(token), session, hashed(cookie), tidy(user_agent, 200), now
            )
            is None
        ):
            return None
        return Arrival(held.account, held.room, session, cookie)


async def withdraw(db: AsyncSession, session_id: str) -> None:
    """The link that this login has made, if there is one, is worth nothing any more."""
    await db.execute(delete(HandoverRow).where(HandoverRow.session_id == session_id))


async def sweep(db: AsyncSession, now: datetime | None = None) -> int:
    """Removes those whose time is over; how many."""
    gone = (
        delete(HandoverRow)
        .where(HandoverRow.ends < (now or datetime.now(UTC)))
        .returning(HandoverRow.session_id)
    )
    return len(list(await db.scalars(gone)))


async def _found(db: Plain, statement: str, token: str, now: datetime) -> Handover | None:
    row = await db.fetchrow(statement, hashed(token), now, now - LASTS)
    if row is None:
        return None
    *fields, room = row
    account = Account(*fields)
    return None if account.suspended(now) or account.kind == "gone" else Handover(account, room)
