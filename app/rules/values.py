"""The values that rules are made of; see app/rules/game.py."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final, Generic, Literal, NamedTuple, NewType, Protocol, TypeAlias, TypeVar

import msgspec

from app.rules.phrases import sentence

Seat = NewType("Seat", int)
"""A place in a match, 0-based; people see it 1-based. It is never reused within a match."""

P = TypeVar("P")
Q = TypeVar("Q")
H = TypeVar("H")
M = TypeVar("M")
T = TypeVar("T")


PresetName: TypeAlias = Literal["quick", "standard", "long"]
OptionGroups: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Headings of a form, each with the names of the options below it."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a host. The form follows from the fields' `msgspec.Meta`."""


class Preset(msgspec.Struct, frozen=True):
    """A ready choice of options, which a host takes with one tap."""

    name: PresetName
    line: str
    """Its meaning for a match, in one line: "Two hands, about ten minutes."."""
    options: Mapping[str, Any] = {}
    """The options that differ from the game's defaults, as JSON values."""


STANDARD: Final = Preset("standard", "The rules as they stand.")
"""The preset of a game that has no others."""


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that was seen. A secret exchange is told to the table as "two cards, A to B"."""

    def say(self, names: Sequence[str]) -> str:
        """One sentence for the log, `names` by seat. By default the tag: "Tide came in."."""
        return sentence(str(self.__struct_config__.tag))


class PrivateEvent(msgspec.Struct, frozen=True):
    """An event that some seats saw and nobody else."""

    seats: tuple[Seat, ...]
    event: Event


class Refusal(StrEnum):
    """The reason why a move is illegal: each game lists its own, kebab-case, one per rule.

    A member may bring its sentence: `NOT_YOURS = "not-yours", "You do not hold that card."`.
    """

    sentence: str
    """By default the reason's own name: `not-yours` is "Not yours."."""

    def __new__(cls, reason: str, text: str = "") -> "Refusal":
        refusal = str.__new__(cls, reason)
        refusal._value_ = reason
        refusal.sentence = text or sentence(reason)
        return refusal


class DefaultRefusal(Refusal):
    """The one rule of a game that lists its legal moves and says no more."""

    NOT_ON_OFFER = "not-on-offer", "That is not on offer now; choose among what the table marks."


class State(msgspec.Struct, Generic[P, Q, H], frozen=True):
    """A moment of a match, in parts by audience. There is no filter to forget."""

    public: P
    """Known to everybody."""
    private: tuple[Q, ...]
    """Known to one seat alone, by seat."""
    hidden: H
    """Known to nobody."""
    events: tuple[Event, ...] = ()
    """The events of the one step that led here, as the whole table saw them, oldest first."""
    private_events: tuple[PrivateEvent, ...] = ()
    """The events of that step that only some seats saw; told after the others."""

    def events_for(self, seats: Collection[Seat]) -> tuple[Event, ...]:
        """The events of the step that these seats saw together; of none: what everybody saw."""
        own = (one.event for one in self.private_events if not set(seats).isdisjoint(one.seats))
        return (*self.events, *own)

    def __repr__(self) -> str:
        return "State(…)"  # a log, a traceback and a debug page are readers too


class View(msgspec.Struct, Generic[P, Q], frozen=True):
    """All that one seat, or a spectator (seat None, private None), may know at a moment."""

    seat: Seat | None
    public: P
    private: Q | None

    def __repr__(self) -> str:
        return f"View(seat={self.seat}, …)"


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question to one seat, or an offer that it may take.

    Several seats may be asked at once, with equal or different keys.
    """

    key: str
    """Identifies the question; a new question has a new key. Contains no secret of another seat."""
    kind: str
    """The kind of question, as the game calls it: "lead", "follow", "give-back"."""
    window: int | None = None
    """Seconds (at ordinary pace) of a window that always has a clock; None: the table's clock."""
    within: str | None = None
    """The key of the `Span` that this question ends with; None: it has a clock of its own."""
    offer: bool = False
    """True: an act that stands open and that nobody waits for. It has no clock."""
    automatic: bool = False
    """True: the table makes the first legal move for the seat, after a pause. It follows from what
    everybody knows, for all can see that the seat was not waited for."""


