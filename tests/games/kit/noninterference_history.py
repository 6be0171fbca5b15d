"""Non-interference, looking back: a world drawn late has a past in which the viewer saw the same.

`resample` may know the viewer's moment only, but that moment has a history. The game's adapter
writes the entries that would have led to the drawn world, and the rules play them. All that reached
the viewer must be equal byte for byte. The end must be that very world, private parts included. So
each world is proved to be possible.
"""

import random
from typing import Any

from msgspec.structs import replace

from app.rules.errors import RuleError
from app.rules.game import AnyState, Seat, view
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.first_difference import first_difference
from tests.games.kit.match_record import Broken, Record, require, viewers
from tests.games.kit.noninterference_steps import some_tries
from tests.games.kit.observation import compare, observation
from tests.games.kit.random_matches import random_match
from tests.games.kit.refusals import moves_of

HORIZONS = 12
"""Moments of a match from which somebody looks back."""
WHOLE = 4
"""Of this many moments one is compared as a whole, the others by what was seen to happen."""


def history_noninterference(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    pool = moves_of(adapter.game, record.states, chance)
    for _ in range(HORIZONS):
        ply = chance.randrange(len(record.states))
        look_back(
            adapter,
            record.until(ply),
            chance.choice(viewers(record.states[ply])),
            pool,
            chance,
            counts,
        )
    counts.add("states", len(record.states))


def look_back(
    adapter: Adapter,
    record: Record,
    viewer: Seat | None,
    pool: tuple[Any, ...],
    chance: random.Random,
    counts: Counts,
) -> None:
    truth = record.deal(adapter.deck)
    if truth is None or (viewer is not None and viewer >= len(truth.states[0].private)):
        return
    game = adapter.game
    world = game.resample(view(record.now, viewer), chance)
    counts.add("worlds")
    twin = history_of(adapter, truth, world, viewer)
    one, other = (_visible(part, viewer) for part in (truth, twin))
    for number, (first, second) in enumerate(zip(one, other, strict=False)):
        here, there = truth.states[first], twin.states[second]
        whole = chance.randrange(WHOLE) == 0
        attempts = some_tries(adapter, here, viewer, pool, chance) if whole else ()
        compare(
            observation(game, here, viewer, attempts, whole=whole),
            observation(game, there, viewer, attempts, whole=whole),
            viewer,
            f"at its moment {number} since the shuffle",
        )
        counts.add("compared")
    require(
        len(one) == len(other),
        "in another world the viewer sees as much happen",
        truth=len(one),
        world=len(other),
    )


def history_of(adapter: Adapter, truth: Record, world: AnyState, viewer: Seat | None) -> Record:
    """The record that leads to `world`.

    Raises Broken if there is none, or if it leads elsewhere.
    """
    try:
        entries = adapter.history(world, truth, viewer)
    except (LookupError, ValueError, RuleError, AssertionError) as error:
        raise Broken(
            f"a world drawn by resample has no past: {error!r} as it was sought"
        ) from error
    twin = Record(adapter.game, truth.setup, [truth.states[0]])
    for number, entry in enumerate(entries):
        try:
            twin.take(entry)
        except (RuleError, AssertionError) as error:
            raise Broken(
                f"a world drawn by resample has no past: entry {number} cannot be, {error!r}"
            ) from error
    replayed, drawn = (replace(state, events=(), private_events=()) for state in (twin.now, world))
    require(
        replayed == drawn,
        "a world drawn by resample has a past that leads to it",
        replayed_or_drawn=first_difference(replayed, drawn),
    )
    return twin


def _visible(record: Record, viewer: Seat | None) -> list[int]:
    """The plies at which something changed for the viewer; other plies may differ."""
    plies = [0]
    for ply, state in enumerate(record.states[1:], 1):
        told = state.events_for(() if viewer is None else (viewer,))
        if told or view(state, viewer) != view(record.states[plies[-1]], viewer):
            plies.append(ply)
    return plies
