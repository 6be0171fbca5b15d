"""Verification of all records: hash chains, a replay of every match, and the totals."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules.chain import BrokenChain
from app.rules.errors import RuleError
from app.rules.game import AnyGame
from app.rules.replay import replay
from app.store import audit, matches, receipts, standings, totals
from app.store.database import Database
from app.store.match_rows import MatchRow, MatchState


class RecordsReport(msgspec.Struct, frozen=True):
    """The result of a verification."""

    matches: int
    entries: int
    other_rules: int
    """Matches of other games or rules versions: verified by their chain, not replayed."""
    audit: audit.AuditChain
    receipts: Mapping[str, str]
    """By match, hexadecimal."""
    faults: tuple[str, ...]
    """Each a sentence."""

    def __str__(self) -> str:
        told = f"{self.matches:,} matches with {self.entries:,} entries replayed,"
        told += f" audit log of {self.audit.lines:,} lines: "
        told += f"{len(self.faults)} do not verify" if self.faults else "all verify"
        asides = [
            f"{count} {what}"
            for count, what in ((self.other_rules, "by rules of another version"),)
            if count
        ]
        return told + (f" ({', '.join(asides)})" if asides else "")


async def verify(url: str, games: Mapping[str, AnyGame], most: int | None = None) -> RecordsReport:
    """Verifies all records, or the audit log and the newest `most` matches alone.

    Changes nothing. Raises StoreAway.
    """
    database = Database(url)
    try:
        return await _verify(database, games, most)
    finally:
        await database.close()


async def _verify(
    database: Database, games: Mapping[str, AnyGame], most: int | None
) -> RecordsReport:
    faults: list[str] = []
    found: dict[str, str] = {}
    entries = other = 0
    async with database.sessions() as db:
        log = await audit.verify(db)
        newest = select(MatchRow.id).order_by(MatchRow.started_at.desc(), MatchRow.id).limit(most)
        ids = (await db.scalars(newest)).all()
    for match_id in ids:
        async with database.sessions() as db:
            _ = await db.connection(
                execution_options={"isolation_level": "REPEATABLE READ"}
            )  # people may be playing
            record = await receipts.load(db, match_id)
            assert record is not None, "matches are never removed"
            entries += len(record.links)
            try:
                found[match_id] = record.last_hash().hex()
                game = games.get(record.game)
                if game is None or game.rules_version != record.rules_version:
                    other += 1
                else:
                    await _verify_match(db, match_id, game)
            except (BrokenChain, RecordsDiffer) as error:
                faults.append(str(error))
            except (RuleError, AssertionError, LookupError, TypeError, ValueError) as error:
                faults.append(
                    f"match {match_id}: its entries break the rules ({type(error).__name__})"
                )
    if log.fault is not None:
        faults.append(log.fault)
    if most is None:
        async with database.sessions() as db:
            wrong = await totals.find_mismatches(db)
        faults += (
            f"the totals of account {account} in {game} differ from its deals and matches"
            for account, game in wrong
        )
    return RecordsReport(len(ids), entries, other, log, found, tuple(faults))


class RecordsDiffer(Exception):
    """A match's stored result differs from its replay."""


async def _verify_match(db: AsyncSession, match_id: str, game: AnyGame) -> None:
    """Raises Differs, and whatever the rules raise at entries that are none."""
    record = await matches.record(db, match_id, {game.slug: game})
    summary = await matches.summary(db, match_id)
    assert record is not None, "a match with a chain has a record"
    assert summary is not None, "a match with a chain has a summary"
    if summary.entries != len(record.entries):
        raise RecordsDiffer(
            f"match {match_id}: {len(record.entries)} entries, {summary.entries} are recorded"
        )
    *_, last = replay(game, record.setup, (written.entry for written in record.entries))
    outcome = game.outcome(last.public)
    told = None if outcome is None else msgspec.json.decode(msgspec.json.encode(outcome))
    if summary.outcome != told or (summary.state == MatchState.FINISHED) > (told is not None):
        raise RecordsDiffer(
            f"match {match_id}: its entries lead to another end than it is said to have"
        )
    if standings.recomputed(game, record) != await standings.stored(db, match_id):
        raise RecordsDiffer(
            f"match {match_id}: its entries earn other standings than are written down"
        )
