"""Sets of cards: what they can stand for, what they count as, what beats what, and all that a hand can play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from app.games.scum_of_the_earth.cards import FACE, INFINITY_FACE, KING_FACE, PLAIN, REACH, SPECIAL, ZERO_FACE, Card
from app.games.scum_of_the_earth.moves import Play, Reason
from app.games.scum_of_the_earth.state import Set

THREE_TO_NINE: Final = REACH[Card.WILD_3_9]


def faces(cards: Sequence[Card]) -> Sequence[int]:
    """The faces that these cards can all stand for together, best first; empty where there is none.

    >>> faces((Card.EIGHT, Card.WILD)), list(faces((Card.WILD_3_9, Card.WILD))), faces((Card.JACK, Card.TEN))
    ((8,), [3, 4, 5, 6, 7, 8, 9], ())
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
    """What the set counts as: its cards, and one more where the special 10 counts as two."""
    return len(play.cards) + play.double


def meanings(play: Play, best: Set | None) -> Sequence[int]:
    """The faces that the set may stand for on this trick (`best` is None for a lead), best first.

    A face that the player names leaves at most that one.
    """
    possible = faces(play.cards)
    if play.face is not None:
        possible = (play.face,) if play.face in possible else ()
    return possible if best is None else tuple(face for face in possible if face < best.face)


def refusal(hand: Sequence[Card], best: Set | None, play: Play) -> Reason | None:
    """Why the holder of `hand` may not play this set on `best` (None: lead it), or None: it is legal."""
    cards = play.cards
    if not cards:
        return Reason.NO_CARDS
    if Counter(cards) - Counter(hand):
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
        return Reason.MIXED_FACES if any(card in FACE for card in cards) else Reason.WILD_OUT_OF_RANGE
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


def plays(hand: Sequence[Card], best: Set | None) -> Iterator[Play]:
    """Every set that `refusal` lets the holder of `hand` play on `best` (None: lead), each once, its face named.

    Sets without wild cards come first, worst face first.
    """
    held = Counter(hand)
    last = len(hand) == 1
    top = INFINITY_FACE if best is None else best.face - 1
    for low in range(held[Card.WILD_3_9] + 1):
        for wild in range(held[Card.WILD] + 1):
            yield from _with_wilds(held, best, top, wild, low, last)


def _with_wilds(held: Counter[Card], best: Set | None, top: int, wild: int, low: int, last: bool) -> Iterator[Play]:
    wilds = (Card.WILD,) * wild + (Card.WILD_3_9,) * low
    reach: range = THREE_TO_NINE if low else REACH[Card.WILD] if wild else range(ZERO_FACE, INFINITY_FACE + 1)
    for face in range(min(top, reach[-1]), reach[0] - 1, -1):
        plain, special = PLAIN[face], SPECIAL.get(face)
        plains = held[plain]
        powers = 1 if special is not None and held[special] else 0
        if not plains and not powers and not wilds:
            continue
        for power in range(powers + 1):
            assert power == 0 or special is not None
            if power and special is Card.SPECIAL_9 and best is not None:
                continue
            for double in (False, True) if power and special is Card.SPECIAL_10 else (False,):
                if best is None:
                    numbers: Sequence[int] = range(plains, -1, -1)
                else:
                    number = best.size - power - double - len(wilds)
                    numbers = (number,) if 0 <= number <= plains else ()
                for number in numbers:
                    if not number and not power and not wilds:
                        continue
                    if power and special is Card.SPECIAL_8 and not number and not wilds and not last:
                        continue
                    own: tuple[Card, ...] = (plain,) * number
                    if power and special is not None:
                        own = (*own, special) if special in (Card.SPECIAL_8, Card.SPECIAL_9) else (special, *own)
                    yield Play(wilds + own, face, double)


def could_beat(unseen: Counter[Card], best: Set, cards: int, last: bool) -> bool:
    """Whether anybody who holds `cards` of the unseen cards (all of the own hand if `last` and `cards` is 1) could follow `best`."""
    for face in range(min(best.face, KING_FACE + 1)):
        number = unseen[PLAIN[face]]
        if face:
            number += unseen[Card.WILD]
        if face in THREE_TO_NINE:
            number += unseen[Card.WILD_3_9]
        special = SPECIAL.get(face)
        saved = 0
        if special is not None and unseen[special]:
            if special is Card.SPECIAL_10:
                saved = 1 if best.size > 1 else 0
                number += 1 + saved
            elif special is Card.SPECIAL_8:
                number += 1 if best.size > 1 or last else 0
            elif special is not Card.SPECIAL_9:
                number += 1
        if number >= best.size and cards >= best.size - saved:
            return True
    return False
