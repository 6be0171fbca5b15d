"""The viewer's own cards of a deal, which hold the same positions in both worlds."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.replay import Shuffled
from tests.games.kit.match_record import Record


def with_viewers_cards(truth: Record, twin: Record, viewer: Seat | None) -> Record | None:
    """The twin with shuffles in which what the viewer was shown lies as it does in the truth.

    None where that is another match.
    """
    shuffles = iter(
        zip(
            [one for one in truth.entries if isinstance(one, Shuffled)],
            [
                codes(truth.game, before)
                for before, one in zip(truth.states, truth.entries, strict=False)
                if isinstance(one, Shuffled)
            ],
            positions_shown(truth, len(twin.entries), viewer),
            strict=True,
        )
    )
    told = Record(twin.game, twin.setup, twin.states[:1], [])
    for entry, after in zip(twin.entries, twin.states[1:], strict=True):
        if isinstance(entry, Shuffled):
            one, own, positions = next(shuffles)
            order = arranged(one.order, entry.order, positions, own, codes(told.game, told.now))
            if order is None:
                return None
            entry = Shuffled(order)
        told.take(entry)
        if told.now != after:
            return None
    return told


def codes(game: AnyGame, before: AnyState) -> tuple[str, ...]:
    """The codes of what awaits the order, by number."""
    return game.deck_codes(before.public) or game.hidden_codes(before)


def positions_shown(record: Record, entries: int, viewer: Seat | None) -> list[set[int]]:
    """By shuffle the positions that a viewer is opened within this many entries."""
    shown: list[set[int]] = []
    for number, (entry, state) in enumerate(zip(record.entries, record.states[1:], strict=False)):
        if isinstance(entry, Shuffled):
            shown.append(set())
        if number >= entries or not shown:
            continue
        known = viewer is None or viewer < len(state.private)
        for one in record.game.opened_cards(view(state, viewer if known else None)):
            shown[-1 if one.shuffle is None else one.shuffle].add(one.position)
    return shown


def arranged(
    truth: Sequence[int],
    other: Sequence[int],
    positions: Collection[int],
    truth_codes: Sequence[str],
    other_codes: Sequence[str],
) -> tuple[int, ...] | None:
    """`other` with the truth's cards at `positions` and cards of the same codes elsewhere.

    None where the positions hold other codes.
    """
    if sorted(truth_codes[truth[at]] for at in positions) != sorted(
        other_codes[other[at]] for at in positions
    ):
        return None
    wanted = dict[int, int]()
    for at in positions:
        index = truth[at]
        if tuple(truth_codes) != tuple(other_codes):
            index = list(other_codes).index(truth_codes[index])
        wanted[at] = index
    kept = set(wanted.values())
    free: dict[str, list[int]] = defaultdict(list)
    for index in sorted(set(other) - kept, reverse=True):
        free[other_codes[index]].append(index)
    order: list[int | None] = [wanted.get(at) for at in range(len(other))]
    elsewhere = [at for at, index in enumerate(order) if index is None]
    for at in elsewhere:
        if other[at] not in kept:
            order[at] = other[at]
            free[other_codes[other[at]]].remove(other[at])
    for at in elsewhere:
        if order[at] is None:
            order[at] = free[other_codes[other[at]]].pop()
    return tuple(index for index in order if index is not None)
