"""Opens, finds, rebuilds and retires tables; the crash boundary: a table that breaks takes nobody with it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.rules.game import AnyGame
from app.table.chair import Chair
from app.table.ports import Bots, Clock, Dealer, MoveLog, RoomBook
from app.table.room import MatchId, Person, PersonId, RoomId, Stage


class RoomCard(msgspec.Struct, frozen=True):
    """What a stranger may know of a room, for lists and for the page behind an invite link."""

    id: RoomId
    game: str
    title: str
    host: str
    stage: Stage
    people: int
    """Seated people, bots not counted."""
    bots: int
    seats: tuple[int, int]
    """Fewest and most seats."""
    open: bool
    """Somebody may still sit down, now or at the next deal."""
    watchable: bool
    listed: bool
    clock: str
    since: int
    """Milliseconds since 1970 when the room was made."""


class Lobby:
    """All tables of this process. Safe to call from any coroutine of its loop."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        log: MoveLog,
        rooms: RoomBook,
        clock: Clock,
        dealer: Dealer,
        bots: Bots,
        pace: float = 1.0,
    ) -> None:
        """`pace` multiplies windows and the time bots take; small in tests."""
        raise NotImplementedError

    async def open(self) -> None:
        """Opens again the rooms whose match goes on. Call once, at start."""
        raise NotImplementedError

    async def drain(self) -> None:
        """Stops taking commands, finishes what was taken, tells every chair to come back. Call once, at the end."""
        raise NotImplementedError

    async def create(self, host: Person, game: str, options: dict[str, Any] | None = None, listed: bool = False) -> RoomId:
        """A new room with its host seated. Raises Unknown, BadOptions, CannotSave."""
        raise NotImplementedError

    async def by_secret(self, secret: str) -> RoomId | None:
        raise NotImplementedError

    async def by_code(self, code: str) -> RoomId | None:
        raise NotImplementedError

    async def card(self, room: RoomId) -> RoomCard:
        """Raises RoomGone."""
        raise NotImplementedError

    def listed(self) -> list[RoomCard]:
        """Listed rooms that are awake, fullest first."""
        raise NotImplementedError

    async def rooms_of(self, person: PersonId) -> list[RoomCard]:
        """Awake rooms in which this person has a seat: "your table is waiting"."""
        raise NotImplementedError

    async def enter(self, room: RoomId, person: Person, sit: bool) -> None:
        """Through the invite link (or a listed room's door): belongs to the room from now on, and sits if a seat is free
        (while a match runs: at the next deal). Raises RoomGone, Banned, CannotSave."""
        raise NotImplementedError

    async def knock(self, room: RoomId, person: Person) -> None:
        """With the code: asks the seated to be let in. Raises RoomGone, Banned, TooMuch."""
        raise NotImplementedError

    async def knocking(self, room: RoomId, person: PersonId) -> str:
        """ "waiting", "in" or "out"."""
        raise NotImplementedError

    async def attach(self, room: RoomId, person: Person | None, session: str | None) -> Chair:
        """A connection's handle on the room. A stranger may watch a listed room that allows it, and nothing else.
        `session` names the login that the chair depends on. Raises RoomGone, NotMember, Banned, TooMuch."""
        raise NotImplementedError

    def sign_out(self, session: str) -> None:
        """Closes every chair that depends on that login."""
        raise NotImplementedError

    async def renamed(self, person: Person) -> None:
        """The person has a new name or has become an account; shown in every awake room."""
        raise NotImplementedError

    async def remove(self, person: PersonId) -> None:
        """Suspended or deleted: chairs closed, seats given up in every awake room."""
        raise NotImplementedError

    async def running_view(self, match: MatchId) -> dict[str, Any] | None:
        """The public view of a running match with its names and sentences, for the admin; None when it does not run here."""
        raise NotImplementedError

    async def stop_match(self, match: MatchId, reason: str) -> bool:
        """Admin: breaks off a running match; the table reads `reason`. False when it does not run here."""
        raise NotImplementedError
