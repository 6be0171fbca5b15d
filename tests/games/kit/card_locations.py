"""A hand never shows in which order it was dealt, and a world has all cards in their places."""

import random
from collections import Counter

from app.rules.game import AnyGame, AnyState, view
from app.rules.play import prompts
from app.rules.replay import Shuffled
from tests.games.kit.adapter import Adapter, Places
from tests.games.kit.counts import Counts
from tests.games.kit.first_difference import first_difference
from tests.games.kit.match_record import drawn_world, require, viewers
from tests.games.kit.random_matches import random_match

SWAPS = 60
VIEWERS = 2
"""Those who draw a world of one moment; the next moments, which differ little, are for others."""
DRAWS = 200
"""Worlds in which somebody who is waited for has to be asked something."""


def order_of_dealing(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Swaps two cards of the same hand in the shuffled deck; everything stays the same."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    for before, entry, after in zip(record.states, record.entries, record.states[1:], strict=False):
        if not isinstance(entry, Shuffled) or not adapter.deck(after):
            continue
        lie = _lie(adapter.places(after))
        for _ in range(SWAPS):
            order = list(entry.order)
            first, second = chance.sample(range(len(order)), 2)
            order[first], order[second] = order[second], order[first]
            swapped = adapter.game.apply_shuffle(before, order)
            counts.add("states")
            if _lie(adapter.places(swapped)) == lie:
                require(
                    swapped == after,
                    "a hand shows in which order it was dealt",
                    swapped=(first, second),
                    differs=first_difference(after, swapped),
                )


def _lie(places: Places) -> dict[object, object]:
    return {
        place: Counter(cards) if isinstance(place, int) else tuple(cards)
        for place, cards in places.items()
    }


def every_card_in_every_world(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Draws worlds for two viewers of every moment: same view, same cards, same sizes of places."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    for state in record.states:
        sizes = {place: len(cards) for place, cards in adapter.places(state).items()}
        for viewer in chance.sample(viewers(state), VIEWERS):
            world = drawn_world(adapter.game, view(state, viewer), chance)
            counts.add("worlds")
            require(len(world.private) == len(state.private), "a world has as many seats")
            places = adapter.places(world)
            lie, deck = (
                Counter(card for cards in places.values() for card in cards),
                Counter(adapter.deck(state)),
            )
            require(
                lie == deck,
                "each card is in exactly one place of a world",
                missing=dict(deck - lie),
                more=dict(lie - deck),
            )
            as_many = {place: len(cards) for place, cards in places.items()} == sizes
            require(as_many, "each place of a world has as many cards", viewer=viewer)
        if adapter.game.outcome(state.public) is None:
            _waited_for(adapter.game, state, chance)
    counts.add("states", len(record.states))


def _waited_for(game: AnyGame, state: AnyState, chance: random.Random) -> None:
    """A seat that everybody waits for has to answer, as far as everybody knows; no offer counts."""
    waited = set(game.awaited_seats(state.public)) - prompts(game, state).keys()
    seen = view(state, None)
    for _ in range(DRAWS):
        if not waited:
            return
        waited -= prompts(game, game.resample(seen, chance)).keys()
    require(not waited, "whoever is waited for may have a question to answer", seats=waited)
