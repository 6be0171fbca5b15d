"""A store that keeps nothing: what a table costs without a database."""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat
from app.rules.play import prompts
from app.rules.replay import Entry, Expired, Setup, step
from app.table.model.chat import ChatEntry
from app.table.model.records import FIRST_EPOCH, AdminStop, LoggedEntry, LogLine, MatchRecord, Place
from app.table.model.room import (
    ClockLevel,
    MatchId,
    Person,
    PersonId,
    Room,
    RoomId,
    RoomSeat,
    Stage,
)
from bench.play import longest
from bench.sample_matches import next_entry
from tests.table.fake_store import FakeStore, StoredMatch

GAME: Final = GAMES[0]
SEATS: Final = 4


class NullStore(FakeStore):
    """A store that accepts everything and remembers rooms alone, after one turn of the loop.

    What FakeStore checks and copies would be a part of each figure.
    """

    entries = 0
    """Accepted so far."""

    def _begin(self, room: Room, game: AnyGame, match: StoredMatch, room_epoch: int) -> int:
        self._keep(room)
        return FIRST_EPOCH

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        """A match whose cards have just been dealt by no fair shuffle, at its first prompt."""
        room = self.rooms[RoomId(match)]
        places = tuple(
            Place(Seat(seat.number), seat.person, seat.bot, seat.name) for seat in room.seats
        )
        setup = Setup(len(places), longest(game))
        state, dealt = game.setup(setup.seats, setup.options, setup.ranked), list[Entry]()
        while entry := _by_itself(game, state, random.Random(match)):
            dealt.append(entry)
            state = step(game, state, entry)
        written = tuple(LoggedEntry(entry, datetime.now(UTC), None) for entry in dealt)
        return MatchRecord(
            match,
            FIRST_EPOCH,
            game.slug,
            game.rules_version,
            setup,
            places,
            written,
        )

    def furnish(self, code: str) -> Room:
        """A room in whose match the cards have just been dealt."""
        people = people_of(code, SEATS)
        room = Room(
            RoomId(code),
            code,
            code,
            GAME.slug,
            to_json(longest(GAME)),
            ClockLevel.OFF,
            people[0].id,
            people[0].id,
            people,
            datetime.now(UTC),
            stage=Stage.PLAYING,
            match=MatchId(code),
            seats=tuple(
                RoomSeat(number, person.id, None, person.name)
                for number, person in enumerate(people)
            ),
        )
        self.rooms[room.id] = room
        return room

    async def append(self, line: LogLine) -> None:
        await asyncio.sleep(0)
        self.entries += 1

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
        await self.save(room)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        return (self.rooms[room], FIRST_EPOCH) if room in self.rooms else None

    async def add_chat_lines(
        self, room: RoomId, entries: Sequence[ChatEntry], epoch: int = FIRST_EPOCH
    ) -> None: ...

    def _keep(self, room: Room) -> None:
        self.rooms[room.id] = room


def _by_itself(game: AnyGame, state: AnyState, chance: random.Random) -> Entry | None:
    """The next entry if nobody does anything; None: everything waits for somebody."""
    if game.pending_shuffle_size(state):
        return next_entry(game, state, chance)
    window = next(
        (prompt.key for prompt in prompts(game, state).values() if prompt.window is not None), None
    )
    return None if window is None else Expired(window)


def people_of(code: str, seats: int) -> tuple[Person, ...]:
    return tuple(
        Person(PersonId(f"{code}{seat}".rjust(22, "p")), f"Player {seat}", False)
        for seat in range(seats)
    )