class HintReason(NamedTuple):
    """A move in words, for a hint."""

    deed: str
    """A command without its full stop: "Pass"."""
    fact: str = ""
    """A clause that is true of the move in this view, counted and not weighed; "": none is told."""


class CardText(msgspec.Struct, frozen=True):
    """The explanation of one card to one viewer, in sentences."""

    does: str
    """The card and its effect at this table, now."""
    playable: bool | None = None
    """True if the open question can be answered with it; None: nothing asks for a card."""
    why: str = ""
    """The way to play it, or the rule that forbids it."""


class Span(msgspec.Struct, frozen=True):
    """A span of time that runs its whole length, whoever has answered. It needs no question.

    When it is over, `expire` is called with its key. Whoever sees it in a view sees its clock.
    """

    key: str
    """Identifies the span among all spans and questions of the match."""
    seconds: int
    """At ordinary pace."""
    beside: bool = False
    """True: the match never waits for its end. It runs beside questions and shuffles alike."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that can be chosen in a step."""

    value: Any
    """A card's code, a seat, a number, or the name of an option; never twice in a step."""
    text: str = ""
    """In words, where the value alone says too little."""


class MoveStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of an answer that is composed: what can be chosen, and how much of it."""

    name: str
    """Kebab-case; the part of the move that it fills: "partner", "cards"."""
    kind: str
    """The kind of the values: "cards", "seats", "options" or "numbers"."""
    text: str
    """The step as a question or request."""
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    """True if the order of what is chosen counts."""
    checked_after: bool = False
    """True if not every choice is legal, as with the cards of a hand: a refusal may follow."""


class TrickPass(msgspec.Struct, Generic[M], frozen=True):
    """A pass that a seat may say once for the rest of a trick, before or at its turn."""

    trick: str
    """Names the trick: no other trick of the match has it, and it is public."""
    move: M


class OpenedPosition(msgspec.Struct, frozen=True):
    """A position of a shuffle whose card a viewer was dealt or shown."""

    position: int
    shuffle: int | None = None
    """The number of the shuffle in its match, 0-based; None: the latest."""


class Standing(msgspec.Struct, frozen=True):
    """The rank and points of one seat in one finished deal."""

    deal: int
    """1-based number of the deal in its match."""
    seat: Seat
    rank: int
    """1 is best."""
    points: int
    """Play points (a salary, a score); never money."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a match: tied seats share a group, the best group first; points by seat."""

    ranking: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]
    reason: str
    """Kebab-case: "end-point", "last-deal"."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that shared the result, as they stood together at the end; rated as one.

    The seats of a team stand in one group. Whoever is in no team played alone.
    """

    @staticmethod
    def from_points(points: Sequence[int], reason: str) -> "Outcome":
        """The most points are best, as many share a place."""
        groups = {
            many: tuple(Seat(seat) for seat, own in enumerate(points) if own == many)
            for many in points
        }
        return Outcome(
            tuple(groups[many] for many in sorted(groups, reverse=True)), tuple(points), reason
        )


class Manner(msgspec.Struct, frozen=True):
    """The manner of a bot: what its table says of it."""

    strength: str = ""
    temper: str = ""
    """One of `BotHooks.tempers`; empty: none, as of a bot that stands in for a person."""


FAIR: Final = Manner()
"""The manner of a bot of no strength and temper in particular."""


class Chance(Protocol):
    """The part of `random.Random` for `resample` and bots; the rules themselves never draw."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, options: Sequence[T], /) -> T: ...
    def shuffle(self, items: list[Any], /) -> None: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


def with_usual(part: T, names: tuple[str, ...]) -> T:
    """The record with the usual value in each of these fields."""
    kept: Any = part
    kind: Any = type(part)
    return msgspec.structs.replace(kept, **_usual(kind, names)) if names else part


@cache
def _usual(kind: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        field.name: field.default for field in msgspec.structs.fields(kind) if field.name in names
    }
