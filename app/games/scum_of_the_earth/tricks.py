"""Sets of cards: the faces they may stand for, their size, and all that a hand can play."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, TypeAlias

from app.games.scum_of_the_earth.cards import (
    FACE,
    INFINITY_FACE,
    KING_FACE,
    PLAIN,
    REACH,
    SPECIAL,
    ZERO_FACE,
    Card,
)
from app.games.scum_of_the_earth.moves import Play, Reason
from app.games.scum_of_the_earth.state import Set

THREE_TO_NINE: Final = REACH[Card.WILD_3_9]
TEN_FIRST: Final = (10, *(face for face in range(KING_FACE, ZERO_FACE - 1, -1) if face != 10))
"""The faces that may follow, worst first; but 10 comes first, because it can save a card."""
LAST_EIGHT: Final = Play((Card.SPECIAL_8,), FACE[Card.SPECIAL_8])
"""The special 8 alone, which only goes as the last card."""


@lru_cache(maxsize=4096)
def faces(cards: tuple[Card, ...]) -> Sequence[int]:
    """The faces that these cards can all stand for together, best first; empty if none.

    >>> faces((Card.EIGHT, Card.WILD)), faces((Card.JACK, Card.TEN))
    ((8,), ())
    >>> list(faces((Card.WILD_3_9, Card.WILD)))
    [3, 4, 5, 6, 7, 8, 9]
    """
    own = {FACE[card] for card in cards if card in FACE}
    reaches = {card: REACH[card] for card in cards if card in REACH}
    if len(own) > 1:
        return ()
    if own:
        (face,) = own
        return (face,) if all(face in reach for reach in reaches.values()) else ()
    return min(reaches.values(), key=len, default=())


def size(play: Play) -> int:
    """The size of a set: its cards, and one more where the special 10 counts as two."""
    return len(play.cards) + play.double


def meanings(play: Play, best: Set | None) -> Sequence[int]:
    """The faces that the set may stand for on this trick (`best` is None for a lead), best first.

    A face that the player names leaves at most that one.
    """
    possible = faces(play.cards)
    if play.face is not None:
        possible = (play.face,) if play.face in possible else ()
    return possible if best is None else tuple(face for face in possible if face < best.face)


def refusal(hand: tuple[Card, ...], best: Set | None, play: Play) -> Reason | None:
    """The rule that forbids this set on `best` (None: as a lead) to this hand, or None."""
    cards = play.cards
    if not cards:
        return Reason.NO_CARDS
    if len(cards) > len(hand) or any(cards.count(card) > hand.count(card) for card in cards):
        return Reason.NOT_YOUR_CARDS
    if play.double and Card.SPECIAL_10 not in cards:
        return Reason.TEN_ALONE_DOUBLES
    if Card.ZERO in cards and len(cards) > 1:
        return Reason.ZERO_IS_SINGLE
    if Card.INFINITY in cards and (len(cards) > 1 or best is not None):
        return Reason.INFINITY_IS_LED
    if Card.SPECIAL_9 in cards and best is not None:
        return Reason.NINE_IS_LED
    if len({FACE[card] for card in cards if card in FACE}) > 1:
        return Reason.MIXED_FACES
    possible = faces(cards)
    if not possible:
        return Reason.WILD_OUT_OF_RANGE
    if play.face is not None and play.face not in possible:
        return (
            Reason.MIXED_FACES if any(card in FACE for card in cards) else Reason.WILD_OUT_OF_RANGE
        )
    if best is not None and size(play) != best.size:
        return Reason.WRONG_SIZE
    if cards == (Card.SPECIAL_8,) and not play.double and len(hand) > 1:
        return Reason.EIGHT_NOT_SINGLE
    match len(meanings(play, best)):
        case 0:
            return Reason.NOT_BETTER
        case 1:
            return None
        case _:
            return Reason.NAME_THE_WILD


def plays(hand: tuple[Card, ...], best: Set | None) -> Sequence[Play]:
    """Every set that `refusal` allows on `best` (None: as a lead), each once, its face named.

    Sets without wild cards come first, worst face first.
    """
    top, number = (INFINITY_FACE, None) if best is None else (best.face - 1, best.size)
    found: list[Play] = []
    for face, sets in _grouped(hand):
        if face <= top:
            found += sets.get(number, ())
    return found


Sets: TypeAlias = Mapping[int | None, Sequence[Play]]
"""Sets that may follow, by what they count as; under None all that may be led."""


@lru_cache(maxsize=1024)
def _grouped(hand: tuple[Card, ...]) -> Sequence[tuple[int, Sets]]:
    """All sets of this hand by their face, in the order of `plays`."""
    if hand == LAST_EIGHT.cards:
        return [(8, {None: [LAST_EIGHT], 1: [LAST_EIGHT]})]
    plains, powers = [0] * len(PLAIN), [False] * len(PLAIN)
    for card in hand:
        face = FACE.get(card)
        if face is not None and card is PLAIN[face]:
            plains[face] += 1
        elif face is not None:
            powers[face] = True
    held = [
        face for face in range(INFINITY_FACE, ZERO_FACE - 1, -1) if plains[face] or powers[face]
    ]
    groups = [(face, _sets(0, 0, face, plains[face], powers[face])) for face in held]
    for low, wild in product(
        range(hand.count(Card.WILD_3_9) + 1), range(hand.count(Card.WILD) + 1)
    ):
        reach = THREE_TO_NINE if low else REACH[Card.WILD] if wild else ()
        groups += [
            (face, _sets(wild, low, face, plains[face], powers[face])) for face in reversed(reach)
        ]
    return groups


@cache
def _sets(wild: int, low: int, face: int, plains: int, power: bool) -> Sets:
    """The sets of these wild cards and some of one face, largest first, special ones last."""
    wilds = (Card.WILD,) * wild + (Card.WILD_3_9,) * low
    plain = [(PLAIN[face],) * some for some in range(plains, -1, -1)]
    sets = [Play(wilds + own, face) for own in plain if wilds or own]
    special = SPECIAL.get(face)
    if power and special is not None:
        for double in (False, True) if special is Card.SPECIAL_10 else (False,):
            own_first = special in (Card.SPECIAL_8, Card.SPECIAL_9)
            sets += [
                Play(
                    (*wilds, *own, special) if own_first else (*wilds, special, *own), face, double
                )
                for own in plain
            ]
    sets = [play for play in sets if play.cards != LAST_EIGHT.cards]
    found: dict[int | None, list[Play]] = {None: sets}
    for play in sets:
        if face != INFINITY_FACE and Card.SPECIAL_9 not in play.cards:
            found.setdefault(size(play), []).append(play)
    return found


def fewest(unseen: Mapping[Card, int], face: int, size: int, last: bool) -> int | None:
    """The fewest of the unseen cards that follow a set of this face and size, or None.

    `last`: the follower may play a last card.
    """
    wild, low = unseen.get(Card.WILD, 0), unseen.get(Card.WILD_3_9, 0)
    for better in TEN_FIRST:
        if better >= face:
            continue
        number = (
            unseen.get(PLAIN[better], 0)
            + (wild if better else 0)
            + (low if better in THREE_TO_NINE else 0)
        )
        special = SPECIAL.get(better)
        if special is not None and unseen.get(special):
            if special is Card.SPECIAL_10 and size > 1 and number + 2 >= size:
                return size - 1
            if special is not Card.SPECIAL_9 and (
                special is not Card.SPECIAL_8 or size > 1 or last
            ):
                number += 1
        if number >= size:
            return size
    return None
