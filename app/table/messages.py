"""What a chair may say (commands) and what it is told (notices): two closed unions, the same on the wire as here.

Every command carries an `id` made by its sender and is answered by exactly one Done or Refused with that id.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from app.rules.game import Prompt, Seat
from app.table.room import ClockLevel, MatchId, PersonId, RoomId, Stage

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Key: TypeAlias = Annotated[str, Meta(max_length=80)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    id: CommandId


# -- at the table


class Play(Command, frozen=True, tag="play"):
    """Answers the prompt `key` with a move of the game."""

    key: Key
    move: Any


class Queue(Command, frozen=True, tag="queue"):
    """Plays `move` for me when I am next asked something, if it is legal then. Only I see that."""

    move: Any


class Unqueue(Command, frozen=True, tag="unqueue"):
    pass


class Pause(Command, frozen=True, tag="pause"):
    pass


class Resume(Command, frozen=True, tag="resume"):
    """By the host at once; by others when all seated people present want it."""


class StandIn(Command, frozen=True, tag="stand-in"):
    """What to do about the gone player at `seat`: "wait", a "bot" plays on, or play "without" from the next deal."""

    seat: Seat
    choice: Literal["wait", "bot", "without"]


class CallLastDeal(Command, frozen=True, tag="call-last-deal"):
    """Host: the match ends with the present deal."""


class StopMatch(Command, frozen=True, tag="stop-match"):
    """Host: the match is broken off; it keeps its finished deals and has no winner."""


# -- in the room


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or ask for one at the next deal while a match runs."""


class Stand(Command, frozen=True, tag="stand"):
    """Give the seat up; during a match at the next deal, a bot plays until then."""


class Ready(Command, frozen=True, tag="ready"):
    ready: bool


class Start(Command, frozen=True, tag="start"):
    """Host: begin a match; after one, the rematch, with the ranks kept."""

    keep_ranks: bool = True


class SetOptions(Command, frozen=True, tag="set-options"):
    """Host, between matches."""

    options: dict[str, Any]


class SetGame(Command, frozen=True, tag="set-game"):
    """Host, between matches."""

    game: Annotated[str, Meta(max_length=40)]


class SetRoom(Command, frozen=True, tag="set-room"):
    """Host. Fields left out stay as they are."""

    clock: ClockLevel | None = None
    listed: bool | None = None
    spectators: bool | None = None
    bot_strength: Annotated[str, Meta(max_length=20)] | None = None


class AddBot(Command, frozen=True, tag="add-bot"):
    strength: Annotated[str, Meta(max_length=20)]


class RemoveBot(Command, frozen=True, tag="remove-bot"):
    """Host: at once between matches, at the next deal during one."""

    seat: int


class Kick(Command, frozen=True, tag="kick"):
    """Host: out of the room; the link still lets that person back in."""

    person: PersonId


class Ban(Command, frozen=True, tag="ban"):
    """Host: out of the room for good."""

    person: PersonId


class Unban(Command, frozen=True, tag="unban"):
    person: PersonId


class MakeHost(Command, frozen=True, tag="make-host"):
    person: PersonId


class Admit(Command, frozen=True, tag="admit"):
    """Anybody seated: let the knocking person in, or not."""

    person: PersonId
    admit: bool


