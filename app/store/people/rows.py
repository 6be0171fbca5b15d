"""The row of accounts, and the account as the rest of the program sees it."""

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, String, Timestamp

FROM_SEAT: Final = "s"
PORTRAIT: Final = re.compile(r"(?:[a-z][0-9][0-9]s?)?")
"""A portrait's code: the bird, what it wears, the ground, and FROM_SEAT for who is drawn from the
seat outside the table. Empty: drawn by lot from the id. The page knows the drawings."""


class AccountRow(Base):
    """An account: a member, a guest, or what is left of a deleted person."""

    __tablename__ = "accounts"
    __table_args__ = (
        CheckConstraint("char_length(id) = 22", name="id_has_22_characters"),
        CheckConstraint("kind IN ('guest', 'member', 'gone')", name="kind"),
        CheckConstraint(
            "(kind = 'member') = (password_hash IS NOT NULL)", name="only_members_have_passwords"
        ),
        CheckConstraint(
            "suspended_until IS NULL OR suspension_reason IS NOT NULL",
            name="suspension_has_a_reason",
        ),
        CheckConstraint(
            "role = '' OR kind = 'member' AND role IN ('moderator', 'administrator')", name="role"
        ),
        CheckConstraint("portrait ~ '^([a-z][0-9][0-9]s?)?$'", name="portrait_is_a_code"),
        Index(
            "uq_accounts_skeleton_of_members",
            "skeleton",
            unique=True,
            postgresql_where=text("kind = 'member'"),
        ),
        Index("ix_accounts_created_at", "created_at"),
        Index(
            "ix_accounts_name",
            "name",
            postgresql_using="gin",
            postgresql_ops={"name": "gin_trgm_ops"},
        ),
        Index(
            "ix_accounts_suspended",
            "created_at",
            postgresql_where=text("suspension_reason IS NOT NULL"),
        ),
    )

    id: Mapped[Id] = mapped_column(primary_key=True)
    name: Mapped[String]
    skeleton: Mapped[String]
    """See app/text/lookalikes.py; unique among members."""
    kind: Mapped[String]
    role: Mapped[String] = mapped_column(server_default=text("''"))
    """See Role."""
    password_hash: Mapped[String | None]
    created_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    portrait: Mapped[String] = mapped_column(server_default=text("''"))
    """See PORTRAIT."""
    learned: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    """Lessons that were played to their end, each as "game/lesson", in the order of learning."""
    suspended_until: Mapped[Timestamp | None]
    """None with a reason set: for good."""
    suspension_reason: Mapped[String | None]


class Role(StrEnum):
    """The rights of an account besides those that everybody has."""

    NONE = ""
    MODERATOR = "moderator"
    """Answers reports, reads matches that are over, writes notes, warns, suspends for a time."""
    ADMINISTRATOR = "administrator"


class Account(msgspec.Struct, frozen=True):
    """One account as the rest of the program sees it. Never holds the password's hash."""

    id: str
    name: str
    kind: str
    """ "guest", "member" or "gone"."""
    role: str
    """See Role."""
    created: datetime
    suspended_until: datetime | None = None
    suspension_reason: str | None = None
    portrait: str = ""
    """See PORTRAIT."""
    warned: bool = False
    """A warning waits to be read; known only of whoever is logged in."""

    @property
    def admin(self) -> bool:
        return self.role == Role.ADMINISTRATOR

    @property
    def staff(self) -> bool:
        """True for administrators and moderators."""
        return self.role != Role.NONE

    @property
    def registered(self) -> bool:
        return self.kind == "member"

    def suspended(self, now: datetime | None = None) -> bool:
        """True if the account is suspended at `now`: until a date, or for good."""
        if self.suspension_reason is None:
            return False
        return self.suspended_until is None or (now or datetime.now(UTC)) < self.suspended_until


def to_account(row: AccountRow) -> Account:
    return Account(
        row.id,
        row.name,
        row.kind,
        row.role,
        row.created_at,
        row.suspended_until,
        row.suspension_reason,
        row.portrait,
    )
