"""Members with roles, what is written of a person, and late notes for tables, for /admin."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin.audit import AuditRow
from app.store.admin.case_rows import CaseRow
from app.store.admin.notes import NoteRow
from app.store.people import accounts
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.visitors import Visitor

NewMember = Callable[[Role], tuple[Visitor, str]]
LeaveNote = Callable[[str, int], None]
Written = Callable[[str], tuple[int, int]]


@pytest.fixture
def member(visitor: NewVisitor, in_database: Any) -> NewMember:
    """Signs somebody up, with that role; the visitor and the id of the account."""

    def new(role: Role = Role.NONE) -> tuple[Visitor, str]:
        person, name, ids = visitor(), f"Member {next(name_numbers)}", list[str]()
        person.sign_up(name)

        async def give(db: AsyncSession) -> None:
            found = await accounts.by_name(db, name)
            assert found is not None
            await accounts.set_role(db, found.id, role)
            ids.append(found.id)

        in_database(give)
        return person, ids[0]

    return new


@pytest.fixture
def mona(member: NewMember) -> Visitor:
    """A moderator."""
    return member(Role.MODERATOR)[0]


@pytest.fixture
def written(in_database: Any) -> Written:
    """The numbers of notes about a person, and of lines in the audit log."""

    def count(person: str) -> tuple[int, int]:
        async def read(db: AsyncSession) -> tuple[int, int]:
            notes = await db.scalar(select(func.count()).where(NoteRow.account_id == person))
            subject = f"account:{person}"
            log = await db.scalar(select(func.count()).where(AuditRow.subject == subject))
            return notes or 0, log or 0

        found: tuple[int, int] = in_database(read)
        return found

    return count


@pytest.fixture
def cases_of(in_database: Any) -> Any:
    """The cases about a person, the most pressing first; the number of its report comes last."""

    def of(person: str) -> list[Any]:
        async def read(db: AsyncSession) -> list[Any]:
            wanted = select(CaseRow).where(CaseRow.account_id == person)
            rows = await db.scalars(wanted.order_by(CaseRow.due_at, CaseRow.number))
            return [
                (row.number, row.kind, row.outcome, row.opened_at, row.due_at, row.report_number)
                for row in rows
            ]

        found: list[Any] = in_database(read)
        return found

    return of


@pytest.fixture
def leave_note(in_database: Any) -> Iterator[LeaveNote]:
    """Notes that a table has not followed a change of its people for some minutes."""

    def leave(room: str, minutes: int) -> None:
        async def write(db: AsyncSession) -> None:
            await db.execute(
                text(
                    "INSERT INTO table_notes (account_id, room_id, noted_at)"
                    " SELECT unnest(people), id, now() - make_interval(mins => :minutes)"
                    " FROM rooms WHERE id = :room ON CONFLICT (account_id, room_id)"
                    " DO UPDATE SET noted_at = excluded.noted_at"
                ),
                {"room": room, "minutes": minutes},
            )

        in_database(write)

    yield leave

    async def remove(db: AsyncSession) -> None:
        await db.execute(text("DELETE FROM table_notes"))

    in_database(remove)
