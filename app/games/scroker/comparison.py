"""The reason why one hand beats another, for the log."""

from enum import StrEnum

import msgspec

from app.games.scroker.cards import Card
from app.games.scroker.claims import PLAIN, HandRules
from app.games.scroker.hands import Hand


class Ground(StrEnum):
    """The kind of difference that decides between two hands."""

    CATEGORY = "category"
    NATURAL = "natural"
    PEPPERS = "peppers"
    HIGH_CARD = "high-card"
    MORE_CARDS = "more-cards"
    """All cards were alike until one hand had no more that may be high."""
    NOTHING = "nothing"
    """They are equal, and share."""


class Why(msgspec.Struct, frozen=True):
    """The reason why one hand beats another, or that neither does."""

    ground: Ground
    better: Card | None = None
    """The card that decides, if one does."""
    worse: Card | None = None
    """The card that it beats; None where there was none left."""
    same: tuple[Card, ...] = ()
    """The shared cards that were compared before and decided nothing."""


def why(better: Hand, worse: Hand, rules: HandRules = PLAIN) -> Why:
    """The reason why `better`, which is at least as good, beats `worse`."""
    if better.key == worse.key:
        return Why(Ground.NOTHING)
    if better.category is not worse.category:
        return Why(Ground.CATEGORY)
    if better.natural is not worse.natural:
        return Why(Ground.NATURAL)
    if rules.hot and better.peppers != worse.peppers:
        return Why(Ground.PEPPERS)
    same: tuple[Card, ...] = ()
    for one, other in zip(better.eligible, worse.eligible, strict=False):
        if one is not other:
            return Why(Ground.HIGH_CARD, one, other, same)
        same += (one,)
    return Why(Ground.MORE_CARDS, better.eligible[len(same)], None, same)
