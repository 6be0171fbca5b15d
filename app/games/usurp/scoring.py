"""Scoring: the worth of cards and calls, the side that gets points, and the winners."""

from functools import lru_cache
from typing import Final

from app.games.usurp.cards import CROWN, PLOW, Card
from app.games.usurp.state import Paid, Phase, Tableau
from app.rules.game import Outcome, Seat, Standing

_OLDE: Final = {CROWN: 15, 13: 13, 12: 12, 11: 11} | {rank: rank for rank in range(PLOW, 11)}
_ALTERNATIVE: Final = {CROWN: 15, 13: 10, 12: 10, 11: 10, 10: 10} | dict.fromkeys(
    range(PLOW, 10), 5
)

VALUES: Final[dict[str, dict[int, int]]] = {"olde": _OLDE, "alternative": _ALTERNATIVE}
"""Points of an Upcard by its rank, for each table of points."""
BEATEN: Final[dict[str, int]] = {"olde": 20, "alternative": 25}
"""Points for a Crown beaten by a Plow, and for a Plow beaten by a Crown."""
RENEG: Final[dict[str, int]] = {"olde": 20, "alternative": 25}
"""Points for the call of a Reneg: to the caller if true, to the accused if false."""
MOST_DRAWN: Final = 7
"""Hands of a match that nobody wins: the last of them ends it."""
BONUS: Final[dict[str, int]] = {"olde": 10, "alternative": 20}
"""The Challenge Bonus."""


def value(public: Tableau, card: Card) -> int:
    """The points of the card as an Upcard, unless a beater beats it."""
    return VALUES[public.options.points][card.rank]


def side_of(public: Tableau, seat: Seat) -> int:
    """The side for which `seat` plays: partners sit crosswise, so sides go round."""
    return seat % len(public.sides)


def opponent(public: Tableau, seat: Seat) -> int:
    """The side that gets what `seat` fails to win.

    With two sides it is the other one. Alone it is the Upcard's owner, or the player to the left of
    the owner.
    """
    if len(public.sides) == 2:
        return 1 - seat % 2
    return left_of(public, seat) if public.owner in (seat, None) else public.owner


def left_of(public: Tableau, seat: Seat) -> Seat:
    """The seat to the left of `seat`, which plays next."""
    return Seat((seat + 1) % len(public.seats))


def added(points: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    """Points by side with some more for one of them."""
    return (*points[:side], points[side] + more, *points[side + 1 :])


def winner(hand_points: tuple[int, ...]) -> int | None:
    """The side with the most hand points; None where several have them."""
    most = max(hand_points)
    return hand_points.index(most) if hand_points.count(most) == 1 else None


def ended(public: Tableau) -> str | None:
    """The reason why the match ends with the hand just counted, or None."""
    if max(public.game_points) >= public.to_win:
        return "game-points"
    if public.last_deal:
        return "last-deal"
    return "drawn-hands" if public.hand - sum(public.game_points) >= MOST_DRAWN else None


def leaders(public: Tableau) -> tuple[Seat, ...]:
    """Everybody on a side with the most game points, in order of sides."""
    most = max(public.game_points)
    return tuple(
        seat
        for side, points in zip(public.sides, public.game_points, strict=True)
        if points == most
        for seat in side
    )


def outcome(public: Tableau) -> Outcome | None:
    """The result of the match: most game points first, partners together."""
    if public.phase is not Phase.OVER:
        return None
    earned = sorted(set(public.game_points), reverse=True)
    ranking = tuple(
        tuple(seat for seat in public.seats if public.game_points[side_of(public, seat)] == points)
        for points in earned
    )
    reason = ended(public)
    assert reason is not None
    return Outcome(
        ranking, tuple(public.game_points[side_of(public, seat)] for seat in public.seats), reason
    )


def standings(public: Tableau) -> tuple[Standing, ...]:
    """The last finished hand: a game point for its winners, and ranks by hand points.

    A hand that nobody won earns no standing.
    """
    return (
        ()
        if public.paid is None
        else _standings(public.paid, public.seats, len(public.sides), sum(public.game_points))
    )


@lru_cache(maxsize=256)
def _standings(
    paid: Paid, seats: tuple[Seat, ...], sides: int, decided: int
) -> tuple[Standing, ...]:
    """Kept, for it is asked after every move of the next hand."""
    if paid.winner is None:
        return ()
    better = [sum(other > own for other in paid.hand_points) for own in paid.hand_points]
    ranks = [1 + len(seats) // sides * many for many in better]
    return tuple(
        Standing(decided, seat, ranks[seat % sides], points=int(seat % sides == paid.winner))
        for seat in seats
    )
