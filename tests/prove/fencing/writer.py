"""One of two processes that write.

It hears these orders over a pipe and answers so:

`{"own": [[room, match], ...]}`  claims every table: `{"owned": {match: [epoch, ply]}}`;
`{"write": true}`                writes as fast as it can until all tables have other owners:
                                 `{"idle": {match: [epoch, ply]}}`, the last acknowledged lines;
`{"freeze": point}`              stops itself by SIGSTOP when it next reaches that point.

Rooms and chat lines that it writes name the epoch under which it believes to own the room.
"""

import asyncio
import os
import random
import signal
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from typing import Any, Final

from msgspec.structs import replace

from app.rules import chain
from app.rules.codec import to_json
from app.rules.replay import Shuffled
from app.store.database import connections
from app.store.database.connections import Connection
from app.store.database.pools import Database
from app.store.log import group_commit, lines, move_log
from app.store.log.lines import PreparedLine, append_lines
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms import chat_lines
from app.store.rooms import rows as room_rows
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.chat import ChatEntry, Spoken
from app.table.model.notation import to_milliseconds
from app.table.model.records import LogLine, MatchRecord
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.ports import Fenced, StoreAway
from tests.store.toy_game import TOY

POINTS: Final = ("judged", "sent", "asking")
"""Points at which it can freeze: with a line in hand, with a statement on its way, and in a
transaction whose next statement is prepared and not yet run."""
MOST_PAUSE: Final = 0.006
"""Seconds between two writes to one table."""

SHARES: Final = {"save": 0.15, "say": 0.1, "whole": 0.02}
"""The share of saved rooms, chat lines and lines with a room; the rest are lines alone."""

_armed: set[str] = set()


def reach(point: str) -> None:
    if point in _armed:
        _armed.discard(point)
        os.kill(os.getpid(), signal.SIGSTOP)


class Table:
    """A room and its match, as this process knows them."""

    def __init__(self, room: Room, room_epoch: int, record: MatchRecord) -> None:
        self.room, self.room_epoch = room, room_epoch
        self.match, self.epoch, self.ply = record.match, record.epoch, len(record.entries)
        assert record.last_hash is not None, "a claim verifies the chain"
        self.last_hash = record.last_hash
        self.acknowledged = -1

    def line(self, whole: bool) -> LogLine:
        """The next line, with the room or without it."""
        entry, at = Shuffled((0, 1) if self.ply % 2 else (1, 0)), datetime.now(UTC)
        changed = self.marked() if whole else None
        return LogLine(
            self.match,
            self.epoch,
            self.ply,
            at,
            entry,
            room=changed,
            room_epoch=self.room_epoch,
            hash=chain.entry_hash(
                self.last_hash, self.match, self.ply, to_milliseconds(at), to_json(entry)
            ),
        )

    def marked(self) -> Room:
        return replace(self.room, options={"by": self.room_epoch, "n": random.random()})


class TableWriter:
    def __init__(self, url: str, say: Callable[[dict[str, Any]], None]) -> None:
        self._database, self._say = Database(url), say
        self._log, self._rooms = PostgresMoveLog(self._database), PostgresRoomStore(self._database)
        self._tables: list[Table] = []

    async def obey(self, told: dict[str, Any]) -> None:
        if "own" in told:
            self._tables = await asyncio.gather(
                *(self._own(RoomId(room), MatchId(match)) for room, match in told["own"])
            )
            self._say({"owned": {table.match: [table.epoch, table.ply] for table in self._tables}})
        elif "write" in told:
            await asyncio.gather(*map(self._write, self._tables))
            last = {table.match: [table.epoch, table.acknowledged] for table in self._tables}
            self._say({"idle": last})
        elif "freeze" in told:
            _armed.add(told["freeze"])

    async def _own(self, room: RoomId, match: MatchId) -> Table:
        while True:
            try:
                taken = await self._rooms.claim_room(room)
                assert taken is not None, "the room is there"
                return Table(*taken, await self._log.claim(match, TOY))
            except StoreAway:  # whoever is frozen may hold a lock; PostgreSQL ends that
                await asyncio.sleep(0.05)

    async def _write(self, table: Table) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, MOST_PAUSE))
            act = random.choices(
                (*SHARES, "bare"), (*SHARES.values(), max(0.0, 1 - sum(SHARES.values())))
            )[0]
            try:
                if act == "save":
                    await self._rooms.save(table.marked(), table.room_epoch)
                elif act == "say":
                    said = Spoken(PersonId("writer"), "Writer", str(table.room_epoch))
                    entry = ChatEntry(0, said)
                    await self._rooms.add_chat_lines(table.room.id, (entry,), table.room_epoch)
                else:
                    line = table.line(whole=act == "whole")
                    reach("judged")
                    await self._log.append(line)
                    assert line.hash is not None
                    table.acknowledged, table.ply = line.ply, line.ply + 1
                    table.last_hash = line.hash
            except (Fenced, StoreAway):
                return


