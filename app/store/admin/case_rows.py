"""The row of cases, and how one is opened."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, String, Timestamp
from app.text.doubtful_names import is_doubtful


class Kind(StrEnum):
    REPORT = "report"
    NAME = "name"
    """A name that looks wrong; `about` is that name."""
    AGAIN = "again"
    """Somebody was reported who had been warned or silenced lately."""


WEIGHT: Final = timedelta(days=1)
"""The time by which a case is due earlier for each point of its weight."""
NAME_WEIGHT, AGAIN_WEIGHT = 1, 3


class CaseRow(Base):
    """One thing that needs a moderator."""

    __tablename__ = "cases"
    __table_args__ = (
        CheckConstraint("kind IN ('report', 'name', 'again')", name="kind"),
        CheckConstraint(
            "(kind = 'report') = (report_number IS NOT NULL)", name="report_of_its_kind"
        ),
        CheckConstraint("(closed_at IS NULL) = (outcome IS NULL)", name="closed_has_an_outcome"),
        Index("ix_cases_open", "due_at", "number", postgresql_where=text("closed_at IS NULL")),
        Index(
            "uq_cases_open_of_person",
            "account_id",
            "kind",
            unique=True,
            postgresql_where=text("closed_at IS NULL AND kind <> 'report'"),
        ),
        Index("ix_cases_account_id", "account_id"),
        Index("ix_cases_closed", "kind", "number", postgresql_where=text("closed_at IS NOT NULL")),
        Index("ix_cases_taken_by", "taken_by", postgresql_where=text("taken_by IS NOT NULL")),
        Index("ix_cases_closed_by", "closed_by"),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    kind: Mapped[String]
    account_id: Mapped[String | None] = mapped_column(ForeignKey("accounts.id"))
    """The person whom it is about; None for a report that names nobody."""
    report_number: Mapped[int | None] = mapped_column(
        BigInteger, ForeignKey("reports.number", ondelete="CASCADE"), unique=True
    )
    about: Mapped[String | None]
    """See Kind."""
    opened_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    due_at: Mapped[Timestamp]
    """Cases stand in this order: when it was opened, earlier by WEIGHT for each point."""
    taken_by: Mapped[String | None] = mapped_column(ForeignKey("accounts.id"))
    taken_until: Mapped[Timestamp | None]
    closed_at: Mapped[Timestamp | None]
    closed_by: Mapped[String | None] = mapped_column(ForeignKey("accounts.id"))
    outcome: Mapped[String | None]
    """One of the outcomes of app/web/routes/admin/queue.py."""


_EARLIER: Final = text("""
SELECT (SELECT count(DISTINCT account_id) FROM reports WHERE accused_id = :accused
        AND filed_at > now() - interval '90 days' AND number <> :report) AS reporters,
    EXISTS (SELECT FROM notes WHERE account_id = :accused AND kind IN ('warning', 'silence')
        AND written_at > now() - interval '90 days') AS warned
""")
MOST_REPORTERS: Final = 3
"""Other reporters that add to a report's weight."""


async def open_for_report(
    db: AsyncSession, report: int, accused_id: str | None, about_people: bool
) -> None:
    """A report's case. One about somebody who was warned lately opens another, of that person.

    It weighs one point for a person's behaviour, and one for each other reporter of the last 90
    days.
    """
    weight, warned = int(about_people), False
    if accused_id is not None:
        earlier = (await db.execute(_EARLIER, {"accused": accused_id, "report": report})).one()
        weight, warned = weight + min(earlier.reporters, MOST_REPORTERS), earlier.warned
    await _open(db, Kind.REPORT, accused_id, weight, report=report)
    if warned:
        await _open(db, Kind.AGAIN, accused_id, AGAIN_WEIGHT)


async def note_name(db: AsyncSession, account_id: str, name: str) -> None:
    """Opens a case of a name that looks wrong; nothing for any other."""
    if is_doubtful(name):
        await _open(db, Kind.NAME, account_id, NAME_WEIGHT, about=name)


async def _open(
    db: AsyncSession,
    kind: Kind,
    account_id: str | None,
    weight: int,
    about: str | None = None,
    report: int | None = None,
) -> None:
    """Nothing where a case of that kind about the person is open already."""
    now = datetime.now(UTC)
    await db.execute(
        insert(CaseRow)
        .values(
            kind=kind,
            account_id=account_id,
            report_number=report,
            about=about,
            opened_at=now,
            due_at=now - weight * WEIGHT,
        )
        .on_conflict_do_nothing()
    )
