"""The messages of clients: a closed union, the same on the wire as here.

Every command carries an `id` made by its sender, and is answered by exactly one Done or Refused
with that id.
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

BotPace: TypeAlias = Literal["brisk", "calm", "tap"]
Reaction: TypeAlias = Literal["bravo", "laugh", "gasp", "ouch", "doubt", "bow", "sorry", "thanks"]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    id: CommandId


# -- at the table


class Play(Command, frozen=True, tag="play"):
    """Answers the prompt `key` with a move of the game."""

    key: Key
    move: Any


class Compose(Command, frozen=True, tag="compose"):
    """Asks for the next step of an answer to the prompt `key`; nothing is played by it."""

    key: Key
    picks: Annotated[list[Annotated[list[str | int], Meta(max_length=200)]], Meta(max_length=20)]
    """The chosen values of each step so far."""


class AskHint(Command, frozen=True, tag="hint"):
    """Asks what a steady player would answer to the prompt `key`; nothing is played or noted."""

    key: Key


class Explain(Command, frozen=True, tag="explain"):
    """Asks what a card does, and whether I may play it now."""

    card: Annotated[str, Meta(min_length=1, max_length=20)]


class Premove(Command, frozen=True, tag="premove"):
    """Plays `move` for me at my next prompt, if it is legal then. Nobody else sees that."""

    move: Any


class PassTrick(Command, frozen=True, tag="pass-trick"):
    """Passes for me at each of my turns until the trick ends. Nobody else sees that."""


class CancelPremove(Command, frozen=True, tag="cancel-premove"):
    pass


class JoinShuffles(Command, frozen=True, tag="join-shuffles"):
    """This connection seals every shuffle as soon as it is announced, so the table waits for it."""


class SetPace(Command, frozen=True, tag="set-pace"):
    """The pace of bots while I am the only person here, until this connection ends."""

    pace: BotPace


class NextMove(Command, frozen=True, tag="next-move"):
    """Lets the bot that waits for my tap make its move."""


class Seal(Command, frozen=True, tag="seal"):
    """Seals my part in the coming shuffle; see docs/fair-shuffle.md."""

    match: CommandId
    number: Small
    attempt: Small
    seal: Hex


class Open(Command, frozen=True, tag="open"):
    """Opens the part that I have sealed."""

    match: CommandId
    number: Small
    attempt: Small
    entropy: Hex
    ask: Hex
    """All that my page was shown when parts were asked for, as a hash."""


class Pause(Command, frozen=True, tag="pause"):
    pass


class Resume(Command, frozen=True, tag="resume"):
    """The host resumes at once; others when most of the players present want it."""


class StandIn(Command, frozen=True, tag="stand-in"):
    """The table's choice about a gone player: wait, a bot plays, or play without from the next
    deal. About one who is there and keeps the table waiting, "bot" is a vote.
    """

    seat: Seat
    choice: Literal["wait", "bot", "without"]


class Poke(Command, frozen=True, tag="poke"):
    """Reminds the person at `seat` that the table waits."""

    seat: Seat


class CallLastDeal(Command, frozen=True, tag="call-last-deal"):
    """Host: the match ends with the present deal."""


class StopMatch(Command, frozen=True, tag="stop-match"):
    """Host: the match stops; it keeps its finished deals and has no winner."""


# -- in the room


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or one at the next deal while a match runs; or one's own from a bot."""


class Stand(Command, frozen=True, tag="stand"):
    """Give the seat up; during a match at the next deal, a bot plays until then."""


class Ready(Command, frozen=True, tag="ready"):
    ready: bool


class Start(Command, frozen=True, tag="start"):
    """Host: begin a match; after one, the rematch, with the ranks kept."""

    keep_ranks: bool = True


class SetOptions(Command, frozen=True, tag="set-options"):
    """Host, between matches. Fields left out stay, so two changes at once are both made."""

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
    reactions: bool | None = None
    hints: bool | None = None
    """Changed between matches alone, because matches with hints are not rated."""


class AddBot(Command, frozen=True, tag="add-bot"):
    strength: Annotated[str, Meta(max_length=20)]


class RemoveBot(Command, frozen=True, tag="remove-bot"):
    """Host: at once between matches, at the next deal during one."""

    seat: int


class Kick(Command, frozen=True, tag="kick"):
    """Host: out of the room; the link then asks the host. While none is there, it is a vote."""

    person: PersonId


class Ban(Command, frozen=True, tag="ban"):
    """Host: out of the room for good."""

    person: PersonId


class Unban(Command, frozen=True, tag="unban"):
    person: PersonId


class MakeHost(Command, frozen=True, tag="make-host"):
    person: PersonId


class Admit(Command, frozen=True, tag="admit"):
    """Anybody seated: let the person in who knocks, or not. Host, after a kick."""

    person: PersonId
    admit: bool


class RenewInvite(Command, frozen=True, tag="renew-invite"):
    """Host: the old link or code stops working."""

    what: Literal["link", "code"]


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class React(Command, frozen=True, tag="react"):
    """Shows a small reaction over my portrait, to those who would read a line of mine."""

    reaction: Reaction


class Mute(Command, frozen=True, tag="mute"):
    """Hear nothing of a person ("mute"), and also be kept apart ("block"), or neither ("none").

    Answered by the connection, and not by the table: nobody else learns of it.
    """

    person: PersonId
    level: Literal["none", "mute", "block"]


class PlayHere(Command, frozen=True, tag="play-here"):
    """Make this connection the one that acts for me."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """A sign of life that is answered by Pong."""


class Heartbeat(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="heartbeat"
):
    """A sign of life every two seconds, while other messages show that the server is there."""


AnyCommand: TypeAlias = (
    Play
    | Premove
    | PassTrick
    | CancelPremove
    | Compose
    | AskHint
    | Explain
    | JoinShuffles
    | SetPace
    | NextMove
    | Seal
    | Open
    | Pause
    | Resume
    | StandIn
    | Poke
    | CallLastDeal
    | StopMatch
    | Sit
    | Stand
    | Ready
    | Start
    | SetOptions
    | SetGame
    | SetRoom
    | AddBot
    | RemoveBot
    | Kick
    | Ban
    | Unban
    | MakeHost
    | Admit
    | RenewInvite
    | Say
    | React
    | PlayHere
)
Incoming: TypeAlias = AnyCommand | Mute | Ping | Heartbeat
