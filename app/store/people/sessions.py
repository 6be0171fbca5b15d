"""Logins: 256-bit tokens, stored as SHA-256 only, which owners can list and end one by one."""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database import news
from app.store.database.base import Base, ConcurrentChange, Id, String, Timestamp, new_id
from app.store.database.connections import Connection, driver_connection
from app.store.database.storable_text import is_id, replace_unstorable
from app.store.people.names import NameTaken, clean_name
from app.store.people.rows import Account, AccountRow, to_account
from app.text.lookalikes import skeleton

SESSION_LIFETIME: Final = timedelta(days=400)
"""A login ends when it has not been used for this long; browsers keep no cookie longer."""

LAST_SEEN_PRECISION: Final = timedelta(minutes=5)
"""The precision of the time of last use, so coarse that most requests write nothing."""


class SessionRow(Base):
    """One login of an account, by the hash of its cookie."""

    __tablename__ = "sessions"
    __table_args__ = (
        CheckConstraint("char_length(id) = 22", name="id_has_22_characters"),
        CheckConstraint("octet_length(token_hash) = 32", name="token_hash_has_32_bytes"),
    )

    id: Mapped[Id] = mapped_column(primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), index=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    created_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    last_seen_at: Mapped[Timestamp] = mapped_column(server_default=func.now(), index=True)
    user_agent: Mapped[String]


class SessionSummary(msgspec.Struct, frozen=True):
    """One login, for its owner's list."""

    id: str
    created: datetime
    last_seen: datetime
    """To within five minutes."""
    user_agent: str


_AUTHENTICATE: Final = """
SELECT accounts.id, name, kind, role, accounts.created_at, suspended_until, suspension_reason,
    portrait, EXISTS (
        SELECT FROM notes WHERE account_id = accounts.id AND kind IN ('warning', 'name')
        AND read_at IS NULL
    ) AS warned, sessions.id AS session, last_seen_at
FROM sessions JOIN accounts ON accounts.id = account_id WHERE token_hash = $1 AND last_seen_at > $2
"""

_UPDATE_LAST_SEEN: Final = "UPDATE sessions SET last_seen_at = $2 WHERE id = $1"

_RECENT: Final = "SELECT token_hash, account_id FROM sessions ORDER BY last_seen_at DESC LIMIT $1"

_CREATE_GUEST_SESSION: Final = """
WITH guest AS (
    INSERT INTO accounts (id, name, skeleton, kind) SELECT $1, $2, $3, 'guest'
    WHERE NOT EXISTS (SELECT FROM accounts WHERE skeleton = $3 AND kind = 'member')
    AND NOT EXISTS (
        SELECT FROM notes WHERE skeleton = $3 AND kind = 'name' AND undone_at IS NULL
    )
    RETURNING id, created_at
)
INSERT INTO sessions (id, account_id, token_hash, user_agent) SELECT $4, id, $5, $6 FROM guest
RETURNING (SELECT created_at FROM guest)
"""


async def create_guest_session(
    db: Connection, name: str, user_agent: str = ""
) -> tuple[Account, str, str]:
    """Creates a guest with a login, in one statement.

    Returns the account, the session's id, and the token for the cookie. Raises BadName, NameTaken.
    """
    name, token = clean_name(name), secrets.token_urlsafe(32)
    account, session = new_id(), new_id()
    agent = replace_unstorable(user_agent, 200)
    created: datetime | None = await db.fetchval(
        _CREATE_GUEST_SESSION, account, name, skeleton(name), session, hash_token(token), agent
    )
    if created is None:
        raise NameTaken
    return Account(account, name, "guest", role="", created=created), session, token


async def open_session(db: AsyncSession, account_id: str, user_agent: str = "") -> str:
    """Signs the account in; the token for the cookie, which nobody can ask for again."""
    token = secrets.token_urlsafe(32)
    db.add(
        SessionRow(
            id=new_id(),
            account_id=account_id,
            token_hash=hash_token(token),
            user_agent=replace_unstorable(user_agent, 200),
        )
    )
    await db.flush()
    return token


async def renew_session(db: AsyncSession, session_id: str) -> str:
    """Replaces the token of an open login. Raises LookupError."""
    token = secrets.token_urlsafe(32)
    renewed = (
        update(SessionRow)
        .where(SessionRow.id == session_id)
        .values(token_hash=hash_token(token))
        .returning(SessionRow.id)
    )
    if await db.scalar(renewed) is None:
        raise ConcurrentChange(f"there is no session {session_id!r}")
    return token


