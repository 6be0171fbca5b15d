"""A Reneg: sluffing off while holding the Upcard's suit, where players are on their honour."""

from app.games.usurp.cards import Card, suits
from app.games.usurp.events import RenegCalled
from app.games.usurp.play_types import PlayType
from app.games.usurp.scoring import RENEG, added, side_of
from app.games.usurp.state import Call, Laid, Tableau, UsurpState, after
from app.rules.game import Seat


def call(state: UsurpState, by: Seat) -> UsurpState:
    """Calls the Sluff Off just before a Reneg; the accused's hand is still the same."""
    public = state.public
    accused = public.accused
    assert accused is not None
    index = len(public.discard) - 1
    true = suit_before(public.discard, index) in suits(state.private[accused].cards)
    points, to = RENEG[public.options.points], side_of(public, by if true else accused)
    return after(
        state,
        RenegCalled(by, accused, true, points, to),
        hand_points=added(public.hand_points, to, points),
        calls=(*public.calls, Call(by, accused, true, points, to, index)),
        accused=None,
        questions=public.questions + 1,
    )


def suit_before(discard: tuple[Laid, ...], index: int) -> str:
    """The suit of the Upcard on which the card at `index` was played."""
    return next(laid.card.suit for laid in reversed(discard[:index]) if laid.card is not None)


def renegs(public: Tableau, downcards: tuple[tuple[Seat, Card, int], ...]) -> tuple[int, ...]:
    """The Sluff Offs of a finished hand that were Renegs, by index in the Discard.

    A Sluff Off was a Reneg if its player laid the suit later on.
    """
    if public.options.renegs == "enforced":
        return ()
    laid = [
        (entry.seat, entry.card, index)
        for index, entry in enumerate(public.discard)
        if entry.card is not None
    ]
    laid += downcards
    return tuple(
        index
        for index, entry in enumerate(public.discard)
        if entry.way is PlayType.SLUFF
        and not entry.challenged
        and _held(laid, entry.seat, suit_before(public.discard, index), index)
    )


def _held(
    laid: list[tuple[Seat | None, Card, int]], seat: Seat | None, suit: str, index: int
) -> bool:
    """True if that seat laid a card of the suit after the one at `index`, and so held it then."""
    return any(whose == seat and card.suit == suit and at > index for whose, card, at in laid)
