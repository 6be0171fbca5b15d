"""The cards revealed after a shuffle: to each seat its own hand, and nothing else to anybody."""

import random
from collections import Counter
from collections.abc import Sequence

from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.replay import Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import require, viewers
from tests.games.kit.random_matches import random_match

SWAPS = 40


def shuffle_openings(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """The revealed cards are the dealt hand, and the same after shuffles that look the same."""
    record, game = random_match(adapter, seed, steps), adapter.game
    chance = random.Random(seed)
    for before, entry, after in zip(record.states, record.entries, record.states[1:], strict=False):
        if not isinstance(entry, Shuffled):
            continue
        counts.add("states")
        things = game.deck_codes(before.public)
        require(
            len(things) in (0, len(entry.order)),
            "everything that awaits the order has a name, or nothing has",
        )
        if not things:
            continue
        for viewer in viewers(after):
            positions = game.dealt_positions(view(after, viewer))
            require(
                len(set(positions)) == len(positions) and set(positions) <= set(range(len(things))),
                "positions of the order",
                of=viewer,
            )
            hand = (
                Counter(map(str, adapter.places(after).get(viewer, ())))
                if viewer is not None
                else Counter[str]()
            )
            found = Counter(opened(game, things, entry.order, after, viewer))
            require(
                found == hand,
                "what is opened to a viewer is the hand that was dealt",
                viewer=viewer,
                opened=found,
                hand=hand,
            )
            counts.add("states")
        for _ in range(SWAPS):
            order = list(entry.order)
            first, second = chance.sample(range(len(order)), 2)
            order[first], order[second] = order[second], order[first]
            swapped = game.apply_shuffle(before, order)
            for viewer in viewers(after):
                if view(swapped, viewer) == view(after, viewer):
                    one = Counter(opened(game, things, entry.order, after, viewer))
                    other = Counter(opened(game, things, order, swapped, viewer))
                    require(
                        one == other,
                        "what is opened says no more than the view",
                        viewer=viewer,
                        swapped=(first, second),
                    )


def opened(
    game: AnyGame, things: Sequence[str], order: Sequence[int], after: AnyState, viewer: Seat | None
) -> list[str]:
    """The cards at the positions that are opened to a viewer right after a shuffle."""
    return [things[order[position]] for position in game.dealt_positions(view(after, viewer))]
