"""The rows of matches: the match with its fence, its places, and its append-only entries."""

from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.store.base import Base, Id, Json, String, Timestamp


class MatchState(StrEnum):
    RUNNING = "running"
    FINISHED = "finished"
    """Played to its outcome."""
    STOPPED = "stopped"
    """Stopped early: finished deals count, nobody has won."""
    VOIDED = "voided"
    """Voided by an administrator: nothing in it counts."""


class MatchRow(Base):
    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("state IN ('running', 'finished', 'stopped', 'voided')", name="state"),
        CheckConstraint("ply >= 0 AND epoch >= 1", name="fence"),
        CheckConstraint("(state = 'running') = (ended IS NULL)", name="ended_unless_running"),
        CheckConstraint(
            "state <> 'finished' OR outcome IS NOT NULL", name="finished_has_an_outcome"
        ),
        CheckConstraint(
            "(state = 'voided') = (void_reason IS NOT NULL)", name="voided_has_a_reason"
        ),
        Index("ix_matches_started", "started", "id"),
        Index("ix_matches_game", "game", "started", "id"),
        Index("ix_matches_state", "state", "started", "id"),
        Index("ix_matches_running", "id", postgresql_where=text("state = 'running'")),
        Index("ix_matches_voided", "id", postgresql_where=text("state = 'voided'")),
        # Every entry moves `ply`: room in the page keeps those updates from touching any index.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[Id] = mapped_column(primary_key=True)
    room_id: Mapped[Id] = mapped_column(ForeignKey("rooms.id"), index=True)
    code: Mapped[String] = mapped_column(index=True)
    """The room's five letters when the match began."""
    game: Mapped[String]
    rules_version: Mapped[int]
    options: Mapped[Json]
    seats: Mapped[int]
    """The number of seats at the start."""
    ranked: Mapped[bool]
    state: Mapped[String] = mapped_column(server_default="running")
    epoch: Mapped[int] = mapped_column(server_default=text("1"))
    """Each claim of the match raises it; a line written under an older one is refused."""
    ply: Mapped[int] = mapped_column(server_default=text("0"))
    """Number of the next entry: how many there are."""
    started: Mapped[Timestamp] = mapped_column(server_default=func.now())
    ended: Mapped[Timestamp | None]
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    stop_reason: Mapped[String | None]
    void_reason: Mapped[String | None]
    secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The secret from which the server's part of every shuffle is derived.

    None: a match from before shuffles were sealed.
    """


class PlaceRow(Base):
    """The holder of one seat of a match."""

    __tablename__ = "places"
    __table_args__ = (
        CheckConstraint("(account_id IS NULL) <> (bot IS NULL)", name="person_or_bot"),
        Index("ix_places_account_id", "account_id", "match_id"),
        Index(
            "ix_places_name",
            "name",
            postgresql_using="gin",
            postgresql_ops={"name": "gin_trgm_ops"},
        ),
    )

    match_id: Mapped[Id] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    bot: Mapped[String | None]
    """A bot's strength."""
    name: Mapped[String]
    finish: Mapped[int | None]
    """Place in the outcome: 1 is best, tied seats share one. None until then and for leavers."""
    points: Mapped[int | None]


class EntryRow(Base):
    """One line of a match. A trigger refuses to change or remove it."""

    __tablename__ = "entries"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('played', 'shuffled', 'expired', 'reseated', 'last-deal')", name="kind"
        ),
        Index(
            "uq_entries_match_id_command",
            "match_id",
            "command",
            unique=True,
            postgresql_where=text("command IS NOT NULL"),
        ),
    )

    match_id: Mapped[Id] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    epoch: Mapped[int]
    kind: Mapped[String]
    seat: Mapped[int | None]
    key: Mapped[String | None]
    body: Mapped[Json]
    """The whole entry; see app/rules/replay.py."""
    command: Mapped[String | None]
    """The command that asked for it: what makes a repeated one take effect once."""
    at: Mapped[Timestamp]
    hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Of this entry and the one before: a chain. None: from before there was one."""
