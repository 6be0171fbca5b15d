"""The viewer's own cards of a deal, which hold the same positions in both worlds."""

from collections import defaultdict
from collections.abc import Sequence

from app.rules.game import Seat, view
from app.rules.replay import Shuffled
from tests.games.kit.match_record import Record


def with_viewers_cards(truth: Record, twin: Record, viewer: Seat | None) -> Record | None:
    """The twin with shuffles in which the viewer's positions hold what they hold in the truth.

    None where that is another match.
    """
    if viewer is None:
        return twin
    shuffles = (
        (entry, after)
        for entry, after in zip(truth.entries, truth.states[1:], strict=True)
        if isinstance(entry, Shuffled)
    )
    told = Record(twin.game, twin.setup, twin.states[:1], [])
    for entry, before, after in zip(twin.entries, twin.states, twin.states[1:], strict=False):
        if isinstance(entry, Shuffled):
            one, then = next(shuffles)
            positions = (
                twin.game.dealt_positions(view(then, viewer)) if viewer < len(then.private) else ()
            )
            order = arranged(one.order, entry.order, positions, twin.game.deck_codes(before.public))
            if order is None:
                return None
            entry = Shuffled(order)
        told.take(entry)
        if told.now != after:
            return None
    return told


def arranged(
    truth: Sequence[int], other: Sequence[int], positions: Sequence[int], things: Sequence[str]
) -> tuple[int, ...] | None:
    """`other` with the truth's things at `positions` and things of the same codes elsewhere.

    None where the positions hold other codes.
    """
    code = dict(enumerate(things)) or {number: str(number) for number in truth}
    if sorted(code[truth[position]] for position in positions) != sorted(
        code[other[position]] for position in positions
    ):
        return None
    kept = {truth[position] for position in positions}
    free: dict[str, list[int]] = defaultdict(list)
    for thing in sorted(set(truth) - kept, reverse=True):
        free[code[thing]].append(thing)
    order = [
        truth[position] if position in set(positions) else None for position in range(len(truth))
    ]
    elsewhere = [position for position, thing in enumerate(order) if thing is None]
    for position in elsewhere:
        if other[position] not in kept:
            order[position] = other[position]
            free[code[other[position]]].remove(other[position])
    for position in elsewhere:
        if order[position] is None:
            order[position] = free[code[other[position]]].pop()
    return tuple(thing for thing in order if thing is not None)
