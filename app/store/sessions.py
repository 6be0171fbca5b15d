"""Who is signed in: opaque tokens of 256 bits, of which only the SHA-256 is kept, listable and revocable one by one."""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import ForeignKey, LargeBinary, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.accounts import Account, AccountRow, NameTaken, account_of, clean_name, skeleton
from app.store.base import Base, Changed, Id, Moment, Words, new_id
from app.store.database import Plain, beneath
from app.store.storable_text import is_id, tidy

LASTS: Final = timedelta(days=400)
"""A login ends when it has not been used for so long; browsers keep no cookie longer."""

COARSE: Final = timedelta(minutes=5)
"""How exactly the time of last use is kept, so that most requests write nothing."""


class SessionRow(Base):
    __tablename__ = "sessions"

    id: Mapped[Id] = mapped_column(primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), index=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    created: Mapped[Moment] = mapped_column(server_default=func.now())
    last_seen: Mapped[Moment] = mapped_column(server_default=func.now(), index=True)
    user_agent: Mapped[Words]


class SessionShown(msgspec.Struct, frozen=True):
    """One login, for its owner's list."""

    id: str
    created: datetime
    last_seen: datetime
    """To within five minutes."""
    user_agent: str


_WHO: Final = """
SELECT accounts.id, name, kind, admin, accounts.created, suspended_until, suspended_why, sessions.id AS session, last_seen
FROM sessions JOIN accounts ON accounts.id = account_id WHERE token_hash = $1 AND last_seen > $2
"""

_SEEN: Final = "UPDATE sessions SET last_seen = $2 WHERE id = $1"

_ADMIT: Final = """
WITH guest AS (
    INSERT INTO accounts (id, name, skeleton, kind) SELECT $1, $2, $3, 'guest'
    WHERE NOT EXISTS (SELECT FROM accounts WHERE skeleton = $3 AND kind = 'member') RETURNING id, created
)
INSERT INTO sessions (id, account_id, token_hash, user_agent) SELECT $4, id, $5, $6 FROM guest
RETURNING (SELECT created FROM guest)
"""


async def admit(db: Plain, name: str, user_agent: str = "") -> tuple[Account, str, str]:
    """A new guest who is signed in at once, in one statement: the account, the session's id, and the token for the cookie. See
    `create_guest` and `open_session`. Raises BadName, NameTaken."""
    name, token = clean_name(name), secrets.token_urlsafe(32)
    account, session = new_id(), new_id()
    agent = tidy(user_agent, 200)
    created: datetime | None = await db.fetchval(
        _ADMIT, account, name, skeleton(name), session, hashed(token), agent
    )
    if created is None:
        raise NameTaken
    return Account(account, name, "guest", admin=False, created=created), session, token


async def open_session(db: AsyncSession, account_id: str, user_agent: str = "") -> str:
    """Signs the account in; the token for the cookie, which nobody can ask for again."""
    token = secrets.token_urlsafe(32)
    db.add(
        SessionRow(
            id=new_id(),
            account_id=account_id,
            token_hash=hashed(token),
            user_agent=tidy(user_agent, 200),
        )
    )
    await db.flush()
    return token


async def renew_session(db: AsyncSession, session_id: str) -> str:
    """A new token for a login that stays open: the old token is worth nothing from now on. Raises LookupError."""
    token = secrets.token_urlsafe(32)
    renewed = (
        update(SessionRow)
        .where(SessionRow.id == session_id)
        .values(token_hash=hashed(token))
        .returning(SessionRow.id)
    )
    if await db.scalar(renewed) is None:
        raise Changed(f"there is no session {session_id!r}")
    return token


async def seen(db: Plain, token: str, now: datetime | None = None) -> tuple[Account, str] | None:
    """Whose token this is, and the session's id; None for a bad or old token and for a suspended account."""
    now = now or datetime.now(UTC)
    row = await db.fetchrow(_WHO, hashed(token), now - LASTS)
    if row is None:
        return None
    *account_fields, session, last_seen = row
    account = Account(*account_fields)
    if account.suspended(now) or account.kind == "gone":
        return None
    if now - last_seen > COARSE:
        await db.execute(_SEEN, session, now)
    return account, session


async def who(
    db: AsyncSession, token: str, now: datetime | None = None
) -> tuple[Account, str] | None:
    """As `seen`, within an ORM session."""
    return await seen(await beneath(db), token, now)


async def lives(db: AsyncSession, session_id: str, now: datetime | None = None) -> bool:
    """Whether this login, under whatever token, still lets its account in."""
    now = now or datetime.now(UTC)
    joined = select(AccountRow).join(SessionRow, AccountRow.id == SessionRow.account_id)
    row = await db.scalar(
        joined.where(SessionRow.id == session_id, SessionRow.last_seen > now - LASTS)
    )
    return row is not None and row.kind != "gone" and not account_of(row).suspended(now)


async def opened(db: AsyncSession, session_id: str) -> datetime | None:
    """When somebody last gave a password, or took a name, for this login or the one it was handed over from; None for no login."""
    return await db.scalar(select(SessionRow.created).where(SessionRow.id == session_id))


async def close_session(db: AsyncSession, session_id: str, account_id: str | None = None) -> bool:
    """Ends one login, if given only where it is `account_id`'s; whether there was one."""
    if not is_id(session_id):
        return False
    gone = delete(SessionRow).where(SessionRow.id == session_id)
    if account_id is not None:
        gone = gone.where(SessionRow.account_id == account_id)
    return (await db.scalar(gone.returning(SessionRow.id))) is not None


async def close_all(db: AsyncSession, account_id: str, keep: str | None = None) -> list[str]:
    """Ends all logins of the account but `keep`; their ids, for closing what hangs on them. One that is just being handed over is
    waited for, and ended too."""
    await db.execute(select(AccountRow.id).where(AccountRow.id == account_id).with_for_update())
    gone = (
        delete(SessionRow)
        .where(SessionRow.account_id == account_id, SessionRow.id != (keep or ""))
        .returning(SessionRow.id)
    )
    return list(await db.scalars(gone))


async def list_sessions(db: AsyncSession, account_id: str) -> list[SessionShown]:
    """Latest used first."""
    rows = await db.scalars(
        select(SessionRow)
        .where(SessionRow.account_id == account_id)
        .order_by(SessionRow.last_seen.desc(), SessionRow.id)
        .execution_options(populate_existing=True)  # `seen` writes past the ORM
    )
    return [SessionShown(row.id, row.created, row.last_seen, row.user_agent) for row in rows]


async def sweep(db: AsyncSession, now: datetime | None = None) -> int:
    """Removes logins that have run out; how many."""
    gone = (
        delete(SessionRow)
        .where(SessionRow.last_seen < (now or datetime.now(UTC)) - LASTS)
        .returning(SessionRow.id)
    )
    return len(list(await db.scalars(gone)))


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
