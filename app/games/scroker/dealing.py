"""Dealing: the first cards, the draw with its reshuffle, and the stud's later cards."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.scroker.betting import pay
from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.events import (
    AntesPaid,
    Drew,
    HandDealt,
    LastCardsDealt,
    OpenCardsDealt,
    StockOut,
)
from app.games.scroker.hand_finder import best
from app.games.scroker.hands import Lead, lead
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.state import Hand, Phase, ScrokerState, Tableau, live, shared, with_hands
from app.kits.next_state import after, put
from app.rules.game import Seat, State

DEALT: Final = {"scroker": 5, "spit": 4, "longhorn": 5}
"""Cards that each is dealt at first."""
HOLE: Final = 2
"""The stud's first cards, face down; the others of the first five lie open."""
DRAWS: Final = {"scroker": 3, "spit": 4}
"""The most cards that one may exchange."""


def deal(state: ScrokerState, order: Sequence[int]) -> ScrokerState:
    """Everybody pays the ante; then cards are dealt from the dealer's left, some of them open."""
    public = state.public
    assert public.dealer is not None
    players, named, ante = public.players, public.named, public.options.ante
    for seat in players:
        state = pay(state, seat, ante)
    tapped = state.events
    state = after(
        replace(state, events=()),
        AntesPaid(players, ante, public.carry),
        *tapped,
        put=(0,) * len(public.put),
        started=public.stacks,
    )
    cards = [pack(named.scrokers)[index] for index in order]
    number, many = DEALT[named.base], len(players)
    rounds = [cards[at * many : (at + 1) * many] for at in range(number)]
    rest = cards[number * many :]
    spit = rest.pop(0) if named.base == "spit" else None
    down = HOLE if named.base == "longhorn" else number
    hands: dict[Seat, Hand] = {}
    up: list[tuple[Card, ...]] = [()] * len(public.stacks)
    for place, seat in enumerate(players):
        own = [one[place] for one in rounds]
        hands[seat] = Hand(cards=sort_hand(own[:down]), dealt=sort_hand(own[:down]))
        up[seat] = tuple(own[down:])
    state = with_hands(State(state.public, state.private, tuple(rest), state.events), hands)
    state = after(
        state,
        HandDealt(public.hand, public.dealer, named, spit),
        up=tuple(up),
        spit=spit,
        stock=len(rest),
    )
    if named.base == "longhorn":
        state = after(
            state, *(_line(state.public, seat, state.public.up[seat]) for seat in players)
        )
    return with_hints(state)


def with_hints(state: ScrokerState) -> ScrokerState:
    """Everybody who is in knows the best words of their own cards, where hints are allowed."""
    public = state.public
    if public.options.assist != "hint":
        return state
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    hinted = {
        seat: replace(hand, hint=best(hand.cards + shared(public, seat), rules, words)[0])
        for seat, hand in ((seat, state.private[seat]) for seat in live(public))
    }
    return with_hands(state, hinted)


# -- the draw


def draw(state: ScrokerState, seat: Seat, cards: tuple[Card, ...]) -> ScrokerState:
    """The cards are discarded, and as many dealt, as far as the stock goes."""
    hand = state.private[seat]
    kept = tuple(card for card in hand.cards if card not in cards)
    state = with_hands(state, {seat: replace(hand, cards=kept, discards=sort_hand(cards))})
    state = after(state, Drew(seat, len(cards)), drawn=put(state.public.drawn, seat, len(cards)))
    return replenish(state, seat, len(cards))


def replenish(state: ScrokerState, seat: Seat, owed: int) -> ScrokerState:
    """Deals this many cards to this seat, or runs out of stock.

    The last card of a stock that is too small is not dealt, nor while others have yet to draw: a
    reshuffle comes first.
    """
    stock = list(state.hidden)
    got: list[Card] = []
    kept = _keeps_last(state.public)
    while owed > len(got) and not (len(stock) <= 1 and (kept or owed - len(got) > len(stock))):
        got.append(stock.pop(0))
    hand = state.private[seat]
    state = State(state.public, state.private, tuple(stock), state.events)
    late = sort_hand(got) if state.public.reshuffled else ()
    state = after(
        with_hands(
            state, {seat: replace(hand, cards=sort_hand(hand.cards + tuple(got)), late=late)}
        ),
        stock=len(stock),
    )
    return with_hints(state) if owed == len(got) else run_out(state, owed - len(got))


