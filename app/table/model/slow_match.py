"""The slow match: what its room keeps of deadlines, so that its table may sleep between moves."""

from typing import Any

import msgspec


class SlowMatch(msgspec.Struct, frozen=True):
    """All instants are milliseconds since 1970. None of it leaves the server as it stands here."""

    dues: dict[str, int] = {}
    """The end of the time of each open question and span, by its clock's key."""
    shown: dict[str, int] = {}
    """The ends that everybody sees, by the number of the awaited seat."""
    wakes: int | None = None
    """The time at which the table has something to do by itself; None: only people wake it."""

    premoves: dict[str, Any] = {}
    """The moves that wait for their seats' turns, by the number of the seat, as JSON. Each is its
    seat's secret."""

    passes: dict[str, str] = {}
    """The tricks that seats pass until they end, by the number of the seat. Each is its seat's
    secret. See turn/slow_change.py."""

    def __repr__(self) -> str:
        return "SlowMatch(…)"
