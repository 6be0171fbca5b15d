"""Illegal trades: after the ordinary ones any two players may exchange cards in secret (8.3).

The table sees which two did so, and how many cards; an offer reaches only whom it is made to.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import PACK, Card, sort_hand, without
from app.games.scum_the_masquerade.moves import AnswerSmuggle, Smuggle
from app.games.scum_the_masquerade.politics.trade_events import (
    BidMade,
    BidRefused,
    Smuggled,
    SmuggledCards,
)
from app.games.scum_the_masquerade.politics.trade_records import Bid, Swap
from app.games.scum_the_masquerade.politics.trading import held
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import Hand, Phase, ScumState, Tableau, tell, with_hand
from app.kits.next_state import after
from app.rules.game import Prompt, Seat

SECONDS: Final = 60
"""The time for all illegal trades of a round."""
MOST_CARDS: Final = 3
SWAPS: Final = 2
"""Illegal trades of each player in a round."""
OFFERS: Final = 3
"""Offers of each player in a round; ours, as in ordinary trades (H26)."""


def traders(public: Tableau) -> tuple[Seat, ...]:
    """The seats that may trade: all but those who have not seen their crypts."""
    return tuple(seat for seat in public.order if seat not in public.unseen)


def swaps_of(public: Tableau, seat: Seat) -> int:
    """The illegal trades that this seat has made in this round."""
    return sum(swap.kind == "illegal" and seat in swap.seats for swap in public.swaps)


def partners(public: Tableau, seat: Seat, hand: Hand) -> tuple[Seat, ...]:
    """The seats to which this one may make an offer now."""
    made = [bid for bid in hand.bids if bid.seat == seat]
    if (
        public.phase is not Phase.MARKET
        or seat not in traders(public)
        or swaps_of(public, seat) == SWAPS
        or len(made) == OFFERS
    ):
        return ()
    waiting = {bid.partner for bid in made if bid.open}
    return tuple(
        other
        for other in traders(public)
        if other != seat and other not in waiting and swaps_of(public, other) < SWAPS
    )


def to_answer(public: Tableau, seat: Seat, hand: Hand) -> tuple[Bid, ...]:
    """The offers that wait for this seat's answer."""
    if public.phase is not Phase.MARKET or swaps_of(public, seat) == SWAPS:
        return ()
    return tuple(bid for bid in hand.bids if bid.open and bid.partner == seat)


def bid_of(hand: Hand, prompt: Prompt) -> Bid:
    """The offer that this offer to answer is about: its key ends with the seat that made it."""
    maker = Seat(int(prompt.key.rpartition("-")[2]))
    return next(bid for bid in reversed(hand.bids) if bid.open and bid.seat == maker)


def brings(hand: Hand, bid: Bid) -> tuple[Card, ...] | None:
    """The cards that this hand gives for the offer; None if it cannot."""
    found = [held(hand.cards, want) for want in bid.want]
    cards = tuple(card for card in found if card is not None)
    return cards if len(cards) == len(found) else None


def choices(public: Tableau, seat: Seat, hand: Hand) -> Iterator[Smuggle]:
    """All legal offers; there are very many."""
    for number in range(1, min(MOST_CARDS, len(hand.cards)) + 1):
        for partner in partners(public, seat, hand):
            for give in combinations(hand.cards, number):
                for want in combinations(reversed(PACK), number):
                    yield Smuggle(partner, give, sort_hand(want))


def problem(public: Tableau, seat: Seat, hand: Hand, move: Smuggle) -> Reason | None:
    """The reason why this offer cannot be made, or None."""
    give, want = set(move.give), set(move.want)
    if move.partner not in partners(public, seat, hand):
        known = move.partner in traders(public) and move.partner != seat
        full = known and swaps_of(public, move.partner) == SWAPS
        return Reason.TOO_MANY_SWAPS if full else Reason.NOT_A_TRADER
    if not give <= set(hand.cards) or len(give) < len(move.give):
        return Reason.NOT_YOUR_CARDS
    if not 1 <= len(move.give) <= MOST_CARDS or len(move.want) != len(move.give):
        return Reason.NOT_AS_MANY
    return None if want <= set(PACK) and len(want) == len(move.want) else Reason.NOT_A_WISH


