"""A slow table as its database has it, and time that passes while it sleeps."""

import json
from typing import Any, Final

from tests.conftest import run
from tests.database import column, connected
from tests.ops.conftest import until

HOUR: Final = 3_600_000
"""Milliseconds."""


class SlowStore:
    """The rows of one slow table."""

    def __init__(self, url: str, room: str) -> None:
        self.url, self.room = url, room

    def _one(self, what: str) -> Any:
        (found,) = run(column(self.url, f"SELECT {what} FROM rooms WHERE id = '{self.room}'"))
        return found

    @property
    def owner(self) -> int | None:
        owner: int | None = self._one("owner")
        return owner

    @property
    def epoch(self) -> int:
        epoch: int = self._one("epoch")
        return epoch

    @property
    def dues(self) -> dict[str, int]:
        dues: dict[str, int] = json.loads(self._one("state -> 'slow' -> 'dues'"))
        return dues

    @property
    def entries(self) -> list[bytes]:
        return run(column(self.url, "SELECT hash FROM entries ORDER BY ply"))

    def until_asleep(self) -> None:
        until(lambda: self.owner is None, "the table does not sleep")

    def pass_by(self, hours: float) -> None:
        """All deadlines of the sleeping table come nearer."""
        run(self._pass_by(round(hours * HOUR)))

    async def _pass_by(self, milliseconds: int) -> None:
        async with connected(self.url) as connection:
            state = json.loads(
                await connection.fetchval("SELECT state FROM rooms WHERE id = $1", self.room)
            )
            slow = state["slow"]
            for kept in (slow["dues"], slow["shown"]):
                kept.update({key: due - milliseconds for key, due in kept.items()})
            slow["wakes"] -= milliseconds
            text = json.dumps(state)
            async with connection.transaction():
                await connection.execute(
                    "UPDATE rooms SET state = $2 WHERE id = $1", self.room, text
                )
                for table, time in (("slow_rooms", "wakes_at"), ("slow_seats", "due")):
                    await connection.execute(
                        f"UPDATE {table} SET {time} = {time} - $2::bigint * interval '1 ms'"
                        " WHERE room_id = $1",
                        self.room,
                        milliseconds,
                    )
