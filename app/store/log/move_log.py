"""The record of matches as tables write it: ports.MoveLog on PostgreSQL."""

from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from app.rules import codec
from app.rules.chain import BrokenChain
from app.rules.game import AnyGame, Seat
from app.rules.replay import Setup
from app.store.admin import audit
from app.store.admin.audit import Action
from app.store.database.connections import Connection
from app.store.database.pools import Database
from app.store.database.storable_text import require_storable, to_json_text
from app.store.log.buckets import Buckets
from app.store.log.group_commit import GroupCommitWriter, WriteCounts
from app.store.log.lines import add_places
from app.store.matches.records import LoggedMatch, links_of, setup_of
from app.store.results import totals
from app.store.rooms.chat_lines import write_chat_lines
from app.store.rooms.rows import write_room
from app.table.model.chat import ChatEntry
from app.table.model.records import (
    FIRST_EPOCH,
    AdminStop,
    LoggedEntry,
    LogLine,
    MatchRecord,
    Place,
    Question,
    Said,
)
from app.table.model.room import MatchId, PersonId, Room
from app.table.ports import Fenced

_BEGIN: Final = """
INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, secret)
VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)
ON CONFLICT (id) DO UPDATE SET epoch = matches.epoch + 1, secret = excluded.secret
WHERE matches.room_id = excluded.room_id AND matches.ply = 0 AND matches.state = 'running'
RETURNING epoch
"""
"""A begin whose answer was lost may be said again."""

_CLAIM: Final = """
UPDATE matches SET epoch = epoch + 1 WHERE id = $1
RETURNING epoch, ply, month, game, rules_version, options, seats, ranked, secret, question
"""

_LOAD_FINISHED: Final = """
SELECT epoch, ply, month, game, rules_version, options, seats, ranked, secret, question
FROM matches
WHERE id = $1 AND state = 'finished' AND game = $2 AND rules_version = $3
AND archived_at IS NULL
"""

_ENTRIES: Final = """
SELECT ply, recorded_at, body, command, hash FROM entries WHERE match_id = $1 AND month = $2
ORDER BY ply
"""

_COMMANDS_BY_PERSON: Final = """
SELECT places.account_id, entries.command FROM entries JOIN places USING (match_id, seat)
WHERE entries.match_id = $1 AND month = (SELECT month FROM matches WHERE id = $1)
AND entries.command IS NOT NULL AND places.account_id IS NOT NULL
"""

_ASK: Final = """
UPDATE matches SET question = $4::jsonb
WHERE id = $1 AND epoch = $2 AND ply = $3 AND state = 'running' RETURNING id
"""

_STOP: Final = """
UPDATE matches SET state = 'stopped', ended_at = now(), stop_reason = $3, question = NULL
WHERE id = $1 AND epoch = $2 AND state = 'running' RETURNING id
"""

_VOID: Final = "UPDATE matches SET state = 'voided', void_reason = $2 WHERE id = $1"

_decode_question: Final = msgspec.json.Decoder(Question).decode

if TYPE_CHECKING:
    from asyncpg import Record as Row
    from asyncpg.pool import PoolConnectionProxy

_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

log = structlog.get_logger(__name__)


