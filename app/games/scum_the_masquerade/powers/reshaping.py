"""Vicissitude: cards of the own crypt that may count as others until the round ends (page 6.3).

Its user alone knows them until they are played so. They may also be played as they are; to others
they are the true cards, and the change ends when a card leaves the crypt (A23).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any, Final, TypeAlias

from app.games.scum_the_masquerade.cards import Card, sort_hand, without
from app.games.scum_the_masquerade.display_names import a_card
from app.games.scum_the_masquerade.hands import LONGEST, TYPES, hand_type, hands_of, length
from app.games.scum_the_masquerade.moves import PlayReshaped, Reshape
from app.games.scum_the_masquerade.powers import plays_with
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import order_on, proved_by_play
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbids
from app.games.scum_the_masquerade.powers.marks import EffectKind, Form, Reshaping
from app.games.scum_the_masquerade.powers.plays_with import shapes
from app.games.scum_the_masquerade.powers.possible_hands import could_beat
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import (
    Asked,
    Hand,
    Laid,
    ScumState,
    ScumView,
    Tableau,
    with_hand,
)
from app.games.scum_the_masquerade.tricks import best, lay, went_on
from app.kits.next_state import after
from app.rules.game import MoveStep, Seat
from app.rules.values import Choice

SECONDS: Final = 15
MOST: Final = (1, 2, 1)
"""The most cards that change, by level."""
Picks: TypeAlias = tuple[tuple[Any, ...], ...]


def begin(state: ScumState, seat: Seat, level: int) -> ScumState:
    """The user is asked in secret which cards change; the turn waits."""
    public = state.public
    played, gained = len(public.played[seat]), len(public.gained(seat))
    use = Reshaping(seat, level, public.uses, played, gained, len(public.swaps))
    return after(state, reshapings=(*public.reshapings, use), asked=Asked.RESHAPE)


def forms_of(public: Tableau, crypt: Iterable[Card], card: Card, level: int) -> tuple[Card, ...]:
    """The cards that one of a crypt may become: near ones, or at level three copies of others."""
    if level == 3:
        return tuple(one for one in crypt if one.face is not card.face)
    return shapes(card, 1, ruleset(public.options).protean)


def choices(public: Tableau, hand: Hand) -> Iterator[Reshape]:
    """Every legal change; first none, which is what silence says."""
    level = public.reshapings[-1].level
    yield Reshape()
    for card in hand.cards:
        yield from (Reshape(card, form) for form in forms_of(public, hand.cards, card, level))
    for card, second in combinations(hand.cards, 2) if MOST[level - 1] > 1 else ():
        found = (forms_of(public, hand.cards, one, level) for one in (card, second))
        yield from (Reshape(card, form, second, other) for form, other in product(*found))


def choice_problem(public: Tableau, hand: Hand, move: Reshape) -> Reason | None:
    """The reason why these cards cannot change so, or None."""
    level = public.reshapings[-1].level
    cards = [card for card, _ in move.pairs]
    if len(set(cards)) < len(cards) or not set(cards) <= set(hand.cards):
        return Reason.NOT_YOUR_CARDS
    if len(cards) > MOST[level - 1] or (move.second is not None and move.card is None):
        return Reason.NO_SUCH_SHAPE
    fit = all(
        card is not None and form in forms_of(public, hand.cards, card, level)
        for card, form in move.pairs
    )
    return None if fit else Reason.NO_SUCH_SHAPE


def reshape(state: ScumState, seat: Seat, move: Reshape) -> ScumState:
    """These cards may count as others from now on; a newer change replaces an older one."""
    public = state.public
    use = public.reshapings[-1].use
    new = [
        Form(card, form, use) for card, form in move.pairs if card is not None and form is not None
    ]
    changed = {one.card for one in new}
    kept = [one for one in state.private[seat].forms if one.card not in changed]
    forms = tuple(sorted((*kept, *new), key=lambda one: (one.use, one.card.height, one.card)))
    assert public.trick is not None
    asked = Asked.FOLLOW if public.trick.hands else Asked.LEAD
    return after(with_hand(state, seat, forms=forms), asked=asked)


def _laid(public: Tableau, seat: Seat, hand: Hand, cards: tuple[Card, ...]) -> Laid | None:
    forms = tuple(one for one in hand.forms if one.card in cards)
    laid = Laid(seat, sort_hand(cards), Discipline.VICISSITUDE, forms=forms)
    return laid if cards and hand_type(laid.counted, public.packs) is not None else None


def problem(public: Tableau, seat: Seat, hand: Hand, move: PlayReshaped) -> Reason | None:
    """The reason why this hand cannot be played so, or None."""
    cards = move.cards
    if len(set(cards)) < len(cards) or not set(cards) <= set(hand.cards):
        return Reason.NOT_YOUR_CARDS
    if not any(one.card in cards for one in hand.forms):
        return Reason.NO_SUCH_SHAPE
    if public.promised and set(cards) != set(public.promised):
        return Reason.PROMISED_HAND
    if public.taken_back and set(cards) == set(public.taken_back):
        return Reason.ANOTHER_HAND
    laid, lies = _laid(public, seat, hand, cards), best(public)
    if laid is None:
        return Reason.NO_HAND
    if lies is not None:
        if laid.kind is not lies.kind:
            return Reason.WRONG_TYPE
        if laid.top <= lies.top:
            return Reason.NOT_HIGHER
        if forbids(public, laid.top):
            return Reason.FORBIDDEN_RANK
    return plays_with.demanded(public, seat, hand.cards, laid)


def plays(public: Tableau, seat: Seat, hand: Hand) -> Iterator[PlayReshaped]:
    """The legal hands with changed cards, each once."""
    order = order_on(public, seat)
    awed = order is not None and order.kind is EffectKind.AWED
    on_turn = public.turn == seat and public.asked in (Asked.LEAD, Asked.FOLLOW)
    if not hand.forms or not on_turn or awed or public.pending is not None:
        return
    found: set[tuple[Card, ...]] = set()
    for cards in _possible(public, hand):
        if cards not in found:
            found.add(cards)
            if problem(public, seat, hand, PlayReshaped(cards)) is None:
                yield PlayReshaped(cards)


def _possible(public: Tableau, hand: Hand) -> Iterator[tuple[Card, ...]]:
    """The hands that the cards make as they count, as the true cards."""
    lies, packs = best(public), public.packs
    changed = [one.card for one in hand.forms]
    counted = (*without(hand.cards, changed), *(one.counts_as for one in hand.forms))
    kinds = TYPES[packs] if lies is None else (lies.kind,)
    if lies is not None and not any(
        could_beat(counted, one.counts_as, lies.kind, packs, lies.top) for one in hand.forms
    ):
        return
    for kind in kinds:
        for seen in hands_of(kind, counted, packs):
            yield from _true(hand, seen)


def _true(hand: Hand, seen: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The true cards that count as these, with one changed card or more among them."""
    changed = {one.card for one in hand.forms}
    for number in range(1, len(hand.forms) + 1):
        for forms in combinations(hand.forms, number):
            needed = Counter(one.counts_as for one in forms)
            if needed <= Counter(seen):
                rest = without(seen, [one.counts_as for one in forms])
                if set(rest) <= set(hand.cards) - changed and len(set(rest)) == len(rest):
                    yield sort_hand((*rest, *(one.card for one in forms)))


