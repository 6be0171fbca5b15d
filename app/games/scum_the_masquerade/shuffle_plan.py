"""The fair shuffle of this game: what is shuffled, who gets which position, who sees which."""

from functools import lru_cache

from app.games.scum_the_masquerade.dealing import receivers
from app.games.scum_the_masquerade.state import Asked, Phase, Tableau, extra_cards
from app.rules.game import OpenedPosition, Seat


def deck_codes(public: Tableau) -> tuple[str, ...]:
    """The numbers of the seats for a lot, else the whole deck."""
    if public.phase is Phase.LOT:
        return tuple(str(seat + 1) for seat in range(len(public.order)))
    return tuple(public.deck)


def deal_plan(public: Tableau) -> tuple[str, ...]:
    """The seats drawn for extra cards lie open; the deck goes clockwise, extra cards last.

    The order that a hand is drawn by is seen by nobody.
    """
    if public.phase is Phase.LOT:
        extra = extra_cards(public)
        return ("*",) * extra + ("-",) * (len(public.order) - extra)
    if public.asked is Asked.DRAW:
        return ("-",) * len(public.deck)
    later = "?" if public.ranked and public.options.has_pacts else ""
    return tuple(f"{seat}{later}" for seat in receivers(public))


def opened(public: Tableau, seat: Seat | None) -> tuple[OpenedPosition, ...]:
    """The lot for the extra cards, or this seat's crypt as it was dealt."""
    match public.phase:
        case Phase.DEAL if not public.ranked:
            return tuple(map(OpenedPosition, range(extra_cards(public))))
        case Phase.PLAY if public.draws:
            return ()
        case Phase.TRADE | Phase.PLAY if seat is not None and seat not in public.unseen:
            return _dealt(receivers(public), seat)
        case _:
            return ()


def opened_by(public: Tableau) -> object:
    """All that `opened` follows from, for every seat."""
    given = public.dealt_to or public.order, public.extras
    return public.phase, public.ranked, bool(public.draws), public.unseen, given


@lru_cache(maxsize=256)
def _dealt(seats: tuple[Seat, ...], seat: Seat) -> tuple[OpenedPosition, ...]:
    return tuple(OpenedPosition(at) for at, one in enumerate(seats) if one == seat)
