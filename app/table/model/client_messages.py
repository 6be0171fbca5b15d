"""What a client may say: a closed union, the same on the wire as here.

Every command carries an `id` made by its sender and is answered by exactly one Done or Refused with that id.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from app.rules.game import Seat
from app.table.model.room import ClockLevel, PersonId

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes."""
Small: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Key: TypeAlias = Annotated[str, Meta(max_length=80)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    id: CommandId


# -- at the table


class Play(Command, frozen=True, tag="play"):
    """Answers the prompt `key` with a move of the game."""

    key: Key
    move: Any


class Premove(Command, frozen=True, tag="premove"):
    """Plays `move` for me when I am next asked something, if it is legal then. Only I see that."""

    move: Any


class CancelPremove(Command, frozen=True, tag="cancel-premove"):
    pass


class JoinShuffles(Command, frozen=True, tag="join-shuffles"):
    """This connection seals every shuffle as soon as it is announced: the table waits for that, 3 s at most."""


class Seal(Command, frozen=True, tag="seal"):
    """My promise of a part in the shuffle to come; see docs/fair-shuffle.md."""

    match: CommandId
    number: Small
    attempt: Small
    seal: Hex


class Open(Command, frozen=True, tag="open"):
    """The part that I have sealed."""

    match: CommandId
    number: Small
    attempt: Small
    entropy: Hex


class Pause(Command, frozen=True, tag="pause"):
    pass


class Resume(Command, frozen=True, tag="resume"):
    """By the host at once; by others when all seated people present want it."""


class StandIn(Command, frozen=True, tag="stand-in"):
    """What to do about the gone player at `seat`: "wait", a "bot" plays on, or play "without" from the next deal."""

    seat: Seat
    choice: Literal["wait", "bot", "without"]


class Poke(Command, frozen=True, tag="poke"):
    """Reminds whoever sits at `seat` that the table waits for them."""

    seat: Seat


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
    """Host, between matches. Fields left out stay as they are: two changes on their way at once are both made."""

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
    """I am here, and is anybody there? Answered by Pong."""


class Heartbeat(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="heartbeat"
):
    """I am here: said every two seconds by whoever needs no answer, for something has been heard lately."""


AnyCommand: TypeAlias = (
    Play | Premove | CancelPremove | JoinShuffles | Seal | Open | Pause | Resume | StandIn | Poke | CallLastDeal | StopMatch | Sit | Stand | Ready
    | Start | SetOptions | SetGame | SetRoom | AddBot | RemoveBot | Kick | Ban | Unban | MakeHost | Admit | RenewInvite
    | Say | PlayHere
)  # fmt: skip
Incoming: TypeAlias = AnyCommand | Ping | Heartbeat
