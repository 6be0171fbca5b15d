"""The names of cards, hands, ranks and players in a sentence."""

from collections.abc import Collection, Sequence
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.powers.clans import LINEAGES
from app.games.scum_the_masquerade.state import Tableau
from app.games.scum_the_masquerade.titles import Sect, titles
from app.rules.game import Seat
from app.rules.phrases import join_words

SUIT: Final = ("clubs", "diamonds", "spades", "hearts")
RANK: Final = (
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "ace", "two",
)  # fmt: skip
"""Lowest first."""
TYPE: Final = {
    HandType.SINGLE: "a single card",
    HandType.PAIR: "a pair",
    HandType.TRIPLE: "a triple",
    HandType.QUAD: "four of a kind",
    HandType.TWO_PAIR: "two pairs",
    HandType.FULL_HOUSE: "a full house",
    HandType.STRAIGHT: "a straight",
    HandType.THREE_PAIR: "three pairs",
    HandType.DOUBLE_TRIPLE: "two triples",
    HandType.FIVE: "five of a kind",
    HandType.SIX: "six of a kind",
}


def a_card(card: Card) -> str:
    """ "three of clubs", "queen of hearts": twins of two packs have one name."""
    return card_at(card.height)


def ranks_in_words(ranks: Collection[str]) -> str:
    """ "sixes and jacks", lowest first."""
    names = [RANK[at] for at in sorted(map(RANKS.index, ranks))]
    return join_words([f"{name}es" if name == "six" else f"{name}s" for name in names])


def card_at(height: int) -> str:
    """The name of the card of this height."""
    return f"{RANK[height // 4]} of {SUIT[height % 4]}"


def cards_in_words(cards: Collection[Card]) -> str:
    """ "three of clubs and king of spades", lowest first."""
    return join_words([a_card(card) for card in sort_hand(cards)])


def a_hand(kind: HandType, height: int) -> str:
    """ "the king of spades", "a pair topped by the king of spades"."""
    if kind is HandType.SINGLE:
        return f"the {card_at(height)}"
    return f"{TYPE[kind]} topped by the {card_at(height)}"


def title(public: Tableau, seat: Seat) -> str:
    """The title of this seat's rank; empty in a match or round without ranks."""
    if not public.options.ranks or not public.placed:
        return ""
    names = titles(len(public.order), sect(public), public.options.naming)
    return names[public.order.index(seat)]


def sect(public: Tableau) -> Sect:
    """The side whose titles are used: that of the first rank's clan (owner, 1.1)."""
    clan = public.sheets[public.order[0]].clan if public.sheets else None
    return "camarilla" if clan is None else LINEAGES[clan].sect


def titled(public: Tableau, seat: Seat, names: Sequence[str]) -> str:
    """ "Ada (Justicar)"."""
    rank = title(public, seat)
    return f"{names[seat]} ({rank})" if rank else names[seat]


def people(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """ "Ada", "Ada and Cleo"."""
    return join_words([names[seat] for seat in seats])
