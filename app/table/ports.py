"""The ports of a table: protocols for the store, the clock, chance and the bots; waiting times."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView
from app.rules.replay import Setup
from app.table.model.chat import ChatEntry
from app.table.model.records import (
    FIRST_EPOCH,
    AdminStop,
    LogLine,
    MatchRecord,
    Place,
    Question,
    Said,
    UnreadableRoomRow,
)
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.model.switches import NO_SWITCHES, Switches

MAX_RUNNING_ROOMS: Final = 2_000
"""Rooms with a running match that are read at once, and kept in memory: a few megabytes."""


class Fenced(Exception):
    """Another server owns this room or match, or it is at another ply: load the table again."""


class StoreAway(Exception):
    """The store did not answer. Whether the write arrived is unknown: load before you show it."""


class CodeTaken(Exception):
    """Another room has this code. Nothing was written: save the room again with a new one."""


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


class Patience(msgspec.Struct, frozen=True):
    """Seconds; not multiplied by the pace."""

    shaky: float = 5.0
    """Seconds of silence until somebody's connection counts as shaky."""
    gone: float = 30.0
    """Seconds of silence until somebody counts as gone."""
    listed: float = 50.0
    """Seconds of silence until somebody no longer keeps a table in the list."""
    host: float = 60.0
    """Seconds of silence until an absent host has a deputy."""
    answer: float = 120.0
    """Seconds for which a table waits until the others may let a bot play for somebody there."""
    again: float = 10.0
    """Seconds until the next match begins by itself, with bots for those who left."""
    doze: float = 60.0
    """Seconds with nobody connected until clocks and bots stop."""
    retire: float = 300.0
    """Seconds with nobody connected until the table closes."""
    store_retry: tuple[float, float] = (0.25, 2.0)
    """The first and the longest wait before a store that was away is asked again."""

    def scaled(self, factor: float) -> "Patience":
        """The waits for people times `factor`; those for the store stay as they are."""
        waits = [name for name in self.__struct_fields__ if name != "store_retry"]
        return replace(self, **{name: getattr(self, name) * factor for name in waits})


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
