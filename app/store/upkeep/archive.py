"""Archive files: the entries of the matches of one month, in files that replay and verify.

A file is gzipped JSON lines: first the month, then one line for each match with all its entries.
It names no person: seats are numbers, and accounts stay in the database.
"""

import gzip
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.rules import chain, codec
from app.rules.chain import BrokenChain
from app.rules.game import AnyGame
from app.rules.replay import Setup, replay
from app.store.database.connections import Connection
from app.store.matches.records import setup_of
from app.store.upkeep.entry_months import drop_statement, partition_name
from app.table.model.notation import to_milliseconds

if TYPE_CHECKING:
    from asyncpg import Record

FORMAT: Final = "pecking-order/archive/1"

_MONTHS: Final = """
SELECT DISTINCT month FROM matches WHERE month < $1 AND archived_at IS NULL ORDER BY month
"""
_RUNNING: Final = "SELECT count(*) FROM matches WHERE month = $1 AND state = 'running'"
_MATCHES: Final = """
SELECT id, game, rules_version, seats, options, ranked, state, started_at, ended_at, ply
FROM matches WHERE month = $1 AND id > $2 ORDER BY id LIMIT 100
"""
_ENTRIES: Final = """
SELECT ply, recorded_at, seat, body, command, hash FROM entries
WHERE match_id = $1 AND month = $2 ORDER BY ply
"""
_MARK: Final = """
UPDATE matches SET archived_at = now(), archived_hash = (
    SELECT hash FROM entries WHERE match_id = matches.id AND entries.month = matches.month
    ORDER BY ply DESC LIMIT 1
) WHERE month = $1
"""
_FIRST_ID: Final = "A" * 22


class BadArchive(Exception):
    """A file that is not what it says; the message names the file and the match."""


class ArchivedEntry(msgspec.Struct, frozen=True):
    ply: int
    at: int
    """Whole milliseconds since 1970, rounded down."""
    entry: Any
    hash: str
    """Hexadecimal."""
    command: str | None = None


class ArchivedMatch(msgspec.Struct, frozen=True):
    match: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    """`{seats, options, ranked}`."""
    state: str
    started_at: datetime
    ended_at: datetime | None
    entries: tuple[ArchivedEntry, ...]


class ArchiveHeader(msgspec.Struct, frozen=True):
    format: str
    month: date


class ArchiveReport(msgspec.Struct, frozen=True):
    """The content of a verified file."""

    month: date
    matches: int
    entries: int
    replayed: int
    """Matches whose rules are those of today; the others are verified by their chain alone."""


async def months_to_archive(connection: Connection, before: date) -> list[date]:
    """Months before that day's month with matches whose entries are still in the database."""
    return [row["month"] for row in await connection.fetch(_MONTHS, before.replace(day=1))]


async def archive_month(connection: Connection, month: date, folder: Path) -> ArchiveReport | None:
    """Writes a month's entries to a file, verifies the file, and drops the month's partition.

    None, and nothing is done, while a match of that month runs. Raises BadArchive where the file
    does not verify, OSError where it cannot be written; the entries then stay in the database.
    """
    if await connection.fetchval(_RUNNING, month):
        return None
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240  a process that serves nobody
    file = folder / f"{partition_name(month)}.jsonl.gz"
    draft = file.with_suffix(".part")
    with draft.open("wb") as raw:
        os.fchmod(raw.fileno(), 0o600)
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            packed.write(msgspec.json.encode(ArchiveHeader(FORMAT, month)) + b"\n")
            written = await _write_matches(connection, month, packed)
        raw.flush()
        os.fsync(raw.fileno())
    report = verify_archive(draft, {})
    if (report.matches, report.entries) != written:
        raise BadArchive(f"{file} holds other matches than the database.")
    draft.replace(file)
    _sync_folder(folder)
    async with connection.transaction():
        await connection.execute(_MARK, month)
        await connection.execute(drop_statement(month))
        await connection.execute("ALTER TABLE entries_default DISABLE TRIGGER only_added_to")
        await connection.execute("DELETE FROM entries_default WHERE month = $1", month)
        await connection.execute("ALTER TABLE entries_default ENABLE TRIGGER only_added_to")
    return report


async def _write_matches(
    connection: Connection, month: date, packed: gzip.GzipFile
) -> tuple[int, int]:
    """Returns the numbers of matches and entries."""
    matches = entries = 0
    last = _FIRST_ID
    while rows := await connection.fetch(_MATCHES, month, last):
        for row in rows:
            lines = await connection.fetch(_ENTRIES, row["id"], month)
            packed.write(msgspec.json.encode(_archived(row, lines)) + b"\n")
            entries += len(lines)
        matches, last = matches + len(rows), rows[-1]["id"]
    return matches, entries


def _archived(row: "Record", lines: "Sequence[Record]") -> ArchivedMatch:
    options = msgspec.json.decode(row["options"])
    return ArchivedMatch(
        row["id"],
        row["game"],
        row["rules_version"],
        setup_of(row["seats"], options, row["ranked"]),
        row["state"],
        row["started_at"],
        row["ended_at"],
        tuple(
            ArchivedEntry(
                line["ply"],
                to_milliseconds(line["recorded_at"]),
                msgspec.json.decode(line["body"]),
                line["hash"].hex(),
                line["command"],
            )
            for line in lines
        ),
    )


def _sync_folder(folder: Path) -> None:
    """Makes the new name durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_archive(file: Path) -> Iterator[ArchiveHeader | ArchivedMatch]:
    """The header, then the matches. Raises BadArchive for a file that is damaged or cut short."""
    try:
        with gzip.open(file, "rb") as lines:
            header = msgspec.json.decode(next(lines, b"{}"), type=ArchiveHeader)
            if header.format != FORMAT:
                raise BadArchive(f"{file} is of the format {header.format!r}, not {FORMAT!r}.")
            yield header
            for line in lines:
                yield msgspec.json.decode(line, type=ArchivedMatch)
    except (EOFError, OSError, msgspec.MsgspecError) as error:
        raise BadArchive(f"{file} is damaged or cut short: {error}") from None


def verify_archive(file: Path, games: Mapping[str, AnyGame]) -> ArchiveReport:
    """Checks every chain of a file, and replays the matches of today's rules. Raises BadArchive."""
    month, matches, entries, replayed = date.min, 0, 0, 0
    for part in read_archive(file):
        if isinstance(part, ArchiveHeader):
            month = part.month
            continue
        matches, entries = matches + 1, entries + len(part.entries)
        replayed += _verify_match(file, part, games.get(part.game))
    return ArchiveReport(month, matches, entries, replayed)


def _verify_match(file: Path, match: ArchivedMatch, game: AnyGame | None) -> bool:
    """True if the match was replayed. Raises BadArchive."""
    first = chain.initial_hash(match.match, match.game, match.rules_version, match.setup)
    links = (
        chain.StoredEntry(line.ply, line.at, line.entry, bytes.fromhex(line.hash))
        for line in match.entries
    )
    try:
        chain.verify(first, match.match, links)
    except BrokenChain as error:
        raise BadArchive(f"{file}: {error}") from None
    if game is None or game.rules_version != match.rules_version:
        return False
    options = codec.read_options(game, match.setup["options"])
    setup = Setup(match.setup["seats"], options, match.setup["ranked"])
    for _ in replay(game, setup, (codec.read_entry(game, line.entry) for line in match.entries)):
        pass
    return True
