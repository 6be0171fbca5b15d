"""The labels of accounts, matches, rooms and reports: what lists show beside their ids.

One statement for each kind, however many ids.
"""

from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin.audit import AuditEntry
from app.store.admin.case_rows import CaseRow
from app.store.database.storable_text import is_id
from app.store.matches.rows import MatchRow, PlaceRow
from app.store.people.rows import AccountRow
from app.store.rooms.rows import RoomRow
from app.table.model.notation import read_match_id


class AccountLabel(msgspec.Struct, frozen=True):
    name: str
    """The present name."""
    erased: bool


class MatchLabel(msgspec.Struct, frozen=True):
    game: str
    """Slug."""
    code: str
    """The room's five letters when the match began."""
    started: datetime


class PlayedMatch(MatchLabel, frozen=True):
    id: str
    state: str


class AuditLabels(msgspec.Struct, frozen=True):
    """The labels of a list of audit entries, by id; ids of whatever is gone are left out."""

    accounts: dict[str, AccountLabel]
    """The administrators' too."""
    matches: dict[str, MatchLabel]
    rooms: dict[str, str]
    """Their present codes."""
    cases: dict[str, int]
    """The case of each report."""


async def of_entries(db: AsyncSession, entries: Collection[AuditEntry]) -> AuditLabels:
    """The labels of the entries' administrators and subjects."""
    ids: dict[str, set[str]] = {"account": set(), "match": set(), "room": set(), "report": set()}
    for entry in entries:
        kind, _, id_ = entry.subject.partition(":")
        ids.setdefault(kind, set()).add(id_)
        ids["account"].add(entry.admin_id)
    return AuditLabels(
        await of_accounts(db, ids["account"]),
        await of_matches(db, ids["match"]),
        await of_rooms(db, ids["room"]),
        await cases_of_reports(db, ids["report"]),
    )


async def of_accounts(db: AsyncSession, ids: Collection[str]) -> dict[str, AccountLabel]:
    """By id; ids of no account are left out."""
    known = {id_ for id_ in ids if is_id(id_)}
    if not known:
        return {}
    found = await db.execute(
        select(AccountRow.id, AccountRow.name, AccountRow.kind).where(AccountRow.id.in_(known))
    )
    return {id_: AccountLabel(name, kind == "gone") for id_, name, kind in found}


async def of_matches(db: AsyncSession, ids: Collection[str]) -> dict[str, MatchLabel]:
    """By id; ids of no match are left out."""
    known = {id_ for id_ in ids if read_match_id(id_) == id_}
    if not known:
        return {}
    found = await db.execute(
        select(MatchRow.id, MatchRow.game, MatchRow.code, MatchRow.started_at).where(
            MatchRow.id.in_(known)
        )
    )
    return {id_: MatchLabel(game, code, started) for id_, game, code, started in found}


async def latest_of_person(db: AsyncSession, account_id: str, most: int) -> list[PlayedMatch]:
    """The newest matches in which that person held a seat."""
    held = select(PlaceRow.match_id).where(PlaceRow.account_id == account_id)
    found = await db.execute(
        select(MatchRow.game, MatchRow.code, MatchRow.started_at, MatchRow.id, MatchRow.state)
        .where(MatchRow.id.in_(held))
        .order_by(MatchRow.started_at.desc(), MatchRow.id.desc())
        .limit(most)
    )
    return [PlayedMatch(*row) for row in found]


async def of_rooms(db: AsyncSession, ids: Collection[str]) -> dict[str, str]:
    """The rooms' present codes by id; ids of no room are left out."""
    known = {id_ for id_ in ids if is_id(id_)}
    if not known:
        return {}
    found = await db.execute(select(RoomRow.id, RoomRow.code).where(RoomRow.id.in_(known)))
    return dict(found.all())


async def cases_of_reports(db: AsyncSession, numbers: Collection[str]) -> dict[str, int]:
    """By the report's number; numbers of no report are left out."""
    known = [int(number) for number in numbers if number.isdecimal()]
    if not known:
        return {}
    found = await db.execute(
        select(CaseRow.report_number, CaseRow.number).where(CaseRow.report_number.in_(known))
    )
    return {str(report): case for report, case in found}
