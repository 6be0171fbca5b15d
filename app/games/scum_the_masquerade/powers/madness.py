"""Dementation: chance plays the hand of a turn, by an order of all cards that nobody sees.

A random legal top comes first, then the type of a lead, then the other cards (page 6.3).
"""

from collections.abc import Sequence

from app.games.scum_the_masquerade import prompts, tricks
from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.events import LeftToChance
from app.games.scum_the_masquerade.hands import TYPES, hand_type
from app.games.scum_the_masquerade.moves import Play
from app.games.scum_the_masquerade.powers import primitives
from app.games.scum_the_masquerade.state import Asked, ScumState, Tableau
from app.kits.next_state import after
from app.rules.game import Seat


def play(state: ScumState, order: Sequence[int]) -> ScumState:
    """The hand that the order picks is played; without a legal one the seat passes."""
    public = state.public
    assert public.turn is not None
    assert public.trick is not None
    seat = public.turn
    asked = Asked.FOLLOW if public.trick.hands else Asked.LEAD
    state = after(state, LeftToChance(seat), asked=asked, draws=public.draws + 1)
    hand = drawn(state.public, seat, state.private[seat].cards, order)
    state = tricks.pass_by(state, seat, False) if hand is None else tricks.play(state, seat, hand)
    return primitives.refresh(state) if state.public.effects else state


def drawn(
    public: Tableau, seat: Seat, crypt: tuple[Card, ...], order: Sequence[int]
) -> tuple[Card, ...] | None:
    """The hand that an order of the deck picks out of a crypt, or None."""
    deck = public.deck
    place = {deck[index]: at for at, index in enumerate(order)}
    legal = [move.cards for move in prompts.plays(public, seat, crypt) if isinstance(move, Play)]
    if not legal:
        return None
    top = min(map(_top, legal), key=lambda card: place[card])
    legal = [cards for cards in legal if _top(cards) is top]
    found = {hand_type(cards, public.packs) for cards in legal}
    kinds = [kind for kind in TYPES[public.packs] if kind in found]
    kind = kinds[order[-1] % len(kinds)]
    fitting = (cards for cards in legal if hand_type(cards, public.packs) is kind)
    return min(fitting, key=lambda cards: sorted(place[card] for card in cards))


def _top(cards: tuple[Card, ...]) -> Card:
    return max(cards, key=lambda card: (card.height, card.second))
