"""Screens: browsers that show a table to a room, for as long as somebody who plays there allows.

A screen has no account. It shows a code; a player opens the code's address and allows it one table.

| a screen | its time is up | a player allows it | taken back, or that login ends |
|---|---|---|---|
| waits, for ten minutes | gone | shows the table | |
| shows a table, for twelve hours | gone | stays as it is | gone |
| gone | | stays gone | |
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    LargeBinary,
    Select,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database import news
from app.store.database.base import Base, Id, String, Timestamp, new_id
from app.store.people.sessions import SessionRow, hash_token

WAITS: Final = timedelta(minutes=10)
SHOWS: Final = timedelta(hours=12)
MOST: Final = 4
"""Screens of one table."""


class ScreenRow(Base):
    """One screen, by the hash of its cookie. Without a room it waits."""

    __tablename__ = "screens"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="token_hash_has_32_bytes"),
        CheckConstraint("(session_id IS NULL) = (room_id IS NULL)", name="allowed_for_a_room"),
    )

    id: Mapped[Id] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    code: Mapped[String] = mapped_column(unique=True)
    """The code that a player scans. Whoever guesses one can show a table of their own there."""
    session_id: Mapped[Id | None] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), index=True
    )
    """The login that allowed it."""
    room_id: Mapped[Id | None] = mapped_column(index=True)
    """No foreign key: a screen must not keep a table waiting."""
    expires_at: Mapped[Timestamp] = mapped_column(index=True)


class Screen(msgspec.Struct, frozen=True):
    """A screen that is not gone; without a room it waits."""

    id: str
    code: str
    room: str | None
    person: str | None
    """The account that allowed it."""


async def create(db: AsyncSession, now: datetime) -> str:
    """A new screen, which waits; the token for its cookie."""
    token = secrets.token_urlsafe(32)
    db.add(
        ScreenRow(
            id=new_id(),
            token_hash=hash_token(token),
            code=secrets.token_urlsafe(9),
            expires_at=now + WAITS,
        )
    )
    await db.flush()
    return token


async def of_token(db: AsyncSession, token: str, now: datetime) -> Screen | None:
    """The screen whose cookie that is."""
    found = _screens(now).where(ScreenRow.token_hash == hash_token(token))
    row = (await db.execute(found)).one_or_none()
    return None if row is None else Screen(row.id, row.code, row.room_id, row.account_id)


async def of_person(db: AsyncSession, account_id: str, now: datetime) -> list[Screen]:
    """The screens that this person allows, newest first."""
    found = _screens(now).where(SessionRow.account_id == account_id)
    rows = await db.execute(found.order_by(ScreenRow.expires_at.desc()))
    return [Screen(row.id, row.code, row.room_id, row.account_id) for row in rows]


async def waits(db: AsyncSession, code: str, now: datetime) -> bool:
    """True if a screen that waits shows this code."""
    found = _screens(now).where(ScreenRow.code == code, ScreenRow.room_id.is_(None))
    return (await db.execute(found)).one_or_none() is not None


async def allow(
    db: AsyncSession, code: str, session_id: str, room_id: str, now: datetime
) -> str | None:
    """Lets the screen that waits with this code show the room; None, or why it may not."""
    shown = select(func.count()).where(ScreenRow.room_id == room_id, ScreenRow.expires_at > now)
    if (await db.scalar(shown) or 0) >= MOST:
        return f"This table is on {MOST} screens already. Take one back first."
    allowed = (
        update(ScreenRow)
        .where(ScreenRow.code == code, ScreenRow.room_id.is_(None), ScreenRow.expires_at > now)
        .values(session_id=session_id, room_id=room_id, expires_at=now + SHOWS)
        .returning(ScreenRow.id)
    )
    if await db.scalar(allowed) is None:
        return "This code is no longer valid. Look at the screen: it shows a new one."
    return None


async def take_back(db: AsyncSession, screen_id: str, account_id: str) -> bool:
    """Ends one of this person's screens; whether there was one."""
    own = select(SessionRow.id).where(SessionRow.account_id == account_id)
    gone = (
        delete(ScreenRow)
        .where(ScreenRow.id == screen_id, ScreenRow.session_id.in_(own))
        .returning(ScreenRow.id)
    )
    ended = list(await db.scalars(gone))
    await news.tell(db, news.Kind.SESSION_ENDED, ended)
    return bool(ended)


async def is_shown(db: AsyncSession, screen_id: str, now: datetime) -> bool:
    """True while the screen may show its table."""
    found = _screens(now).where(ScreenRow.id == screen_id, ScreenRow.room_id.is_not(None))
    return (await db.execute(found)).one_or_none() is not None


async def delete_expired(db: AsyncSession, now: datetime) -> int:
    """Deletes screens whose time is over; returns how many."""
    gone = delete(ScreenRow).where(ScreenRow.expires_at < now).returning(ScreenRow.id)
    return len(list(await db.scalars(gone)))


def _screens(now: datetime) -> Select[str, str, str | None, str]:
    return (
        select(ScreenRow.id, ScreenRow.code, ScreenRow.room_id, SessionRow.account_id)
        .outerjoin(SessionRow, SessionRow.id == ScreenRow.session_id)
        .where(ScreenRow.expires_at > now)
    )
