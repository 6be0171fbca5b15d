"""The moves of Scum of the Earth, and the reasons why one may be refused."""

from typing import TypeAlias

import msgspec

from app.games.scum_of_the_earth.cards import Card
from app.rules.game import Refusal, Seat


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Confirm(_Move, frozen=True, tag="confirm"):
    """Ready: in the takeover window and before the next deal."""


class Takeover(_Move, frozen=True, tag="takeover"):
    """Both WILD A-K were dealt to me: I am rank 1 now."""


class Give(_Move, frozen=True, tag="give"):
    """The gift of a higher rank in the bonus exchange, one or two cards."""

    cards: tuple[Card, ...]


class Play(_Move, frozen=True, tag="play"):
    """A set of cards of one face, led or played on the trick."""

    cards: tuple[Card, ...]
    face: int | None = None
    """The face that the set stands for: 0, 1 to 13, or 14 for Infinity. None: it follows from the
    cards and the trick, if only one face is legal."""
    double: bool = False
    """The special 10 in the set counts as two 10s."""


class Pass(_Move, frozen=True, tag="pass"):
    """Not now; the turn may come back."""


class Target(_Move, frozen=True, tag="target"):
    """The player whom the special 6 makes pass, or whose hand the special 5 looks at."""

    seat: Seat


class Decline(_Move, frozen=True, tag="decline"):
    """No, thanks: to the special 5's look and to the special 7's second turn."""


Move: TypeAlias = Confirm | Takeover | Give | Play | Pass | Target | Decline


class Reason(Refusal):
    """One member per rule; more may be added, none renamed."""

    NOT_ASKED = "not-asked"
    """The move answers another kind of question than the open one."""
    NOT_YOUR_CARDS = "not-your-cards"
    WRONG_NUMBER_TO_GIVE = "wrong-number-to-give"
    NO_TAKEOVER = "no-takeover"
    NO_CARDS = "no-cards"
    MIXED_FACES = "mixed-faces"
    WRONG_SIZE = "wrong-size"
    NOT_BETTER = "not-better"
    WILD_OUT_OF_RANGE = "wild-out-of-range"
    NAME_THE_WILD = "name-the-wild"
    ZERO_IS_SINGLE = "zero-is-single"
    INFINITY_IS_LED = "infinity-is-led"
    EIGHT_NOT_SINGLE = "eight-not-single"
    NINE_IS_LED = "nine-is-led"
    TEN_ALONE_DOUBLES = "ten-alone-doubles"
    LEADER_MUST_PLAY = "leader-must-play"
    NOT_A_TARGET = "not-a-target"
