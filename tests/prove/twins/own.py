"""The viewer's own part of a deal: it may know which positions of the order became its hand, so they are the same in the other world."""

from collections import defaultdict
from collections.abc import Sequence

from app.rules.game import Seat, view
from app.rules.replay import Shuffled
from tests.games.kit.record import Record


def dealt_alike(truth: Record, twin: Record, viewer: Seat | None) -> Record | None:
    """The twin with its last shuffle so arranged that the viewer's positions hold what they hold in the truth; None where that is
    another match."""
    ply = max((ply for ply, entry in enumerate(twin.entries) if isinstance(entry, Shuffled)), default=None)
    if ply is None or viewer is None:
        return twin
    one, other, after = truth.entries[ply], twin.entries[ply], truth.states[ply + 1]
    if not isinstance(one, Shuffled) or not isinstance(other, Shuffled) or viewer >= len(after.private):
        return twin
    positions = twin.game.dealt(view(after, viewer))
    order = arranged(one.order, other.order, positions, twin.game.things(twin.states[ply].public))
    if order is None:
        return None
    told = Record(twin.game, twin.setup, twin.states[: ply + 1], twin.entries[:ply])
    for number, entry in enumerate(twin.entries[ply:], ply):
        told.take(Shuffled(order) if number == ply else entry)
        if told.now != twin.states[number + 1]:
            return None
    return told


def arranged(truth: Sequence[int], other: Sequence[int], positions: Sequence[int], things: Sequence[str]) -> tuple[int, ...] | None:
    """`other` with the truth's things at `positions`; elsewhere things of the same code, of which many may be alike. None where the
    positions hold other codes."""
    code = dict(enumerate(things)) or {number: str(number) for number in truth}
    if sorted(code[truth[position]] for position in positions) != sorted(code[other[position]] for position in positions):
        return None
    kept = {truth[position] for position in positions}
    free: dict[str, list[int]] = defaultdict(list)
    for thing in sorted(set(truth) - kept, reverse=True):
        free[code[thing]].append(thing)
    order = [truth[position] if position in set(positions) else None for position in range(len(truth))]
    elsewhere = [position for position, thing in enumerate(order) if thing is None]
    for position in elsewhere:
        if other[position] not in kept:
            order[position] = other[position]
            free[code[other[position]]].remove(other[position])
    for position in elsewhere:
        if order[position] is None:
            order[position] = free[code[other[position]]].pop()
    return tuple(thing for thing in order if thing is not None)
