"""Named points of the write path at which a server kills itself.

A signal arms a point, see `signal_of`; the server dies as by SIGKILL when it next reaches it.
Unarmed, it is the server as it is.
"""

import asyncio
import os
import signal
from collections.abc import Sequence
from types import FrameType
from typing import Final

from app.store.database.connections import Connection
from app.store.log import group_commit
from app.store.log.group_commit import GroupCommitWriter
from app.store.log.lines import PendingLine, PreparedLine, append_lines, is_entry_only
from app.store.log.move_log import PostgresMoveLog
from app.table.model.records import LogLine
from app.web.server.table_protocol import DirectTableProtocol

POINTS: Final = ("judged", "sent", "inserted", "committed", "shown", "acknowledged")
"""In the order of a move: judged; on its way to PostgreSQL; in an open transaction; committed and
nobody shown; shown to the first spectator; acknowledged."""

BEGINNINGS: Final = {"shown": b'{"type":"frame"', "acknowledged": b'{"type":"done"'}
"""The first bytes of messages that reach a point as they leave."""

_armed: set[str] = set()


def signal_of(point: str) -> int:
    """The signal that arms this point."""
    return int(signal.SIGRTMIN) + 1 + POINTS.index(point)


def reach(point: str) -> None:
    """Ends the process if the point is armed."""
    if point in _armed:
        os.kill(os.getpid(), signal.SIGKILL)


def install() -> None:
    """Puts the points into the server."""
    for point in POINTS:
        signal.signal(signal_of(point), _arm)
    append, written, write = (
        PostgresMoveLog.append,
        GroupCommitWriter._write,
        DirectTableProtocol.write,
    )

    async def judged(self: PostgresMoveLog, line: LogLine) -> None:
        reach("judged")
        await append(self, line)

    async def sent(connection: Connection, lines: Sequence[PreparedLine]) -> set[str]:
        if "sent" in _armed:
            asyncio.get_running_loop().call_soon(reach, "sent")  # once the statement has left
        result = await append_lines(connection, lines)
        if not all(is_entry_only(prepared.line) for prepared in lines):
            reach("inserted")
        return result

    async def committed(
        self: GroupCommitWriter, connection: Connection, batch: list[PendingLine]
    ) -> set[str]:
        result = await written(self, connection, batch)
        reach("committed")
        return result

    def left(self: DirectTableProtocol, texts: Sequence[bytes]) -> bool:
        """The bytes go to the kernel when this turn of the loop is over."""
        taken = write(self, texts)
        for point, beginning in BEGINNINGS.items():
            if taken and point in _armed and any(text.startswith(beginning) for text in texts):
                asyncio.get_running_loop().call_soon(reach, point)
        return taken

    PostgresMoveLog.append = judged  # type: ignore[method-assign]  # watched
    group_commit.append_lines = sent  # type: ignore[attr-defined]  # watched
    GroupCommitWriter._write = committed  # type: ignore[method-assign]  # watched
    DirectTableProtocol.write = left  # type: ignore[method-assign]  # watched


def _arm(number: int, frame: FrameType | None) -> None:
    _armed.add(POINTS[number - int(signal.SIGRTMIN) - 1])
