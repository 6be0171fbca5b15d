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
from tests.games.kit.match_record import drawn_world, require, viewers
from tests.games.kit.noninterference_steps import matching_entry, trace_of
from tests.games.kit.random_matches import random_match

MOST = 24
"""Worlds that an ending may have, to be looked at."""
FEW = 8
"""Unseen cards of which all arrangements may be found."""
MORE = 3000
"""Draws in which every one of some worlds comes up."""
SINGLE = 1000
"""Draws in which any card comes up in its place, up to one failure in five hundred million."""
DISTINCT = 12
"""Worlds that differ in as many draws, so that there are too many: of MOST one time in thirty."""
MOMENTS = 8
"""Moments of a match at which single cards are looked at."""
PAIRED = 2
"""Moments at which pairs of cards are looked at too, which take three times as many draws."""
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
        if not _few_unseen(adapter, before, viewer, chance):
            continue
        worlds = all_worlds(adapter, view(before, viewer), chance)
        if worlds is None:
            continue
        counts.add("worlds", len(worlds))
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
    counts.add("states", len(record.states))


def card_coverage(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """For every two cards some world has both at their true places."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    moments = [state for state in record.states if adapter.deck(state)]
    for number, state in enumerate(chance.sample(moments, min(len(moments), MOMENTS))):
        seen = view(state, chance.choice(viewers(state)))
        truly = _where(adapter, state)
        single = sorted(truly, key=str)
        left = {frozenset((card,)) for card in truly}
        if number < PAIRED:
            left |= {frozenset(chance.sample(single, 2)) for _ in range(PAIRS)}
        for draws in range(MANY):
            if not left or (draws == SINGLE and any(len(cards) == 1 for cards in left)):
                break
            lie = adapter.places(drawn_world(adapter.game, seen, chance))
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


def _few_unseen(adapter: Adapter, state: AnyState, viewer: Seat | None, chance: Chance) -> bool:
    """True if at most FEW cards lie elsewhere in each of three other worlds."""
    truth, seen = adapter.places(state), view(state, viewer)
    for _ in range(3):
        world = adapter.places(drawn_world(adapter.game, seen, chance))
        moved = ((Counter(cards) - Counter(world[place])).total() for place, cards in truth.items())
        if sum(moved) > FEW:
            return False
    return True


def _next_are_reached(
    adapter: Adapter,
    before: AnyState,
    entry: Played,
    after: AnyView,
    worlds: Mapping[Deal, AnyState],
    chance: random.Random,
) -> None:
    wanted, trace = set[Deal](), trace_of(adapter, before, entry, after.seat)
    for world in worlds.values():
        other, found = matching_entry(adapter, entry, trace, world, after.seat, chance)
        if found and other is not None:
            wanted.add(deal_of(adapter, step(adapter.game, world, other)))
    reach(adapter, after, wanted, chance)


def reach(adapter: Adapter, seen: AnyView, wanted: set[Deal], chance: Chance) -> None:
    """Raises Broken where one of these worlds is never drawn for `seen`."""
    left = set(wanted)
    for _ in range(MORE):
        if not left:
            return
        left.discard(deal_of(adapter, drawn_world(adapter.game, seen, chance)))
    require(
        not left, "every world that is possible can be drawn", never=list(left)[:3], of=len(wanted)
    )


def all_worlds(adapter: Adapter, seen: AnyView, chance: Chance) -> Mapping[Deal, AnyState] | None:
    """Every world that is drawn for `seen`, by deal; None where there are more than MOST."""
    found: dict[Deal, AnyState] = {}
    idle = draws = 0
    while idle < 30 + 12 * len(found):
        world = drawn_world(adapter.game, seen, chance)
        deal = deal_of(adapter, world)
        idle = 0 if deal not in found else idle + 1
        draws += 1
        found.setdefault(deal, world)
        if len(found) > MOST or len(found) == draws == DISTINCT:
            return None
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