async def sent(connection: Connection, lines: Sequence[PreparedLine]) -> set[str]:
    asyncio.get_running_loop().call_soon(reach, "sent")
    return await append_lines(connection, lines)


async def asking(connection: Connection, room: Room, epoch: int) -> None:
    """Writes the room of a line; the lines of this commit are written by now."""
    if "asking" in _armed:
        await connection.reload_schema_state()  # what was prepared before is prepared again
        asyncio.get_running_loop().call_soon(reach, "asking")
    await room_rows.write_room(connection, room, epoch)


# -- faults, planted on request


def epoch_not_in_the_append() -> None:
    """An append is fenced by its ply alone."""
    lines._APPEND = lines._APPEND.replace("AND matches.epoch = line.epoch", "")  # type: ignore[misc]  # planted


def epoch_not_in_the_room() -> None:
    room_rows._WRITE = room_rows._WRITE.replace("WHERE rooms.epoch = excluded.epoch", "")  # type: ignore[misc]  # planted
    line = chat_lines._INSERT_CHAT_LINE.replace("AND rooms.epoch = $2", "AND $2::int > 0")
    assert line != chat_lines._INSERT_CHAT_LINE
    chat_lines._INSERT_CHAT_LINE = line  # type: ignore[misc]  # planted


def checked_and_then_written() -> None:
    """A lease is checked, and then the room is written."""
    save = PostgresRoomStore.save

    async def looking(self: PostgresRoomStore, room: Room, epoch: int = 0, said: Any = ()) -> None:
        async with self._database.transaction() as connection:
            now: int = await connection.fetchval("SELECT epoch FROM rooms WHERE id = $1", room.id)
        if now != epoch:
            raise Fenced
        reach("judged")
        reach("sent")
        await save(self, room, epoch, said)

    SHARES.update(save=1.0, say=0.0, whole=0.0)
    room_rows._WRITE = room_rows._WRITE.replace("WHERE rooms.epoch = excluded.epoch", "")  # type: ignore[misc]  # planted
    PostgresRoomStore.save = looking  # type: ignore[method-assign]  # planted


def open_for_ever() -> None:
    """A transaction may last for ever."""
    connections.TABLE_SESSION_SETTINGS["transaction_timeout"] = "0"


def one_epoch_for_all() -> None:
    """A claim does not raise the epoch."""
    move_log._CLAIM = move_log._CLAIM.replace("SET epoch = epoch + 1", "SET epoch = epoch")  # type: ignore[misc]  # planted


PLANTED: Final[dict[str, Callable[[], None]]] = {
    "epoch-not-in-append": epoch_not_in_the_append,
    "epoch-not-in-room": epoch_not_in_the_room,
    "lease-checked-first": checked_and_then_written,
    "one-epoch-for-all": one_epoch_for_all,
    "open-for-ever": open_for_ever,
}


# -- the process


def run(url: str, fault: str | None, pipe: Pipe) -> None:
    """Obeys until the other end of the pipe is closed."""
    if fault is not None:
        PLANTED[fault]()
    group_commit.append_lines, lines.write_room = sent, asking  # type: ignore[attr-defined]  # watched
    asyncio.run(_obey(url, pipe))


async def _obey(url: str, pipe: Pipe) -> None:
    one, over = TableWriter(url, pipe.send), asyncio.Event()
    doing: set[asyncio.Task[None]] = set()

    def hear() -> None:
        try:
            task = asyncio.create_task(one.obey(pipe.recv()))
        except EOFError:
            over.set()
            return
        doing.add(task)
        task.add_done_callback(doing.discard)

    asyncio.get_running_loop().add_reader(pipe.fileno(), hear)
    pipe.send({"ready": True})
    await over.wait()
