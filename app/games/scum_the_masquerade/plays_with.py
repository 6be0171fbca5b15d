"""Hands played with a discipline: Celerity, Potence and Protean."""

from collections.abc import Iterator
from typing import Final

from app.games.scum_the_masquerade.cards import PACK, RANKS, SUITS, Card, sort_hand, without
from app.games.scum_the_masquerade.disciplines import Discipline
from app.games.scum_the_masquerade.effects import order_on, proved_by_play, put_effect
from app.games.scum_the_masquerade.hands import HandType, hand_type, hands, hands_of, top
from app.games.scum_the_masquerade.marks import Effect, EffectKind
from app.games.scum_the_masquerade.moves import PlayWith, Reason
from app.games.scum_the_masquerade.state import Asked, Laid, ScumState, Tableau, after, put
from app.games.scum_the_masquerade.tricks import best, lay, went_on
from app.rules.game import Seat

WITH: Final = (Discipline.CELERITY, Discipline.POTENCE, Discipline.PROTEAN)


def held(public: Tableau, seat: Seat) -> tuple[Discipline, ...]:
    """The disciplines with a dot left that can be part of this seat's hand now."""
    on_turn = public.turn == seat and public.asked in (Asked.LEAD, Asked.FOLLOW)
    order = order_on(public, seat)
    awed = order is not None and order.kind is EffectKind.AWED
    if not public.options.disciplines or not public.ranked or not on_turn or awed:
        return ()
    if public.pending is not None:
        return ()
    return tuple(one for one in WITH if public.sheets[seat].unspent(one))


def counted(move: PlayWith) -> tuple[Card, ...]:
    """The cards as they count, by rank and suit, and in order."""
    cards = [
        move.counts_as if card is move.changed and move.counts_as is not None else card
        for card in move.cards
    ]
    return sort_hand(cards)


def laid(public: Tableau, seat: Seat, move: PlayWith) -> Laid | None:
    """The hand as it would lie in the trick, or None if it is no legal hand."""
    cards = counted(move)
    kind = hand_type(cards, public.packs)
    if kind is None:
        return None
    stronger = len(SUITS) if move.discipline is Discipline.POTENCE else 0
    height = min(len(PACK) - 1, top(cards) + stronger)
    own = sort_hand(move.cards)
    return Laid(seat, own, kind, height, move.discipline, move.changed, move.counts_as)


def problem(public: Tableau, seat: Seat, crypt: tuple[Card, ...], move: PlayWith) -> Reason | None:
    """The reason why this hand cannot be played so, or None."""
    both = (*move.cards, *move.second)
    if move.discipline not in WITH:
        return Reason.WRONG_TIME
    if move.discipline not in held(public, seat):
        return Reason.NO_DOTS
    if len(set(both)) < len(both) or not set(both) <= set(crypt):
        return Reason.NOT_YOUR_CARDS
    if public.promised and set(move.cards) != set(public.promised):
        return Reason.PROMISED_HAND
    shape = shape_problem(move)
    if shape is not None:
        return shape
    hand, lies = laid(public, seat, move), best(public)
    if hand is None:
        return Reason.NO_HAND
    if lies is not None and hand.kind is not lies.kind:
        return Reason.WRONG_TYPE
    if lies is not None and hand.top <= lies.top:
        return Reason.NOT_HIGHER
    if move.discipline is Discipline.CELERITY and not _second(public, hand, move.second):
        return Reason.NOT_BEATEN_BY_SECOND
    return _demanded(public, seat, crypt, hand)


def _second(public: Tableau, first: Laid, second: tuple[Card, ...]) -> bool:
    """True if the second hand beats the first (H49)."""
    return hand_type(second, public.packs) is first.kind and top(second) > first.top


def shape_problem(move: PlayWith) -> Reason | None:
    """Cards that count as others are Protean's alone, and a second hand is Celerity's."""
    if move.second and move.discipline is not Discipline.CELERITY:
        return Reason.NO_SUCH_SHAPE
    changed, as_card = move.changed, move.counts_as
    if move.discipline is not Discipline.PROTEAN:
        return None if changed is None and as_card is None else Reason.NO_SUCH_SHAPE
    if changed is None or as_card is None or changed not in move.cards:
        return Reason.NO_SUCH_SHAPE
    return None if as_card in shapes(changed) else Reason.NO_SUCH_SHAPE


