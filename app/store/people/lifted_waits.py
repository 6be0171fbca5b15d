"""Lifted waits: the time at which an account's waits after wrong passwords were last lifted.

A wait is of a name at a network, so no lift can find all of an account. Instead each count has the
time of the last lift that it knew, and counts no more after another (see wrong_passwords.py).
"""

from datetime import datetime

from sqlalchemy import ForeignKey, delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Timestamp


class LiftedWaitRow(Base):
    """The time at which the wait of one account after wrong passwords was last lifted."""

    __tablename__ = "lifted_waits"

    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    lifted_at: Mapped[Timestamp]


async def lift(db: AsyncSession, account_id: str, now: datetime) -> None:
    """Lets the account try passwords again at once, on every server of this database."""
    await db.execute(
        insert(LiftedWaitRow)
        .values(account_id=account_id, lifted_at=now)
        .on_conflict_do_update(index_elements=["account_id"], set_={"lifted_at": now})
    )


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes what is stored of the account."""
    await db.execute(delete(LiftedWaitRow).where(LiftedWaitRow.account_id == account_id))
