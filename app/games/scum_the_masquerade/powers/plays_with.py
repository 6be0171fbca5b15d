"""Hands played with a discipline: Celerity, Chimerstry, Necromancy, Potence and Protean."""

from functools import cache

from app.games.scum_the_masquerade.cards import PACK, SUITS, Card, sort_hand
from app.games.scum_the_masquerade.hands import hand_type, top
from app.games.scum_the_masquerade.moves import Demand, PlayWith
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import (
    effect_on,
    order_on,
    proved_by_play,
    put_effect,
)
from app.games.scum_the_masquerade.powers.forbidden_ranks import (
    forbids,
    highest_allowed,
    lowest_allowed,
)
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.powers.use_rules import levels_of
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import Asked, Laid, ScumState, Tableau
from app.games.scum_the_masquerade.tricks import best, lay, went_on
from app.kits.next_state import after, put
from app.rules.game import Seat

WITH = (
    Discipline.CELERITY,
    Discipline.CHIMERSTRY,
    Discipline.NECROMANCY,
    Discipline.POTENCE,
    Discipline.PROTEAN,
)


def held(public: Tableau, seat: Seat) -> tuple[Discipline, ...]:
    """The disciplines with a dot left that can be part of this seat's hand now."""
    on_turn = public.turn == seat and public.asked in (Asked.LEAD, Asked.FOLLOW)
    if not on_turn or not public.options.disciplines or not public.ranked:
        return ()
    order = order_on(public, seat)
    if order is not None and order.kind is EffectKind.AWED:
        return ()
    if public.pending is not None or effect_on(public, seat, EffectKind.SILENCED) is not None:
        return ()
    shown = bool(public.promised or public.taken_back)
    shown = shown or (order is not None and order.demand is not Demand.ANY)
    return tuple(
        one
        for one in WITH
        if public.sheets[seat].unspent(one) and not (shown and one is Discipline.CHIMERSTRY)
    )


def counted(move: PlayWith) -> tuple[Card, ...]:
    """The cards as they count, by rank and suit, and in order."""
    if move.announced:
        return sort_hand(move.announced)
    cards = [
        move.counts_as if card is move.changed and move.counts_as is not None else card
        for card in move.cards
    ]
    return sort_hand((*cards, *move.borrowed))


def laid(public: Tableau, seat: Seat, move: PlayWith) -> Laid | None:
    """The hand as it would lie in the trick, or None if it is no legal hand."""
    cards = counted(move)
    if hand_type(cards, public.packs) is None:
        return None
    potent = move.discipline is Discipline.POTENCE
    height = min(len(PACK) - 1, top(cards) + len(SUITS) * move.level) if potent else None
    whole, borrowed = sort_hand((*move.cards, *move.borrowed)), sort_hand(move.borrowed)
    return Laid(
        seat,
        whole,
        move.discipline,
        move.changed,
        move.counts_as,
        borrowed,
        announced=sort_hand(move.announced),
        raised_to=height,
    )


def problem(public: Tableau, seat: Seat, crypt: tuple[Card, ...], move: PlayWith) -> Reason | None:
    """The reason why this hand cannot be played so, or None."""
    both = (*move.cards, *move.second, *move.third)
    if move.discipline not in WITH:
        return Reason.WRONG_TIME
    if move.discipline not in held(public, seat):
        return Reason.NO_DOTS
    if move.level not in levels_of(public, seat, move.discipline):
        return Reason.NO_DOTS
    if len(set(both)) < len(both) or not set(both) <= set(crypt):
        return Reason.NOT_YOUR_CARDS
    if public.promised and {*move.cards, *move.borrowed} != set(public.promised):
        return Reason.PROMISED_HAND
    if public.taken_back and {*move.cards, *move.borrowed} == set(public.taken_back):
        return Reason.ANOTHER_HAND
    shape = shape_problem(public, move) or borrowing_problem(public, move)
    shape = shape or announcing.problem(public, crypt, move)
    if shape is not None:
        return shape
    hand, lies = laid(public, seat, move), best(public)
    if hand is None:
        return Reason.NO_HAND
    if lies is not None and hand.kind is not lies.kind:
        return Reason.WRONG_TYPE
    if lies is not None and hand.top <= lies.top:
        return Reason.NOT_HIGHER
    if any(forbids(public, height) for height in _tops(move, lies is None)):
        return Reason.FORBIDDEN_RANK
    if move.discipline is Discipline.CELERITY and not _follows(public, hand, move):
        return Reason.NOT_BEATEN_BY_SECOND
    return demanded(public, seat, crypt, hand)


