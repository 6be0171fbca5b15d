"""The room: members, seats, game and settings. A frozen value that outlives every match in it."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Literal, NewType, TypeAlias

import msgspec

RoomId = NewType("RoomId", str)
"""22 URL-safe characters; part of the room's address, no secret."""
MatchId = NewType("MatchId", str)
PersonId = NewType("PersonId", str)
"""An account's public id; guests have accounts too."""
Presence: TypeAlias = Literal["present", "shaky", "gone"]


class SlowMatch(msgspec.Struct, frozen=True):
    """All instants are milliseconds since 1970. None of it leaves the server as it stands here."""

    dues: dict[str, int] = {}
    """The end of the time of each open question and span, by its clock's key."""
    shown: dict[str, int] = {}
    """The ends that everybody sees, by the number of the awaited seat."""
    wakes: int | None = None
    """The time at which the table has something to do by itself; None: only people wake it."""

    premoves: dict[str, Any] = {}
    """The moves that wait for their seats' turns, by the number of the seat, as JSON. Each is its
    seat's secret."""

    passes: dict[str, str] = {}
    """The tricks that seats pass until they end, by the number of the seat. Each is its seat's
    secret. See turn/slow_change.py."""

    def __repr__(self) -> str:
        return "SlowMatch(…)"


class ClockLevel(StrEnum):
    OFF = "off"
    SOFT = "soft"
    """Shown without consequences: 60 s."""
    RELAXED = "relaxed"
    """60 s a decision, and a time bank of 120 s a deal."""
    BRISK = "brisk"
    """20 s a decision, and a time bank of 60 s a deal."""
    HOURS = "hours"
    """4 hours a decision, at a slow table."""
    DAY = "day"
    """24 hours a decision, at a slow table."""
    DAYS = "days"
    """72 hours a decision, at a slow table."""


SLOW: Final = frozenset({ClockLevel.HOURS, ClockLevel.DAY, ClockLevel.DAYS})
"""The clocks of slow tables, which go on without anybody there."""


class Stage(StrEnum):
    GATHERING = "gathering"
    """Before the first match and after each: seats, options, ready, start (or rematch)."""
    PLAYING = "playing"


class Person(msgspec.Struct, frozen=True):
    """A member of the room: let in by the link, or by somebody seated."""

    id: PersonId
    name: str
    registered: bool
    """False: a guest, shown as such."""
    portrait: str = ""
    """The code of the chosen portrait; empty: drawn by lot from the id."""


class RoomSeat(msgspec.Struct, frozen=True):
    """A taken seat. While a match runs `number` is the match's Seat."""

    number: int
    person: PersonId | None
    """None: a bot's seat."""
    bot: str | None
    """A bot's strength; None: a person's seat."""
    name: str
    ready: bool = False
    stand_in: str | None = None
    """Strength of the bot that plays on for an absent person."""
    leaving: bool = False
    """Leaves the match before the next deal; a bot plays until then."""
    missing: bool = False
    """The others went on without this absent person (`stand_in`, `leaving`), who may come back."""
    silent: bool = False
    """The missing person was there and did not answer, so it takes a word to have the seat back."""
    previous: PersonId | None = None
    """The person who left this seat to the bot; it keeps that person's name."""

    def has_name_of(self, person: PersonId) -> bool:
        """True for the seat of that person, or one that they left to a bot."""
        return person in (self.person, self.previous)


class Knock(msgspec.Struct, frozen=True):
    """Somebody with the five-letter code who asks to be let in."""

    person: Person


class Vote(msgspec.Struct, frozen=True):
    """A decision about one person that needs a majority; see room/votes.py."""

    what: Literal["bot", "kick"]
    """To let a bot play for them, or to kick them."""
    person: PersonId
    by: tuple[PersonId, ...]
    """The people who have agreed."""
    at: int
    """The time of the last of them, in milliseconds since 1970."""


class Room(msgspec.Struct, frozen=True):
    """Everything about a room that survives a restart.

    Changed by pure transitions, saved before it is shown.
    """

    id: RoomId
    code: str
    """Five letters that knock."""
    secret: str
    """128 bits, URL-safe: the invite link. Lets in."""
    game: str
    """Slug."""
    options: dict[str, Any]
    """The game's Options as JSON."""
    clock: ClockLevel
    host: PersonId
    """The host, or a deputy."""
    first_host: PersonId
    people: tuple[Person, ...]
    """The people of the room, in order of arrival."""
    created: datetime
    listed: bool = False
    """Shown on the home page, open to everybody."""
    spectators: bool = True
    bot_strength: str = "steady"
    """The strength of bots that play for absent people."""
    seats: tuple[RoomSeat, ...] = ()
    joining: tuple[PersonId, ...] = ()
    """People who sit down before the next deal, in the last rank."""
    joining_bots: tuple[str, ...] = ()
    """Strengths of bots that sit down before the next deal."""
    knocks: tuple[Knock, ...] = ()
    banned: tuple[Person, ...] = ()
    stage: Stage = Stage.GATHERING
    match: MatchId | None = None
    """The present match, or the last one while gathering again."""
    standing: tuple[str, ...] = ()
    """The ranks of the last match, best first: person ids, and for bots `bot:` and the name."""
    matches: int = 0
    """The number of matches begun in this room."""
    paused: bool = False
    resume_wanted: tuple[PersonId, ...] = ()
    host_away: PersonId | None = None
    """The host whose deputy `host` is; None: `host` is no deputy."""
    kicked: tuple[PersonId, ...] = ()
    """People who were kicked: it takes the host's word to let them in again."""
    votes: tuple[Vote, ...] = ()
    paused_by: PersonId | None = None
    """The person who made the present pause."""
    pauses_ended: tuple[PersonId, ...] = ()
    """The makers of pauses of this match that others ended, one for each pause."""
    hints: bool = False
    """Everybody may ask for hints, and matches are not rated."""
    unrated: bool = False
    """The present match, or the last one, is not rated: hints were allowed or given in it."""
    reactions: bool = True
    """People may react."""
    stopped: bool = False
    """The last match was stopped before its end."""
    slow: SlowMatch | None = None
    """The deadlines of the present match, at a slow table; None: no slow match runs."""
