"""Reports to the administrators: a fault or a conflict, its position, and the answer."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    and_,
    delete,
    func,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.store.admin import audit, case_rows
from app.store.admin.report_rows import Kind, ReportRow
from app.store.database.storable_text import replace_unstorable, require_storable
from app.store.matches.rows import MatchRow, MatchState
from app.store.people.rows import AccountRow
from app.store.rooms.rows import RoomRow

MAX_OPEN: Final = 10
"""Open reports that one person may have."""
MAX_LENGTH: Final = 1000
"""Characters of what somebody writes."""
MAX_NOTED: Final = 2000
"""Characters of what the page adds by itself."""


class Accused(msgspec.Struct, frozen=True):
    """The person whom a report is about."""

    id: str
    name: str
    """The present name."""
    gone: bool
    """True if the account is deleted, so that it has no page."""
    reports: int
    """The number of reports that name this person."""
    reporters: int
    """The number of people who wrote those."""


class Report(msgspec.Struct, frozen=True):
    number: int
    at: datetime
    account_id: str
    name: str
    """The present name of whoever reports."""
    kind: Kind
    room_id: str
    code: str
    """The room's five letters."""
    match_id: str | None
    game: str | None
    """Slug of the match's game."""
    step: int | None
    """The number of the entry after which the reported position stood.

    None while the match runs: the number of entries tells whether somebody has answered in secret,
    which administrators must not learn either.
    """
    said: str
    noted: str
    """The page's additions: errors of its scripts, the size of its window."""
    closed: datetime | None
    answer: str | None
    """An administrator's; shown to whoever reported."""
    moment_at: datetime
    """The time at which the reported position stood."""
    accused: Accused | None

    def opens_chat_for(self, admin_id: str) -> bool:
        """True if an administrator may read the chat through this report.

        Only where it is about people, and never through a report of one's own.
        """
        return self.kind == Kind.PEOPLE and self.account_id != admin_id


async def file(
    db: AsyncSession,
    account_id: str,
    kind: Kind,
    room_id: str,
    match_id: str | None,
    step: int | None,
    said: str,
    noted: str,
    *,
    accused_id: str | None = None,
    moment_at: datetime | None = None,
) -> int:
    """Files a report and returns its number. Without `step` it is about the present position.

    `accused_id`: one of report_context.people_to_name. `moment_at`: now by default.
    Raises UnstorableText.
    """
    if match_id is not None:
        entries = await db.scalar(select(MatchRow.ply).where(MatchRow.id == match_id)) or 0
        step = entries - 1 if step is None else min(step, entries - 1)
    row = ReportRow(
        account_id=account_id,
        kind=str(kind),
        room_id=room_id,
        match_id=match_id,
        step=None if step is None or step < 0 else step,
        said=require_storable(said, "The report")[:MAX_LENGTH],
        noted=replace_unstorable(noted, MAX_NOTED),
        accused_id=accused_id,
        moment_at=moment_at or datetime.now(UTC),
    )
    db.add(row)
    await db.flush()
    await case_rows.open_for_report(db, row.number, accused_id, kind == Kind.PEOPLE)
    return row.number


async def list_of_account(
    db: AsyncSession, account_id: str, room_id: str | None = None, most: int = 20
) -> tuple[Report, ...]:
    """The reports of an account, about one room or all, newest first."""
    wanted = [ReportRow.account_id == account_id]
    return await _read(
        db, wanted if room_id is None else [*wanted, ReportRow.room_id == room_id], most
    )


async def count_open(db: AsyncSession, account_id: str) -> int:
    """The number of this person's reports that nobody has answered."""
    return (
        await db.scalar(
            select(func.count()).where(
                ReportRow.account_id == account_id, ReportRow.closed_at.is_(None)
            )
        )
        or 0
    )


async def by_number(db: AsyncSession, number: int, admin_id: str) -> Report:
    """One report. Raises LookupError where there is none, or it is about that administrator."""
    not_about = ReportRow.accused_id.is_distinct_from(admin_id)
    found = await _read(db, [ReportRow.number == number, not_about], 1)
    if not found:
        raise LookupError(f"there is no report {number}")
    return found[0]


async def close(db: AsyncSession, number: int, admin_id: str, answer: str) -> Report:
    """Closes a report with an answer.

    Raises LookupError where no such open one exists, or it is about that administrator.
    """
    row = await db.get(ReportRow, number, with_for_update={"key_share": True})
    if row is None or row.closed_at is not None or row.accused_id == admin_id:
        raise LookupError(f"there is no open report {number}")
    row.closed_at, row.closed_by, row.answer = (
        datetime.now(UTC),
        admin_id,
        require_storable(answer, "The answer"),
    )
    await db.flush()
    (report,) = await _read(db, [ReportRow.number == number], 1)
    return report


def audit_subject(report: Report) -> str:
    """The subject of the audit line about its answer."""
    if report.match_id is None:
        return audit.room_subject(report.room_id)
    return audit.match_subject(report.match_id)


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes a person's reports, and answered ones that accuse the person.

    An open one stays until it is answered. No text is searched.
    """
    answered = and_(ReportRow.accused_id == account_id, ReportRow.closed_at.is_not(None))
    await db.execute(delete(ReportRow).where(or_(ReportRow.account_id == account_id, answered)))


async def _read(
    db: AsyncSession, wanted: Sequence[ColumnElement[bool]], most: int
) -> tuple[Report, ...]:
    """The newest first."""
    accused, others = aliased(AccountRow), aliased(ReportRow)
    counts = [
        select(counted)
        .where(others.accused_id == ReportRow.accused_id)
        .correlate(ReportRow)
        .scalar_subquery()
        for counted in (func.count(), func.count(others.account_id.distinct()))
    ]
    found = await db.execute(
        select(
            ReportRow, AccountRow.name, RoomRow.code, MatchRow.game, MatchRow.state,
            accused.name, accused.kind, *counts,
        )
        .join(AccountRow, AccountRow.id == ReportRow.account_id)
        .join(RoomRow, RoomRow.id == ReportRow.room_id)
        .outerjoin(MatchRow, MatchRow.id == ReportRow.match_id)
        .outerjoin(accused, accused.id == ReportRow.accused_id)
        .where(*wanted)
        .order_by(ReportRow.number.desc())
        .limit(most)
    )  # fmt: skip
    return tuple(
        Report(
            row.number, row.filed_at, row.account_id, name, Kind(row.kind), row.room_id, code,
            row.match_id, game, None if state == MatchState.RUNNING else row.step, row.said,
            row.noted, row.closed_at, row.answer, row.moment_at,
            None if row.accused_id is None
            else Accused(row.accused_id, accused_name, kind == "gone", named, reporters),
        )
        for row, name, code, game, state, accused_name, kind, named, reporters in found
    )  # fmt: skip