def _tops(move: PlayWith, leads: bool) -> tuple[int, ...]:
    """The tops of the hands that are no lead, as they count without Potence (A24)."""
    later = [top(cards) for cards in (move.second, move.third) if cards]
    return (*(() if leads else (top(counted(move)),)), *later)


def _follows(public: Tableau, first: Laid, move: PlayWith) -> bool:
    """True if the second hand beats the first, and the third the second (H49)."""
    if hand_type(move.second, public.packs) is not first.kind or top(move.second) <= first.top:
        return False
    if move.level < 3:
        return not move.third
    third = hand_type(move.third, public.packs) is first.kind
    return third and top(move.third) > top(move.second)


def shape_problem(public: Tableau, move: PlayWith) -> Reason | None:
    """Cards that count as others are Protean's alone, and more hands are Celerity's."""
    if (move.second or move.third) and move.discipline is not Discipline.CELERITY:
        return Reason.NO_SUCH_SHAPE
    changed, as_card = move.changed, move.counts_as
    if move.discipline is not Discipline.PROTEAN:
        return None if changed is None and as_card is None else Reason.NO_SUCH_SHAPE
    if changed is None or as_card is None or changed not in move.cards:
        return Reason.NO_SUCH_SHAPE
    found = shapes(changed, move.level, ruleset(public.options).protean)
    return None if as_card in found else Reason.NO_SUCH_SHAPE


def borrowing_problem(public: Tableau, move: PlayWith) -> Reason | None:
    """Necromancy takes as many cards as its level out of the pile, beside own ones (A27)."""
    if move.discipline is not Discipline.NECROMANCY:
        return Reason.NO_SUCH_SHAPE if move.borrowed else None
    if not move.cards:
        return Reason.NOT_YOUR_CARDS
    borrowed = set(move.borrowed)
    lie_there = len(borrowed) == len(move.borrowed) and borrowed <= set(public.pile)
    return None if lie_there and 1 <= len(borrowed) <= move.level else Reason.NOT_IN_THE_PILE


def demanded(public: Tableau, seat: Seat, crypt: tuple[Card, ...], hand: Laid) -> Reason | None:
    """A demand is met by what the hand counts as: as high as demanded, or as low (A19)."""
    order, lies = order_on(public, seat), best(public)
    if order is None or lies is None:
        return None
    met = True
    match order.demand:
        case Demand.HIGHEST:
            highest = highest_allowed(public, crypt, lies)
            met = highest is None or hand.top >= highest
        case Demand.LOWEST:
            lowest = lowest_allowed(public, crypt, lies)
            met = lowest is None or hand.top <= lowest
        case Demand.NAMED:
            met = hand.cards == order.cards
    return None if met else Reason.NOT_THE_DEMANDED_HAND


def play_with(state: ScumState, seat: Seat, move: PlayWith) -> ScumState:
    """The hand lies as it counts; with Celerity others follow at once (H51)."""
    public = state.public
    hand = laid(public, seat, move)
    assert hand is not None
    sheet = public.sheets[seat].less(move.discipline, move.level)
    state = after(state, sheets=put(public.sheets, seat, sheet))
    if move.discipline is Discipline.CHIMERSTRY:
        return announcing.announce(state, seat, move)
    state = lay(proved_by_play(state, seat, hand.top), hand)
    for cards in (move.second, move.third):
        if cards:
            state = lay(state, Laid(seat, sort_hand(cards), move.discipline))
    if move.second and move.level == 1:
        state = put_effect(state, Effect(EffectKind.LOST_TURN, seat, seat))
    return went_on(state, seat)


@cache
def shapes(card: Card, level: int, farthest: tuple[int, int, int]) -> tuple[Card, ...]:
    """The cards that one may count as; no wrap (A22). `farthest`: in ranks, by level.

    At the first level a rank up or down in its suit, or another suit of its rank; later any suit.
    """
    return tuple(
        other
        for other in PACK
        if other is not card.face
        and abs(other.rank - card.rank) <= farthest[level - 1]
        and (level > 1 or other.rank == card.rank or other.suit == card.suit)
    )
