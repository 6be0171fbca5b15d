"""The fair shuffle of this game: what is shuffled, who gets which position, who sees which."""

from functools import lru_cache

from app.games.usurp.dealing import CARDS
from app.games.usurp.state import Phase, Tableau, pack
from app.rules.game import OpenedPosition, Seat


def deck_codes(public: Tableau) -> tuple[str, ...]:
    if public.phase is Phase.LOT:
        return tuple(str(seat + 1) for seat in public.seats)
    return tuple(pack(public))


def deal_plan(public: Tableau) -> tuple[str, ...]:
    """Thirteen cards each from the Leader on; with two players the Upcard, then the Stock."""
    if public.phase is Phase.LOT:
        return ("*",) + ("-",) * (len(public.seats) - 1)
    assert public.leader is not None
    players = len(public.seats)
    hands = tuple(str((public.leader + at) % players) for at in range(players * CARDS))
    rest = len(pack(public)) - len(hands)
    return hands + (("*",) + ("-",) * (rest - 1) if players == 2 else ("-",) * rest)


def opened(public: Tableau, seat: Seat | None) -> tuple[OpenedPosition, ...]:
    """The seat's hand as it was dealt, the Upcard, and the Stock's cards that were turned up."""
    if public.phase is Phase.DEAL:
        drawn = public.hand == 1 and public.options.first_dealer == "lot"
        return _positions(1, None, 0, 1) if drawn else ()
    if public.phase is Phase.LOT or public.leader is None:
        return ()
    players = len(public.seats)
    place = None if seat is None else (seat - public.leader) % players
    first, end = players * CARDS, len(pack(public))
    if public.shown is None:
        end = first + (players == 2) + len(public.reveal)
    return _positions(players, place, first, end)


def opened_by(public: Tableau) -> object:
    """All that `opened` follows from, for every seat."""
    return public.phase, public.hand, public.leader, public.shown is None, len(public.reveal)


@lru_cache(maxsize=256)
def _positions(players: int, place: int | None, first: int, end: int) -> tuple[OpenedPosition, ...]:
    """Every position from `first` on, and before it those of one place at the table."""
    own = () if place is None else range(place, first, players)
    return tuple(OpenedPosition(position) for position in (*own, *range(first, end)))
