"""Summaries of matches: of one, and of those of a person or a room."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.store.database.base import PAGE_SIZE, Page, offset
from app.store.database.storable_text import is_id
from app.store.matches.rows import MatchRow, MatchState, PlaceRow, StandingRow
from app.table.model.notation import read_match_id

MANY_MATCHES: Final = 5_000
"""From this many matches of one person, later pages are found by a walk through all matches."""


class PlaceSummary(msgspec.Struct, frozen=True):
    """The holder of one seat and their result."""

    seat: int
    account_id: str | None
    bot: str | None
    """A bot's strength; None: a person."""
    name: str
    finish: int | None
    """1 is best, tied seats share a place; None before the end, if stopped, and for leavers."""
    points: int
    """Play points: the outcome's, or those of the deals finished so far."""


STOP_REASONS: Final[Mapping[str, str]] = {
    "host": "The host stopped it. Finished hands count.",
    "everybody-left": "Nobody was left at the table. Finished hands count.",
    "rested-long": "Nobody came back for 30 days. Finished hands count.",
    "without-end": "A hand went on without an end. Finished hands count.",
    "rules-changed": (
        "The server was updated, and the game’s rules have changed since it began. "
        "Finished hands count."
    ),
}
"""Sentences for the codes of tables."""


class MatchSummary(msgspec.Struct, frozen=True):
    id: str
    room_id: str
    code: str
    """The room's five letters when it began."""
    game: str
    rules_version: int
    options: dict[str, Any]
    state: MatchState
    started: datetime
    ended: datetime | None
    entries: int
    """The number of entries in its record."""
    deals: int
    """The number of finished deals."""
    outcome: dict[str, Any] | None
    stop_reason: str | None
    void_reason: str | None
    places: tuple[PlaceSummary, ...]
    """By seat."""
    archived_at: datetime | None = None
    """Since when its entries are in an archive file, and no longer here."""

    @property
    def why_stopped(self) -> str | None:
        """The reason of a stop in words: those of an administrator, or those for the code."""
        return STOP_REASONS.get(self.stop_reason or "", self.stop_reason)

    def of(self, account_id: str) -> PlaceSummary | None:
        """The place of that person; the last one, where somebody left and came back."""
        return next(
            (place for place in reversed(self.places) if place.account_id == account_id), None
        )


# -- looking up


async def of_match(db: AsyncSession, match_id: str) -> MatchSummary | None:
    match = read_match_id(match_id)
    if match is None:
        return None
    found = await read(db, [MatchRow.id == match], 0, 1)
    return found[0] if found else None


async def history_of(db: AsyncSession, account_id: str, page: int = 1) -> Page[MatchSummary]:
    """Matches in which this person held a seat, newest first; voided ones too, marked as such."""
    if not is_id(account_id):
        return Page((), page, 0)
    counted = select(func.count(PlaceRow.match_id.distinct())).where(
        PlaceRow.account_id == account_id
    )
    total = await db.scalar(counted) or 0
    if total < MANY_MATCHES or page <= 1:
        found = await read(db, [_held_a_seat(account_id)], offset(page), PAGE_SIZE)
    else:
        chosen = MatchRow.id.in_(_walk_to_page(account_id, offset(page)))
        found = await read(db, [chosen], 0, PAGE_SIZE)
    return Page(found, page, total)


async def latest_of_game(db: AsyncSession, account_id: str, game: str) -> tuple[MatchSummary, ...]:
    """The first page of a history, with matches of one game alone. Nothing is counted."""
    if not is_id(account_id):
        return ()
    return await read(db, [_held_a_seat(account_id), MatchRow.game == game], 0, PAGE_SIZE)


async def recent_of_room(db: AsyncSession, room_id: str, most: int) -> tuple[MatchSummary, ...]:
    """The latest matches of a room, newest first; running and voided ones too, marked as such."""
    return await read(db, [MatchRow.room_id == room_id], 0, most) if is_id(room_id) else ()


async def read(
    db: AsyncSession, wanted: Sequence[ColumnElement[bool]], skip: int, most: int
) -> tuple[MatchSummary, ...]:
    """The matches that meet all conditions, newest first. Three statements, however many."""
    rows = (
        await db.scalars(
            select(MatchRow)
            .where(*wanted)
            .order_by(MatchRow.started_at.desc(), MatchRow.id.desc())
            .offset(skip)
            .limit(most)
        )
    ).all()
    ids = [row.id for row in rows]
    places: dict[str, list[PlaceRow]] = {}
    for place in await db.scalars(
        select(PlaceRow)
        .where(PlaceRow.match_id.in_(ids))
        .order_by(PlaceRow.match_id, PlaceRow.seat)
    ):
        places.setdefault(place.match_id, []).append(place)
    earned: dict[tuple[str, int], int] = {}
    deals: dict[str, int] = {}
    counted = select(
        StandingRow.match_id,
        StandingRow.seat,
        func.sum(StandingRow.points),
        func.max(StandingRow.deal),
    )
    for match_id, seat, points, deal in await db.execute(
        counted.where(StandingRow.match_id.in_(ids)).group_by(
            StandingRow.match_id, StandingRow.seat
        )
    ):
        earned[match_id, seat] = points
        deals[match_id] = max(deal, deals.get(match_id, 0))
    return tuple(
        MatchSummary(
            id=row.id, room_id=row.room_id, code=row.code, game=row.game,
            rules_version=row.rules_version, options=row.options, state=MatchState(row.state),
            started=row.started_at, ended=row.ended_at, entries=row.ply, deals=deals.get(row.id, 0),
            outcome=row.outcome, stop_reason=row.stop_reason, void_reason=row.void_reason,
            places=tuple(
                PlaceSummary(
                    place.seat, place.account_id, place.bot, place.name, place.finish,
                    earned.get((row.id, place.seat), 0) if place.points is None else place.points,
                )
                for place in places.get(row.id, ())
            ),
            archived_at=row.archived_at,
        )
        for row in rows
    )  # fmt: skip


# -- conditions


def _held_a_seat(account_id: str) -> ColumnElement[bool]:
    return MatchRow.id.in_(select(PlaceRow.match_id).where(PlaceRow.account_id == account_id))


def _walk_to_page(account_id: str, skip: int) -> Select[str]:
    """The ids of a page of somebody's matches, for somebody who has very many.

    The index of all matches is walked through, newest first, until the page is full. IS TRUE
    makes the person's ids one hash. As a join, which is quicker for the first page alone, each
    step would search the index of places.
    """
    each = aliased(MatchRow)
    held = select(PlaceRow.match_id).where(PlaceRow.account_id == account_id)
    return (
        select(each.id)
        .where(each.id.in_(held).is_(True))
        .order_by(each.started_at.desc(), each.id.desc())
        .offset(skip)
        .limit(PAGE_SIZE)
    )
