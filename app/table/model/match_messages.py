"""The messages to clients about a match: its frames, and its shuffles with the cards they open."""

from typing import Any

import msgspec

from app.rules.game import MoveStep, Prompt, Seat
from app.table.model.room import MatchId


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=False):
    pass


class DecksShown(msgspec.Struct, frozen=True):
    """The decks of a shuffle, fixed before anybody opens a part."""

    n: int
    """Cards in each deck."""
    codes: str
    """The codes of the cards by number, with a space between; empty if they are hidden."""
    plan: str
    """A word for each position, with a space between: the seat that gets it, and others."""
    roots: tuple[str, ...]
    names: str | None
    """The root of hidden codes."""


class ShuffleShown(ServerMessage, frozen=True, tag="shuffle"):
    """The coming shuffle: the promise, the chain's head, and the decks once parts are asked for."""

    match: MatchId
    number: int
    """The shuffle's number in its match, 0-based."""
    attempt: int
    version: int
    """The version of the algorithm, see docs/fair-shuffle.md."""
    seat: Seat | None
    """Yours."""
    promise: str
    """The server's commitment to all decks of the match."""
    head: str
    """The chain of shuffles before this one."""
    refused: tuple[Seat, ...]
    """The seats that did not open in an earlier attempt."""
    opening: bool
    """True once the seats that sealed are asked to open."""
    due: int | None
    """The end of the wait; None: nobody is waited for."""
    sealed: tuple[Seat, ...]
    """The seats that have sealed so far."""
    seals: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The seals by seat, once they are fixed."""
    decks: DecksShown | msgspec.UnsetType = msgspec.UNSET
    """Shown with the seals."""


class CardOpened(msgspec.Struct, frozen=True):
    """The card at one position of a shuffle."""

    position: int
    thing: int
    """Its number among the cards that awaited the order."""
    salt: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    """Set if the codes are hidden."""
    name_salt: str | msgspec.UnsetType = msgspec.UNSET
    """Set if the codes are hidden."""


class DealtShown(ServerMessage, frozen=True, tag="dealt"):
    """The latest shuffle, as far as you may check it now."""

    match: MatchId
    number: int
    attempt: int
    version: int
    seat: Seat | None
    """Yours."""
    openings: dict[str, str]
    asks: dict[str, str]
    """The questions that the seats answered, by seat, as their pages said."""
    chosen: int
    """The deck that is played."""
    keys: tuple[str, ...]
    """The secrets of the other decks, by rising number."""
    cards: tuple[CardOpened, ...]
    """The cards that you were shown so far."""
    nodes: tuple[str, ...]
    """The nodes that lead from them to the root."""
    names_nodes: tuple[str, ...]
    """The nodes that lead from hidden codes to their root."""


class CardsOpened(ServerMessage, frozen=True, tag="cards-opened"):
    """More cards of a shuffle that you were shown since."""

    match: MatchId
    number: int
    attempt: int
    version: int
    seat: Seat | None
    """Yours."""
    cards: tuple[CardOpened, ...]
    nodes: tuple[str, ...]
    names_nodes: tuple[str, ...]


class EventLine(msgspec.Struct, frozen=True, gc=False):
    """An event with its sentence."""

    event: Any
    """Encoded JSON, the same for all; see `unfolded`."""
    text: str


class SeatClock(msgspec.Struct, frozen=True):
    """`due` and Frame.now are server time in milliseconds since 1970."""

    seat: Seat
    due: int | None
    """The time at which the time bank is used up too; None: no clock, or paused."""
    soft: bool
    """True if nothing happens when time is up."""
    time_bank: int
    """Milliseconds in the time bank before this prompt."""


class SpanClock(msgspec.Struct, frozen=True):
    """A span that runs, whoever has answered."""

    key: str
    due: int | None
    """As SeatClock.due; None: paused."""


class OpenPrompt(msgspec.Struct, frozen=True):
    """One more question to you, or an offer: an act that stands open and nobody waits for."""

    prompt: Prompt
    text: str
    moves: Any
    """Your legal answers, as many as the game lists."""
    complete: bool
    """True if `moves` holds all legal answers."""
    step: MoveStep | None = None
    """The first step, if answers to it are composed."""


class Frame(ServerMessage, frozen=True, tag="frame"):
    """Everything that this viewer may know of the match; sent only when it has changed."""

    match: MatchId
    n: int
    """Counts this connection's frames from 1."""
    seat: Seat | None
    names: tuple[str, ...]
    """By match seat, leavers included."""
    view: dict[str, Any]
    """The game's view: {seat, public, private}. Both parts are encoded JSON; see `unfolded`."""
    prompt: Prompt | None
    prompt_text: str
    """The prompt in words, or what the table waits for."""
    moves: Any
    """Your legal moves, as many as the game lists."""
    moves_complete: bool
    """True if `moves` holds all legal moves."""
    premove: Any
    """Your premove, or null."""
    events: tuple[EventLine, ...]
    """The events since this connection's last frame; on a first frame the last 100 of the match."""
    awaited: tuple[Seat, ...]
    """The seats that the table visibly waits for."""
    clocks: tuple[SeatClock, ...]
    now: int
    paused: bool
    outcome: Any
    """Null while the match goes on; then {ranking, points, reason}."""
    receipt: str | None = None
    """The last hash of the match's record, hexadecimal, once it is over."""
    more: tuple[OpenPrompt, ...] = ()
    """Your other questions, and your offers."""
    spans: tuple[SpanClock, ...] = ()
    """The spans that you see run."""
    step: MoveStep | None = None
    """The first step of your answer, if it is composed; see the command `compose`."""
    trick_pass: bool | msgspec.UnsetType = msgspec.UNSET
    """At a slow table. True: you pass until this trick ends. False: you may say so."""


def unfolded(frame: Frame) -> Frame:
    """The frame with decoded values, for readers that do not decode it as a whole."""
    view = {name: _values(part) for name, part in frame.view.items()}
    events = tuple(EventLine(_values(told.event), told.text) for told in frame.events)
    more = tuple(msgspec.structs.replace(one, moves=_values(one.moves)) for one in frame.more)
    return msgspec.structs.replace(
        frame, view=view, moves=_values(frame.moves), events=events, more=more
    )


def _values(part: Any) -> Any:
    return as_tuples(msgspec.json.decode(part)) if isinstance(part, msgspec.Raw) else part


def as_tuples(value: Any) -> Any:
    """The value with tuples in place of lists, at every depth: JSON has no tuples."""
    if isinstance(value, list | tuple):
        return tuple(map(as_tuples, value))
    return (
        {key: as_tuples(inner) for key, inner in value.items()}
        if isinstance(value, dict)
        else value
    )
