"""The result of a hand and of the match: places, points, and why the match ends."""

from functools import lru_cache

from app.games.skuncum.hats import is_full, marks, size_of
from app.games.skuncum.options import MOST_HANDS
from app.games.skuncum.state import Phase, Tableau
from app.games.skuncum.table_records import Paid
from app.rules.game import Outcome, Seat, Standing


def ended(public: Tableau) -> str | None:
    """The reason why the match ends with the hand just counted, or None."""
    if any(is_full(box, size_of(public)) for box in public.boxes):
        return "full-box"
    if public.last_deal:
        return "last-deal"
    return "most-hands" if public.hand >= MOST_HANDS else None


def place(public: Tableau, seat: Seat) -> tuple[int, int, int]:
    """The facts that decide the match, the greater the better; equal ones share a place.

    Marks, and a full box has the most; then Vote strokes; then the CARDS of the last hand.
    """
    assert public.paid is not None
    box = public.boxes[seat]
    return marks(box), box.vote_strokes, public.paid.points[seat]


def leaders(public: Tableau) -> tuple[Seat, ...]:
    """The seats in the first place."""
    best = max(place(public, seat) for seat in public.seats)
    return tuple(seat for seat in public.seats if place(public, seat) == best)


def outcome(public: Tableau) -> Outcome | None:
    """The result of the match; points are the marks in the score boxes."""
    if public.phase is not Phase.OVER:
        return None
    places = sorted({place(public, seat) for seat in public.seats}, reverse=True)
    reason = ended(public)
    assert reason is not None
    return Outcome(
        tuple(tuple(seat for seat in public.seats if place(public, seat) == one) for one in places),
        tuple(map(marks, public.boxes)),
        reason,
    )


def standings(public: Tableau) -> tuple[Standing, ...]:
    """The last finished hand: the marks gained in it."""
    return () if public.paid is None else _standings(public.paid, public.seats)


@lru_cache(maxsize=256)
def _standings(paid: Paid, seats: tuple[Seat, ...]) -> tuple[Standing, ...]:
    """Kept, for it is asked after every move of the next hand."""
    return tuple(
        Standing(
            paid.hand, seat, 1 + sum(own > paid.marks[seat] for own in paid.marks), paid.marks[seat]
        )
        for seat in seats
    )
