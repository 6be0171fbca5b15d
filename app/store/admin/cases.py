"""The queue of moderators: cases by age and weight, each taken by one of them at a time.

| a case is | taking it | answering it |
|---|---|---|
| open | makes it taken, for TAKEN_FOR | refused: take it first |
| taken by oneself | lengthens that | closes it, with all that is done |
| taken by another | refused until that ends | refused |
| closed | refused | refused |

Nobody finds a case about themselves, and nobody takes that of their own report.
"""

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.store.admin import reports
from app.store.admin.case_rows import CaseRow, Kind
from app.store.admin.report_rows import ReportRow
from app.store.admin.reports import Report
from app.store.database.base import PAGE_SIZE, ConcurrentChange, Page, bounded_count, offset
from app.store.people.rows import AccountRow

TAKEN_FOR: Final = timedelta(minutes=15)
LIKE_CASES: Final = 100
"""Cases of the same kind whose outcomes are counted, the newest."""


class Case(msgspec.Struct, frozen=True):
    """One case, with present names."""

    number: int
    kind: str
    account_id: str | None
    name: str
    """Of the person whom it is about; empty where there is none."""
    about: str | None
    opened: datetime
    report: int | None
    said: str
    """The words of the report; empty for any other case."""
    reporter_id: str | None
    taken_by: str | None
    taker: str
    taken_until: datetime | None
    closed: datetime | None
    outcome: str | None

    def is_taken(self, now: datetime) -> bool:
        return self.taken_until is not None and self.taken_until > now

    def taken_by_other(self, me: str, now: datetime) -> bool:
        return self.is_taken(now) and self.taken_by != me

    def held_by(self, me: str, now: datetime) -> bool:
        return self.is_taken(now) and self.taken_by == me


class History(msgspec.Struct, frozen=True):
    """The past of one person, in numbers."""

    reports: int
    """Reports that they wrote."""
    accused: int
    """Reports that name them."""
    muted: int
    """People who have muted them, or blocked them."""
    outcomes: tuple[tuple[str, int], ...]
    """The outcomes of closed cases about them, each with its number."""


_HISTORY: Final = text("""
SELECT (SELECT count(*) FROM reports WHERE account_id = :person) AS reports,
    (SELECT count(*) FROM reports WHERE accused_id = :person) AS accused,
    (SELECT count(*) FROM mutes WHERE other_id = :person) AS muted
""")


async def count_open(db: AsyncSession, me: str) -> int:
    """The number of open cases that this moderator finds, at most MAX_COUNTED."""
    return await bounded_count(db, select(CaseRow.number).where(_open_to(me)))


async def list_page(db: AsyncSession, me: str, page: int = 1, closed: bool = False) -> Page[Case]:
    """The open cases, the most pressing first, or the closed ones, the newest first."""
    if closed:
        wanted = and_(CaseRow.closed_at.is_not(None), _not_about(me))
        numbers = select(CaseRow.number).where(wanted).order_by(CaseRow.number)
        total = await bounded_count(db, numbers)
    else:
        wanted, total = _open_to(me), await count_open(db, me)
    return Page(await _read(db, wanted, offset(page), PAGE_SIZE, newest=closed), page, total)


async def by_number(db: AsyncSession, number: int, me: str) -> Case:
    """Raises LookupError where there is none, or it is about whoever asks."""
    found = await _read(db, and_(CaseRow.number == number, _not_about(me)), 0, 1)
    if not found:
        raise LookupError(f"there is no case {number}")
    return found[0]


async def take(db: AsyncSession, number: int, me: str, now: datetime) -> None:
    """Raises LookupError where it is not open, or taken by somebody else, or one's own."""
    own = exists().where(ReportRow.number == CaseRow.report_number, ReportRow.account_id == me)
    taken = await db.execute(
        update(CaseRow)
        .where(
            CaseRow.number == number,
            _open_to(me),
            ~own,
            or_(CaseRow.taken_by == me, CaseRow.taken_until.is_(None), CaseRow.taken_until <= now),
        )
        .values(taken_by=me, taken_until=now + TAKEN_FOR)
        .returning(CaseRow.number)
    )
    if taken.scalar() is None:
        raise ConcurrentChange(f"case {number} cannot be taken")


