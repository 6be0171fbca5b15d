"""Password resets: links that let a member choose a new password, once and within an hour.

Only the SHA-256 of a link's token is stored. A member's recovery code serves as a link's token.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, LargeBinary, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Timestamp
from app.store.people import accounts, lifted_waits, recovery_codes, sessions
from app.store.people.recovery_codes import RecoveryCodeRow, hash_code, read_code
from app.store.people.rows import Account, AccountRow, to_account
from app.store.people.sessions import hash_token

LINK_LIFETIME: Final = timedelta(hours=1)


class PasswordResetRow(Base):
    """The link by which one member chooses a new password. A new one replaces it."""

    __tablename__ = "password_resets"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="token_hash_has_32_bytes"),
    )

    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    expires_at: Mapped[Timestamp]


class ResetRefused(Exception):
    """No link is made for this account; the message is a sentence that says why."""


class PasswordReset(msgspec.Struct, frozen=True):
    """A link just made. Its token is known to nobody else."""

    account: Account
    token: str
    expires_at: datetime


class RedeemedReset(msgspec.Struct, frozen=True):
    """The account with its new password, and the logins that ended."""

    account: Account
    ended: tuple[str, ...]
    code: str | None
    """The member's new recovery code, where the former one was used."""


def refusal(account: Account, now: datetime, operator: bool = False) -> str | None:
    """The reason why nobody makes a link for this account, or None.

    `operator`: it is asked by command. Administrators' links are made that way only.
    """
    if account.kind == "gone":
        return "This account is deleted."
    if not account.registered:
        return "A guest has no password."
    if account.admin and not operator:
        return (
            "The link of an administrator is made on the server’s machine, with "
            "“run.py user NAME --reset”."
        )
    if account.suspended(now):
        return "A suspended member cannot log in. Lift the suspension first."
    return None


async def create(
    db: AsyncSession, account_id: str, now: datetime, operator: bool = False
) -> PasswordReset:
    """Creates the account's link, replacing an earlier one. Raises ResetRefused."""
    account = await _locked(db, account_id)
    if account is None:
        raise ResetRefused("There is no such account.")
    if (complaint := refusal(account, now, operator)) is not None:
        raise ResetRefused(complaint)
    token, expires_at = secrets.token_urlsafe(32), now + LINK_LIFETIME
    changed = {"token_hash": hash_token(token), "expires_at": expires_at}
    await db.execute(
        insert(PasswordResetRow)
        .values(account_id=account_id, **changed)
        .on_conflict_do_update(index_elements=["account_id"], set_=changed)
    )
    return PasswordReset(account, token, expires_at)


async def find(db: AsyncSession, token: str, now: datetime) -> Account | None:
    """The account of a link or a recovery code; looking does not use it up.

    None for one that was used, replaced or never made, whose time is over, or whose account is
    suspended or deleted.
    """
    kind, conditions = _row_of(token, now)
    row = await db.scalar(
        select(AccountRow).join(kind, kind.account_id == AccountRow.id).where(*conditions)
    )
    account = None if row is None else to_account(row)
    return account if account and refusal(account, now, operator=True) is None else None


async def redeem(
    db: AsyncSession, token: str, password_hash: str, now: datetime
) -> RedeemedReset | None:
    """Uses the link or code up: sets the password, ends all logins, lifts waits.

    Device links end with their logins. Only one of several attempts succeeds. None as for `find`.
    """
    found = await find(db, token, now)
    account = None if found is None else await _locked(db, found.id)
    if account is None or refusal(account, now, operator=True) is not None:
        return None
    kind, conditions = _row_of(token, now)
    used = delete(kind).where(kind.account_id == account.id, *conditions)
    if await db.scalar(used.returning(kind.account_id)) is None:
        return None
    await revoke(db, account.id)
    await accounts.set_password(db, account.id, password_hash)
    await lifted_waits.lift(db, account.id, now)
    ended = tuple(await sessions.close_all(db, account.id))
    code = await recovery_codes.make(db, account.id) if kind is RecoveryCodeRow else None
    return RedeemedReset(account, ended, code)


def _row_of(
    token: str, now: datetime
) -> tuple[type[PasswordResetRow | RecoveryCodeRow], Sequence[ColumnElement[bool]]]:
    """The table where a token or code stands, and the conditions for its row."""
    if (code := read_code(token)) is not None:
        return RecoveryCodeRow, [RecoveryCodeRow.code_hash == hash_code(code)]
    row = PasswordResetRow
    return row, [row.token_hash == hash_token(token), row.expires_at > now]


async def revoke(db: AsyncSession, account_id: str) -> None:
    """Makes the account's link worthless, if there is one."""
    await db.execute(delete(PasswordResetRow).where(PasswordResetRow.account_id == account_id))


async def delete_expired(db: AsyncSession, now: datetime | None = None) -> int:
    """Deletes links whose time is over; returns how many."""
    gone = (
        delete(PasswordResetRow)
        .where(PasswordResetRow.expires_at < (now or datetime.now(UTC)))
        .returning(PasswordResetRow.account_id)
    )
    return len(list(await db.scalars(gone)))


async def _locked(db: AsyncSession, account_id: str) -> Account | None:
    """The account, kept as it is until the transaction ends.

    Every writer locks the account first and its link afterwards, so none waits in a circle.
    """
    row = await db.scalar(
        select(AccountRow)
        .where(AccountRow.id == account_id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return None if row is None else to_account(row)
