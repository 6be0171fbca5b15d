"""Matches that begin now, with people of a seeded database: for deeds that are timed."""

import random
from datetime import UTC, datetime
from typing import Any, Final

import asyncpg
import msgspec

from app.rules import codec
from app.rules.replay import Setup
from app.settings import libpq_url
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.results import totals
from app.table.model.notation import new_match_id
from app.table.model.records import LogLine, Place
from app.table.model.room import ClockLevel, Person, PersonId, Room, RoomId, Stage
from bench.sample_matches import SampleMatch
from bench.sample_rows import all_samples
from bench.seeded_ids import id_of, name_of
from bench.seeding import LONG

MARK: Final = "bench-"
"""The beginning of the codes of rooms that are made here."""


class NewMatches:
    """Matches that begin now, with people of the seeded database."""

    def __init__(self, database: Database, accounts: int, seed: int) -> None:
        self._log = PostgresMoveLog(database)
        self._database, self._accounts = database, accounts
        self._chance = random.Random(seed)
        self._samples = all_samples().played
        self._made = 0
        self._mark = datetime.now(UTC).strftime("%H%M%S%f")

    @property
    def log(self) -> PostgresMoveLog:
        return self._log

    async def begin(self) -> tuple[Room, SampleMatch]:
        """A running match before its last line."""
        self._made += 1
        sample = self._samples[self._made % len(self._samples)]
        numbers = self._chance.sample(range(self._accounts), sample.setup.seats)
        people = tuple(
            Person(PersonId(id_of("account", n)), name_of(n), n % 2 == 0) for n in numbers
        )
        room = Room(
            RoomId(id_of(f"new {self._mark} ", self._made)),
            f"{MARK}{self._mark}{self._made:04}",
            id_of(f"secret {self._mark} ", self._made),
            sample.game.slug,
            codec.to_json(sample.setup.options),
            ClockLevel.OFF,
            people[0].id,
            people[0].id,
            people,
            datetime.now(UTC),
            stage=Stage.PLAYING,
            match=new_match_id(),
        )
        places = [
            Place(seat, person.id, None, person.name)  # type: ignore[arg-type]  # a Seat
            for seat, person in enumerate(people)
        ]
        await self._log.begin(room, sample.game, Setup(*_parts(sample)), places, bytes(32))
        return room, sample

    def last_line(self, room: Room, sample: SampleMatch) -> LogLine:
        """The line that ends the match, as its first entry."""
        assert room.match is not None, "begun"
        last = max((one.deal for one in sample.standings), default=0)
        return LogLine(
            room.match,
            1,
            0,
            datetime.now(UTC),
            sample.entries[-1],
            command="last",
            standings=tuple(one for one in sample.standings if one.deal == last),
            outcome=sample.outcome,
            room=msgspec.structs.replace(room, stage=Stage.GATHERING),
            hash=bytes(32),
        )


def _parts(sample: SampleMatch) -> tuple[Any, ...]:
    return sample.setup.seats, sample.setup.options


async def remove_new_matches(url: str) -> None:
    """Takes back the matches that began here: they have no chain, and would not verify.

    Removes dead rows too, of which the erasure that was taken back left many.
    """
    connection = await asyncpg.connect(
        libpq_url(url), server_settings={"session_replication_role": "replica"}
    )
    try:
        async with connection.transaction():
            new = "(SELECT id FROM matches WHERE starts_with(code, $1))"
            for row in await connection.fetch(new, MARK):
                await totals.uncount_match(connection, row["id"])
            for table in ("entries", "standings", "rating_inputs", "places"):
                await connection.execute(f"DELETE FROM {table} WHERE match_id IN {new}", MARK)
            await connection.execute("DELETE FROM matches WHERE starts_with(code, $1)", MARK)
            await connection.execute("DELETE FROM rooms WHERE starts_with(code, $1)", MARK)
        await connection.execute("VACUUM (ANALYZE)", timeout=LONG)
    finally:
        await connection.close()