async def give_back(db: AsyncSession, number: int, me: str) -> None:
    """Nothing where it is not one's own to give."""
    await db.execute(
        update(CaseRow)
        .where(CaseRow.number == number, CaseRow.taken_by == me, CaseRow.closed_at.is_(None))
        .values(taken_by=None, taken_until=None)
    )


async def close(db: AsyncSession, number: int, me: str, now: datetime, outcome: str) -> None:
    """Raises LookupError where it is not taken by this moderator at present."""
    closed = await db.execute(
        update(CaseRow)
        .where(
            CaseRow.number == number,
            _open_to(me),
            CaseRow.taken_by == me,
            CaseRow.taken_until > now,
        )
        .values(closed_at=now, closed_by=me, outcome=outcome)
        .returning(CaseRow.number)
    )
    if closed.scalar() is None:
        raise ConcurrentChange(f"case {number} is not {me}'s to close")


async def history(db: AsyncSession, person: str) -> History:
    counts = (await db.execute(_HISTORY, {"person": person})).one()
    outcomes = await db.execute(
        select(CaseRow.outcome, func.count())
        .where(CaseRow.account_id == person, CaseRow.closed_at.is_not(None))
        .group_by(CaseRow.outcome)
        .order_by(func.count().desc(), CaseRow.outcome)
    )
    found = tuple((str(outcome), number) for outcome, number in outcomes)
    return History(counts.reports, counts.accused, counts.muted, found)


async def outcomes_of_kind(db: AsyncSession, case: Case) -> tuple[tuple[str, int], ...]:
    """The outcomes of the last cases like this one, the most frequent first."""
    last = (
        select(CaseRow.outcome)
        .where(CaseRow.kind == case.kind, CaseRow.closed_at.is_not(None))
        .order_by(CaseRow.number.desc())
        .limit(LIKE_CASES)
        .subquery()
    )
    counted = select(last.c.outcome, func.count()).group_by(last.c.outcome)
    found = await db.execute(counted.order_by(func.count().desc(), last.c.outcome))
    return tuple((str(outcome), number) for outcome, number in found)


async def report_of(db: AsyncSession, case: Case, me: str) -> Report | None:
    return None if case.report is None else await reports.by_number(db, case.report, me)


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes cases about a person who is erased; those of open reports stay."""
    await db.execute(
        delete(CaseRow).where(
            CaseRow.account_id == account_id,
            or_(CaseRow.kind != Kind.REPORT, CaseRow.closed_at.is_not(None)),
        )
    )


def _not_about(me: str) -> ColumnElement[bool]:
    return CaseRow.account_id.is_distinct_from(me)


def _open_to(me: str) -> ColumnElement[bool]:
    return and_(CaseRow.closed_at.is_(None), _not_about(me))


async def _read(
    db: AsyncSession, wanted: ColumnElement[bool], skip: int, most: int, newest: bool = False
) -> tuple[Case, ...]:
    """The page is chosen first, so that those before it are not looked up."""

    def order(row: Any) -> tuple[Any, ...]:
        return (row.number.desc(),) if newest else (row.due_at, row.number)

    chosen = select(CaseRow).where(wanted).order_by(*order(CaseRow))
    case = aliased(CaseRow, chosen.offset(skip).limit(most).subquery())
    person, taker = aliased(AccountRow), aliased(AccountRow)
    found: Any = await db.execute(
        select(case, person.name, taker.name, ReportRow.said, ReportRow.account_id)
        .outerjoin(person, person.id == case.account_id)
        .outerjoin(taker, taker.id == case.taken_by)
        .outerjoin(ReportRow, ReportRow.number == case.report_number)
        .order_by(*order(case))
    )
    return tuple(
        Case(
            row.number, row.kind, row.account_id, name or "", row.about, row.opened_at,
            row.report_number, said or "", reporter, row.taken_by, taken or "", row.taken_until,
            row.closed_at, row.outcome,
        )
        for row, name, taken, said, reporter in found
    )  # fmt: skip