def shapes(card: Card) -> tuple[Card, ...]:
    """The cards that one may count as: a rank up or down, or another suit; no wrap (A22)."""
    suits = [PACK[len(SUITS) * card.rank + suit] for suit in range(len(SUITS)) if suit != card.suit]
    ranks = [rank for rank in (card.rank - 1, card.rank + 1) if 0 <= rank < len(RANKS)]
    return (*(PACK[len(SUITS) * rank + card.suit] for rank in ranks), *suits)


def _demanded(public: Tableau, seat: Seat, crypt: tuple[Card, ...], hand: Laid) -> Reason | None:
    """A demand for the highest hand is met by a hand that counts at least as high (A19)."""
    order, lies = order_on(public, seat), best(public)
    if order is None or not order.highest or lies is None:
        return None
    highest = highest_top(crypt, lies.kind, public.packs)
    return None if highest is None or hand.top >= highest else Reason.NOT_THE_DEMANDED_HAND


def highest_top(crypt: tuple[Card, ...], kind: HandType, packs: int) -> int | None:
    """The highest top of a natural hand of this type in the crypt."""
    return max((top(one) for one in hands_of(kind, crypt, packs)), default=None)


def plays(public: Tableau, seat: Seat, crypt: tuple[Card, ...]) -> Iterator[PlayWith]:
    """Legal hands with a discipline, each once."""
    for discipline in held(public, seat):
        for move in _possible(public, discipline, crypt):
            if problem(public, seat, crypt, move) is None:
                yield move


def _possible(
    public: Tableau, discipline: Discipline, crypt: tuple[Card, ...]
) -> Iterator[PlayWith]:
    if discipline is Discipline.PROTEAN:
        yield from _changed(public, crypt)
        return
    lies, packs = best(public), public.packs
    found = hands(crypt, packs) if lies is None else hands_of(lies.kind, crypt, packs)
    for cards in (public.promised,) if public.promised else found:
        match discipline:
            case Discipline.POTENCE:
                yield PlayWith(discipline, cards)
            case _:
                kind = hand_type(cards, packs)
                rest = tuple(card for card in crypt if card not in cards)
                assert kind is not None
                if lies is not None and top(cards) <= lies.top:
                    continue
                seconds = hands_of(kind, rest, packs)
                yield from (PlayWith(discipline, cards, second) for second in seconds)


def _changed(public: Tableau, crypt: tuple[Card, ...]) -> Iterator[PlayWith]:
    """Hands in which one card counts as another: the changed card is among them."""
    lies, packs = best(public), public.packs
    for card, shape in ((one, shape) for one in crypt for shape in shapes(one)):
        others = tuple(public.promised or crypt)
        seen = (*(one for one in others if one is not card), shape)
        if lies is not None and top(seen) <= lies.top:
            continue
        found = hands(seen, packs) if lies is None else hands_of(lies.kind, seen, packs)
        for one in dict.fromkeys(found):
            if shape in one and card in others:
                cards = sort_hand((*without(one, (shape,)), card))
                yield PlayWith(Discipline.PROTEAN, cards, (), card, shape)


def play_with(state: ScumState, seat: Seat, move: PlayWith) -> ScumState:
    """The hand lies as it counts; with Celerity a second one follows at once (H51)."""
    public = state.public
    hand = laid(public, seat, move)
    assert hand is not None
    sheet = public.sheets[seat].less(move.discipline, 1)
    state = after(state, sheets=put(public.sheets, seat, sheet))
    state = lay(proved_by_play(state, seat, hand.top), hand)
    if move.second:
        second = sort_hand(move.second)
        state = lay(state, Laid(seat, second, hand.kind, top(second), move.discipline))
        state = put_effect(state, Effect(EffectKind.LOST_TURN, seat, seat))
    return went_on(state, seat)
