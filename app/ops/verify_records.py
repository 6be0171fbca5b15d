"""Verification of all records: hash chains, a replay of every match, and the totals.

Each check has a limit on its time, and reports what it found until then. None discards the
findings of another.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Final

import asyncpg
import msgspec
from sqlalchemy import func, select, tuple_
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import (
    AsyncSession,
    async_sessionmaker,
)

from app.ops.database import connect
from app.rules.chain import BrokenChain
from app.rules.errors import RuleError
from app.rules.game import AnyGame
from app.rules.replay import replay
from app.store.admin import audit_chain
from app.store.database import connections
from app.store.database.pools import Database
from app.store.matches import records, summaries
from app.store.matches.rows import MatchRow, MatchState
from app.store.results import totals

Say = Callable[[str], None]
PAGE: Final = 100
"""Matches that are checked in one transaction."""
PROGRESS_SECONDS: Final = 5.0
"""Time between two lines of progress."""
GRACE: Final = 5
"""Seconds after a limit when the server ends a statement, should this process be gone."""
LONGEST_STATEMENT: Final = 2_147_483_647
"""The greatest statement_timeout in milliseconds, 24 days."""
FAILURES: Final = (
    SQLAlchemyError,
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
"""Errors of a database that does not answer, or not now."""


class Limits(msgspec.Struct, frozen=True):
    """The seconds that each check may take; None: as many as it needs."""

    audit: float | None = None
    matches: float | None = None
    totals: float | None = None


UNLIMITED: Final = Limits()


class RecordsReport(msgspec.Struct, frozen=True):
    """The result of a verification."""

    matches: int
    entries: int
    other_rules: int
    """Matches of other games or rules versions: verified by their chain, not replayed."""
    audit: audit_chain.AuditChain
    digest: str
    """One hash of the last hashes of all these matches, hexadecimal."""
    faults: tuple[str, ...]
    """Each a sentence."""
    unfinished: tuple[str, ...] = ()
    """The checks that ran out of time or failed: a sentence each."""

    @property
    def problems(self) -> tuple[str, ...]:
        """The reasons why not everything is known to be right."""
        return self.faults + self.unfinished

    def __str__(self) -> str:
        faults = f"{len(self.faults)} do not verify" if self.faults else ""
        if self.unfinished:
            verdict = f"{faults or 'no fault so far'}, but not everything was checked"
        else:
            verdict = faults or "all verify"
        other = f" ({self.other_rules:,} by rules of another version)" if self.other_rules else ""
        return (
            f"{self.matches:,} matches with {self.entries:,} entries replayed,"
            f" audit log of {self.audit.lines:,} lines: {verdict}{other}"
        )


async def verify(
    url: str,
    games: Mapping[str, AnyGame],
    most: int | None = None,
    limits: Limits = UNLIMITED,
    say: Say = lambda line: None,
    known: audit_chain.Head | None = None,
) -> RecordsReport:
    """Verifies all records, or the audit log and the newest `most` matches alone.

    `known`: a line that the audit log must have. Changes nothing. `say` hears of progress. A
    database that is away leaves checks unfinished.
    """
    verification = _Verification(url, games, say)
    await verification.check_audit(limits.audit, known)
    await verification.check_matches(most, limits.matches)
    if most is None:
        await verification.check_totals(limits.totals)
    return verification.report()


async def lost_audit_lines(url: str, known: audit_chain.Head) -> str | None:
    """A sentence if the database's audit log lacks that line. Looks at no other line."""
    connection = await connect(url)
    try:
        return await audit_chain.lost(connection, known)
    finally:
        await connection.close()


