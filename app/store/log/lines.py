"""Lines of the log: the statements that write the fenced entry and what came with it.

Until a line is written or lost, it waits with the answer that its table gets.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

import asyncpg
import msgspec

from app.rules.game import Outcome, Standing
from app.rules.replay import Played
from app.store.database.connections import Connection
from app.store.database.storable_text import require_storable, to_json_text
from app.store.results import ratings, totals
from app.store.results.plackett_luce import rank_people
from app.store.rooms.chat_lines import write_chat_lines
from app.store.rooms.rows import write_room
from app.table.model.records import LogLine, Place
from app.table.ports import Fenced, StoreAway

_APPEND: Final = """
WITH line AS (
    SELECT * FROM unnest(
        $1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::text[],
        $8::bytea[]
    )
    AS line (match_id, epoch, ply, recorded_at, seat, body, command, hash)
), moved AS (
    UPDATE matches SET ply = matches.ply + 1, question = CASE
        WHEN NOT starts_with(line.body, '{"type":"shuffled"') THEN question END
    FROM line
    WHERE matches.id = line.match_id AND matches.epoch = line.epoch AND matches.ply = line.ply
    AND matches.state = 'running'
    RETURNING line.*, matches.month
)
INSERT INTO entries (match_id, month, epoch, ply, recorded_at, seat, body, command, hash)
SELECT match_id, month, epoch, ply, recorded_at, seat, body::jsonb, command, hash FROM moved
RETURNING match_id
"""
"""Lines of different matches. Answers with the matches that moved; those missing are fenced off."""

_INSERT_STANDINGS: Final = f"""
WITH stood AS (
    INSERT INTO standings
        (match_id, deal, seat, account_id, game, rank, ranked_seats, points, ended_at)
    SELECT $1, stood.deal, stood.seat, places.account_id, matches.game, stood.rank,
        stood.ranked_seats, stood.points, $2
    FROM unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
        AS stood (deal, seat, rank, ranked_seats, points)
    JOIN matches ON matches.id = $1 JOIN places ON places.match_id = $1 AND places.seat = stood.seat
    RETURNING account_id, game, rank, ranked_seats, points
), added AS ({totals.ADD_DEALS})
SELECT count(*) FROM stood
"""  # noqa: S608  constants of ours

_FINISH: Final = """
UPDATE matches SET state = 'finished', ended_at = $2, outcome = $3::jsonb WHERE id = $1
RETURNING game
"""

_UPDATE_PLACES: Final = f"""
WITH placed AS (
    UPDATE places SET finish = placed.finish, points = placed.points
    FROM unnest($2::int[], $3::int[], $4::int[]) AS placed (seat, finish, points)
    WHERE places.match_id = $1 AND places.seat = placed.seat
    RETURNING places.seat, places.account_id, places.finish, $5::text AS game
), added AS ({totals.ADD_MATCH})
SELECT seat, account_id FROM placed
"""  # noqa: S608  constants of ours


class PreparedLine(msgspec.Struct, frozen=True):
    """A line with its entry as JSON text, known to be writable."""

    line: LogLine
    body: str


def prepare(line: LogLine) -> PreparedLine:
    """Encodes the line. Raises UnstorableText before anything reaches the database."""
    for place in line.places:
        require_storable(place.name, "The name")
    return PreparedLine(line, to_json_text(line.entry, "This move"))


def is_entry_only(line: LogLine) -> bool:
    """True if the line is an entry and nothing else."""
    return not (line.places or line.standings or line.outcome or line.room)


async def append_lines(connection: Connection, lines: Sequence[PreparedLine]) -> set[str]:
    """Writes at most one line of each match; returns the matches whose line was written.

    Lines that are entries only need no transaction around this.
    """
    entries = [prepared.line.entry for prepared in lines]
    moved = await connection.fetch(
        _APPEND,
        [prepared.line.match for prepared in lines],
        [prepared.line.epoch for prepared in lines],
        [prepared.line.ply for prepared in lines],
        [prepared.line.at for prepared in lines],
        [entry.seat if isinstance(entry, Played) else None for entry in entries],
        [prepared.body for prepared in lines],
        [prepared.line.command for prepared in lines],
        [prepared.line.hash for prepared in lines],
    )
    written = {row["match_id"] for row in moved}
    for prepared in lines:
        if prepared.line.match in written and not is_entry_only(prepared.line):
            await _write_rest(connection, prepared.line)
    return written


async def _write_rest(connection: Connection, line: LogLine) -> None:
    if line.places:
        await add_places(connection, line.match, line.places)
    if line.standings:
        await _add_standings(connection, line, line.standings)
    if line.outcome:
        await _finish(connection, line, line.outcome)
    if line.room:
        await write_room(connection, line.room, line.room_epoch)
        await write_chat_lines(connection, line.room.id, line.room_epoch, line.said)


async def add_places(connection: Connection, match: str, places: Sequence[Place]) -> None:
    """Seats of a match with those who hold them."""
    await connection.executemany(
        "INSERT INTO places (match_id, seat, account_id, bot, name) VALUES ($1, $2, $3, $4, $5)",
        [(match, place.seat, place.person, place.bot, place.name) for place in places],
    )


async def _add_standings(
    connection: Connection, line: LogLine, standings: Sequence[Standing]
) -> None:
    sat = {
        standing.deal: sum(other.deal == standing.deal for other in standings)
        for standing in standings
    }
    written = await connection.fetchval(
        _INSERT_STANDINGS,
        line.match,
        line.at,
        [standing.deal for standing in standings],
        [standing.seat for standing in standings],
        [standing.rank for standing in standings],
        [sat[standing.deal] for standing in standings],
        [standing.points for standing in standings],
    )
    assert written == len(standings), "a standing for a seat that has no place"


async def _finish(connection: Connection, line: LogLine, outcome: Outcome) -> None:
    """Records the outcome, everybody's place in it, and the ratings that follow."""
    game = await connection.fetchval(_FINISH, line.match, line.at, to_json_text(outcome))
    better = 0
    finish: dict[int, int] = {}
    for group in outcome.ranking:
        finish |= dict.fromkeys(group, better + 1)
        better += len(group)
    seats = list(range(len(outcome.points)))
    rows = await connection.fetch(
        _UPDATE_PLACES,
        line.match,
        seats,
        [finish.get(seat) for seat in seats],
        list(outcome.points),
        game,
    )
    people = {row["seat"]: row["account_id"] for row in rows if row["account_id"] is not None}
    if line.rated:
        ranking = rank_people(outcome, people)
        await ratings.record_ranking(connection, line.match, game, ranking)


