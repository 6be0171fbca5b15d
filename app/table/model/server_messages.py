"""The messages to clients: a closed union, the same on the wire as here."""

from typing import Any, TypeAlias

import msgspec

from app.rules.game import MoveStep
from app.table.model.match_messages import (
    CardsOpened,
    DealtShown,
    Frame,
    ServerMessage,
    ShuffleShown,
)
from app.table.model.room import ClockLevel, MatchId, PersonId, Presence, RoomId, Stage


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first message of every connection."""

    build: str
    """A page of another build does not fit the later messages."""
    at: str | msgspec.UnsetType = msgspec.UNSET
    """The process that runs the table, where there are several; its word in addresses."""


class SeatShown(msgspec.Struct, frozen=True):
    number: int
    name: str
    person: PersonId | None
    registered: bool
    bot: str | None
    ready: bool
    presence: Presence
    """Bots are always present."""
    stand_in: str | None
    leaving: bool
    temper: str = ""
    """The temper of one of the house's bots, in a game that knows tempers."""


class PersonShown(msgspec.Struct, frozen=True, omit_defaults=True):
    id: PersonId
    name: str
    registered: bool
    present: bool
    portrait: str = ""
    """The code of the chosen portrait; left out where it is drawn by lot from the id."""


class VoteShown(msgspec.Struct, frozen=True):
    """A decision about one person that others wait for."""

    what: str
    """ "bot": to let a bot play for them; "kick"."""
    person: PersonId
    by: tuple[PersonId, ...]
    """The people who have agreed."""
    needed: int
    """The number that is needed."""


class RoomShown(ServerMessage, frozen=True, tag="room"):
    """The whole room as this client may see it; sent at the start, and whenever it changes."""

    id: RoomId
    you: PersonId | None
    """None: an anonymous watcher of a listed room."""
    member: bool
    host: PersonId
    first_host: PersonId
    """May have the role back."""
    seat: int | None
    """The number of your seat."""
    acting: bool
    """False: a newer connection of yours acts."""
    game: str
    title: str
    options: dict[str, Any]
    config_problem: str | None
    """The reason why the match cannot start as things are."""
    seats_range: tuple[int, int]
    """Fewest and most seats."""
    players: str
    """The number of players in words: "2 or 4 players"."""
    joins_between_deals: bool
    """True if people may sit down and leave between the deals of a running match."""
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
    spectator_count: int
    """The number of spectators."""
    match: MatchId | None
    matches: int
    paused: bool
    resume_wanted: tuple[PersonId, ...]
    code: str | None
    """Code and secret are shown to members only."""
    secret: str | None
    joining_bots: tuple[str, ...] = ()
    """Strengths of bots that sit down at the next deal."""
    rematch: bool = False
    """True if the next match may keep the ranks of the last one: the same game, and its people."""
    hints: bool = False
    """The host's setting: hints for everybody, in matches that are not rated."""
    reactions: bool = True
    """The host's setting: people may react."""
    may_hint: bool = False
    """True if you may ask for hints in the running match."""
    unrated: bool = False
    """True if a match of several people is not rated, because hints were allowed or given."""
    stopped: bool = False
    """True if the last match was stopped before its end."""
    host_away: PersonId | None = None
    """The host for whom `host` stands in as a deputy."""
    replaced: bool = False
    """True if a bot plays for you because you did not answer; `sit` takes the seat back."""
    resume_votes: tuple[int, int] = (0, 0)
    """While paused: the people present who want to resume, and how many are needed."""
    votes: tuple[VoteShown, ...] = ()
    """Shown to the seated."""
    again_due: int | None = None
    """The time at which the next match begins by itself, with bots for those who left."""
    screens: int = 0
    """The number of screens that show this table."""
    kicked: tuple[PersonId, ...] = ()
    """Those of `knocks` who were kicked; shown to the host, who alone lets them in."""


class Done(ServerMessage, frozen=True, tag="done"):
    id: str


class Composed(ServerMessage, frozen=True, tag="composed"):
    """The answer to `compose`: the next step, or the move that the picks make."""

    id: str
    """The command's id."""
    step: MoveStep | None
    move: Any
    """Null while there is a step."""
    text: str
    """The effect of the move, in words."""


class HintShown(ServerMessage, frozen=True, tag="hint"):
    """The answer to `hint`, for its asker alone."""

    id: str
    """The command's id."""
    key: str
    """The key of the prompt that the move answers."""
    move: Any
    text: str
    """The move and its reason, in one sentence."""


class CardExplained(ServerMessage, frozen=True, tag="explained"):
    """The answer to `explain`."""

    id: str
    """The command's id."""
    card: str
    does: str
    playable: bool | None
    """True if you may play it now; null: nothing asks you for a card."""
    why: str
    """The way to play it, or the rule that forbids it."""


class Refused(ServerMessage, frozen=True, tag="refused"):
    """Nothing has changed. `reason` is the game's own, where the code is "illegal-move"."""

    id: str | None
    """None: what was sent could not be read as far as its id, or a queued move was dropped."""
    code: str
    reason: str | None
    text: str


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    person: PersonId | None
    """None: the server."""
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""
    removed: bool = False
    """A moderator has taken it out of the chat; the text is empty."""


class Chat(ServerMessage, frozen=True, tag="chat", omit_defaults=True):
    """New lines; on a first frame the last 100."""

    lines: tuple[ChatLine, ...]
    whole: bool = False
    """The lines are the last 100 and take the place of all before: an earlier one has changed."""


class Poked(ServerMessage, frozen=True, tag="poked"):
    """Somebody at the table reminds you that it waits for you."""

    person: PersonId
    name: str


class Reacted(ServerMessage, frozen=True, tag="reacted"):
    """A reaction of somebody seated, to be shown for two seconds. No store keeps it."""

    person: PersonId
    reaction: str


class MutesShown(ServerMessage, frozen=True, tag="mutes"):
    """The people whom you have muted or blocked, and how long you may write nothing.

    On connection if there is anything to say, and at changes.
    """

    muted: tuple[PersonId, ...]
    """With those who are blocked."""
    blocked: tuple[PersonId, ...]
    silenced_until: int | None = None
    """Milliseconds since 1970: a moderator lets you write nothing until then. None: you may."""


class Announced(ServerMessage, frozen=True, tag="announced"):
    """An announcement or a planned rest: on connection if there is one, and at changes."""

    key: str
    """Another one for each announcement and rest; "": there is neither."""
    text: str = ""
    """The announcement, or "": there is none."""
    ends_in: int = 0
    """Milliseconds until it ends."""
    rests_in: int | None = None
    """Milliseconds until the server rests, negative while it does. None: no rest is planned."""
    rest_ends_in: int = 0
    """Milliseconds until the rest is over."""


class Pong(ServerMessage, frozen=True, tag="pong"):
    now: int


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The last message before the connection closes.

    Codes: kicked, banned, signed-out, room-gone, restart, moved, too-slow, too-much, malformed,
    spectators-off, match-over.
    """

    code: str
    text: str
    retry_in: int | None = None
    """Milliseconds after which to come back; None: do not."""
    at: str | msgspec.UnsetType = msgspec.UNSET
    """The process to come to, where another one could not reach it."""


AnyServerMessage: TypeAlias = (
    Welcome
    | RoomShown
    | Frame
    | ShuffleShown
    | DealtShown
    | CardsOpened
    | Composed
    | HintShown
    | CardExplained
    | Done
    | Refused
    | Chat
    | Poked
    | Reacted
    | MutesShown
    | Announced
    | Pong
    | Bye
)
