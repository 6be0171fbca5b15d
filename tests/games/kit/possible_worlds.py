"""All possible worlds, enumerated: for decks so small that all deals can be listed."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from app.rules.game import AnyState, Chance, Seat, view
from app.rules.play import all_prompts, clock_keys, spans
from app.rules.replay import Entry, Expired, Played, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Record

World: TypeAlias = Hashable


def key(state: AnyState) -> World:
    """The identity of a world: all that is not public."""
    return msgspec.json.encode([state.private, state.hidden])


def possible(
    adapter: Adapter, record: Record, viewer: Seat | None, sizes: Sequence[int]
) -> dict[World, AnyState]:
    """Every state in which `viewer` has seen the same since the last shuffle.

    `sizes`: the hands as the shuffled deck is cut.
    """
    truth = record.deal(adapter.deck)
    assert truth is not None, "nothing has been dealt"
    first = truth.states[1]
    dealt = (
        adapter.game.apply_shuffle(truth.states[0], order)
        for order in cuts(list(range(sum(sizes))), sizes)
    )
    worlds = _unseen(
        adapter, [world for world in dealt if view(world, viewer) == view(first, viewer)], viewer
    )
    for before, entry, after in zip(
        truth.states[1:], truth.entries[1:], truth.states[2:], strict=False
    ):
        shown = adapter.shows(before, entry, viewer)
        if shown is None:
            continue
        wanted, seen = msgspec.json.encode(shown), view(after, viewer)
        stepped = [
            step(adapter.game, world, other)
            for world in worlds.values()
            for other in _entries(adapter, world)
            if msgspec.json.encode(adapter.shows(world, other, viewer)) == wanted
        ]
        worlds = _unseen(
            adapter, [world for world in stepped if view(world, viewer) == seen], viewer
        )
    return worlds


def cuts(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal the cards into hands of these sizes; the order within a hand does not
    count.
    """
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        yield from ((*hand, *others) for others in cuts(rest, sizes[1:]))


def _unseen(
    adapter: Adapter, states: Sequence[AnyState], viewer: Seat | None
) -> dict[World, AnyState]:
    """These states and all that they may have become by what the viewer does not notice."""
    found = {key(state): state for state in states}
    fresh = list(found.values())
    while fresh:
        state = fresh.pop()
        for entry in _entries(adapter, state):
            if adapter.shows(state, entry, viewer) is None:
                after = step(adapter.game, state, entry)
                if key(after) not in found:
                    found[key(after)] = after
                    fresh.append(after)
    return found


def _entries(adapter: Adapter, state: AnyState) -> Iterator[Entry]:
    open_to = all_prompts(adapter.game, state)
    for seat, found in open_to.items():
        for prompt in found:
            moves = adapter.game.legal_answers(view(state, seat), prompt)
            yield from (Played(seat, prompt.key, move) for move in moves)
    yield from map(Expired, sorted(clock_keys(open_to, spans(adapter.game, state))))


def drawn(
    adapter: Adapter, state: AnyState, viewer: Seat | None, chance: Chance, draws: int
) -> set[World]:
    """All worlds that come up in this many draws."""
    seen = view(state, viewer)
    return {key(adapter.game.resample(seen, chance)) for _ in range(draws)}
