"""Chimerstry: a hand is played face down and announced; others may challenge it (H56, A2).

While the window is open the cards are still in the crypt. When it closes they are turned up.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.events import BluffCalled, HandAnnounced
from app.games.scum_the_masquerade.hands import (
    HandType,
    hand_type,
    hands_of,
    length,
    top,
)
from app.games.scum_the_masquerade.moves import PlayWith, Use
from app.games.scum_the_masquerade.powers.borrowing import could_borrow, with_borrowed
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import (
    effect_on,
    lose_turn,
    proved_by_play,
    put_effect,
    turn_over,
)
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind, Gain, Pending
from app.games.scum_the_masquerade.powers.possible_hands import highest_top
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import (
    Asked,
    Laid,
    ScumState,
    Tableau,
    after_seat,
    with_hand,
)
from app.games.scum_the_masquerade.tricks import advance, ask, lay, went_on
from app.kits.next_state import after, put
from app.rules.game import Seat


def bluff(public: Tableau) -> Pending | None:
    """The announced hand that waits for challenges."""
    pending = public.pending
    waits = pending is not None and pending.use.discipline is Discipline.CHIMERSTRY
    return pending if waits else None


def may_be_false(level: int, long: int) -> int:
    """The most cards that may be others than announced, of a hand of `long`."""
    return min(level, long) if level < 3 else long


def false_cards(cards: tuple[Card, ...], announced: tuple[Card, ...]) -> int:
    """The number of announced cards that are others in truth; twins of two packs are alike."""
    faces = Counter(card.face for card in announced)
    return (faces - Counter(card.face for card in cards)).total()


def problem(public: Tableau, crypt: tuple[Card, ...], move: PlayWith) -> Reason | None:
    """The reason why these cards cannot be announced so, or None."""
    if move.discipline is not Discipline.CHIMERSTRY:
        return Reason.NO_SUCH_BLUFF if move.announced else None
    if len(move.cards) >= len(crypt):
        return Reason.LAST_CARDS
    announced = set(move.announced)
    if not len(announced) == len(move.announced) == len(move.cards):
        return Reason.NO_SUCH_BLUFF
    few = false_cards(move.cards, move.announced) <= may_be_false(move.level, len(move.cards))
    return None if few and announced <= set(public.deck) else Reason.NO_SUCH_BLUFF


# -- what can be announced


def possible(
    public: Tableau, crypt: tuple[Card, ...], kind: HandType, level: int, above: int
) -> bool:
    """True if some hand of this type and above this height can be announced."""
    packs, long = public.packs, length(kind, public.packs)
    if len(crypt) <= long:
        return False
    most = may_be_false(level, long)
    if most == long:
        return (highest_top(public.deck, kind, packs) or -1) > above
    natural = highest_top(crypt, kind, packs)
    if natural is not None and natural > above:
        return True
    return could_borrow(kind, crypt, public.deck, packs, most, above)


def announcements(
    public: Tableau, crypt: tuple[Card, ...], kind: HandType, level: int, above: int = -1
) -> Iterator[PlayWith]:
    """Hands of this type and above this height to announce, with the cards that are played.

    The truest come first.
    """
    packs, long = public.packs, length(kind, public.packs)
    if len(crypt) <= long:
        return
    most = may_be_false(level, long)
    for one in hands_of(kind, crypt, packs):
        if top(one) > above:
            yield PlayWith(Discipline.CHIMERSTRY, one, level, announced=one)
    for own, lent in with_borrowed(kind, crypt, public.deck, packs, min(most, long - 1)):
        if top((*own, *lent)) > above and not set(own) & set(lent):
            yield from _with_fillers(crypt, own, lent, level)
    if most == long:
        for lent in hands_of(kind, public.deck, packs):
            if top(lent) > above:
                yield from _with_fillers(crypt, (), lent, level)


def _with_fillers(
    crypt: tuple[Card, ...], own: tuple[Card, ...], lent: tuple[Card, ...], level: int
) -> Iterator[PlayWith]:
    """Plays of the true cards `own`, with any other cards announced as `lent`."""
    announced = sort_hand((*own, *lent))
    others = [card for card in crypt if card not in own and card not in lent]
    for fillers in combinations(others, len(lent)):
        cards = sort_hand((*own, *fillers))
        yield PlayWith(Discipline.CHIMERSTRY, cards, level, announced=announced)


# -- the window


def announce(state: ScumState, seat: Seat, move: PlayWith) -> ScumState:
    """The hand lies face down; everybody else with cards may challenge it."""
    public = state.public
    announced = sort_hand(move.announced)
    kind = hand_type(announced, public.packs)
    assert kind is not None
    assert public.trick is not None
    use = Use(Discipline.CHIMERSTRY, (), move.level, announced)
    may = tuple(one for one in after_seat(public, seat) if one not in public.out)
    state = with_hand(state, seat, bluff=sort_hand(move.cards))
    event = HandAnnounced(seat, move.level, announced, kind, not public.trick.hands)
    return after(state, event, pending=Pending(seat, use, may), uses=public.uses + 1)


def answered(state: ScumState, seat: Seat, challenge: bool) -> ScumState:
    """The first challenger in turn order counts; answers are secret until then (H48)."""
    state = with_hand(state, seat, reaction=challenge)
    pending = state.public.pending
    assert pending is not None
    for one in pending.may:
        answer = state.private[one].reaction
        if answer is None:
            return state
        if answer:
            return _challenged(_closed(state), pending, state.private[pending.seat].bluff, one)
    return _laid(_closed(state), pending, state.private[pending.seat].bluff)


def _closed(state: ScumState) -> ScumState:
    private = tuple(
        replace(hand, reaction=None, bluff=(), seen_through=()) for hand in state.private
    )
    return after(replace(state, private=private), pending=None, seen_through=())


def _challenged(state: ScumState, pending: Pending, cards: tuple[Card, ...], by: Seat) -> ScumState:
    """True: the challenger must pass. False: the cards go back, and the turn is a pass (A2)."""
    seat, false = pending.seat, false_cards(cards, pending.use.cards) > 0
    state = after(state, BluffCalled(by, seat, cards, false))
    if not false:
        state = put_effect(state, Effect(EffectKind.AWED, by, seat))
        return _laid(state, pending, cards)
    public = state.public
    trick = public.trick
    assert trick is not None
    gains = tuple(Gain(seat, card) for card in cards)
    played = put(public.played, seat, public.played[seat] + cards)
    state = after(state, played=played, gains=public.gains + gains)
    if trick.hands:
        passed = replace(trick, passed=(*trick.passed, seat))
        return advance(after(turn_over(state, seat), trick=passed), seat)
    seats = [one for one in after_seat(public, seat) if one not in public.out]
    while effect_on(state.public, seats[0], EffectKind.LOST_TURN) is not None:
        state = lose_turn(state, seats[0])
        seats = [*seats[1:], seats[0]]
    return ask(state, seats[0], Asked.LEAD)


def _laid(state: ScumState, pending: Pending, cards: tuple[Card, ...]) -> ScumState:
    """The hand counts as announced, whatever it is."""
    seat = pending.seat
    hand = Laid(seat, cards, Discipline.CHIMERSTRY, announced=pending.use.cards)
    return went_on(lay(proved_by_play(state, seat, hand.top), hand), seat)


# -- seeing through it


def may_see_through(public: Tableau, seat: Seat) -> bool:
    """True for who may still answer and has a dot of Auspex (H56)."""
    pending = bluff(public)
    return (
        pending is not None
        and seat in pending.may
        and seat not in public.seen_through
        and public.sheets[seat].unspent(Discipline.AUSPEX) > 0
        and effect_on(public, seat, EffectKind.SILENCED) is None
    )


def see_through(state: ScumState, seat: Seat) -> ScumState:
    """A dot of Auspex shows the cards to this seat alone, before it answers."""
    public = state.public
    assert public.pending is not None
    cards = state.private[public.pending.seat].bluff
    sheet = public.sheets[seat].less(Discipline.AUSPEX, 1)
    state = with_hand(state, seat, seen_through=cards)
    seen = (*public.seen_through, seat)
    return after(state, sheets=put(public.sheets, seat, sheet), seen_through=seen)
