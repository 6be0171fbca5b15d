"""News for the other processes of a database: what ended or changed, which they remember of people.

A row is written in the transaction of what it tells, and each process reads it within half a second
of the commit. It misses none: it asks for every transaction that its last look could not see.

| a process | the news reach it |
|---|---|
| lives and looks | once |
| could not look for a while | at its next look |
| began after the news | never: it has remembered nothing from before |
| has died | never: so it has forgotten |

An erasure also says which processes lived then. Each takes itself off the list once it has
forgotten, so whoever erases can wait until all have.
"""

from collections.abc import Awaitable, Callable, Sequence, Set
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import ARRAY, BigInteger, Identity, Integer, func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, String, Timestamp
from app.store.database.connections import driver_connection
from app.store.database.pools import Database
from app.store.database.server_lock import LIVES


class Kind(StrEnum):
    SESSION_ENDED = "session-ended"
    """The key is a login's id."""
    MUTES_CHANGED = "mutes-changed"
    """The key is the id of the account that has muted somebody, or that may not write."""
    CHAT_CHANGED = "chat-changed"
    """The key is the id of the room in whose chat a line was removed, or put back."""
    SWITCHED = "switched"
    """The key is the switch that an administrator has set."""
    ERASED = "erased"
    """The key is an account's id."""


class NewsRow(Base):
    """One thing that the other processes have to follow."""

    __tablename__ = "news"

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    kind: Mapped[String]
    key: Mapped[String]
    transaction: Mapped[int] = mapped_column(
        BigInteger, index=True, server_default=text("(pg_current_xact_id()::text)::bigint")
    )
    """The one in which it happened."""
    awaits: Mapped[list[int]] = mapped_column(ARRAY(Integer), server_default=text("'{}'"))
    """The numbers of processes that have not said yet that they followed."""
    noted_at: Mapped[Timestamp] = mapped_column(server_default=func.now(), index=True)


class Item(msgspec.Struct, frozen=True):
    """One piece of news."""

    kind: Kind
    key: str


_TELL: Final = text("""
INSERT INTO news (kind, key) SELECT :kind, unnest(CAST(:keys AS text[]))
WHERE EXISTS (SELECT FROM processes)
""")
_TELL_ALL_LIVING: Final = f"""
INSERT INTO news (kind, key, awaits) SELECT '{Kind.ERASED}', $1, array_agg(number) FROM processes
WHERE {LIVES.format(number="processes.number")} HAVING count(*) > 0
"""  # noqa: S608  constants of ours
_READ: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS unseen, number, kind, key
FROM (SELECT) AS always LEFT JOIN news ON transaction >= $1 ORDER BY number
"""
_HEARD: Final = """
UPDATE news SET awaits = array_remove(awaits, $1) WHERE number = ANY ($2) AND $1 = ANY (awaits)
"""
_AWAITED: Final = f"""
SELECT EXISTS (
    SELECT FROM news, unnest(awaits) AS one WHERE kind = '{Kind.ERASED}' AND key = $2
    AND one <> $1 AND {LIVES.format(number="one")}
)
"""  # noqa: S608  constants of ours
_REMOVE_OLD: Final = f"""
DELETE FROM news WHERE noted_at < now() - interval '1 hour' AND NOT EXISTS (
    SELECT FROM unnest(awaits) AS one WHERE {LIVES.format(number="one")}
)
"""  # noqa: S608  a constant of ours


async def tell(db: AsyncSession, kind: Kind, keys: Sequence[str]) -> None:
    """Writes the news in the transaction of `db`; nothing where a server is alone."""
    if keys:
        await db.execute(_TELL, {"kind": kind, "keys": list(keys)})


async def tell_all_living(db: AsyncSession, account_id: str) -> None:
    """Writes that the account is erased, and which processes live."""
    await (await driver_connection(db)).execute(_TELL_ALL_LIVING, account_id)


async def remove_old(db: AsyncSession) -> None:
    """Removes what every process has read long ago."""
    await (await driver_connection(db)).execute(_REMOVE_OLD)


class News:
    """The news as one process reads them. Every method may raise StoreAway."""

    def __init__(self, database: Database, process: int) -> None:
        self._database, self._process = database, process
        self._unseen: int | None = None
        """The oldest transaction that the last look could not see; None: no look yet."""
        self._read: Set[int] = frozenset()
        """Numbers that the last look has found, some of which the next one finds again."""

    async def follow(self, do: Callable[[Item], Awaitable[None]]) -> None:
        """Does what is new since the last call, and says which erasures were followed.

        What fails comes again with the next call, and with it all that this one has done. The first
        call does nothing: make it before this process registers, and remembers anybody.
        """
        since = 2**62 if self._unseen is None else self._unseen
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_READ, since)
        found = {
            row["number"]: Item(Kind(row["kind"]), row["key"])
            for row in rows
            if row["number"] is not None
        }
        for number in found.keys() - self._read:
            await do(found[number])
        if erased := [number for number, item in found.items() if item.kind is Kind.ERASED]:
            async with self._database.table_connection() as connection:
                await connection.execute(_HEARD, self._process, erased)
        self._unseen, self._read = rows[0]["unseen"], found.keys()

    async def is_awaited(self, erased: str) -> bool:
        """True while another process that lives may still remember the erased account."""
        async with self._database.table_connection() as connection:
            awaited: bool = await connection.fetchval(_AWAITED, self._process, erased)
        return awaited
