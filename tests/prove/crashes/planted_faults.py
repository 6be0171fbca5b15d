"""Faults of a server that a campaign of kills must find."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.rules.errors import RuleError
from app.rules.game import Seat
from app.rules.play import first_questions
from app.store.log.move_log import PostgresMoveLog
from app.table.actor.table import Table
from app.table.actor.turns import Turns
from app.table.clients.client import CommandReceived
from app.table.clients.mailbox import CommandMemory
from app.table.model import client_messages
from app.table.model.errors import TableError
from app.table.model.records import LogLine, MatchRecord
from app.table.model.server_messages import Done
from app.table.ports import StoreAway
from app.table.turn import commands, moves
from app.table.turn.change import Change
from app.table.turn.table_state import Intended, TableState
from tests.prove.runner.patched_server import Patch

WHILE: Final = 0.2
"""Seconds between a promise and its keeping."""
LONG: Final = 60.0


def shown_before_written() -> None:
    """The log says that a line is written before it is."""
    writing: set[asyncio.Task[None]] = set()
    append = PostgresMoveLog.append

    async def later(self: PostgresMoveLog, line: LogLine) -> None:
        await asyncio.sleep(LONG)
        await append(self, line)

    async def at_once(self: PostgresMoveLog, line: LogLine) -> None:
        task = asyncio.create_task(later(self, line))
        writing.add(task)
        task.add_done_callback(writing.discard)

    PostgresMoveLog.append = at_once  # type: ignore[method-assign]  # planted


def done_before_written() -> None:
    """A move is acknowledged as soon as it is understood."""
    said = Turns.obey

    async def eager(self: Turns, message: CommandReceived) -> None:
        client, command = message.client, message.command
        if not isinstance(command, client_messages.Play):
            await said(self, message)
            return
        client.outbox.put(Done(command.id))
        await asyncio.sleep(WHILE)
        self._state.intended = Intended()
        with suppress(RuleError, TableError):
            await self.commit(commands.obey(self._state, self._people, client, command))

    Turns.obey = eager  # type: ignore[method-assign]  # planted


def applied_twice() -> None:
    """A repeated command is a new one, and answers whatever prompt is open by then."""
    play = moves.play

    def again(state: TableState, seat: Seat, key: str, move: Any, command: Any = None) -> Change:
        live = state.running_match()
        prompt = first_questions(live.moment.open_to).get(seat)
        if command is not None:
            command = f"{command}-{live.ply}"
        return play(state, seat, key if prompt is None else prompt.key, move, command)

    moves.play = again  # planted
    CommandMemory.was_done = lambda self, person, command: False  # type: ignore[method-assign]  # planted


def last_entry_dropped() -> None:
    """The next owner of a match drops its last entry."""
    claim = PostgresMoveLog.claim

    async def forgetful(self: PostgresMoveLog, match: Any, game: Any) -> MatchRecord:
        record = await claim(self, match, game)
        if not record.entries:
            return record
        async with self._database.transaction() as connection:
            await connection.execute(
                "SET LOCAL session_replication_role = replica"
            )  # the log's guards would forbid it
            await connection.execute(
                "DELETE FROM entries WHERE match_id = $1 AND ply = $2",
                match,
                len(record.entries) - 1,
            )
            await connection.execute("UPDATE matches SET ply = ply - 1 WHERE id = $1", match)
        return replace(record, written=record.entries[:-1])

    PostgresMoveLog.claim = forgetful  # type: ignore[method-assign]  # planted


def stays_dead() -> None:
    """A table never asks again for a store that was away."""
    went_away = Table._store_went_away

    def for_ever(self: Table, error: StoreAway) -> None:
        went_away(self, error)
        self.outage.retry_at = float("inf")

    Table._store_went_away = for_ever  # type: ignore[method-assign]  # planted


class CrashFault(msgspec.Struct, frozen=True):
    """A fault in the server's process, and how the campaign finds it."""

    promise: str
    plant: Patch
    kinds: frozenset[str]
    """The faults as which it may show."""
    victims: tuple[str, ...]
    """Kill points after the promise is made and before it is kept."""


LOST, DOUBLED = frozenset({"lost"}), frozenset({"doubled", "false refusal"})
PLANTED: Final[dict[str, CrashFault]] = {
    "shown-before-written": CrashFault("P1", shown_before_written, LOST, ("shown",)),
    "done-before-written": CrashFault(
        "P1", done_before_written, LOST | {"false refusal"}, ("acknowledged",)
    ),
    "applied-twice": CrashFault("P2", applied_twice, DOUBLED, ("committed",)),
    "last-entry-dropped": CrashFault("P1", last_entry_dropped, LOST | {"changed"}, ("committed",)),
    "stays-dead": CrashFault("P9", stays_dead, frozenset({"dead"}), ("store",)),
}
