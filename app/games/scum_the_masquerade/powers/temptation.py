"""Serpentis: a forced exchange in the middle of play, by a wish list of three (page 6.3).

Cards that were taken up for all to see stay where they are: everybody knows them. The cards of the
exchange are known to the two alone.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.politics.trade_records import Bargain, Exchange, Pair, Swap, Talk
from app.games.scum_the_masquerade.state import Asked, Hand, ScumState, Tableau, with_hand
from app.kits.next_state import after
from app.rules.game import Seat

SECONDS: Final = 15
"""The time for each step (A29)."""
LONGEST_WISH: Final = 3


def begin(state: ScumState, seat: Seat, target: Seat, level: int) -> ScumState:
    """The user names the wishes; the turn waits."""
    pair = Pair(seat, target, ("forced", "forced") if level == 3 else ("forced",), "wish")
    for one in (seat, target):
        state = with_hand(state, one, talk=Talk())
    return after(state, tempted=pair, asked=Asked.BARGAIN)


def may_exchange(public: Tableau, seat: Seat) -> bool:
    """True if this seat holds a card that is not known to everybody."""
    return public.counts[seat] > len(public.taken_up(seat))


def to_exchange(public: Tableau, seat: Seat, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a crypt that may change hands now."""
    if public.tempted is None:
        return tuple(cards)
    stay = public.taken_up(seat)
    return tuple(card for card in cards if card not in stay)


def at_hand(public: Tableau, seat: Seat, hand: Hand) -> Hand:
    """The private part of a seat, with the cards alone that may change hands now."""
    return replace(hand, cards=to_exchange(public, seat, hand.cards))


def swap(public: Tableau, pair: Pair) -> Swap:
    """The exchange as the table sees it."""
    both = (pair.higher, pair.lower)
    played, gained = (
        (len(of[pair.higher]), len(of[pair.lower]))
        for of in (public.played, {one: public.gained(one) for one in both})
    )
    return Swap(both, "tempted", played=played, gained=gained)


def part_over(state: ScumState, pair: Pair, exchange: Exchange) -> ScumState:
    """One exchange is made; after the last one the turn goes on."""
    public = state.public
    over = pair.done + 1 == len(pair.parts)
    bargain = Bargain(len(public.swaps), pair.higher, pair.lower, exchange)
    for one in (pair.higher, pair.lower):
        bargains = (*state.private[one].bargains, bargain)
        state = with_hand(state, one, bargains=bargains, talk=None if over else Talk())
    if not over:
        return after(state, tempted=replace(pair, done=pair.done + 1, step="wish"))
    assert public.trick is not None
    asked = Asked.FOLLOW if public.trick.hands else Asked.LEAD
    return after(state, tempted=None, asked=asked)
