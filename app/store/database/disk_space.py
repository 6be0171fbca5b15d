"""Room on the database's disk: before it runs out, nothing more is written. See decision 191."""

import shutil
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final

import structlog

from app.table.ports import StoreAway

MIB: Final = 1024 * 1024
RESERVE: Final = 64 * MIB
"""Bytes that stay free. PostgreSQL stops altogether when its write-ahead log finds no room."""
ENOUGH: Final = 96 * MIB
"""Bytes that have to be free until writing goes on, so that it does not stop again at once."""
LOOK_EVERY: Final = 2.0
"""Seconds."""
REFUSAL_LASTS: Final = 15.0
"""Seconds for which the database's own word that its disk is full counts."""

log = structlog.get_logger(__name__)


class StoreFull(StoreAway):
    """The disk is full, so nothing was written."""


class DiskSpace:
    """Full or not, for one database.

    Two signs count: less than RESERVE bytes free where the embedded database lies, and a
    statement that the database refused for lack of room, wherever it runs.
    """

    def __init__(self, folder: Path | None = None, now: Callable[[], float] = monotonic) -> None:
        """`folder`: where the embedded database lies; None: the database runs elsewhere."""
        self.folder = folder
        self._now = now
        self._low = False
        self._refused_until = float("-inf")
        self._reported = False

    @property
    def full(self) -> bool:
        """True while nothing should be written."""
        return self._low or self._now() < self._refused_until

    def usage(self) -> tuple[int, int] | None:
        """Free bytes and all bytes of the folder's file system, or None."""
        if self.folder is None:
            return None
        try:
            usage = shutil.disk_usage(self.folder)
        except OSError:
            return None
        return usage.free, usage.total

    def look(self) -> None:
        """Measures the room, and tells the log of a change."""
        usage = self.usage()
        if usage is not None:
            self._low = usage[0] < (ENOUGH if self._low else RESERVE)
        if self.full == self._reported:
            return
        self._reported = self.full
        place, free = str(self.folder or "the database's own"), usage and usage[0] // MIB
        if self.full:
            log.warning("disk full, read-only", disk=place, free_mib=free)
        else:
            log.warning("disk has room again", disk=place, free_mib=free)

    def note_refusal(self) -> None:
        """The database refused a statement because its disk is full."""
        self._refused_until = self._now() + REFUSAL_LASTS
        self.look()

    def require_room(self) -> None:
        """Raises StoreFull where the embedded database's disk is full.

        A database elsewhere is asked all the same: only its answer tells that there is room again.
        """
        if self._low:
            raise StoreFull("the disk is full")

    async def watch(self) -> None:
        """Looks once; the server does so every LOOK_EVERY seconds."""
        self.look()
