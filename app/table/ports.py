"""The ports of a table: protocols for the store, the clock, chance and the bots."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView, Outcome, Seat, Standing
from app.rules.replay import Entry, Setup
from app.table.model.chat import ChatEntry
from app.table.model.patience import Patience
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.model.switches import NO_SWITCHES, Switches

FIRST_EPOCH: Final = 1
"""The epoch of a room that nobody has opened yet. A write without an epoch is refused later."""

MAX_RUNNING_ROOMS: Final = 2_000
"""Rooms with a running match that are read at once, and kept in memory: a few megabytes."""


class Fenced(Exception):
    """Another server owns this room or match, or the match is at another ply.

    Load the table again.
    """


class StoreAway(Exception):
    """The store did not answer.

    It is unknown whether the write arrived: load again before showing anything.
    """


class CodeTaken(Exception):
    """Another room has this code. Nothing was written: save the room again with a new one."""


class Place(msgspec.Struct, frozen=True):
    """A seat of a match with its player, for the record."""

    seat: Seat
    person: PersonId | None
    bot: str | None
    name: str


class LogLine(msgspec.Struct, frozen=True):
    """One entry on its way into the log, with all that must be written in the same transaction."""

    match: MatchId
    epoch: int
    ply: int
    at: datetime
    entry: Entry
    command: str | None = None
    """The mover's command id, unique in the match."""
    standings: tuple[Standing, ...] = ()
    """The standings that changed, if a deal ended with this entry."""
    outcome: Outcome | None = None
    """Set on the entry that ends the match."""
    places: tuple[Place, ...] = ()
    """Seats appended by this entry."""
    room: Room | None = None
    """The room as it is from this entry on, where it changed."""
    room_epoch: int = FIRST_EPOCH
    """The epoch under which the room is ours."""
    hash: bytes | None = None
    """Its link in the match's chain; see app/rules/chain.py."""
    rated: bool = True
    """False: a match whose outcome leaves ratings as they are."""
    said: tuple[ChatEntry, ...] = ()
    """Lines for the chat of `room`."""


class Said(msgspec.Struct, frozen=True):
    """Lines for a room's chat, and the epoch under which the room is ours."""

    room: RoomId
    epoch: int
    entries: tuple[ChatEntry, ...]


class Question(msgspec.Struct, frozen=True):
    """An attempt at a shuffle, written before anybody is shown it: a naming, or parts asked for."""

    number: int
    """The shuffle's number in its match."""
    attempt: int
    refused: tuple[Seat, ...]
    """The seats that are named for not opening their part."""
    seals: dict[Seat, str] = {}
    """The seals of the seats that are asked; none: they are not asked yet."""
    ask: str = ""
    """The hash of all that is shown with it, hexadecimal: the decks follow from the secret."""


class LoggedEntry(msgspec.Struct, frozen=True):
    """An entry as it stands in the log."""

    entry: Entry
    at: datetime
    command: str | None


class MatchRecord(msgspec.Struct, frozen=True):
    """A match as the log holds it, claimed by us under `epoch`."""

    match: MatchId
    epoch: int
    game: str
    rules_version: int
    setup: Setup
    places: tuple[Place, ...]
    entries: tuple[LoggedEntry, ...]
    last_hash: bytes | None = None
    """The last hash of the match's chain, from the log; None: to be computed from `entries`."""
    secret: bytes | None = None
    """The source of the server's decks; None: a match whose shuffles have no proof."""
    question: Question | None = None
    """The latest one about the coming shuffle; None: nothing about it was written."""

    def __repr__(self) -> str:
        return f"Record({self.match}, …)"


class AdminStop(msgspec.Struct, frozen=True):
    """An administrator's order to stop a match. The stop and its audit line are one transaction."""

    admin: PersonId
    reason: str
    """As the administrator wrote it."""
    void: bool = False
    """True: the same transaction voids the match."""


class MoveLog(Protocol):
    """The append-only record of matches. A method that returns has committed to disk."""

    async def begin(
        self,
        room: Room,
        game: AnyGame,
        setup: Setup,
        places: Sequence[Place],
        secret: bytes | None,
        room_epoch: int = FIRST_EPOCH,
    ) -> int:
        """Writes a new match and its room (`room.match` is the match's id); returns its epoch.

        Both are ours from now on. `secret`: see MatchRecord. Raises Fenced, StoreAway, CodeTaken.
        """

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        """Becomes the match's owner under a new epoch and reads it whole.

        Nothing can be appended to a match that has ended meanwhile. Raises StoreAway,
        chain.BrokenChain if the log was altered, and LookupError if there is no such match.
        """

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        """A match that reached its own end, to be shown again; claims nothing. Raises StoreAway.

        None if there is no such match, if it was stopped or voided, or if it cannot be read. None
        too if it was played by other rules than `game` has now.
        """

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        """The moves in the log: each person with a command as in `LogLine.command`.

        Raises StoreAway.
        """

    def is_full(self) -> bool:
        """True while nothing can be written because the disk is full."""

    async def append(self, line: LogLine) -> None:
        """Raises Fenced or StoreAway. May share a commit with other tables' lines."""

    async def ask(
        self, match: MatchId, epoch: int, ply: int, question: Question, said: Said | None = None
    ) -> None:
        """Writes the question in the place of an earlier one, and lines about it.

        Raises Fenced, StoreAway.
        """

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
        """Stops the match without an outcome; writes the room, lines, and what `order` asks for.

        All of it is one transaction. Raises Fenced, StoreAway.
        """