def play(state: ScumState, seat: Seat, move: PlayReshaped) -> ScumState:
    """The hand lies as it counts, for all to see."""
    laid = _laid(state.public, seat, state.private[seat], move.cards)
    assert laid is not None
    return went_on(lay(proved_by_play(state, seat, laid.top), laid), seat)


def next_step(view: ScumView, kind: str, picks: Picks) -> MoveStep | None:
    """The step after these picks."""
    public, crypt = view.public, (view.private or Hand()).cards
    own = tuple(Choice(card, a_card(card)) for card in crypt)
    if kind == "play-reshaped":
        if picks:
            return None
        lies = best(public)
        least, most = (1, LONGEST) if lies is None else (length(lies.kind, public.packs),) * 2
        most = min(most, len(own))
        text = "Which hand, with changed cards in it?"
        return MoveStep("cards", "cards", text, own, min(least, most), most, checked_after=True)
    level = public.reshapings[-1].level
    chosen = [Card(pick[0]) for pick in picks[::2] if pick]
    if len(picks) % 2:
        if not picks[-1]:
            return None
        forms = forms_of(public, crypt, chosen[-1], level)
        text = f"What may the {a_card(chosen[-1])} count as?"
        field = "counts_as" if len(picks) == 1 else "second_as"
        choices = tuple(Choice(one, a_card(one)) for one in forms)
        return MoveStep(field, "cards", text, choices) if forms else None
    if len(chosen) == MOST[level - 1]:
        return None
    rest = tuple(choice for choice in own if choice.value not in chosen)
    text = "Which other card changes, if any?" if chosen else "Which card changes, if any?"
    return MoveStep("second" if chosen else "card", "cards", text, rest, 0) if rest else None


def composed(kind: str, picks: Picks) -> Reshape | PlayReshaped:
    """The move that complete picks make."""
    if kind == "play-reshaped":
        return PlayReshaped(tuple(map(Card, picks[0])))
    return Reshape(*(Card(pick[0]) if pick else None for pick in picks))
