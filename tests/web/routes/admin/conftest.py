"""Members with roles, and late notes for tables, for the pages under /admin."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.visitors import Visitor

NewMember = Callable[[Role], tuple[Visitor, str]]
LeaveNote = Callable[[str, int], None]


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