class UnreadableRoomRow(msgspec.Struct, frozen=True):
    """A room that this version cannot read, by the columns of its row."""

    id: RoomId
    code: str
    game: str
    """Slug."""
    state_version: int
    updated_at: datetime


class RoomStore(Protocol):
    """The store of rooms and their chat. Every method may raise StoreAway."""

    async def save(
        self, room: Room, epoch: int = FIRST_EPOCH, said: Sequence[ChatEntry] = ()
    ) -> None:
        """Writes the room whole, and lines for its chat, in one transaction.

        Raises Fenced, StoreAway, and CodeTaken if its code is new and not free.
        """

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        """Becomes the room's owner: the room, and the only epoch that can write it from now on.

        None if there is no such room. Raises Fenced if another process that lives is the owner,
        StoreAway, UnreadableRoom.
        """

    async def release_room(self, room: RoomId, epoch: int) -> None:
        """Lets any process open the room, if it is still owned under that epoch."""

    async def owner_epoch(self, room: RoomId) -> int | None:
        """The epoch under which the room is owned now. Raises StoreAway."""

    async def load(self, room: RoomId) -> Room | None:
        """The room, without becoming its owner. Raises UnreadableRoom."""

    async def by_secret(self, secret: str) -> RoomId | None: ...

    async def by_code(self, code: str) -> RoomId | None: ...

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        """Rooms with a running match, latest used first; none of slow ones.

        Those that cannot be read are left out.
        """

    async def live_rooms_of(self, person: PersonId) -> list[Room]:
        """Rooms that name the person and have a running match, or a table at another process."""

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        """None if the match does not run."""

    async def rooms_to_wake(
        self, now: datetime, most: int, but: Collection[RoomId] = ()
    ) -> list[RoomId]:
        """Rooms with a slow match that has something to do by itself, the longest due first.

        Those of other processes that live are left out, and those of `but`.
        """

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        """Rooms that could not be read since the start, latest used first, a hundred at most."""

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]: ...

    async def add_chat_lines(
        self, room: RoomId, entries: Sequence[ChatEntry], epoch: int = FIRST_EPOCH
    ) -> None:
        """Raises Fenced, StoreAway."""


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """Time. Durations come from `monotonic`, dates from `now`."""

    def now(self) -> datetime:
        """UTC, aware."""

    def monotonic(self) -> float:
        """Seconds."""

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer: ...


class Dealer(Protocol):
    """The source of chance: secrets, ids, codes, and orders that need no proof."""

    def match_secret(self) -> bytes | None:
        """32 bytes that nobody could know before, from which the decks of a match follow.

        None: the match's shuffles have no proof, and nobody says that they can be checked.
        """

    def order(self, n: int) -> tuple[int, ...]:
        """An order of range(n), for a match whose shuffles have no proof."""

    def uniform(self, low: float, high: float) -> float:
        """A number for what shows no card: a bot's pause or name, when to connect again."""

    def token(self, bits: int) -> str:
        """A URL-safe secret."""

    def match_id(self) -> MatchId:
        """An id that no match has."""

    def code(self) -> str:
        """Five letters without look-alikes."""


class Bots(Protocol):
    """The players that sit in for people. They see a view and its legal moves."""

    strengths: tuple[str, ...]

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        """One of `moves`, at once."""

    async def ponder(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any | None:
        """A better one of `moves`, if found `within` these seconds; None: keep the first choice."""

    async def compare(
        self, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Comparison | None:
        """The best of `moves` tried in the same imagined deals, as answers to the first question.

        None: there is no time for it, `within` these seconds.
        """


class Turns(Protocol):
    """Hears for whom slow tables begin to wait."""

    def awaited(self, room: RoomId, people: Sequence[PersonId]) -> None:
        """These people are awaited there since the last commit, and have no window of it open.

        Everybody at the table sees that they are. Raises nothing, and waits for nothing.
        """


class NoTurns:
    """Tells nobody."""

    def awaited(self, room: RoomId, people: Sequence[PersonId]) -> None:
        pass


@dataclass(frozen=True, slots=True)
class TableServices:
    """Everything that the tables of one server share."""

    games: Mapping[str, AnyGame]
    log: MoveLog
    rooms: RoomStore
    clock: Clock
    dealer: Dealer
    bots: Bots
    pace: float = 1.0
    """Multiplies clocks, response windows and the time that bots take; small in tests."""
    patience: Patience = field(default_factory=Patience)
    limits: float = 1.0
    """Multiplies what one person or network may have at once; large in tests."""
    switches: Callable[[], Switches] = lambda: NO_SWITCHES
    """The switches as they are now."""
    turns: Turns = field(default_factory=NoTurns)
