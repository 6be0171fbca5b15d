"""Fills a database with as many matches as a server stores in years: copies of sample matches.

The database must be migrated, empty and disposable: rows are written past its guards. A whole match
has all its entries, and verifies. Seeding goes on where it was cut short.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

import asyncpg
import msgspec

from app.settings import libpq_url
from app.store.admin import audit
from app.store.admin.audit import Action
from app.store.upkeep.entry_months import make_months
from bench.sample_rows import (
    all_samples,
    entry_rows,
    people_rows,
    room_rows,
    sample_rows,
    session_rows,
)
from bench.seeded_ids import id_of
from bench.seeding_statements import INDEXES, SEEDED, SETUP, STEPS, TIDY

Tell = Callable[[str], None]
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

EVERY: Final = timedelta(minutes=5)
"""The time between the beginnings of two matches."""
FEW: Final = 8
WHOLE: Final = 50
BIG: Final = 20_000
"""Matches from which indexes are made after the rows."""
LONG: Final = 3600.0
"""Seconds that a statement may take."""


class Size(msgspec.Struct, frozen=True):
    """The amounts that are seeded."""

    matches: int
    accounts: int
    """Each with a room."""
    chat_lines: int
    few: int = FEW
    """The entries of a match that is not whole; 0: it is archived, and has none."""
    newest: int = 0
    """The newest matches, which are all whole; of the others one in WHOLE is."""
    every: timedelta = EVERY


async def seed(url: str, matches: int, accounts: int, tell: Tell = lambda _: None) -> None:
    """Writes it all into an empty, migrated database."""
    await seed_all(url, Size(matches, accounts, 20 * accounts), tell)


async def seed_all(
    url: str, size: Size, tell: Tell = lambda _: None, now: datetime | None = None
) -> None:
    """Seeds what is not there yet. Give the same size and time to go on with what was cut short."""
    connection = await asyncpg.connect(
        libpq_url(url),
        server_settings={
            "session_replication_role": "replica",
            "synchronous_commit": "off",
            "maintenance_work_mem": "512MB",
            "work_mem": "256MB",
        },
    )
    try:
        await Seeding(connection, size, now or datetime.now(UTC), tell).run()
    finally:
        await connection.close()


class Seeding:
    """The steps of one seeding, each a transaction that is done once."""

    def __init__(self, connection: Connection, size: Size, now: datetime, tell: Tell) -> None:
        self._connection, self._size, self._tell = connection, size, tell
        self._now = now - timedelta(hours=1)
        self._samples = all_samples()

    async def run(self) -> None:
        connection, size = self._connection, self._size
        if not await connection.fetchval("SELECT to_regnamespace('bench') IS NOT NULL"):
            async with connection.transaction():
                await connection.execute(SETUP)
        async with self._step("sample matches") as new:
            if new:
                for table, rows in sample_rows(self._samples).items():
                    await connection.copy_records_to_table(table, records=rows, schema_name="bench")
        async with self._step("people and rooms") as new:
            if new:
                await self._people()
        async with self._step("who played what") as new:
            if new:
                await connection.execute(
                    SEEDED,
                    size.matches,
                    self._now,
                    size.every,
                    WHOLE,
                    size.few,
                    len(self._samples.played),
                    size.accounts,
                    size.newest,
                    timeout=LONG,
                )
        async with self._step("months") as new:
            if new:
                first = (self._now - size.every * size.matches).date()
                await make_months(connection, first, self._now.date())
        for name, table, statement in STEPS:
            async with self._step(name) as new, self._without_indexes(table if new else None):
                if new:
                    await self._copy(statement)
        async with self._step("whole matches") as new:
            if new:
                await self._whole_matches()
        async with self._step("audit log") as new:
            if new:
                await self._audit_log()
        async with self._step("tidying up") as new:
            if new:
                await connection.execute(TIDY)
        async with self._step("taking stock", transaction=False) as new:
            if new:
                await connection.execute("VACUUM (ANALYZE)", timeout=LONG)

    @asynccontextmanager
    async def _step(self, name: str, transaction: bool = True) -> AsyncIterator[bool]:
        """Yields True if the step is to be done now."""
        done = "SELECT EXISTS (SELECT FROM bench.steps WHERE name = $1)"
        if await self._connection.fetchval(done, name):
            yield False
            return
        self._tell(f"{name} ...")
        note = "INSERT INTO bench.steps VALUES ($1)"
        if transaction:
            async with self._connection.transaction():
                yield True
                await self._connection.execute(note, name)
        else:
            yield True
            await self._connection.execute(note, name)

    @asynccontextmanager
    async def _without_indexes(self, table: str | None) -> AsyncIterator[None]:
        """Makes the table's indexes after the rows, which is several times faster for many."""
        if table in (None, "entries") or self._size.matches < BIG:
            yield
            return
        indexes = await self._connection.fetch(INDEXES, table)
        for index in indexes:
            await self._connection.execute(f"DROP INDEX {index['name']}")
        yield
        for index in indexes:
            self._tell(f"index {index['name']} ...")
            await self._connection.execute(index["made"], timeout=LONG)

    async def _copy(self, statement: str) -> None:
        size = self._size
        for name, number in (
            (":accounts", size.accounts),
            (":few", size.few),
            (":lines", size.chat_lines),
        ):
            statement = statement.replace(name, str(number))
        await self._connection.execute(statement, timeout=LONG)

    async def _people(self) -> None:
        number, now = self._size.accounts, self._now
        for table, (columns, rows) in {
            "accounts": people_rows(number, now),
            "sessions": session_rows(number),
            "rooms": room_rows(number, now, self._size.matches),
        }.items():
            await self._connection.copy_records_to_table(
                table, records=rows, columns=columns, timeout=LONG
            )

    async def _whole_matches(self) -> None:
        found = await self._connection.fetch(
            "SELECT id, sample, started_at FROM bench.seeded WHERE whole ORDER BY n"
        )

        def rows() -> Iterator[tuple[Any, ...]]:
            for number, row in enumerate(found):
                if number % 500 == 0:
                    self._tell(f"whole matches: {number:,} of {len(found):,}")
                yield from entry_rows(self._samples, row["sample"], row["id"], row["started_at"])

        columns = ["match_id", "month", "ply", "epoch", "seat", "body", "command"]
        await self._connection.copy_records_to_table(
            "entries", records=rows(), columns=[*columns, "recorded_at", "hash"], timeout=LONG
        )

    async def _audit_log(self) -> None:
        for number in range(min(5000, self._size.matches // 20)):
            subject = audit.account_subject(id_of("account", number % self._size.accounts))
            await audit.record_on(
                self._connection, id_of("account", 2), Action.LOOK, subject, "To be looked at."
            )
