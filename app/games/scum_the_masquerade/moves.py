"""The moves of Scum: The Masquerade, and the reasons why one may be refused."""

from typing import TypeAlias

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.rules.game import Refusal, Seat


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Confirm(_Move, frozen=True, tag="confirm"):
    """Ready for the next round."""


class ChooseExtras(_Move, frozen=True, tag="choose-extras"):
    """The seats that get the extra cards of the next round, by the first rank."""

    seats: tuple[Seat, ...]


class Play(_Move, frozen=True, tag="play"):
    """A legal hand, led or played on the trick."""

    cards: tuple[Card, ...]


class Pass(_Move, frozen=True, tag="pass"):
    """Not now; the turn may come back."""

    rest: bool = False
    """For the rest of this trick."""


class Wish(_Move, frozen=True, tag="wish"):
    """The higher rank's wish list, by rank and suit; the first card held must be given (H22)."""

    cards: tuple[Card, ...]


class Give(_Move, frozen=True, tag="give"):
    """One card in a forced exchange: the lower's own choice after a miss, or the return card."""

    card: Card


class Ask(_Move, frozen=True, tag="ask"):
    """The card that the lower rank asks for in return, by rank and suit; None: nothing."""

    card: Card | None = None


class Propose(_Move, frozen=True, tag="propose"):
    """An offer in an optional trade: my card for one that I want, by rank and suit (H26)."""

    give: Card
    want: Card


class Accept(_Move, frozen=True, tag="accept"):
    """Yes: to an offer."""


class Decline(_Move, frozen=True, tag="decline"):
    """No: to an offer, or to making one."""


class AskBoon(_Move, frozen=True, tag="ask-boon"):
    """A request for the first lead, with the hand that is to be led."""

    cards: tuple[Card, ...]


class AnswerBoon(_Move, frozen=True, tag="answer-boon"):
    grant: bool


class Conspire(_Move, frozen=True, tag="conspire"):
    """A request to look at each other's crypts (H34)."""

    partner: Seat


class AnswerConspiracy(_Move, frozen=True, tag="answer-conspiracy"):
    """The answer to a request to conspire."""

    seat: Seat
    """The seat that asks."""
    yes: bool


Move: TypeAlias = (
    Confirm
    | ChooseExtras
    | Play
    | Pass
    | Wish
    | Give
    | Ask
    | Propose
    | Accept
    | Decline
    | AskBoon
    | AnswerBoon
    | Conspire
    | AnswerConspiracy
)


class Reason(Refusal):
    """One member per rule; more may be added, none renamed."""

    NOT_ASKED = "not-asked"
    """The move answers another kind of question than the open one."""
    NOT_YOUR_CARDS = "not-your-cards"
    NO_HAND = "no-hand"
    """The cards are no legal hand."""
    WRONG_TYPE = "wrong-type"
    NOT_HIGHER = "not-higher"
    FIRST_LEAD = "first-lead"
    """The first lead of a plain round contains the designated 3 of clubs."""
    LEADER_MUST_PLAY = "leader-must-play"
    WISH_TOO_LONG = "wish-too-long"
    NOT_A_WISH = "not-a-wish"
    """A wish list is empty, or names a card twice, or one of the second pack."""
    CANNOT_MEET = "cannot-meet"
    """The card that the offer wants is not held."""
    NOT_A_PARTNER = "not-a-partner"
    WRONG_EXTRAS = "wrong-extras"