def prompts(public: Tableau, seat: Seat, hand: Hand) -> Iterator[Prompt]:
    """The question of who is ready to play, and the offers beside it, also for who is ready."""
    if seat in awaited(public):
        yield Prompt(f"market-{public.round}", "market", SECONDS)
    at = f"{public.round}-{seat}"
    if partners(public, seat, hand):
        made = sum(bid.seat == seat for bid in hand.bids)
        yield Prompt(f"smuggle-{at}-{made}", "smuggle", offer=True)
    for bid in to_answer(public, seat, hand):
        made = sum(other.seat == bid.seat for other in hand.bids)
        yield Prompt(f"answer-smuggle-{at}-{made}-{bid.seat}", "answer-smuggle", offer=True)


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The traders that are not ready to play."""
    return tuple(seat for seat in traders(public) if seat not in public.confirmed)


def answers(hand: Hand, prompt: Prompt) -> Iterator[AnswerSmuggle]:
    """The legal answers to an offer: a refusal first."""
    bid = bid_of(hand, prompt)
    yield AnswerSmuggle(bid.seat, False)
    if brings(hand, bid) is not None:
        yield AnswerSmuggle(bid.seat, True)


def answer_problem(hand: Hand, prompt: Prompt, move: AnswerSmuggle) -> Reason | None:
    """The reason why an offer cannot be answered so, or None."""
    bid = bid_of(hand, prompt)
    if move.seat != bid.seat:
        return Reason.NOT_ASKED
    return Reason.CANNOT_MEET if move.yes and brings(hand, bid) is None else None


# -- moves


def offer(state: ScumState, seat: Seat, move: Smuggle) -> ScumState:
    """The offer is known to the two alone, and stays until it is answered or withdrawn."""
    give, want = sort_hand(move.give), sort_hand(move.want)
    bid = Bid(seat, move.partner, give, want, len(state.public.swaps))
    for one in (seat, move.partner):
        state = with_hand(state, one, bids=(*state.private[one].bids, bid))
    return tell(state, BidMade(seat, move.partner, give, want), seat, move.partner)


def answer(state: ScumState, maker: Seat, seat: Seat, yes: bool) -> ScumState:
    """The cards change hands at once, and other offers of the two are withdrawn."""
    bid = next(bid for bid in state.private[seat].bids if bid.open and bid.seat == maker)
    if not yes:
        state = _changed(state, bid, replace(bid, open=False))
        return tell(state, BidRefused(maker, seat), maker, seat)
    got = brings(state.private[seat], bid)
    assert got is not None
    number = len(state.public.swaps) + 1
    state = _changed(state, bid, replace(bid, open=False, got=got, swap=number))
    for one, gone, come in ((maker, bid.give, got), (seat, got, bid.give)):
        cards = (*without(state.private[one].cards, gone), *come)
        state = with_hand(state, one, cards=sort_hand(cards))
        for other in state.private[one].bids:
            if other.open and other.seat == one:
                state = _changed(state, other, replace(other, open=False))
    first, second = sorted((maker, seat))
    swap = Swap((first, second), "illegal", len(got))
    state = tell(state, SmuggledCards(maker, seat, bid.give, got), maker, seat)
    event = Smuggled((first, second), len(got))
    return after(state, event, swaps=(*state.public.swaps, swap))


def _changed(state: ScumState, bid: Bid, instead: Bid) -> ScumState:
    """The offer as both keep it, changed."""
    for one in (bid.seat, bid.partner):
        bids = tuple(instead if other == bid else other for other in state.private[one].bids)
        state = with_hand(state, one, bids=bids)
    return state
