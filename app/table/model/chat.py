"""Chat lines inside the server: what a person wrote, or what the server has to say.

A line of the server is a code and those it names, said in English when somebody is shown it.
"""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from app.table.model.room import ClockLevel, Person, PersonId, RoomSeat
from app.table.model.server_messages import ChatLine

SERVER_NAME: Final = "The house"


class LineCode(StrEnum):
    """The kinds of line. Values stand in the store: none is ever renamed."""

    COMES_IN = "comes-in"
    COMES_IN_TO_JOIN = "comes-in-to-join"
    SITS_DOWN = "sits-down"
    JOINS = "joins"
    STANDS_UP = "stands-up"
    LEAVES = "leaves"
    LEAVES_TO_BOT = "leaves-to-bot"
    LEFT_TABLE = "left-table"
    DEALT_IN = "dealt-in"
    IS_BACK = "is-back"
    LET_IN = "let-in"
    KICKED = "kicked"
    KICKED_BY_PLAYERS = "kicked-by-players"
    BANNED = "banned"
    REMOVED = "removed"
    HOST_IS = "host-is"
    HOST_AWAY = "host-away"
    HOST_BACK = "host-back"
    BOT_SITS_DOWN = "bot-sits-down"
    BOT_JOINS = "bot-joins"
    WAITS = "waits"
    BOT_STANDS_IN = "bot-stands-in"
    GOES_ON_WITHOUT = "goes-on-without"
    WANTS_BOT = "wants-bot"
    WANTS_KICK = "wants-kick"
    PAUSES = "pauses"
    WANTS_TO_RESUME = "wants-to-resume"
    RESUMED = "resumed"
    POKES = "pokes"
    OPTIONS_CHANGED = "options-changed"
    GAME_CHANGED = "game-changed"
    CLOCK_CHANGED = "clock-changed"
    LISTED = "listed"
    UNLISTED = "unlisted"
    SPECTATORS_LET_IN = "spectators-let-in"
    SPECTATORS_SENT_OUT = "spectators-sent-out"
    REACTIONS_ON = "reactions-on"
    REACTIONS_OFF = "reactions-off"
    HINTS_ON = "hints-on"
    HINTS_OFF = "hints-off"
    NOT_RATED = "not-rated"
    LINK_RENEWED = "link-renewed"
    CODE_RENEWED = "code-renewed"
    PART_NOT_OPENED = "part-not-opened"
    SEAT_BARRED = "seat-barred"
    STOPPED_BY_HOST = "stopped-by-host"
    STOPPED_BY_ADMIN = "stopped-by-admin"
    EVERYBODY_LEFT = "everybody-left"
    TIME_RAN_OUT = "time-ran-out"
    RESTED_LONG = "rested-long"
    TOO_MANY_SLOW = "too-many-slow"
    RULES_CHANGED = "rules-changed"
    WITHOUT_END = "without-end"