class _Verification:
    """The findings so far. A check adds to them as it goes, and may be ended at any moment."""

    def __init__(self, url: str, games: Mapping[str, AnyGame], say: Say) -> None:
        self._url, self._games, self._say = url, games, say
        self._told_at = time.monotonic()
        self._audit = audit_chain.AuditChain(0, None, None)
        self._matches = self._entries = self._other_rules = 0
        self._digest = sha256()
        self._faults: list[str] = []
        self._unfinished: list[str] = []
        self._standing = ""
        """The present check's result, should it end now."""

    def report(self) -> RecordsReport:
        log_fault = () if self._audit.fault is None else (self._audit.fault,)
        return RecordsReport(
            self._matches,
            self._entries,
            self._other_rules,
            self._audit,
            self._digest.hexdigest(),
            (*log_fault, *self._faults),
            tuple(self._unfinished),
        )

    async def check_audit(self, limit: float | None, known: audit_chain.Head | None) -> None:
        standing = "0 lines of the audit log are checked"
        async with self._limited(standing, limit) as sessions, sessions() as db:
            async for chain in audit_chain.verify_lines(db, known):
                self._audit = chain
                self._tell(f"{chain.lines:,} lines of the audit log are checked")

    async def check_matches(self, most: int | None, limit: float | None) -> None:
        """Newest first. Matches that begin meanwhile are left to the next verification."""
        async with self._limited("0 matches are checked", limit) as sessions:
            async with sessions() as db:
                here = select(func.count()).where(MatchRow.archived_at.is_(None))
                total = await db.scalar(here) or 0
            total = total if most is None else min(most, total)
            async for page in _newest_matches(sessions, most):
                async with sessions() as db:
                    _ = await db.connection(
                        execution_options={"isolation_level": "REPEATABLE READ"}
                    )  # people may be playing
                    for match_id in page:
                        await self._check_match(db, match_id)
                        self._tell(f"{self._matches:,} of {total:,} matches are checked")

    async def check_totals(self, limit: float | None) -> None:
        self._say("All deals and matches are counted, which takes a while.")
        async with self._limited("the totals are not checked", limit) as sessions:
            async with sessions() as db:
                wrong = await totals.find_mismatches(db)
            self._faults += (
                f"the totals of account {account} in {game} differ from its deals and matches"
                for account, game in wrong
            )

    async def _check_match(self, db: AsyncSession, match_id: str) -> None:
        record = await records.read_logged(db, match_id)
        if record is None:  # archived and removed meanwhile
            return
        last_hash, is_other = b"", False
        fault: str | None = None
        try:
            last_hash = record.last_hash()
            game = self._games.get(record.game)
            if game is None or game.rules_version != record.rules_version:
                is_other = True
            else:
                await _verify_match(db, match_id, game)
        except (BrokenChain, RecordsDiffer) as error:
            fault = str(error)
        except (RuleError, AssertionError, LookupError, TypeError, ValueError) as error:
            fault = f"match {match_id}: its entries break the rules ({type(error).__name__})"
        # all at once, after the last pause: a check may be ended at each
        self._matches += 1
        self._entries += len(record.links)
        self._other_rules += is_other
        self._digest.update(match_id.encode() + b"\0" + last_hash)
        if fault is not None:
            self._faults.append(fault)

    @asynccontextmanager
    async def _limited(
        self, standing: str, limit: float | None
    ) -> AsyncIterator[async_sessionmaker[AsyncSession]]:
        """Sessions for one check, which is unfinished if it takes longer, or if they fail."""
        self._standing = standing
        clock = asyncio.timeout(limit)
        try:
            async with clock, _long_sessions(self._url, limit) as sessions:
                yield sessions
        except FAILURES as error:
            why = f"out of time after {limit:g} s" if clock.expired() else _first_line(error)
            self._unfinished.append(f"{self._standing}: {why}")

    def _tell(self, standing: str) -> None:
        self._standing = standing
        if time.monotonic() >= self._told_at + PROGRESS_SECONDS:
            self._told_at = time.monotonic()
            self._say(standing)


async def _newest_matches(
    sessions: async_sessionmaker[AsyncSession], most: int | None
) -> AsyncIterator[list[str]]:
    """Ids of matches that are not archived, in pages: a million of them would fill the memory."""
    key = tuple_(MatchRow.started_at, MatchRow.id)
    newest = (
        select(MatchRow.started_at, MatchRow.id)
        .where(MatchRow.archived_at.is_(None))
        .order_by(MatchRow.started_at.desc(), MatchRow.id.desc())
    )
    last: tuple[Any, ...] | None = None
    left = most
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        older = newest if last is None else newest.where(key < last)
        async with sessions() as db:
            page = (await db.execute(older.limit(size))).all()
        yield [match_id for _, match_id in page]
        if len(page) < size:
            return
        last = tuple(page[-1])
        left = None if left is None else left - size


@asynccontextmanager
async def _long_sessions(
    url: str, limit: float | None
) -> AsyncIterator[async_sessionmaker[AsyncSession]]:
    """Sessions that only read, and may read everything, unlike those of a request."""
    statement = 0 if limit is None else min(int((limit + GRACE) * 1000), LONGEST_STATEMENT)
    settings = {
        **connections.SESSION_SETTINGS,
        "statement_timeout": str(statement),
        "idle_in_transaction_session_timeout": "0",
        "default_transaction_read_only": "on",
    }
    del settings[connections.TRANSACTION_TIMEOUT]
    database = Database(url, session_settings=settings)
    try:
        yield database.sessions
    finally:
        await database.close()


def _first_line(error: BaseException) -> str:
    """The error of the driver itself, on one line."""
    cause = getattr(error, "orig", None) or error
    said = str(cause).partition("\n")[0]
    return said.rpartition(">: ")[2] or type(cause).__name__


class RecordsDiffer(Exception):
    """A match's stored result differs from its replay."""


async def _verify_match(db: AsyncSession, match_id: str, game: AnyGame) -> None:
    """Raises RecordsDiffer, and whatever the rules raise at entries that are none."""
    record = await records.read(db, match_id, {game.slug: game})
    summary = await summaries.of_match(db, match_id)
    assert record is not None, "a match with a chain has a record"
    assert summary is not None, "a match with a chain has a summary"
    if summary.entries != len(record.entries):
        raise RecordsDiffer(
            f"match {match_id}: {len(record.entries)} entries, {summary.entries} are recorded"
        )
    *_, last = replay(game, record.setup, (written.entry for written in record.entries))
    outcome = game.outcome(last.public)
    replayed = None if outcome is None else msgspec.json.decode(msgspec.json.encode(outcome))
    if summary.outcome != replayed or (summary.state == MatchState.FINISHED) > (
        replayed is not None
    ):
        raise RecordsDiffer(
            f"match {match_id}: its entries lead to another end than it is said to have"
        )
    if records.recomputed_standings(game, record) != await records.stored_standings(db, match_id):
        raise RecordsDiffer(
            f"match {match_id}: its entries earn other standings than are written down"
        )
