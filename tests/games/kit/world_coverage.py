"""`resample` reaches every possible world: card by card at any moment, and wholly at endings.

An ending is checked twice. The truth must be among its drawn worlds. And whatever a world of the
moment before can become, when the viewer sees the same happen, must be drawn too.
"""

import random
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from app.rules.game import AnyState, AnyView, Chance, Seat, view
from app.rules.replay import Played, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import require, viewers
from tests.games.kit.noninterference_steps import matching_entry
from tests.games.kit.random_matches import random_match

MOST = 24
"""Worlds that an ending may have, to be looked at."""
MORE = 3000
"""Draws in which what has to come up does."""
MOMENTS = 6
"""Moments of a match at which single cards and pairs of them are looked at."""
PAIRS = 30
MANY = 40_000
"""Draws in which any pair of cards meets in two places, up to one failure in three million."""
Deal: TypeAlias = Hashable
"""The places of all cards, hands as sets: the identity of a world by its cards."""


def world_coverage(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Plays a random match and looks at moments from which all worlds can be drawn."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    looked = 0
    for ply, entry in enumerate(record.entries):
        before, after = record.states[ply], record.states[ply + 1]
        viewer = chance.choice(viewers(before))
        if (
            looked >= 8
            or not isinstance(entry, Played)
            or not adapter.deck(before)
            or not adapter.deck(after)
        ):
            continue
        if _unseen(adapter, before, viewer, chance) > 8:
            continue
        worlds = closed(adapter, view(before, viewer), chance)
        counts.add("worlds", len(worlds))
        if len(worlds) > MOST:
            continue
        require(
            deal_of(adapter, before) in worlds,
            "the truth is a world that can be drawn",
            ply=ply,
            viewer=viewer,
        )
        if len(worlds) == 1:
            continue
        looked += 1
        counts.add("endings")
        _next_are_reached(adapter, before, entry, view(after, viewer), worlds, chance)


def card_coverage(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """For every two cards some world has both at their true places."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    moments = [state for state in record.states if adapter.deck(state)]
    for state in chance.sample(moments, min(len(moments), MOMENTS)):
        seen = view(state, chance.choice(viewers(state)))
        truly = _where(adapter, state)
        single = sorted(truly, key=str)
        left = {frozenset((card,)) for card in truly} | {
            frozenset(chance.sample(single, 2)) for _ in range(PAIRS)
        }
        for draws in range(MANY):
            if not left or (draws == MORE and any(len(cards) == 1 for cards in left)):
                break
            lie = adapter.places(adapter.game.resample(seen, chance))
            left = {
                cards
                for cards in left
                if not all(card in lie.get(place, ()) for place, card in cards)
            }
            counts.add("worlds")
        require(
            not left,
            "cards may lie where they truly lie",
            never=[set(cards) for cards in left][:5],
            viewer=seen.seat,
        )
    counts.add("states", len(record.states))


def _where(adapter: Adapter, state: AnyState) -> set[tuple[Hashable, Hashable]]:
    return {(place, card) for place, cards in adapter.places(state).items() for card in cards}


def _unseen(adapter: Adapter, state: AnyState, viewer: Seat | None, chance: Chance) -> int:
    """The cards that lie elsewhere in one of a few other worlds, as a guess at their number."""
    truth = adapter.places(state)
    moved = [0]
    for _ in range(3):
        world = adapter.places(adapter.game.resample(view(state, viewer), chance))
        moved.append(
            sum((Counter(cards) - Counter(world[place])).total() for place, cards in truth.items())
        )
    return max(moved)


def _next_are_reached(
    adapter: Adapter,
    before: AnyState,
    entry: Played,
    after: AnyView,
    worlds: Mapping[Deal, AnyState],
    chance: random.Random,
) -> None:
    wanted = set[Deal]()
    for world in worlds.values():
        other, found = matching_entry(adapter, before, entry, world, after.seat, chance)
        if found and other is not None:
            wanted.add(deal_of(adapter, step(adapter.game, world, other)))
    reach(adapter, after, wanted, chance)


def reach(adapter: Adapter, seen: AnyView, wanted: set[Deal], chance: Chance) -> None:
    """Raises Broken where one of these worlds is never drawn for `seen`."""
    left = set(wanted)
    for _ in range(MORE):
        if not left:
            return
        left.discard(deal_of(adapter, adapter.game.resample(seen, chance)))
    require(
        not left, "every world that is possible can be drawn", never=list(left)[:3], of=len(wanted)
    )


def closed(
    adapter: Adapter, seen: AnyView, chance: Chance, most: int = MOST
) -> dict[Deal, AnyState]:
    """Every world that is drawn for `seen`, by deal; more than `most` where there are more."""
    found: dict[Deal, AnyState] = {}
    idle = 0
    while idle < 30 + 12 * len(found) and len(found) <= most:
        world = adapter.game.resample(seen, chance)
        deal = deal_of(adapter, world)
        idle = 0 if deal not in found else idle + 1
        found.setdefault(deal, world)
    return found


def deal_of(adapter: Adapter, state: AnyState) -> Deal:
    places = adapter.places(state)
    return tuple(
        (
            place,
            tuple(
                sorted(map(str, places[place]))
                if isinstance(place, int)
                else map(str, places[place])
            ),
        )
        for place in sorted(places, key=str)
    )