class RenewInvite(Command, frozen=True, tag="renew-invite"):
    """Host: the old link or code stops working."""

    what: Literal["link", "code"]


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class PlayHere(Command, frozen=True, tag="play-here"):
    """Make this connection the one that acts for me."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """I am here; every two seconds. Answered by Pong."""


AnyCommand: TypeAlias = (
    Play | Queue | Unqueue | Pause | Resume | StandIn | CallLastDeal | StopMatch | Sit | Stand | Ready | Start
    | SetOptions | SetGame | SetRoom | AddBot | RemoveBot | Kick | Ban | Unban | MakeHost | Admit | RenewInvite
    | Say | PlayHere
)  # fmt: skip
Incoming: TypeAlias = AnyCommand | Ping


class Notice(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=False):
    pass


class SeatShown(msgspec.Struct, frozen=True):
    number: int
    name: str
    person: PersonId | None
    registered: bool
    bot: str | None
    ready: bool
    presence: Literal["here", "shaky", "gone"]
    """Bots are always here."""
    stand_in: str | None
    leaving: bool


class PersonShown(msgspec.Struct, frozen=True):
    id: PersonId
    name: str
    registered: bool
    here: bool


class RoomShown(Notice, frozen=True, tag="room"):
    """The whole room as this chair may see it; sent at first and whenever that changes."""

    id: RoomId
    you: PersonId | None
    """None: an anonymous watcher of a listed room."""
    member: bool
    host: PersonId
    seat: int | None
    """The number of your seat."""
    acting: bool
    """False: a newer connection of yours acts."""
    game: str
    title: str
    options: dict[str, Any]
    misfit: str | None
    """Why the match cannot start as things are, in words."""
    seats_range: tuple[int, int]
    clock: ClockLevel
    stage: Stage
    listed: bool
    spectators: bool
    bot_strength: str
    bots: tuple[str, ...]
    """Strengths on offer."""
    seats: tuple[SeatShown, ...]
    people: tuple[PersonShown, ...]
    joining: tuple[PersonId, ...]
    knocks: tuple[PersonShown, ...]
    """Shown to the seated."""
    banned: tuple[PersonShown, ...]
    """Shown to the host."""
    watchers: int
    """How many look on without a seat."""
    match: MatchId | None
    matches: int
    paused: bool
    resume_wanted: tuple[PersonId, ...]
    code: str | None
    """Code and secret are shown to members only."""
    secret: str | None
    joining_bots: tuple[str, ...] = ()
    """Strengths of bots that sit down at the next deal."""


class Told(msgspec.Struct, frozen=True):
    """An event with its sentence."""

    event: Any
    text: str


class SeatClock(msgspec.Struct, frozen=True):
    """`due` and Frame.now are server time in milliseconds since 1970."""

    seat: Seat
    due: int | None
    """When time is up, reserve included; None: no clock, or paused."""
    soft: bool
    """Shown only, nothing will happen."""
    reserve: int
    """Milliseconds of reserve left before this question."""


class Frame(Notice, frozen=True, tag="frame"):
    """All that this viewer may know of the match, sent only when something of it changed."""

    match: MatchId
    n: int
    """Counts this connection's frames from 1."""
    seat: Seat | None
    names: tuple[str, ...]
    """By match seat, leavers included."""
    view: Any
    """The game's View: {seat, public, private}."""
    prompt: Prompt | None
    ask: str
    """What is asked of you, or what the table waits for, in words."""
    moves: tuple[Any, ...]
    """Your legal moves, at most 200."""
    complete: bool
    """Whether `moves` holds them all."""
    queued: Any
    """The move you queued, or null."""
    events: tuple[Told, ...]
    """What the table saw since this connection's last frame; on a first frame the last 100 of this match."""
    awaited: tuple[Seat, ...]
    """Whom the table visibly waits for."""
    clocks: tuple[SeatClock, ...]
    now: int
    paused: bool
    outcome: Any
    """Null while the match goes on; then {ranking, points, reason}."""


class Done(Notice, frozen=True, tag="done"):
    id: str


class Refused(Notice, frozen=True, tag="refused"):
    """Nothing has changed. `reason` is the game's own, where the code is "illegal-move"."""

    id: str | None
    """None: what was sent could not be read as far as its id, or a queued move was dropped."""
    code: str
    reason: str | None
    text: str


class ChatLine(msgspec.Struct, frozen=True):
    person: PersonId | None
    """None: the house speaks."""
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""


class Chat(Notice, frozen=True, tag="chat"):
    """New lines; on a first frame the last 100."""

    lines: tuple[ChatLine, ...]


class Pong(Notice, frozen=True, tag="pong"):
    now: int


class Bye(Notice, frozen=True, tag="bye"):
    """The last notice before the connection closes. Codes: kicked, banned, signed-out, room-gone, restart, too-slow,
    too-much, malformed, spectators-off, match-over."""

    code: str
    text: str
    retry_in: int | None = None
    """Milliseconds after which to come back; None: do not."""


AnyNotice: TypeAlias = RoomShown | Frame | Done | Refused | Chat | Pong | Bye
