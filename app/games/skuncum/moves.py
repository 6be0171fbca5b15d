"""The moves of Skuncum, and the reasons why one may be refused."""

from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

from app.games.skuncum.cards import Card, Rank
from app.rules.game import Refusal, Seat


class Area(StrEnum):
    """An area of the board for Suit cards of the Scrum."""

    BANDWAGON = "bandwagon"
    COALITION = "coalition"
    CHALLENGER = "challenger"


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Lead(_Move, frozen=True, tag="lead"):
    """A Suit card to the Candidate circle."""

    card: Card


class PassLead(_Move, frozen=True, tag="pass-lead"):
    """The lead to the next player who holds a Suit card."""


class Politiks(_Move, frozen=True, tag="politiks"):
    """An Action card on another player's stack, before the Suit card of the turn."""

    card: Card
    target: Seat
    """The owner of the stack: Candidate, Challenger or Kingmaker."""


class Join(_Move, frozen=True, tag="join"):
    """A Suit card to an area of the board."""

    card: Card
    area: Area


class DropOut(_Move, frozen=True, tag="drop-out"):
    """No Suit card in this Race: after Politiks, or without a Suit card."""


class Play(_Move, frozen=True, tag="play"):
    """A card in a duel: Suit and BONUS on one's own stack, ATTACK on the opponent's."""

    card: Card


class PowerPlay(_Move, frozen=True, tag="power-play"):
    """Two or more cards at once, by the Kingmaker, once a Race."""

    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=5)]


class Stand(_Move, frozen=True, tag="stand"):
    """No card at a tie. Two in a row leave the duel tied."""


class Concede(_Move, frozen=True, tag="concede"):
    """The duel is lost."""


class ChooseHats(_Move, frozen=True, tag="choose-hats"):
    """A hat for each card won that may mark several, in the order in which they are marked."""

    picks: Annotated[tuple[Rank, ...], msgspec.Meta(max_length=40)] = ()
    """Fewer than there are choices: the highest hats for the rest."""


class BuyHats(_Move, frozen=True, tag="buy-hats"):
    """Buy this many hats for votes, each the lowest open one, and be ready for the next hand."""

    number: int


Move: TypeAlias = (
    Lead
    | PassLead
    | Politiks
    | Join
    | DropOut
    | Play
    | PowerPlay
    | Stand
    | Concede
    | ChooseHats
    | BuyHats
)


class Reason(Refusal):
    """One member per rule; more may be added, none renamed."""

    NOT_ASKED = "not-asked"
    """The move answers another kind of question than the open one."""
    NOT_YOUR_CARD = "not-your-card"
    SUIT_CARD_NEEDED = "suit-card-needed"
    """Candidate, Bandwagon, Coalition and Challengers take Suit cards."""
    ACTION_CARD_NEEDED = "action-card-needed"
    """Politiks takes an Action card."""
    MUST_LEAD = "must-lead"
    """All others have passed, or hold no Suit card."""
    NO_SUCH_TARGET = "no-such-target"
    """That seat has neither the Candidate's card, nor a Challenger's, nor the Kingmaker's."""
    FROZEN = "frozen"
    """The Finger lies on the stack: it takes no Suit card and no BONUS."""
    POLITIKS_ONCE = "politiks-once"
    WRONG_COLOUR_FOR_BANDWAGON = "wrong-colour-for-bandwagon"
    WRONG_COLOUR_FOR_COALITION = "wrong-colour-for-coalition"
    MUST_PLAY_A_SUIT_CARD = "must-play-a-suit-card"
    """Only after Politiks, or without a Suit card, one may drop out."""
    FINGER_IS_POLITIKS = "finger-is-politiks"
    """The Finger is played in the Scrum alone."""
    STAYS_BEHIND = "stays-behind"
    """Behind, a play has to reach a tie at least."""
    NOT_AHEAD = "not-ahead"
    """At a tie, a play has to lead."""
    NO_POWER_PLAY = "no-power-play"
    """It is the Kingmaker's, once a Race, in the King duel."""
    POWER_PLAY_NEEDS_TWO = "power-play-needs-two"
    NOT_TIED = "not-tied"
    """Behind, one plays or concedes; standing is for ties."""
    NOT_BEHIND = "not-behind"
    """At a tie, one plays or stands; conceding is for those behind."""
    TOO_MANY_PICKS = "too-many-picks"
    HAT_NOT_OPEN = "hat-not-open"
    """That hat cannot be marked by that card."""
    CANNOT_BUY = "cannot-buy"
    """The votes do not cover the hats, or fewer hats are open."""
