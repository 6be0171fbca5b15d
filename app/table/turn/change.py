"""A change: all that one message does to a table, as a value, before any of it has happened."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from app.rules.game import AnyGame, AnyView, Prompt
from app.rules.replay import Setup
from app.table.match.live_match import Step
from app.table.model.chat import ServerLine, Spoken
from app.table.model.records import AdminStop, Place, Question
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import AnyServerMessage

Passing: TypeAlias = Callable[[], Any]
"""Takes over something that no store keeps, such as a premove."""


class NewMatch(msgspec.Struct, frozen=True):
    """A match that begins. The room names it already."""

    game: AnyGame
    setup: Setup
    places: tuple[Place, ...]
    secret: bytes | None
    """See ports.MatchRecord."""

    def __repr__(self) -> str:
        return "NewMatch(…)"


class Stop(msgspec.Struct, frozen=True):
    """The end of the running match without an outcome; its ranks so far are kept."""

    reason: str
    order: AdminStop | None = None


class Compare(NamedTuple):
    """The moves of one seat, to be compared before a command can be answered."""

    game: AnyGame
    view: AnyView
    prompt: Prompt

    def __repr__(self) -> str:
        return "Compare(…)"


class Change(msgspec.Struct, frozen=True):
    """A part to be written in one transaction, a part that passes once it is, and the answer.

    At most one of `step`, `begins`, `stop` and `question` is set.
    """

    room: Room | None = None
    lines: tuple[ServerLine | Spoken, ...] = ()
    """For the chat."""
    step: Step | None = None
    """One more entry of the match, with the moment after it."""
    command: str | None = None
    """The entry's command, as in the log."""
    places: tuple[Place, ...] = ()
    """Seats that the entry appends."""
    begins: NewMatch | None = None
    stop: Stop | None = None
    question: Question | None = None
    """An attempt at the coming shuffle."""
    passing: tuple[Passing, ...] = ()
    compare: Compare | None = None
    """The command comes again once these moves are compared, and is answered then."""
    replies: tuple[AnyServerMessage, ...] = ()
    """For the sender alone, before "done"."""
    tells: tuple[tuple[PersonId, AnyServerMessage], ...] = ()
    """For every window of one person."""

    def __repr__(self) -> str:
        return "Change(…)"


NOTHING = Change()
