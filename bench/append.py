"""The time of a move to disk, alone and with others: the real log on a database.

Each table appends one line after another, as fast as it is answered. In the end every match is
read back.
"""

import asyncio
import time
from datetime import UTC, datetime

import msgspec

from app.games import GAMES
from app.rules import chain
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Expired, Setup
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.notation import to_milliseconds
from app.table.model.records import LogLine, Place
from app.table.model.room import ClockLevel, MatchId, PersonId, Room, RoomId, Stage

GAME = GAMES[0]
HOST = PersonId("nobody")


def room(match: str) -> Room:
    return Room(
        RoomId(new_id()),
        new_id(),
        new_id(),
        GAME.slug,
        {},
        ClockLevel.OFF,
        HOST,
        HOST,
        (),
        datetime.now(UTC),
        stage=Stage.PLAYING,
        match=MatchId(match),
    )


class Appended(msgspec.Struct, frozen=True):
    """The lines of some tables that append as fast as they are answered."""

    seconds: float
    lines: int
    commits: int


async def measure(database: Database, tables: int, seconds: float) -> Appended:
    log = PostgresMoveLog(database)
    places = [Place(Seat(seat), None, "steady", f"Bot {seat}") for seat in range(4)]
    matches = [MatchId(new_id()) for _ in range(tables)]
    for match in matches:
        await log.begin(room(match), GAME, Setup(4, GAME.options()), places, bytes(32))
    end = time.perf_counter() + seconds

    async def play(match: MatchId) -> int:
        ply, setup = 0, to_json(Setup(4, GAME.options()))
        last = chain.initial_hash(match, GAME.slug, GAME.rules_version, setup)
        while time.perf_counter() < end:
            at, entry = datetime.now(UTC), Expired(f"question:{ply}")
            last = chain.entry_hash(last, match, ply, to_milliseconds(at), to_json(entry))
            await log.append(LogLine(match, 1, ply, at, entry, f"c-{ply}", hash=last))
            ply += 1
        return ply

    began = time.perf_counter()
    written = await asyncio.gather(*map(play, matches))
    took = time.perf_counter() - began
    await log.close()
    for match, plies in zip(matches[:50], written, strict=False):
        assert len((await log.claim(match, GAME)).entries) == plies
    return Appended(took, sum(written), log.counts.commits)