# -- waiting for the answer


class WriteCounts(msgspec.Struct):
    """Counts since the start."""

    lines: int = 0
    """Written."""
    commits: int = 0
    fenced: int = 0
    unknown: int = 0
    """Lines of which it is unknown whether they were written."""
    largest_batch: int = 0
    """Most lines in one commit."""


class PendingLine(msgspec.Struct, eq=False):
    prepared: PreparedLine
    done: "asyncio.Future[None]"


def settle(batch: Sequence[PendingLine], written: Collection[str], counts: WriteCounts) -> None:
    """Ends lines of a commit. `written`: the matches whose line it wrote."""
    for waiting in batch:
        line = waiting.prepared.line
        if line.match in written:
            counts.lines += 1
            if not waiting.done.done():
                waiting.done.set_result(None)
        else:
            counts.fenced += 1
            fail(
                waiting,
                Fenced(f"match {line.match} is not at ply {line.ply} under epoch {line.epoch}"),
            )


def lose(batch: Sequence[PendingLine], away: StoreAway, counts: WriteCounts) -> None:
    """Ends lines of which it is unknown whether they were written."""
    counts.unknown += len(batch)
    for waiting in batch:
        fail(waiting, StoreAway(str(away)))


def refuse(waiting: PendingLine, error: Exception, counts: WriteCounts) -> None:
    """Ends a line that was not written."""
    if isinstance(error, asyncpg.UniqueViolationError) and "_match_id_command_" in (
        error.constraint_name or ""
    ):
        settle([waiting], (), counts)  # written before: who reads the log again finds it there
    else:
        fail(waiting, error)


def fail(waiting: PendingLine, error: Exception) -> None:
    """Ends a line with an error, unless its table has stopped waiting."""
    if not waiting.done.done():
        waiting.done.set_exception(error)
