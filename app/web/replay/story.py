"""The story of a match that is over, from what everybody saw: its drama, and who rose and fell."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.rules.drama import RARE, Drama
from app.rules.game import AnyGame, Seat
from app.web.replay.replay import Replay

MOST_LINES: Final = 3


def story(replay: Replay) -> dict[str, Any]:
    """`{deals, minutes, winner, loser, lines: [{text, hands}]}`; `winner`, `loser`: null or a line.

    The rarest lines stand first.
    """
    names, written = replay.names, replay.entries
    took = written[-1].at - written[0].at if written else None
    orders = orders_by_deal(replay)
    outcome = replay.game.outcome(replay.states[-1].public) if replay.states else None
    ranking = () if outcome is None else outcome.ranking
    return {
        "deals": len(orders),
        "minutes": None if took is None else round(took.total_seconds() / 60),
        "winner": winner_line(orders, ranking, names),
        "loser": loser_line(orders, ranking, names),
        "lines": [{"text": said(one, names), "hands": one.hands} for one in rarest(dramas(replay))],
    }


def dramas(replay: Replay) -> Iterator[Drama]:
    before = replay.start.public
    for state in replay.states:
        for event in state.events:
            told = replay.game.drama(before, event)
            if told is not None:
                yield told
        before = state.public


def rarest(found: Iterator[Drama]) -> list[Drama]:
    """The rarest ones, no kind twice; of one kind the last."""
    kinds = {one.text: one for one in found if one.hands >= RARE}
    return sorted(kinds.values(), key=lambda one: -one.hands)[:MOST_LINES]


def said(drama: Drama, names: Sequence[str]) -> str:
    return drama.text.format(*(names[seat] for seat in drama.seats), word=drama.word)


def orders_by_deal(replay: Replay) -> list[list[tuple[Seat, int]]]:
    """After each deal the seats with their points so far, best first."""
    game: AnyGame = replay.game
    points: dict[Seat, int] = {}
    orders, counted = [], 0
    for state in replay.states:
        standings = game.standings(state.public)
        if not standings or standings[0].deal == counted:
            continue
        counted = standings[0].deal
        for one in standings:
            points[one.seat] = points.get(one.seat, 0) + one.points
        orders.append(sorted(points.items(), key=lambda item: -item[1]))
    return orders


Orders = list[list[tuple[Seat, int]]]


def winner_line(
    orders: Orders, ranking: Sequence[Sequence[Seat]], names: Sequence[str]
) -> str | None:
    """None: there is no single winner, or one deal alone."""
    if len(orders) < 2 or not ranking or len(ranking[0]) != 1:
        return None
    (seat,) = ranking[0]
    last = [deal for deal, order in enumerate(orders[:-1], 1) if stands(order, seat) == "last"]
    first = [stands(order, seat) == "first" for order in orders]
    name = names[seat]
    if all(first):
        return f"{name}, on top from the first deal to the last"
    if last:
        return f"{name}, from the bottom to the top"
    if not first[-2]:
        return f"{name}, on top with the last deal"
    return f"{name}, on top of the ladder"


def loser_line(
    orders: Orders, ranking: Sequence[Sequence[Seat]], names: Sequence[str]
) -> str | None:
    """None: several share the last place, or there was one deal alone."""
    if len(orders) < 2 or len(ranking) < 2 or len(ranking[-1]) != 1:
        return None
    (seat,) = ranking[-1]
    where = [stands(order, seat) for order in orders]
    if all(one == "last" for one in where):
        return f"{names[seat]}, at the bottom from the first deal to the last"
    if "first" in where:
        return f"{names[seat]}, from the top to the bottom"
    if where[-2] != "last":
        return f"{names[seat]}, at the bottom with the last deal"
    return f"{names[seat]}, at the bottom of the ladder"


def stands(order: Sequence[tuple[Seat, int]], seat: Seat) -> str:
    """ "first" or "last" where no other has as many points, else ""."""
    points = dict(order)
    mine = points.get(seat)
    if mine is None or len(points) < 2:
        return ""
    others = [other for one, other in points.items() if one != seat]
    if mine > max(others):
        return "first"
    return "last" if mine < min(others) else ""
