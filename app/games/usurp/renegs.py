"""A Reneg: sluffing off while holding the Upcard's suit, where players are on their honour."""

from msgspec.structs import replace

from app.games.usurp.cards import Card, PlayType, sort_hand, suits
from app.games.usurp.events import RenegCalled, RenegTakenBack
from app.games.usurp.moves import CallReneg
from app.games.usurp.scoring import RENEG, added, side_of, value
from app.games.usurp.state import Call, Laid, Tableau, UsurpState, with_hand
from app.kits.next_state import after
from app.rules.game import Seat


def calls(public: Tableau, seat: Seat) -> list[CallReneg]:
    """The calls that `seat` may make, once it is asked: of each Sluff Off of an opponent one.

    A card that was the last in hand cannot be a Reneg.
    """
    found = [] if public.accused is None else [CallReneg()]
    if public.options.renegs == "enforced":
        return found
    called = {call.index for call in public.calls}
    held = list(public.counts)
    if public.rising is not None:
        held[public.rising] += 1
    for index in reversed(range(1, len(public.discard))):
        laid = public.discard[index]
        whose = laid.seat
        if whose is None:
            continue
        if (
            laid.way is PlayType.SLUFF
            and not laid.challenged
            and held[whose]
            and index not in called
            and side_of(public, whose) != side_of(public, seat)
            and not (public.accused is not None and index == len(public.discard) - 1)
        ):
            found.append(CallReneg(laid.card))
        held[whose] += 1
    return found


def call(state: UsurpState, by: Seat, card: Card | None) -> UsurpState:
    """Calls a Sluff Off a Reneg; the hand is judged as it was when the card was played.

    Before the next card a Reneg is taken back; later it costs the Reneg points. A false call brings
    them to the accused.
    """
    public = state.public
    index = next(
        index
        for index in reversed(range(len(public.discard)))
        if card is None or public.discard[index].card == card
    )
    accused = public.discard[index].seat
    assert accused is not None
    true = suit_before(public.discard, index) in suits(_held_after(state, accused, index))
    if true and card is None:
        return _taken_back(state, by, accused)
    points, to = RENEG[public.options.points], side_of(public, by if true else accused)
    return after(
        state,
        RenegCalled(by, accused, true, points, to),
        hand_points=added(public.hand_points, to, points),
        calls=(*public.calls, Call(by, accused, true, points, to, index)),
        accused=None if card is None else public.accused,
        questions=public.questions + 1,
    )


def _taken_back(state: UsurpState, by: Seat, accused: Seat) -> UsurpState:
    """The Reneg that lies on top goes back to its hand, and its points; its player plays again."""
    public, hand = state.public, state.private[accused]
    *before, laid = public.discard
    assert laid.card is not None
    assert laid.to is not None
    below = next(entry for entry in reversed(before) if entry.card is not None)
    assert below.card is not None
    cards = sort_hand((*hand.cards, laid.card))
    return after(
        with_hand(state, accused, replace(hand, cards=cards)),
        RenegTakenBack(by, accused, laid.card),
        counts=added(public.counts, accused, 1),
        hand_points=added(public.hand_points, laid.to, -laid.points),
        discard=tuple(before),
        upcard=below.card,
        owner=below.seat,
        free=False,
        worth=value(public, below.card),
        accused=None,
        calls=(
            *public.calls,
            Call(by, accused, True, 0, side_of(public, by), len(before), laid.card),
        ),
        turn=accused,
        questions=public.questions + 1,
    )


def _held_after(state: UsurpState, seat: Seat, index: int) -> tuple[Card, ...]:
    """The cards that `seat` held right after it had played the Discard's card at `index`."""
    hand = state.private[seat]
    later = [
        entry.card
        for entry in state.public.discard[index + 1 :]
        if entry.seat == seat and entry.card is not None
    ]
    later += [card for card, at in hand.downcards if at > index]
    rising = () if hand.rising is None else (hand.rising,)
    return (*hand.cards, *later, *rising)


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
