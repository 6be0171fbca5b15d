"""The house as the web sees it: rooms, their doors, the people in them, and what an administrator may ask."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from msgspec import json
from msgspec.structs import replace

from app.rules.codec import to_json
from app.rules.game import AnyGame
from app.table.actor.mailbox import (
    AccountErased,
    AccountRemoved,
    AccountRenamed,
    Attach,
    Enter,
    KnockRequest,
    SessionEnded,
    Stop,
)
from app.table.actor.stalls import StallMonitor
from app.table.actor.table import Table
from app.table.clients.client import Client
from app.table.clients.connections import Patience
from app.table.lobby.dormant import DormantRooms
from app.table.lobby.quarantine import Quarantine
from app.table.lobby.registry import Broken, TableRegistry, away
from app.table.model.errors import Busy, CannotSave, TableError
from app.table.model.room import ClockLevel, MatchId, Person, PersonId, Room, RoomId, Stage
from app.table.ports import Bots, Clock, CodeTaken, Dealer, MoveLog, RoomStore, StoreAway
from app.table.room import membership, seating, settings
from app.table.room.display_names import called
from app.table.room.room_card import RoomCard, room_card

__all__ = ["Lobby", "RoomCard"]

MOST_LISTED: Final = 100
"""Tables that a list shows."""
CODES: Final = 20
"""Codes that are tried for a new room."""


class Lobby:
    """All tables of this process. Safe to call from any coroutine of its loop."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        log: MoveLog,
        rooms: RoomStore,
        clock: Clock,
        dealer: Dealer,
        bots: Bots,
        pace: float = 1.0,
        patience: Patience | None = None,
        crashes: Quarantine | None = None,
    ) -> None:
        """`pace` multiplies ordinary clocks, windows and the time bots take; small in tests."""
        self._games, self._rooms, self._clock, self._dealer, self._bots = (
            games,
            rooms,
            clock,
            dealer,
            bots,
        )
        self.crashes = crashes or Quarantine(clock)
        """Which tables broke, for administrators."""
        self._asleep, standstill, patience = (
            DormantRooms(),
            StallMonitor(clock),
            patience or Patience(),
        )

        def make(room: Room, broken: Broken) -> Table:
            return Table(
                room, games, log, rooms, clock, dealer, bots, pace, patience, standstill, broken
            )

        self._tables = TableRegistry(make, rooms, games, self._asleep, self.crashes)

    # -- the house opens and closes

    async def open(self) -> None:
        """Learns which rooms have a match that goes on. Call once, at start. Their tables are opened as people come to them: nobody who
        is waiting anywhere waits for the others."""
        with suppress(StoreAway):
            self._asleep.lay_down(
                [room for room in await self._rooms.awake() if room.game in self._games]
            )

    async def drain(self) -> None:
        """Stops taking commands, finishes what was taken, tells every chair to come back. Call once, at the end."""
        await self._tables.drain()

    # -- rooms

    async def create(
        self, host: Person, game: str, options: dict[str, Any] | None = None, listed: bool = False
    ) -> RoomId:
        """A new room with its host seated. Raises Unknown, BadOptions, CannotSave."""
        self._tables.check_open()
        played = settings.game_named(self._games, game)
        strengths = self._bots.strengths
        room = Room(
            id=RoomId(self._dealer.token(128)),
            code="",
            secret=self._dealer.token(128),
            game=game,
            options=settings.kept_options(played, options or {}),
            clock=ClockLevel.RELAXED,
            host=host.id,
            first_host=host.id,
            people=(host,),
            created=self._clock.now(),
            listed=listed,
        )
        if room.bot_strength not in strengths and strengths:
            room = replace(room, bot_strength=strengths[-1])
        room = seating.sit(room, host, settings.most_seats(played), lambda _: None)
        await self._save_new(room)
        return room.id

    async def _save_new(self, room: Room) -> None:
        for _ in range(CODES):
            try:
                await self._rooms.save(replace(room, code=self._dealer.code()))
            except CodeTaken:
                continue
            except StoreAway:
                break
            return
        raise CannotSave("No room can be made at the moment; try again soon.")

    async def by_secret(self, secret: str) -> RoomId | None:
        """Raises CannotSave where the store does not answer; so do all below that may have to look."""
        try:
            return await self._rooms.by_secret(secret)
        except StoreAway:
            raise away() from None

    async def by_code(self, code: str) -> RoomId | None:
        try:
            return await self._rooms.by_code(code.strip().upper())
        except StoreAway:
            raise away() from None

    async def card(self, room: RoomId) -> RoomCard:
        """Raises RoomGone."""
        return room_card(await self._tables.room(room), self._games)

    def listed(self) -> list[RoomCard]:
        """Listed rooms that are awake or whose match goes on, fullest first, at most MOST_LISTED."""
        rooms = sorted(
            (room for room in self._known() if room.listed),
            key=lambda room: (-len(room.seats), room.created),
        )[:MOST_LISTED]
        return sorted(
            (room_card(room, self._games) for room in rooms),
            key=lambda card: (-card.people, -card.bots, card.since),
        )

    async def rooms_of(self, person: PersonId) -> list[RoomCard]:
        """Rooms, awake or with a match that goes on, in which this person has a seat: "your table is waiting"."""
        rooms = [
            room
            for room in self._known()
            if seating.seat_of(room, person) is not None or person in room.joining
        ]
        return [room_card(room, self._games) for room in rooms]

    def _known(self) -> Iterator[Room]:
        yield from (table.room for table in self._tables.values())
        yield from self._asleep

    # -- through the door

    async def enter(self, room: RoomId, person: Person, sit: bool) -> None:
        """Through the invite link (or a listed room's door): belongs to the room from now on, and sits if a seat is free
        (while a match runs: at the next deal). Raises RoomGone, Banned, CannotSave, RoomFull, Busy."""
        await (await self._tables.at(room)).ask(Enter(person, sit))

    async def called(self, room: RoomId, person: Person) -> str:
        """The name that this person would have in the room. Raises RoomGone, CannotSave."""
        return called(await self._tables.room(room), person)

    async def knock(self, room: RoomId, person: Person) -> None:
        """With the code: asks the seated to be let in. Raises RoomGone, Banned, TooMuch, CannotSave, Busy."""
        await (await self._tables.at(room)).ask(KnockRequest(person))

    async def knocking(self, room: RoomId, person: PersonId) -> str:
        """ "waiting", "in" or "out"."""
        found = await self._tables.room(room)
        if seating.member(found, person) is not None:
            return "in"
        return "waiting" if any(knock.person.id == person for knock in found.knocks) else "out"

    async def attach(self, room: RoomId, person: Person | None, session: str | None) -> Client:
        """A connection's handle on the room. A stranger may watch a listed room that allows it, and nothing else.
        `session` names the login that the chair depends on. Raises RoomGone, NotMember, Banned, TooMuch, CannotSave, Busy."""
        table, request = await self._tables.at(room), Attach(person, session)
        try:
            try:
                return await table.ask(request)
            except Busy:
                if self._tables.get(room) is table:
                    raise
            request = Attach(
                person, session
            )  # another house had it: it is opened again here, where people come to it
            return await (await self._tables.at(room)).ask(request)
        except asyncio.CancelledError:
            if (
                request.answer.done()
                and not request.answer.cancelled()
                and request.answer.exception() is None
            ):
                request.answer.result().close()  # it came too late for whoever asked
            raise

    # -- people change

    def sign_out(self, session: str) -> None:
        """Closes every chair that depends on that login."""
        for table in self._tables.values():
            table.inbox.post(SessionEnded(session))

    async def renamed(self, person: Person) -> None:
        """The person has a new name or has become an account; shown in every awake room."""
        await self._rouse(person.id)
        for table in self._tables_of(person.id):
            await table.ask(AccountRenamed(person))

    async def remove(self, person: PersonId) -> None:
        """Suspended or deleted: chairs closed, seats given up in every awake room and every one whose match goes on."""
        await self._rouse(person)
        for table in [*self._tables.values()]:
            if table.crowd.knows(person) or membership.named(table.room, person):
                await table.ask(AccountRemoved(person))

    def forget(self, person: PersonId, names: tuple[str, ...]) -> None:
        """Once the store has forgotten the account: nothing of it is left in what tables remember. `names`: all that it had."""
        for room in self._asleep.naming(person):
            self._asleep.rouse(room)
        for table in [*self._tables.values()]:
            table.inbox.post(AccountErased(person, names))

    async def _rouse(self, person: PersonId) -> None:
        """Opens what lists show with this person's name. What cannot be opened is listed no more."""
        for room in self._asleep.naming(person):
            with suppress(TableError):
                await self._tables.at(room)
            self._asleep.rouse(room)

    def _tables_of(self, person: PersonId) -> Iterator[Table]:
        return (
            table
            for table in [*self._tables.values()]
            if seating.member(table.room, person) is not None
        )

    # -- the admin and the operators

    @property
    def draining(self) -> bool:
        """Whether the house closes."""
        return self._tables.draining

    @property
    def awake(self) -> int:
        """How many tables are awake."""
        return len(self._tables)

    async def running_view(self, match: MatchId) -> dict[str, Any] | None:
        """The public view of a running match with its names and sentences, for the admin; None when it does not run here."""
        table = await self._playing(match)
        live = None if table is None else table.ledger.running
        if table is None or live is None:
            return None
        return {
            "room": table.room.id,
            "match": match,
            "game": live.game.slug,
            "names": list(live.names),
            "view": to_json(live.view(None)),
            "prompt_text": live.game.say_wait(live.state.public, live.names),
            "events": [
                {"event": json.decode(told.event), "text": told.text} for told in live.news(0)
            ],
            "paused": table.room.paused,
        }

    async def stop_match(self, match: MatchId, reason: str) -> bool:
        """Admin: breaks off a running match; the table reads `reason`. False when it does not run here."""
        table = await self._playing(match)
        return table is not None and await table.ask(Stop(match, reason))

    async def _playing(self, match: MatchId) -> Table | None:
        """The table at which it is played, opened where it sleeps; None where it is not played here or cannot be opened."""
        asleep = self._asleep.playing(match)
        if asleep is not None:
            with suppress(TableError):
                return await self._tables.at(asleep)
        playing = (
            table
            for table in self._tables.values()
            if table.room.match == match and table.room.stage is Stage.PLAYING
        )
        return next(playing, None)
