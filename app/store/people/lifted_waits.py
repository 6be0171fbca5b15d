"""Lifted waits: the time at which an account's waits after wrong passwords were last lifted.

The waits are in the server's memory, and a command is another process. So the server compares
this time with the one it knew when it counted (see `Limits.check_password_wait`).
"""

from datetime import datetime

from sqlalchemy import ForeignKey, delete, select
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


async def last_lifted(db: AsyncSession, account_id: str) -> datetime | None:
    """The time of the last `lift`; None if there was none."""
    lifted_at: datetime | None = await db.scalar(
        select(LiftedWaitRow.lifted_at).where(LiftedWaitRow.account_id == account_id)
    )
    return lifted_at


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes what is stored of the account."""
    await db.execute(delete(LiftedWaitRow).where(LiftedWaitRow.account_id == account_id))
