"""`python -m tests.prove.crash_planted serve`: the house with one fault planted in it, which the crash campaign must find.

PLANTED names the fault. Nothing of this is known to the house itself.
"""

import asyncio
import os
from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec.structs import replace

from app import cli
from app.rules.game import Seat
from app.store.move_log import PostgresMoveLog
from app.table import commands
from app.table.ledger import Ledger
from app.table.notices import Done
from app.table.ports import Line, Record
from app.table.room import PersonId
from app.table.steward import Steward
from app.table.table import Table

WHILE: Final = 0.2
"""Seconds that a fault leaves open between a promise and its keeping."""


def shown_before_written() -> None:
    """The log says that it has written when it has only taken note."""
    writing: set[asyncio.Task[None]] = set()
    append = PostgresMoveLog.append

    async def later(self: PostgresMoveLog, line: Line) -> None:
        await asyncio.sleep(WHILE)
        await append(self, line)

    async def at_once(self: PostgresMoveLog, line: Line) -> None:
        task = asyncio.create_task(later(self, line))
        writing.add(task)
        task.add_done_callback(writing.discard)

    PostgresMoveLog.append = at_once  # type: ignore[method-assign]


def done_before_written() -> None:
    """A move is acknowledged as soon as it is understood."""
    said = Table._said

    async def eager(self: Table, chair: Any, command: Any) -> None:
        if isinstance(command, commands.Play):
            chair.outbox.put(Done(command.id))
            await asyncio.sleep(WHILE)
        await said(self, chair, command)

    Table._said = eager  # type: ignore[method-assign]


def applied_twice() -> None:
    """A command that is said again is a new one, and answers whatever is asked by then."""
    play = Ledger.play

    async def again(self: Ledger, seat: Seat, key: str, move: Any, command: str | None, here: Collection[PersonId]) -> None:
        prompt = None if self.running is None else self.running.prompts.get(seat)
        if self.running is not None and command in self.running.known:
            command = f"{command}-{self.running.ply}"
        await play(self, seat, key if prompt is None else prompt.key, move, command, here)

    Ledger.play = again  # type: ignore[method-assign]
    Steward.knows = lambda self, person, command: False  # type: ignore[method-assign]


def last_entry_dropped() -> None:
    """Whoever takes a match over thinks that its last entry was never finished."""
    claim = PostgresMoveLog.claim

    async def forgetful(self: PostgresMoveLog, match: Any, game: Any) -> Record:
        record = await claim(self, match, game)
        if not record.written:
            return record
        async with self._database.plain() as connection:
            await connection.execute("SET LOCAL session_replication_role = replica")  # the log's guards would forbid it
            await connection.execute("DELETE FROM entries WHERE match_id = $1 AND ply = $2", match, len(record.written) - 1)
            await connection.execute("UPDATE matches SET ply = ply - 1 WHERE id = $1", match)
        return replace(record, written=record.written[:-1])

    PostgresMoveLog.claim = forgetful  # type: ignore[method-assign]


def stays_dead() -> None:
    """A table whose store went away once never asks for it again."""
    adrift = Table._adrift

    def for_ever(self: Table) -> None:
        adrift(self)
        self._retry = float("inf")

    Table._adrift = for_ever  # type: ignore[method-assign]


PLANTED: Final[dict[str, Callable[[], None]]] = {
    "shown-before-written": shown_before_written,
    "done-before-written": done_before_written,
    "applied-twice": applied_twice,
    "last-entry-dropped": last_entry_dropped,
    "stays-dead": stays_dead,
}

if __name__ == "__main__":
    PLANTED[os.environ["PLANTED"]]()
    cli.main()
