"""Members with roles, for the pages under /admin."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.visitors import Visitor

NewMember = Callable[[Role], tuple[Visitor, str]]


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
