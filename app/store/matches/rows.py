"""The rows of matches: the match with its fence, its places, its entries and its standings."""

from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Computed,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    ScalarSelect,
    Text,
    func,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Json, MatchKey, String, Timestamp


class MatchState(StrEnum):
    RUNNING = "running"
    FINISHED = "finished"
    """Played to its outcome."""
    STOPPED = "stopped"
    """Stopped early: finished deals count, nobody has won."""
    VOIDED = "voided"
    """Voided by an administrator: nothing in it counts."""


class MatchRow(Base):
    """A match: its game and options, its fence, and its result."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("state IN ('running', 'finished', 'stopped', 'voided')", name="state"),
        CheckConstraint("ply >= 0 AND epoch >= 1", name="fence"),
        CheckConstraint("(state = 'running') = (ended_at IS NULL)", name="ended_unless_running"),
        CheckConstraint(
            "state <> 'finished' OR outcome IS NOT NULL", name="finished_has_an_outcome"
        ),
        CheckConstraint(
            "(state = 'voided') = (void_reason IS NOT NULL)", name="voided_has_a_reason"
        ),
        CheckConstraint("seats > 0", name="has_seats"),
        CheckConstraint(
            "archived_hash IS NULL OR archived_at IS NOT NULL", name="hash_of_an_archived_match"
        ),
        CheckConstraint("octet_length(secret) = 32", name="secret_has_32_bytes"),
        Index("ix_matches_started_at", "started_at", "id"),
        Index("ix_matches_game", "game", "started_at", "id"),
        Index("ix_matches_state", "state", "started_at", "id"),
        Index(
            "ix_matches_stopped",
            "game",
            "started_at",
            "id",
            postgresql_where=text("state = 'stopped'"),
        ),
        Index("ix_matches_running", "id", postgresql_where=text("state = 'running'")),
        Index("ix_matches_voided", "id", postgresql_where=text("state = 'voided'")),
        # Every entry moves `ply`: room in the page keeps those updates from touching any index.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[MatchKey] = mapped_column(primary_key=True)
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
    started_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    ended_at: Mapped[Timestamp | None]
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    stop_reason: Mapped[String | None]
    void_reason: Mapped[String | None]
    secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The secret from which the decks of every shuffle follow; null: they have no proof."""
    question: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The attempt at the coming shuffle that was announced or asked last; null: none was, or its
    cards are dealt."""
    month: Mapped[date] = mapped_column(
        Date, Computed("date_trunc('month', started_at AT TIME ZONE 'UTC')::date", persisted=True)
    )
    """The first day of the month in which it started, by which its entries are partitioned."""
    archived_at: Mapped[Timestamp | None]
    """The time at which its entries were moved into an archive file."""
    archived_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The hash of its last entry, kept when the entries were archived."""


class PlaceRow(Base):
    """The holder of one seat of a match."""

    __tablename__ = "places"
    __table_args__ = (
        CheckConstraint("(account_id IS NULL) <> (bot IS NULL)", name="person_or_bot"),
        CheckConstraint("seat >= 0", name="seat"),
        CheckConstraint("finish >= 1", name="finish"),
        Index("ix_places_account_id", "account_id", "match_id"),
        Index(
            "ix_places_name",
            "name",
            postgresql_using="gin",
            postgresql_ops={"name": "gin_trgm_ops"},
        ),
    )

    match_id: Mapped[MatchKey] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    bot: Mapped[String | None]
    """A bot's strength."""
    name: Mapped[String]
    finish: Mapped[int | None]
    """Place in the outcome: 1 is best, tied seats share one. None until then and for leavers."""
    points: Mapped[int | None]


class EntryRow(Base):
    """One line of a match. A trigger refuses to change or remove it.

    A partition holds the entries of the matches that started in one month.
    """

    __tablename__ = "entries"
    __table_args__ = (
        CheckConstraint("ply >= 0 AND epoch >= 1", name="fence"),
        CheckConstraint("seat >= 0", name="seat"),
        CheckConstraint("octet_length(hash) = 32", name="hash_has_32_bytes"),
        CheckConstraint(
            "body ->> 'type' IN ('played', 'shuffled', 'expired', 'reseated', 'last-deal')",
            name="type",
        ),
        Index(
            "uq_entries_match_id_command",
            "match_id",
            "command",
            "month",
            unique=True,
            postgresql_where=text("command IS NOT NULL"),
        ),
        {"postgresql_partition_by": "RANGE (month)"},
    )

    match_id: Mapped[MatchKey] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    month: Mapped[date] = mapped_column(Date, primary_key=True)
    """The match's month."""
    epoch: Mapped[int]
    """The match's epoch under which it was written."""
    seat: Mapped[int | None]
    body: Mapped[Json]
    """The whole entry; see app/rules/replay.py."""
    command: Mapped[String | None]
    """The command that asked for it: what makes a repeated one take effect once."""
    recorded_at: Mapped[Timestamp]
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """The hash of this entry and the one before; see app/rules/chain.py."""


class StandingRow(Base):
    """The result of one seat in one finished deal. A trigger refuses to change or remove it."""

    __tablename__ = "standings"
    __table_args__ = (
        ForeignKeyConstraint(["match_id", "seat"], ["places.match_id", "places.seat"]),
        CheckConstraint("deal >= 1", name="deal"),
        CheckConstraint("rank BETWEEN 1 AND ranked_seats", name="rank_of_a_seat"),
        # all that a profile asks, in the order of deals, without a look at the table
        Index(
            "ix_standings_account_id",
            "account_id",
            "game",
            "ended_at",
            "match_id",
            "deal",
            "seat",
            postgresql_include=["rank", "ranked_seats", "points"],
        ),
    )

    match_id: Mapped[MatchKey] = mapped_column(primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    """The account that held the seat then; None: a bot."""
    game: Mapped[String]
    rank: Mapped[int]
    ranked_seats: Mapped[int]
    """The number of seats that the deal ranked."""
    points: Mapped[int]
    ended_at: Mapped[Timestamp]


def month_of(match_id: str) -> ScalarSelect[date]:
    """The month of a match, which names the one partition that can hold its entries."""
    return select(MatchRow.month).where(MatchRow.id == match_id).scalar_subquery()
