"""The shared parts of all rows: metadata, column types, ids, and pages of results."""

import secrets
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar

import msgspec
from sqlalchemy import DateTime, MetaData, ScalarSelect, Select, Text, func, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import UserDefinedType

T = TypeVar("T")


class MatchUuid(UserDefinedType[str]):
    """A match id, stored as a UUID; connections write and read it as 22 characters."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        return "UUID"


Id = Annotated[str, mapped_column(Text)]
"""A public id: 22 URL-safe characters, see `new_id`."""
MatchKey = Annotated[str, mapped_column(MatchUuid())]
"""The id of a match; see app/table/model/notation.py."""
Timestamp = Annotated[datetime, mapped_column(DateTime(timezone=True))]
String = Annotated[str, mapped_column(Text)]
Json = Annotated[dict[str, Any], mapped_column(JSONB)]

PAGE_SIZE = 25
LAST_PAGE = 10_000
MAX_COUNTED: Final = 2_500
"""The most hits that a search counts and pages through."""


class ConcurrentChange(LookupError):
    """The row has changed in the meantime, often by the same person's second click."""


class Base(DeclarativeBase):
    """The base of all tables. A row never leaves app/store: functions return frozen structs."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A part of a longer list."""

    items: tuple[T, ...]
    page: int
    """1-based."""
    total: int
    """Items on all pages together; at most MAX_COUNTED for a search."""
    size: int = PAGE_SIZE

    @property
    def or_more(self) -> bool:
        """True if a search may have had more hits than it counted."""
        return self.total >= MAX_COUNTED

    @property
    def pages(self) -> int:
        """At least 1."""
        return max(1, -(-self.total // self.size))


def offset(page: int, size: int = PAGE_SIZE) -> int:
    """Rows before `page`; pages out of bounds are brought back into them."""
    return (min(max(page, 1), LAST_PAGE) - 1) * size


def new_id() -> str:
    """128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


def like_containing(part: str) -> str:
    """The LIKE pattern for "contains `part`", with nothing in it read as a wildcard."""
    escaped = part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def like_search(part: str) -> str:
    """The LIKE pattern of a search; "begins with" where `part` is too short for the index."""
    return like_containing(part) if len(part) >= 3 else like_containing(part)[1:]


async def bounded_count(db: AsyncSession, found: Select[Any]) -> int:
    """The number of rows of `found`, at most MAX_COUNTED: counting them all would be slow."""
    return await db.scalar(select(bounded_number(found))) or 0


def bounded_number(found: Select[Any]) -> ScalarSelect[int]:
    """The number of rows, up to MAX_COUNTED, as a part of a statement."""
    return select(func.count()).select_from(found.limit(MAX_COUNTED).subquery()).scalar_subquery()
