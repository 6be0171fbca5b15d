"""A change of an account that tables take over: what it is, and the note that keeps it for one."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from app.table.model.room import Person, PersonId, RoomId


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


class NoteStore(Protocol):
    """Every method may raise StoreAway."""

    async def of_person(self, person: PersonId) -> Sequence[TableNote]:
        """All notes about one person."""
        ...

    async def after(self, number: int, most: int) -> Sequence[TableNote]:
        """The next notes in the order of their numbers."""
        ...

    async def done(self, note: TableNote) -> None:
        """Removes the note, unless the account has changed again."""
        ...
