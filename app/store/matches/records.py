"""The record of a match, read back: to replay it, to verify its hash chain, and its standings."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules import chain, codec
from app.rules.game import AnyGame, Seat, Standing
from app.rules.replay import Setup, replay
from app.store.database.base import MatchUuid
from app.store.matches.rows import EntryRow, MatchRow, PlaceRow, StandingRow, month_of
from app.table.model.notation import read_match_id, to_milliseconds
from app.table.model.records import LoggedEntry, MatchRecord, Place
from app.table.model.room import MatchId, PersonId


async def read(db: AsyncSession, match_id: str, games: Mapping[str, AnyGame]) -> MatchRecord | None:
    """The match with its setup and all entries, for replay; claims nothing. `games` by slug.

    Raises KeyError where its game no longer exists.
    """
    match = read_match_id(match_id)
    row = None if match is None else await db.get(MatchRow, match)
    if row is None:
        return None
    game = games[row.game]
    places = await db.scalars(
        select(PlaceRow).where(PlaceRow.match_id == row.id).order_by(PlaceRow.seat)
    )
    entries = await db.execute(
        select(EntryRow.body, EntryRow.recorded_at, EntryRow.command)
        .where(EntryRow.match_id == row.id, EntryRow.month == row.month)
        .order_by(EntryRow.ply)
    )
    return MatchRecord(
        match=MatchId(row.id),
        epoch=row.epoch,
        game=row.game,
        rules_version=row.rules_version,
        setup=Setup(row.seats, codec.read_options(game, row.options), row.ranked),
        places=tuple(
            Place(Seat(place.seat), _person(place.account_id), place.bot, place.name)
            for place in places
        ),
        entries=tuple(
            LoggedEntry(codec.read_entry(game, body), at, command) for body, at, command in entries
        ),
        secret=row.secret,
    )


def _person(account_id: str | None) -> PersonId | None:
    return None if account_id is None else PersonId(account_id)


# -- as it is stored


class StoredRecord(msgspec.Struct, frozen=True):
    """A match as it is stored: nothing of it is decoded here."""

    match: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    """`{seats, options, ranked}`."""
    secret: bytes | None
    entries: int
    """Their number."""
    lines: bytes
    """A line of JSON for each entry: `{ply, at, entry, hash}`, as in the export."""


_LINES = text(
    """
SELECT count(*), convert_to(coalesce(string_agg(json_build_object(
    'ply', ply, 'at', floor(extract(epoch FROM recorded_at) * 1000)::bigint,
    'entry', body, 'hash', encode(hash, 'hex'))::text, E'\\n' ORDER BY ply) || E'\\n', ''), 'UTF8')
FROM entries
WHERE match_id = :match AND ply >= :since AND month = (SELECT month FROM matches WHERE id = :match)
"""
).bindparams(bindparam("match", type_=MatchUuid()))
"""One value, which PostgreSQL makes: a row for each entry would cost this process 20 us each."""


async def stored(
    db: AsyncSession, match_id: str, known: StoredRecord | None = None
) -> StoredRecord | None:
    """The record with all entries; those that are `known` are not read again."""
    if known is None:
        match = read_match_id(match_id)
        row = None if match is None else await db.get(MatchRow, match)
        if row is None:
            return None
        setup = setup_of(row.seats, row.options, row.ranked)
        known = StoredRecord(row.id, row.game, row.rules_version, setup, row.secret, 0, b"")
    asked = {"match": known.match, "since": known.entries}
    number, lines = (await db.execute(_LINES, asked)).one()
    return msgspec.structs.replace(known, entries=known.entries + number, lines=known.lines + lines)


# -- the hash chain


class LoggedMatch(msgspec.Struct, frozen=True):
    """The stored text of a match, which the hash chain covers."""

    match: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    """`{seats, options, ranked}`."""
    links: tuple[chain.StoredEntry, ...]

    def last_hash(self) -> bytes:
        """The last hash of the whole record. Raises BrokenChain."""
        return chain.verify(
            chain.initial_hash(self.match, self.game, self.rules_version, self.setup),
            self.match,
            self.links,
        )


def setup_of(seats: int, options: Any, ranked: bool) -> dict[str, Any]:
    return {"seats": seats, "options": options, "ranked": ranked}


def links_of(
    rows: Iterable[tuple[int, datetime, Any, bytes]],
) -> tuple[chain.StoredEntry, ...]:
    """The stored entries of rows (ply, at, body as JSON, hash)."""
    return tuple(
        chain.StoredEntry(ply, to_milliseconds(at), body, digest) for ply, at, body, digest in rows
    )


async def read_logged(db: AsyncSession, match_id: str) -> LoggedMatch | None:
    match = read_match_id(match_id)
    row = None if match is None else await db.get(MatchRow, match)
    if row is None:
        return None
    columns = select(EntryRow.ply, EntryRow.recorded_at, EntryRow.body, EntryRow.hash)
    entries = await db.execute(
        columns.where(EntryRow.match_id == row.id, EntryRow.month == row.month).order_by(
            EntryRow.ply
        )
    )
    links = links_of((ply, at, body, digest) for ply, at, body, digest in entries)
    return LoggedMatch(
        row.id, row.game, row.rules_version, setup_of(row.seats, row.options, row.ranked), links
    )


async def receipt(db: AsyncSession, match_id: str) -> str | None:
    """The receipt of the last entry; None where there is none. Verifies nothing."""
    match = read_match_id(match_id)
    if match is None:
        return None
    archived = select(MatchRow.archived_hash).where(MatchRow.id == match)
    last = (
        select(EntryRow.hash)
        .where(EntryRow.match_id == match, EntryRow.month == month_of(match))
        .order_by(EntryRow.ply.desc())
        .limit(1)
    )
    found = await db.scalar(last) or await db.scalar(archived)
    return None if found is None else chain.receipt(found)


# -- standings


async def stored_standings(db: AsyncSession, match_id: str) -> tuple[Standing, ...]:
    """The stored standings of a match's finished deals: by deal, then rank."""
    rows = await db.scalars(
        select(StandingRow)
        .where(StandingRow.match_id == match_id)
        .order_by(StandingRow.deal, StandingRow.rank, StandingRow.seat)
    )
    return tuple(Standing(row.deal, Seat(row.seat), row.rank, row.points) for row in rows)


def recomputed_standings(game: AnyGame, record: MatchRecord) -> tuple[Standing, ...]:
    """The standings, replayed from setup and entries. Where rows differ, the entries are right."""
    earned: dict[tuple[int, int], Standing] = {}
    for state in replay(game, record.setup, (written.entry for written in record.entries)):
        for standing in game.standings(state.public):
            earned.setdefault((standing.deal, standing.seat), standing)
    return tuple(
        sorted(earned.values(), key=lambda standing: (standing.deal, standing.rank, standing.seat))
    )
