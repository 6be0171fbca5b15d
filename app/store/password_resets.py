"""Password resets: links that let a member choose a new password, once and within an hour."""

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.store.base import Base, Id, Timestamp


class PasswordResetRow(Base):
    """One at most for each account."""

    __tablename__ = "password_resets"

    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    expires_at: Mapped[Timestamp]
