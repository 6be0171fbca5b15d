"""The names of cards, sets, numbers and players in a sentence."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from app.games.scum_of_the_earth.cards import FACE, ORDER, Card
from app.games.scum_of_the_earth.state import Tableau
from app.games.scum_of_the_earth.titles import title
from app.rules.game import Seat

SINGULAR: Final = (
    "Zero", "Ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "Jack",
    "Queen", "King", "Infinity",
)  # fmt: skip
"""By face."""

PLURAL: Final = (
    "Zeros", "Aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
    "tens", "Jacks", "Queens", "Kings", "Infinities",
)  # fmt: skip

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip

PLACES: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


def number(count: int) -> str:
    """The number in words up to twenty, in figures beyond."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """ "one card", "three cards"."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def a_set(size: int, face: int) -> str:
    """ "a ten", "an Ace", "the Zero", "Infinity", "four Jacks"."""
    if size > 1:
        return f"{number(size)} {PLURAL[face]}"
    if face in (0, 14):
        return ("the Zero", "Infinity")[face == 14]
    return f"{'an' if face in (1, 8) else 'a'} {SINGULAR[face]}"


def upper(sentence: str) -> str:
    """The sentence with a capital letter first."""
    return sentence[:1].upper() + sentence[1:]


def listed(things: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def a_card(card: Card) -> str:
    """One card as it is called in a sentence: "WILD", "3-9 wild", "special six", "ten"."""
    if card not in FACE:
        return "3-9 wild" if card is Card.WILD_3_9 else str(card)
    return f"{'special ' if card.endswith('*') else ''}{SINGULAR[FACE[card]]}"


def _one(card: Card) -> str:
    """ "the Ace", "an eight", "a King": those there is but one of are "the"."""
    if card is Card.INFINITY:
        return a_card(card)
    alone = card in (Card.ZERO, Card.ACE, Card.WILD_3_9) or card.endswith("*")
    return f"{'the' if alone else 'an' if card is Card.EIGHT else 'a'} {a_card(card)}"


def cards_in_words(cards: Sequence[Card], article: bool = False) -> str:
    """The cards best first: "WILD and two Kings"; with `article` "a WILD and two Kings"."""
    held = Counter(cards)
    words = []
    for card in (card for card in ORDER if held[card]):
        if held[card] > 1:
            more = PLURAL[FACE[card]] if card in FACE else f"{a_card(card)}s"
            words.append(f"{number(held[card])} {more}")
        else:
            words.append(_one(card) if article else a_card(card))
    return listed(words)


def rank_title(public: Tableau, seat: Seat) -> str:
    """The title of the rank that `seat` holds now; empty for somebody who has left."""
    return (
        title(public.titles, public.ranks.index(seat), len(public.ranks))
        if seat in public.ranks
        else ""
    )


def titled(public: Tableau, seat: Seat, names: Sequence[str]) -> str:
    """ "Ada, Head Honcho"."""
    rank = rank_title(public, seat)
    return f"{names[seat]}, {rank}" if rank else names[seat]


def people(seats: Sequence[Seat], names: Sequence[str], most: int = 3) -> str:
    """The names of at most `most` of them, and how many others."""
    if len(seats) <= most:
        return listed([names[seat] for seat in seats])
    rest = len(seats) - most + 1
    return listed([*(names[seat] for seat in seats[: most - 1]), f"{number(rest)} others"])
