"""The moves of Scroker, and the reasons why one may be refused."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from app.games.scroker.cards import Card
from app.games.scroker.named_game import Named
from app.rules.game import Refusal, Seat


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class NameGame(_Move, frozen=True, tag="name-game"):
    """The dealer's choice for this hand."""

    named: Named


class Ante(_Move, frozen=True, tag="ante"):
    """Dealer's Choice: deal me in."""


class SitOut(_Move, frozen=True, tag="sit-out"):
    """Sit out this hand where a game was just named, else from the next hand on."""


class Check(_Move, frozen=True, tag="check"):
    """Stay in without betting."""


class Open(_Move, frozen=True, tag="open"):
    """The first bet of a round."""

    chips: int


class Call(_Move, frozen=True, tag="call"):
    """Stay in: match what was bet, or tap out with what there is."""


class Raise(_Move, frozen=True, tag="raise"):
    """Match what was bet, and bet this many chips more."""

    chips: int


class Fold(_Move, frozen=True, tag="fold"):
    """Out of this hand."""


class Agree(_Move, frozen=True, tag="agree"):
    """Consent: players who cannot match a bet may tap out."""


class Object(_Move, frozen=True, tag="object"):
    """An objection: players who cannot match a bet may not tap out."""


class Draw(_Move, frozen=True, tag="draw"):
    """Discard these, and be dealt as many; none to stand pat."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=54)]


class Declare(_Move, frozen=True, tag="declare"):
    """The words presented, sealed until all have declared; see claims.Claim."""

    words: Annotated[
        tuple[Annotated[tuple[Card, ...], Meta(max_length=54)], ...], Meta(max_length=9)
    ] = ()
    wild: Annotated[tuple[tuple[Card, str], ...], Meta(max_length=9)] = ()


class Challenge(_Move, frozen=True, tag="challenge"):
    """A spellcheck of the leading hand's word of this number."""

    word: int
    """0 or 1: an index of its claim's words."""


class LetStand(_Move, frozen=True, tag="let-stand"):
    """No spellcheck from me."""


class Ready(_Move, frozen=True, tag="ready"):
    """Between two hands: deal me in, as far as my play chips allow."""


class Rebuy(_Move, frozen=True, tag="rebuy"):
    """Between two hands: this many play chips from the bank; a marker is cleared first."""

    chips: int


class See(_Move, frozen=True, tag="see"):
    """The winner of a pot asks to see a hand that stayed to the end; then everybody sees it."""

    seat: Seat


Move: TypeAlias = (
    NameGame
    | Ante
    | SitOut
    | Check
    | Open
    | Call
    | Raise
    | Fold
    | Agree
    | Object
    | Draw
    | Declare
    | Challenge
    | LetStand
    | Ready
    | Rebuy
    | See
)


class Reason(Refusal):
    """One member per rule; more may be added, none renamed. Sentences are in words.py."""

    NOT_ASKED = "not-asked"
    """The move answers another kind of question than the open one."""
    # naming
    NO_SUCH_RULING = "no-such-ruling"
    TOO_MANY_WILDS = "too-many-wilds"
    NOT_THE_DEALERS = "not-the-dealers"
    """The table decides which peppers count."""
    NOT_TO_BE_WILD = "not-to-be-wild"
    """A [Scroker] is wild anyway, or the card is named twice."""
    # betting
    NO_CHECK = "no-check"
    """The first round of the stud has none."""
    BET_STANDS = "bet-stands"
    """Somebody has opened: checking and opening are over in this round."""
    NOTHING_TO_CALL = "nothing-to-call"
    """Nobody has opened: there is nothing to call or raise."""
    BET_TOO_LOW = "bet-too-low"
    BET_TOO_HIGH = "bet-too-high"
    """Above the table's limit."""
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    NO_TAPPING_OUT = "no-tapping-out"
    NO_MORE_RAISES = "no-more-raises"
    NO_OPENERS = "no-openers"
    """Openers are enforced, and the hand has none."""
    # drawing and declaring
    NOT_YOUR_CARDS = "not-your-cards"
    TOO_MANY_CARDS = "too-many-cards"
    WRONG_LENGTHS = "wrong-lengths"
    CARD_TWICE = "card-twice"
    NO_LETTER = "no-letter"
    NOT_WILD = "not-wild"
    ANIMALS_MIXED = "animals-mixed"
    JUICE_MIXED = "juice-mixed"
    TOO_HOT = "too-hot"
    NOT_LISTED = "not-listed"
    """Only where spelling is checked automatically."""
    # challenges
    NO_SUCH_WORD = "no-such-word"
    PROVED_ALREADY = "proved-already"
    # between hands
    NO_REBUY = "no-rebuy"
    """A rebuy brings a stack up to the buy-in and no further, once between two hands."""
    NOT_TO_BE_SEEN = "not-to-be-seen"
