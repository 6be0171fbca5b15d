"""Archive files: old matches outside the database, which replay and verify. See docs/data.md."""

import gzip
import os
from datetime import date
from pathlib import Path

import msgspec
import pytest

from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import records, summaries
from app.store.upkeep.archive import (
    ArchivedMatch,
    BadArchive,
    archive_month,
    months_to_archive,
    read_archive,
    verify_archive,
)
from app.store.upkeep.entry_months import make_months
from tests.store.conftest import Guest, Play, Playing
from tests.store.toy_game import TOY

MONTH = date(2020, 2, 1)
FILE = "entries_2020_02.jsonl.gz"
GAMES = {TOY.slug: TOY}


@pytest.fixture(params=["partition", "default"])
async def old_match(
    request: pytest.FixtureRequest, database: Database, play: Play, guest: Guest
) -> Playing:
    """A match of February 2020, whose entries lie in a partition of their own, or in the rest."""
    if request.param == "partition":
        async with database.table_connection() as connection:
            await make_months(connection, MONTH, MONTH)
    playing = await play(await guest("Ada"), await guest("Ben"), of=2)
    async with database.table_connection() as connection:
        await connection.execute(
            "UPDATE matches SET started_at = '2020-02-29T23:59:59Z' WHERE id = $1", playing.match
        )
    return playing


async def finish(playing: Playing) -> None:
    await playing.deal((0, 1))
    await playing.deal((1, 0))


async def test_an_archived_match_keeps_its_result_and_receipt_and_loses_its_entries(
    old_match: Playing, database: Database, log: PostgresMoveLog, tmp_path: Path
) -> None:
    await finish(old_match)
    async with database.sessions() as db:
        receipt = await records.receipt(db, old_match.match)
        before = await summaries.of_match(db, old_match.match)
    async with database.table_connection() as connection:
        assert await months_to_archive(connection, date(2020, 3, 5)) == [MONTH]
        report = await archive_month(connection, MONTH, tmp_path)
        assert await months_to_archive(connection, date(2020, 3, 5)) == []
        assert await connection.fetchval("SELECT count(*) FROM entries") == 0
    assert report is not None
    assert (report.matches, report.entries) == (1, 6)
    async with database.sessions() as db:
        after = await summaries.of_match(db, old_match.match)
        assert after is not None
        assert after.archived_at is not None
        assert msgspec.structs.replace(after, archived_at=None) == before
        assert await records.receipt(db, old_match.match) == receipt
    assert await log.load_finished(old_match.match, TOY) is None


async def test_an_archive_file_verifies_replays_and_names_nobody(
    old_match: Playing, database: Database, tmp_path: Path
) -> None:
    await finish(old_match)
    async with database.table_connection() as connection:
        await archive_month(connection, MONTH, tmp_path)
    file = tmp_path / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    report = verify_archive(file, GAMES)
    assert (report.month, report.matches, report.entries, report.replayed) == (MONTH, 1, 6, 1)
    text = gzip.decompress(file.read_bytes()).decode()
    assert "Ada" not in text
    assert not any(place.person in text for place in old_match.places if place.person)
    (_, match) = read_archive(file)
    assert isinstance(match, ArchivedMatch)
    assert match.match == old_match.match


async def test_a_month_in_which_a_match_still_runs_is_left_alone(
    old_match: Playing, database: Database, tmp_path: Path
) -> None:
    await old_match.deal((0, 1))
    async with database.table_connection() as connection:
        assert await archive_month(connection, MONTH, tmp_path) is None
        assert await connection.fetchval("SELECT count(*) FROM entries") == 3
    assert not (tmp_path / FILE).exists()


async def test_a_file_that_cannot_be_written_leaves_the_entries_where_they_are(
    old_match: Playing, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(old_match)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    async with database.table_connection() as connection:
        with pytest.raises(OSError, match="No space"):
            await archive_month(connection, MONTH, tmp_path)
        assert await connection.fetchval("SELECT count(*) FROM entries") == 6
    assert not (tmp_path / FILE).exists()


async def test_entries_that_do_not_verify_are_not_archived(
    old_match: Playing, database: Database, tmp_path: Path
) -> None:
    await finish(old_match)
    async with database.transaction() as connection:
        await connection.execute("SET LOCAL session_replication_role = replica")
        await connection.execute("UPDATE entries SET recorded_at = now() WHERE ply = 3")
    async with database.table_connection() as connection:
        with pytest.raises(BadArchive, match="entry 3"):
            await archive_month(connection, MONTH, tmp_path)
        assert await connection.fetchval("SELECT count(*) FROM entries") == 6


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
async def test_a_file_that_was_cut_short_is_refused(
    old_match: Playing, database: Database, tmp_path: Path, share: float
) -> None:
    await finish(old_match)
    async with database.table_connection() as connection:
        await archive_month(connection, MONTH, tmp_path)
    file = tmp_path / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(BadArchive, match="damaged or cut short"):
        verify_archive(file, GAMES)


async def test_a_changed_move_in_a_file_is_found(
    old_match: Playing, database: Database, tmp_path: Path
) -> None:
    await finish(old_match)
    async with database.table_connection() as connection:
        await archive_month(connection, MONTH, tmp_path)
    file = tmp_path / FILE
    text = gzip.decompress(file.read_bytes()).decode()
    file.write_bytes(gzip.compress(text.replace('"order":[0,1]', '"order":[1,0]', 1).encode()))
    with pytest.raises(BadArchive, match="entry 0"):
        verify_archive(file, GAMES)


async def test_a_partition_guards_its_rows_also_when_it_is_named_itself(
    old_match: Playing, database: Database
) -> None:
    await finish(old_match)
    async with database.table_connection() as connection:
        for table in await connection.fetch(
            "SELECT inhrelid::regclass::text AS name FROM pg_inherits"
            " WHERE inhparent = 'entries'::regclass"
        ):
            with pytest.raises(Exception, match="only ever added"):
                await connection.execute(f"DELETE FROM {table['name']}")