def _keeps_last(public: Tableau) -> bool:
    """True while somebody has yet to draw, who might exceed the first stock."""
    return not public.reshuffled and any(public.drawn[seat] is None for seat in live(public))


def run_out(state: ScrokerState, owed: int) -> ScrokerState:
    """Discards and folded hands join what is left of the stock, and all of it awaits an order."""
    public = state.public
    pile = list(state.hidden)
    hands: dict[Seat, Hand] = {}
    up = public.up
    for seat in public.players:
        hand = state.private[seat]
        going = hand.discards + (hand.cards if seat in public.folded else ())
        pile += going
        if seat in public.folded:
            pile += up[seat]
            up = put(up, seat, ())
            hand = replace(hand, cards=(), hint=None)
        hands[seat] = replace(hand, discards=(), gone=sort_hand(hand.gone + going))
    state = with_hands(State(state.public, state.private, sort_hand(pile), state.events), hands)
    return after(
        state,
        StockOut(len(pile)),
        phase=Phase.RESHUFFLE,
        owed=owed,
        owed_then=owed,
        stock=len(pile),
        reshuffled=True,
        up=up,
        folded_then=public.folded,
        open_then=tuple(card for seat in public.folded for card in public.up[seat]),
        drawn_then=tuple(seat for seat in public.players if public.drawn[seat] is not None),
    )


# -- the stud


def leads(public: Tableau) -> Seat:
    """The seat that speaks first in a round of the stud: the one with the best open cards.

    A pair of one suit comes before any single card. If only wild cards lie open, it is the first
    from the dealer's left.
    """
    return max(live(public), key=lambda seat: lead(public.up[seat], hand_rules(public.named))[:3])


def _line(public: Tableau, seat: Seat, cards: tuple[Card, ...]) -> OpenCardsDealt:
    shown: Lead = lead(public.up[seat], hand_rules(public.named))
    return OpenCardsDealt(seat, cards, shown.cards, shown.cards[0].suit if shown.pair else None)


def deal_sixth(state: ScrokerState) -> ScrokerState:
    """A card face up to everybody who is in."""
    stock, up = list(state.hidden), state.public.up
    given = {seat: (stock.pop(0),) for seat in live(state.public)}
    for seat, cards in given.items():
        up = put(up, seat, up[seat] + cards)
    state = after(
        State(state.public, state.private, tuple(stock), state.events), up=up, stock=len(stock)
    )
    return with_hints(
        after(state, *(_line(state.public, seat, cards) for seat, cards in given.items()))
    )


def too_small_for_seventh(public: Tableau) -> bool:
    """True if folded hands have to be shuffled into the stock first."""
    return public.stock < len(live(public)) and bool(public.folded) and not public.reshuffled


def deal_seventh(state: ScrokerState) -> ScrokerState:
    """Deals a card face down to each who is in, or from a small stock one open card for all."""
    stock, alive = list(state.hidden), live(state.public)
    if len(stock) < len(alive):
        common = stock.pop(0)
        state = after(
            State(state.public, state.private, tuple(stock), state.events),
            LastCardsDealt(common),
            common=common,
        )
    else:
        hands = {}
        for seat in alive:
            hand, card = state.private[seat], stock.pop(0)
            hands[seat] = replace(
                hand,
                cards=sort_hand((*hand.cards, card)),
                late=(card,) if state.public.reshuffled else (),
            )
        state = with_hands(State(state.public, state.private, tuple(stock), state.events), hands)
        state = after(state, LastCardsDealt(None))
    return with_hints(after(state, stock=len(stock)))
