"""Ranks: the draw for the first ones, salaries, takeovers, and the end of a match."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.games.scum_of_the_earth.cards import PLACE, Card
from app.games.scum_of_the_earth.state import Draw, Tableau
from app.rules.game import Outcome, Seat, Standing

TOP_PAY: Final = (4, 3)
MIDDLE_PAY: Final = 2
BOTTOM_PAY: Final = (1, 0)


def groups(seats: Sequence[Seat], draws: Sequence[Draw]) -> list[tuple[Seat, ...]]:
    """The seats best first as the draws so far rank them; those still tied share a group."""
    ranked = [tuple(seats)]
    for draw in draws:
        drawn = dict(draw.cards)
        refined: list[tuple[Seat, ...]] = []
        for group in ranked:
            if len(group) == 1:
                refined.append(group)
                continue
            places = sorted({PLACE[drawn[seat]] for seat in group})
            refined.extend(
                tuple(seat for seat in group if PLACE[drawn[seat]] == place) for place in places
            )
        ranked = refined
    return ranked


def draw(
    seats: Sequence[Seat], draws: tuple[Draw, ...], shuffled: Sequence[Card]
) -> tuple[Draw, ...]:
    """The draws, with as many more rounds as these cards allow; only tied players draw again.

    If the cards run out, `groups` of the result still holds ties; then the deck is shuffled again.
    """
    left = iter(shuffled)
    cards = len(shuffled)
    while tied := [seat for group in groups(seats, draws) if len(group) > 1 for seat in group]:
        if cards < len(tied):
            break
        cards -= len(tied)
        draws += (Draw(tuple((seat, next(left)) for seat in sorted(tied))),)
    return draws


def taken_over(ranks: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The ranks after `seat` took over: everybody else follows in seat order from there."""
    first = ranks.index(seat)
    return ranks[first:] + ranks[:first]


def pay(players: int) -> tuple[int, ...]:
    """The salaries by rank, in play points: 4, 3, 2 each in the middle, 1, 0."""
    return (*TOP_PAY, *(MIDDLE_PAY for _ in range(players - 4)), *BOTTOM_PAY)


def ended(public: Tableau) -> str | None:
    """The reason why the match is over after the hand just paid, or None."""
    options = public.options
    if (
        options.ending == "points"
        and max(public.salaries[seat] for seat in public.ranks) >= options.end_points
    ):
        return "end-point"
    if public.last_deal or (options.ending == "deals" and public.paid_deal >= options.end_deals):
        return "last-deal"
    return None


def outcome(public: Tableau, reason: str) -> Outcome:
    """The highest salary first, then the better rank in the last hand.

    Leavers come last, by salary.
    """
    stayed = sorted(
        public.ranks, key=lambda seat: (-public.salaries[seat], public.ranks.index(seat))
    )
    gone = [Seat(seat) for seat in range(len(public.salaries)) if seat not in public.ranks]
    sums = sorted({public.salaries[seat] for seat in gone}, reverse=True)
    left = [tuple(seat for seat in gone if public.salaries[seat] == salary) for salary in sums]
    return Outcome((*((seat,) for seat in stayed), *left), public.salaries, reason)


def standings(public: Tableau) -> tuple[Standing, ...]:
    """The points of the last finished hand, best rank first."""
    return _standings(public.paid_deal, public.paid)


@lru_cache(maxsize=256)
def _standings(deal: int, paid: tuple[tuple[Seat, int], ...]) -> tuple[Standing, ...]:
    """Kept, for it is asked after every move of the next hand."""
    return tuple(Standing(deal, seat, rank, earned) for rank, (seat, earned) in enumerate(paid, 1))
