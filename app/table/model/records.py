"""The records: values that a table gives to its store, and has back from there."""

from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec

from app.rules.game import Outcome, Seat, Standing
from app.rules.replay import Entry, Setup
from app.table.model.chat import ChatEntry
from app.table.model.room import MatchId, Person, PersonId, Room, RoomId

FIRST_EPOCH: Final = 1
"""The epoch of a room that nobody has opened yet. A write without an epoch is refused later."""


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


class UnreadableRoomRow(msgspec.Struct, frozen=True):
    """A room that this version cannot read, by the columns of its row."""

    id: RoomId
    code: str
    game: str
    """Slug."""
    state_version: int
    updated_at: datetime


class Fate(StrEnum):
    """The state of a person, as the account says now."""

    NAMED = "named"
    """Has perhaps another name, or another kind of account."""
    SUSPENDED = "suspended"
    """Gives up seats and membership."""
    ERASED = "erased"
    """As suspended; the name goes as well."""


class AccountChange(msgspec.Struct, frozen=True):
    """The account as every table is to know it."""

    person: Person
    fate: Fate


class TableNote(msgspec.Struct, frozen=True):
    """A durable note: this table has yet to take over the account as it is now.

    It is written with the account. Taking it over twice is taking it over once.
    """

    number: int
    """A later change gives the note another number, so that it is not done by an earlier one."""
    room: RoomId
    change: AccountChange