SENTENCES: Final[Mapping[LineCode, str]] = {
    LineCode.COMES_IN: "{0} comes in.",
    LineCode.COMES_IN_TO_JOIN: "{0} comes in and joins at the next hand.",
    LineCode.SITS_DOWN: "{0} sits down.",
    LineCode.JOINS: "{0} joins at the next hand.",
    LineCode.STANDS_UP: "{0} leaves the seat.",
    LineCode.LEAVES: "{0} leaves {value}.",
    LineCode.LEAVES_TO_BOT: "{0} leaves {value}; a bot plays until then.",
    LineCode.LEFT_TABLE: "{0} leaves the table.",
    LineCode.DEALT_IN: "{0} is dealt in.",
    LineCode.IS_BACK: "{0} is back.",
    LineCode.LET_IN: "{0} lets {1} in.",
    LineCode.KICKED: "The host has kicked {0}.",
    LineCode.KICKED_BY_PLAYERS: "The players have kicked {0}.",
    LineCode.BANNED: "The host has banned {0}.",
    LineCode.REMOVED: "{0} no longer belongs to this table.",
    LineCode.HOST_IS: "{0} is the host now.",
    LineCode.HOST_AWAY: "The host has been away for a while; {0} stands in.",
    LineCode.HOST_BACK: "{0} is back, and is the host again.",
    LineCode.BOT_SITS_DOWN: "{0}, a bot, sits down.",
    LineCode.BOT_JOINS: "A bot joins at the next hand.",
    LineCode.WAITS: "The table waits for {0}.",
    LineCode.BOT_STANDS_IN: "A bot plays for {0} until {0} is back.",
    LineCode.GOES_ON_WITHOUT: (
        "A bot plays for {0}; from the next hand the table plays without them."
    ),
    LineCode.WANTS_BOT: "{0} wants a bot to play for {1}.",
    LineCode.WANTS_KICK: "{0} wants to kick {1}.",
    LineCode.PAUSES: "{0} pauses the match.",
    LineCode.WANTS_TO_RESUME: "{0} wants to resume.",
    LineCode.RESUMED: "The match resumes.",
    LineCode.POKES: "{0} pokes {1}.",
    LineCode.OPTIONS_CHANGED: "The host has changed the rules of the table.",
    LineCode.GAME_CHANGED: "The game is {value} now.",
    LineCode.CLOCK_CHANGED: "The table plays with {value} now.",
    LineCode.LISTED: "The table is public now.",
    LineCode.UNLISTED: "The table is private now.",
    LineCode.SPECTATORS_LET_IN: "Spectators may watch now.",
    LineCode.SPECTATORS_SENT_OUT: "Spectators may no longer watch.",
    LineCode.REACTIONS_ON: "Reactions are on.",
    LineCode.REACTIONS_OFF: "The host has turned reactions off.",
    LineCode.HINTS_ON: "Hints are allowed now, and matches are not rated.",
    LineCode.HINTS_OFF: "Hints are off now, and matches between people are rated.",
    LineCode.NOT_RATED: "This match is not rated: hints were allowed or given in it.",
    LineCode.LINK_RENEWED: "The invite link was renewed; the old one no longer works.",
    LineCode.CODE_RENEWED: "The code was renewed; the old one no longer works.",
    LineCode.PART_NOT_OPENED: (
        "{0} sealed a part in the shuffle and did not open it. The deal goes on without it."
    ),
    LineCode.SEAT_BARRED: (
        "{0} has left a second sealed part unopened. This match shuffles without {0} from now on."
    ),
    LineCode.STOPPED_BY_HOST: "{0} stops the match. Finished hands count.",
    LineCode.STOPPED_BY_ADMIN: "An administrator stopped the match: {value}",
    LineCode.EVERYBODY_LEFT: (
        "Nobody is left at the table, so the match was stopped. Finished hands count."
    ),
    LineCode.TIME_RAN_OUT: "{0} ran out of time. A bot plays for {0} until {0} is back.",
    LineCode.RESTED_LONG: (
        "Nobody came back for 30 days, so the match was stopped. Finished hands count."
    ),
    LineCode.TOO_MANY_SLOW: (
        "The match did not begin: somebody here plays at as many slow tables as one may."
    ),
    LineCode.RULES_CHANGED: (
        "The game’s rules have changed, so the match was stopped. Finished hands count."
    ),
    LineCode.WITHOUT_END: (
        "This hand went on and on without an end, so the table stopped the match. Finished hands "
        "count."
    ),
}
"""Each code's sentence: {0} and {1} are those it names, {value} is its value in words."""

_LEAVING_TIMES: Final = {"next-deal": "after this hand", "match-end": "after this match"}
VALUE_WORDS: Final[Mapping[LineCode, Mapping[str, str]]] = {
    LineCode.CLOCK_CHANGED: {
        ClockLevel.OFF: "no clock",
        ClockLevel.SOFT: "a clock that is shown, not enforced",
        ClockLevel.RELAXED: "a relaxed clock",
        ClockLevel.BRISK: "a brisk clock",
        ClockLevel.HOURS: "a slow clock (a few hours for a decision)",
        ClockLevel.DAY: "a slow clock (a day for a decision)",
        ClockLevel.DAYS: "a slow clock (three days for a decision)",
    },
    LineCode.LEAVES: _LEAVING_TIMES,
    LineCode.LEAVES_TO_BOT: _LEAVING_TIMES,
}
"""The words of values. A value that is not here is said as it is."""


