"""The row of reports."""

from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, Integer, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, MatchUuid, String, Timestamp


class Kind(StrEnum):
    FAULT = "fault"
    """Something does not work."""
    PEOPLE = "people"
    """Somebody behaves badly."""


class ReportRow(Base):
    """A report of a fault or of bad behaviour, with its answer."""

    __tablename__ = "reports"
    __table_args__ = (
        CheckConstraint("kind IN ('fault', 'people')", name="kind"),
        CheckConstraint("(closed_at IS NULL) = (answer IS NULL)", name="closed_has_an_answer"),
        CheckConstraint("step IS NULL OR match_id IS NOT NULL", name="step_of_a_match"),
        CheckConstraint(
            "accused_id IS NULL OR (kind = 'people' AND accused_id <> account_id)",
            name="accused_is_another",
        ),
        Index("ix_reports_account_id", "account_id", "number"),
        Index("ix_reports_match_id", "match_id"),
        Index("ix_reports_room_id", "room_id"),
        Index("ix_reports_closed_by", "closed_by"),
        Index("ix_reports_accused_id", "accused_id"),
        Index("ix_reports_open", "number", postgresql_where=text("closed_at IS NULL")),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    filed_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    kind: Mapped[String]
    accused_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    """The person whom the report is about, if it names one."""
    moment_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    """The time at which the reported position stood."""
    room_id: Mapped[Id] = mapped_column(ForeignKey("rooms.id"))
    match_id: Mapped[str | None] = mapped_column(MatchUuid(), ForeignKey("matches.id"))
    step: Mapped[int | None] = mapped_column(Integer)
    said: Mapped[String]
    noted: Mapped[String]
    closed_at: Mapped[Timestamp | None]
    closed_by: Mapped[String | None] = mapped_column(ForeignKey("accounts.id"))
    answer: Mapped[String | None]
