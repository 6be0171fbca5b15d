"""Recovery codes: a member's own way to a new password, shown once and good once.

A code holds 100 bits by chance, so the SHA-256 of it is stored, as for links.
"""

import secrets
from hashlib import sha256
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Timestamp

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: nothing that looks like something else."""
LENGTH: Final = 20
GROUP: Final = 5
_AS_TYPED: Final = str.maketrans("OIL", "011", " -–")


class RecoveryCodeRow(Base):
    """The code by which one member chooses a new password. A new one replaces it."""

    __tablename__ = "recovery_codes"
    __table_args__ = (
        CheckConstraint("octet_length(code_hash) = 32", name="code_hash_has_32_bytes"),
    )

    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


def read_code(typed: str) -> str | None:
    """The bare code that somebody typed, or None for what cannot be one.

    >>> read_code(" abcde-fghjk-mnpqr-stv0o "), read_code("abc")
    ('ABCDEFGHJKMNPQRSTV00', None)
    """
    code = typed.upper().translate(_AS_TYPED) if len(typed) < 100 else ""
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def hash_code(code: str) -> bytes:
    """The stored form of a bare code."""
    return sha256(code.encode()).digest()


async def make(db: AsyncSession, account_id: str) -> str:
    """A new code for the account, in groups; it replaces the former one."""
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    changed = {"code_hash": hash_code(code), "made_at": func.now()}
    await db.execute(
        insert(RecoveryCodeRow)
        .values(account_id=account_id, **changed)
        .on_conflict_do_update(index_elements=["account_id"], set_=changed)
    )
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


async def is_of(db: AsyncSession, account_id: str, code: str) -> bool:
    """True if that is the account's code now."""
    stored = await db.scalar(
        select(RecoveryCodeRow.code_hash).where(RecoveryCodeRow.account_id == account_id)
    )
    return stored == hash_code(read_code(code) or "")


async def erase(db: AsyncSession, account_id: str) -> None:
    """Makes the account's code worthless, if there is one."""
    await db.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.account_id == account_id))