class Named(msgspec.Struct, frozen=True):
    """A person or a bot whose name stands in a line."""

    person: PersonId | None
    """None: a bot."""
    name: str
    """A bot's name, or the person's when the line was made or read."""


class ServerLine(msgspec.Struct, frozen=True):
    """A line by the server itself. The store keeps a person in it as an id alone."""

    code: LineCode
    named: tuple[Named, ...] = ()
    value: str = ""
    concerns: tuple[PersonId, ...] = ()
    """People who are not named, with whom the line is erased all the same."""

    @property
    def about(self) -> tuple[PersonId, ...]:
        """Everybody with whom the line is erased."""
        named = (one.person for one in self.named if one.person is not None)
        return tuple(dict.fromkeys((*named, *self.concerns)))


def server_line(code: LineCode, *who: Person | RoomSeat | Named, value: str = "") -> ServerLine:
    """The line that names these people and bots, in the order of its sentence."""
    return ServerLine(code, tuple(map(_named, who)), value)


def _named(who: Person | RoomSeat | Named) -> Named:
    """A seat left to a bot still shows the name of the person who had it."""
    if isinstance(who, Person):
        return Named(who.id, who.name)
    if isinstance(who, RoomSeat):
        return Named(who.person or who.previous, who.name)
    return who


def say(line: ServerLine) -> str:
    """The line as a sentence."""
    value = VALUE_WORDS.get(line.code, {}).get(line.value, line.value)
    return SENTENCES[line.code].format(*(one.name for one in line.named), value=value)


class Spoken(msgspec.Struct, frozen=True):
    """A line that a person wrote."""

    person: PersonId
    name: str
    """The person's name when the line was made or read."""
    text: str
    """Empty where the line was removed."""
    removed: bool = False
    """A moderator has taken it out of the chat; the store alone keeps the words, for a report."""


class ChatEntry(msgspec.Struct, frozen=True):
    """A line as the store keeps it."""

    at: int
    """Milliseconds since 1970."""
    said: Spoken | ServerLine

    @property
    def about(self) -> tuple[PersonId, ...]:
        """Everybody with whom the line is erased."""
        return (self.said.person,) if isinstance(self.said, Spoken) else self.said.about

    def replaces(self, other: "ChatEntry") -> bool:
        """True if this is the other line, since removed or put back."""
        said, before = self.said, other.said
        if not isinstance(said, Spoken) or not isinstance(before, Spoken):
            return False
        same = (self.at, said.person) == (other.at, before.person)
        return same and said.removed is not before.removed

    @property
    def identity(self) -> Hashable:
        """Equal for the same line read twice, whatever its people are called by then."""
        if isinstance(self.said, Spoken):
            return (self.at, self.said.person, self.said.text)
        named = tuple(one.person or one.name for one in self.said.named)
        return (self.at, self.said.code, self.said.value, named)

    def called(self, names: Mapping[PersonId, str]) -> "ChatEntry":
        """The line with these names of people; the same value where it has no other."""
        said = self.said
        if isinstance(said, Spoken):
            name = names.get(said.person, said.name)
            return self if name == said.name else replace(self, said=replace(said, name=name))
        named = tuple(
            one if one.person is None else replace(one, name=names.get(one.person, one.name))
            for one in said.named
        )
        return self if named == said.named else replace(self, said=replace(said, named=named))

    def shown(self) -> ChatLine:
        """The line for a browser."""
        said = self.said
        if isinstance(said, Spoken):
            return ChatLine(said.person, said.name, said.text, self.at, said.removed)
        return ChatLine(None, SERVER_NAME, say(said), self.at)
