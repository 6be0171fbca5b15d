"""The fair shuffle of this game: what is shuffled, who gets which position, who sees which."""

from functools import lru_cache

from app.games.skuncum.cards import DECK
from app.games.skuncum.dealing import CARDS, pile_codes
from app.games.skuncum.state import Phase, Tableau
from app.rules.game import OpenedPosition, Seat


def deck_codes(public: Tableau) -> tuple[str, ...]:
    """The seats for the lot, the whole deck, or all cards that are not in hands."""
    match public.phase:
        case Phase.LOT:
            return tuple(str(seat + 1) for seat in public.seats)
        case Phase.RESHUFFLE:
            return pile_codes(public)
        case _:
            return DECK


def deal_plan(public: Tableau) -> tuple[str, ...]:
    """Five cards each from the one who leads first, as far as they are missing; then the deck."""
    if public.phase is Phase.LOT:
        return ("*",) + ("-",) * (len(public.seats) - 1)
    players = len(public.seats)
    deal = public.phase is Phase.DEAL
    start, dealt = (public.first, 0) if deal else (public.starter, public.kept)
    assert start is not None
    number = len(DECK) if deal else public.stock
    hands = tuple(str((start + at) % players) for at in range(dealt, CARDS * players))
    return hands + ("-",) * (number - len(hands))


def opened(public: Tableau, seat: Seat | None) -> tuple[OpenedPosition, ...]:
    """The lot, and this seat's cards of the present hand, as they were dealt."""
    if public.phase is Phase.DEAL:
        return (OpenedPosition(0),)
    if public.phase is Phase.LOT or seat is None or public.starter is None:
        return ()
    players = len(public.seats)
    if public.phase is Phase.RESHUFFLE:
        first, number, begin = 0, public.kept, public.deck_size - public.kept
    else:
        first, number = public.kept, CARDS * players
        begin = public.deck_size - public.stock - (number - first)
    place = (seat - public.starter) % players
    return _positions(first, number, begin, players, place)


def opened_by(public: Tableau) -> object:
    """All that `opened` follows from, for every seat."""
    return public.phase, public.starter, public.kept, public.deck_size, public.stock


@lru_cache(maxsize=256)
def _positions(
    first: int, number: int, begin: int, players: int, place: int
) -> tuple[OpenedPosition, ...]:
    """Cards `first` to `number` of a deal, of which number `first` lay at position `begin`."""
    return tuple(
        OpenedPosition(begin + at - first) for at in range(first, number) if at % players == place
    )