async def authenticate(
    db: Connection, token: str, now: datetime | None = None
) -> tuple[Account, str] | None:
    """The account and session id of a token; None if it is wrong, expired, or suspended."""
    now = now or datetime.now(UTC)
    row = await db.fetchrow(_AUTHENTICATE, hash_token(token), now - SESSION_LIFETIME)
    if row is None:
        return None
    *account_fields, session, last_seen = row
    account = Account(*account_fields)
    if account.suspended(now) or account.kind == "gone":
        return None
    if now - last_seen > LAST_SEEN_PRECISION:
        await db.execute(_UPDATE_LAST_SEEN, session, now)
    return account, session


async def authenticate_orm(
    db: AsyncSession, token: str, now: datetime | None = None
) -> tuple[Account, str] | None:
    """As `authenticate`, within an ORM session."""
    return await authenticate(await driver_connection(db), token, now)


async def is_open(db: AsyncSession, session_id: str, now: datetime | None = None) -> bool:
    """True if this login, under whatever token, still lets its account in."""
    now = now or datetime.now(UTC)
    joined = select(AccountRow).join(SessionRow, AccountRow.id == SessionRow.account_id)
    row = await db.scalar(
        joined.where(SessionRow.id == session_id, SessionRow.last_seen_at > now - SESSION_LIFETIME)
    )
    return row is not None and row.kind != "gone" and not to_account(row).suspended(now)


async def opened_at(db: AsyncSession, session_id: str) -> datetime | None:
    """The time when a password or name was last given for this login; None for no login.

    A login made by a device transfer keeps the time of the one it came from.
    """
    return await db.scalar(select(SessionRow.created_at).where(SessionRow.id == session_id))


async def close_session(db: AsyncSession, session_id: str, account_id: str | None = None) -> bool:
    """Ends one login, if given only where it is `account_id`'s; whether there was one."""
    if not is_id(session_id):
        return False
    gone = delete(SessionRow).where(SessionRow.id == session_id)
    if account_id is not None:
        gone = gone.where(SessionRow.account_id == account_id)
    ended = list(await db.scalars(gone.returning(SessionRow.id)))
    await news.tell(db, news.Kind.SESSION_ENDED, ended)
    return bool(ended)


async def close_all(db: AsyncSession, account_id: str, keep: str | None = None) -> list[str]:
    """Ends all logins of the account but `keep`; returns their ids.

    A device transfer under way is waited for, and ended too.
    """
    await db.execute(
        select(AccountRow.id).where(AccountRow.id == account_id).with_for_update(key_share=True)
    )
    gone = (
        delete(SessionRow)
        .where(SessionRow.account_id == account_id, SessionRow.id != (keep or ""))
        .returning(SessionRow.id)
    )
    ended = list(await db.scalars(gone))
    await news.tell(db, news.Kind.SESSION_ENDED, ended)
    return ended


async def list_sessions(db: AsyncSession, account_id: str) -> list[SessionSummary]:
    """Latest used first."""
    rows = await db.scalars(
        select(SessionRow)
        .where(SessionRow.account_id == account_id)
        .order_by(SessionRow.last_seen_at.desc(), SessionRow.id)
        .execution_options(populate_existing=True)  # `authenticate` writes past the ORM
    )
    return [
        SessionSummary(row.id, row.created_at, row.last_seen_at, row.user_agent) for row in rows
    ]


async def list_recent(db: Connection, most: int) -> list[tuple[bytes, str]]:
    """Token hashes and accounts of the logins used last, the latest at the end."""
    rows = await db.fetch(_RECENT, most)
    return [(row["token_hash"], row["account_id"]) for row in reversed(rows)]


async def delete_expired(db: AsyncSession, now: datetime | None = None) -> int:
    """Removes logins that have run out; how many."""
    gone = (
        delete(SessionRow)
        .where(SessionRow.last_seen_at < (now or datetime.now(UTC)) - SESSION_LIFETIME)
        .returning(SessionRow.id)
    )
    return len(list(await db.scalars(gone)))


def hash_token(token: str) -> bytes:
    """The hash that is stored in place of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
