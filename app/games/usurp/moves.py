"""The moves of Usurp, and the reasons why one may be refused."""

from typing import TypeAlias

import msgspec

from app.games.usurp.cards import Card, Order
from app.rules.game import Refusal


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class NameOrder(_Move, frozen=True, tag="name-order"):
    """The Leading Order of the dealer, or the Order after usurping (the present one: leave it)."""

    order: Order


class Play(_Move, frozen=True, tag="play"):
    """A card played openly. The card decides whether it is a Score, a Usurp or a Sluff Off."""

    card: Card


class Uprise(_Move, frozen=True, tag="uprise"):
    """A card laid face down across the Upcard."""

    card: Card


class GiveIn(_Move, frozen=True, tag="give-in"):
    """The Upcard's points to whoever rises. A partner leaves the answer to the other."""


class Challenge(_Move, frozen=True, tag="challenge"):
    """Turn it up!"""


class CallReneg(_Move, frozen=True, tag="call-reneg", omit_defaults=True):
    """An opponent sluffed off and could have followed suit."""

    card: Card | None = None
    """The card of an earlier Sluff Off. None: that of the player just before, on which nobody has
    played yet."""


class Confirm(_Move, frozen=True, tag="confirm"):
    """Ready for the next hand."""


Move: TypeAlias = NameOrder | Play | Uprise | GiveIn | Challenge | CallReneg | Confirm


class Reason(Refusal):
    """One member per rule; more may be added, none renamed."""

    NOT_ASKED = "not-asked"
    """The move answers another kind of question than the open one."""
    NOT_YOUR_CARD = "not-your-card"
    FOLLOW_SUIT = "follow-suit"
    """A Sluff Off while holding the Upcard's suit, where renegs are enforced."""
    NO_UPRISING_YET = "no-uprising-yet"
    """There is no Upcard to rise against: the first card of four players' Discard is led openly."""
    NOTHING_TO_CALL = "nothing-to-call"
    """No such Sluff Off of an opponent, or it was called already, or Renegs are enforced here."""