class PostgresMoveLog:
    """Implements ports.MoveLog. Moves share commits over one connection; claims use others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = GroupCommitWriter(database)
        self.append_seconds = Buckets(_SECONDS)
        """From each line to its commit."""

    @property
    def counts(self) -> WriteCounts:
        """Lines, commits and failures so far, for metrics."""
        return self._writer.counts

    async def close(self) -> None:
        """Writes what has been accepted and refuses the rest. The Database stays open."""
        await self._writer.close()

    async def begin(
        self,
        room: Room,
        game: AnyGame,
        setup: Setup,
        places: Sequence[Place],
        secret: bytes | None,
        room_epoch: int = FIRST_EPOCH,
    ) -> int:
        """Begins a match; may be repeated after StoreAway.

        Raises StoreAway, CodeTaken, UnstorableText, and Fenced where the room is not ours or the
        match has moved on already.
        """
        assert room.match is not None, "the room names its match"
        self._database.disk.require_room()
        options = to_json_text(codec.to_json(setup.options), "The options")
        for place in places:
            require_storable(place.name, "The name")
        async with self._database.transaction() as connection:
            await write_room(connection, room, room_epoch)
            epoch: int | None = await connection.fetchval(
                _BEGIN,
                room.match,
                room.id,
                room.code,
                game.slug,
                game.rules_version,
                options,
                setup.seats,
                setup.ranked,
                secret,
            )
            if epoch is None:
                raise Fenced(f"match {room.match} has begun already")
            if epoch == 1:
                await add_places(connection, room.match, places)
        return epoch

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        """Raises StoreAway, LookupError for no such match, BrokenChain for a broken chain."""
        self._database.disk.require_room()
        async with self._database.transaction() as connection:
            row = await connection.fetchrow(_CLAIM, match)
            if row is None:
                raise LookupError(f"there is no match {match!r}")
            assert row["game"] == game.slug, f"match {match} is of {row['game']}"
            # The claim waited for whatever line was being committed, so what is read now has it.
            return await _read(connection, match, row, game)

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        """Raises StoreAway."""
        async with self._database.transaction() as connection:
            row = await connection.fetchrow(_LOAD_FINISHED, match, game.slug, game.rules_version)
            if row is None:
                return None
            with suppress(BrokenChain):
                return await _read(connection, match, row, game)
            return None

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        """Raises StoreAway."""
        async with self._database.transaction() as connection:
            rows = await connection.fetch(_COMMANDS_BY_PERSON, match)
        return frozenset((PersonId(row["account_id"]), row["command"]) for row in rows)

    def is_full(self) -> bool:
        """True while the disk has no room."""
        return self._database.disk.full

    async def append(self, line: LogLine) -> None:
        """Raises Fenced, StoreAway, UnstorableText."""
        began = perf_counter()
        await self._writer.write(line)
        self.append_seconds.observe(perf_counter() - began)

    async def ask(
        self, match: MatchId, epoch: int, ply: int, question: Question, said: Said | None = None
    ) -> None:
        """Raises Fenced, StoreAway."""
        self._database.disk.require_room()
        text = to_json_text(question)
        if said is None:
            async with self._database.table_connection() as connection:
                await _write_question(connection, match, epoch, ply, text)
            return
        async with self._database.transaction() as connection:
            await _write_question(connection, match, epoch, ply, text)
            await write_chat_lines(connection, said.room, said.epoch, said.entries)

    async def stop(
        self,
        match: MatchId,
        epoch: int,
        room: Room,
        reason: str,
        room_epoch: int = FIRST_EPOCH,
        order: AdminStop | None = None,
        said: Sequence[ChatEntry] = (),
    ) -> None:
        """Raises Fenced, StoreAway, CodeTaken, UnstorableText."""
        require_storable(reason, "The reason")
        async with self._database.transaction() as connection:
            if await connection.fetchval(_STOP, match, epoch, reason) is None:
                raise Fenced(f"match {match} is not ours under epoch {epoch}")
            await write_room(connection, room, room_epoch)
            await write_chat_lines(connection, room.id, room_epoch, said)
            if order is not None:
                await _carry_out(connection, match, order)


async def _write_question(
    connection: Connection, match: MatchId, epoch: int, ply: int, question: str
) -> None:
    if await connection.fetchval(_ASK, match, epoch, ply, question) is None:
        raise Fenced(f"match {match} is not at ply {ply} under epoch {epoch}")


async def _carry_out(
    connection: "PoolConnectionProxy[Row]", match: MatchId, order: AdminStop
) -> None:
    """Voids the match if the order says so, and writes the audit line. Raises UnstorableText."""
    action = Action.STOP
    if order.void:
        action = Action.VOID
        await connection.execute(_VOID, match, require_storable(order.reason, "The reason"))
        await totals.uncount_match(connection, match)
    subject = audit.match_subject(match)
    await audit.record_on(connection, order.admin, action, subject, order.reason)


async def _read(
    connection: "PoolConnectionProxy[Row]", match: MatchId, row: "Row", game: AnyGame
) -> MatchRecord:
    """The whole match of this row of `matches`. Raises BrokenChain where its chain is broken.

    By other rules than today's its options and entries have no meaning, and are left out.
    """
    entries = await connection.fetch(_ENTRIES, match, row["month"])
    places = await connection.fetch(
        "SELECT seat, account_id, bot, name FROM places WHERE match_id = $1 ORDER BY seat", match
    )
    assert len(entries) == row["ply"], "an entry is missing"
    bodies = [msgspec.json.decode(entry["body"]) for entry in entries]
    options = msgspec.json.decode(row["options"])
    links = links_of(
        (entry["ply"], entry["recorded_at"], body, entry["hash"])
        for entry, body in zip(entries, bodies, strict=True)
    )
    record = LoggedMatch(
        match,
        row["game"],
        row["rules_version"],
        setup_of(row["seats"], options, row["ranked"]),
        links,
    )
    try:
        last_hash = record.last_hash()
    except BrokenChain as error:
        log.error("log does not verify", game=row["game"], match=match, ply=error.ply)
        raise
    is_readable = row["rules_version"] == game.rules_version
    own_options = codec.read_options(game, options) if is_readable else game.options()
    return MatchRecord(
        match=match,
        epoch=row["epoch"],
        game=row["game"],
        rules_version=row["rules_version"],
        setup=Setup(row["seats"], own_options, row["ranked"]),
        places=tuple(
            Place(
                Seat(place["seat"]),
                None if place["account_id"] is None else PersonId(place["account_id"]),
                place["bot"],
                place["name"],
            )
            for place in places
        ),
        entries=tuple(
            LoggedEntry(codec.read_entry(game, body), entry["recorded_at"], entry["command"])
            for entry, body in zip(entries, bodies, strict=True)
            if is_readable
        ),
        last_hash=last_hash,
        secret=row["secret"],
        question=None if row["question"] is None else _decode_question(row["question"]),
    )
