"""Non-interference, step by step: in a world that a viewer cannot tell apart the same happens.

At each step the viewer compares all that reaches it in the true state and in a drawn world. Then an
entry happens, and in the world one that shows the viewer the same. If there is none, another world
is drawn; after ten the step counts as unpaired.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.play import all_prompts, clock_keys, spans, take_up_to
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import Record, require, viewers
from tests.games.kit.observation import compare, observation
from tests.games.kit.random_matches import random_match
from tests.games.kit.refusals import moves_of, tries

WORLDS = 10
FOLLOWERS = 2
"""Those who look on, of whom each has a world of its own."""
FRESH = 0.15
"""The rate at which a new world is drawn although the old one still fits."""
CANDIDATES = 80


def step_noninterference(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """A random match, followed in other worlds by some who look on."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    before = counts.counts.copy()
    pool = moves_of(adapter.game, record.states, chance)
    for viewer in chance.sample(viewers(record.states[0]), FOLLOWERS):
        follow(adapter, record, viewer, pool, chance, counts)
    counts.add("states", len(record.states))
    passed, unpaired = (counts.counts[what] - before[what] for what in ("compared", "unpaired"))
    few = unpaired <= adapter.unpaired * (passed + unpaired) + 10
    require(
        few,
        "most of what is seen can be seen in other worlds too",
        unpaired=unpaired,
        paired=passed,
    )


def follow(
    adapter: Adapter,
    record: Record,
    viewer: Seat | None,
    pool: tuple[Any, ...],
    chance: random.Random,
    counts: Counts,
) -> None:
    game = adapter.game
    world: AnyState | None = None
    for ply, entry in enumerate(record.entries):
        before, after = record.states[ply], record.states[ply + 1]
        seen = view(before, viewer)
        if world is None or chance.random() < FRESH:
            world = game.resample(seen, chance)
            counts.add("worlds")
            attempts = some_tries(adapter, before, viewer, pool, chance)
            where = f"before entry {ply}, in a world drawn for it"
            require(
                _answered_for(game, before) == _answered_for(game, world),
                "all know which seats the table answers for, for they notice that it does not wait",
                where=where,
            )
            compare(
                observation(game, before, viewer, attempts, with_events=False),
                observation(game, world, viewer, attempts, with_events=False),
                viewer,
                where,
            )
        if isinstance(entry, Shuffled):
            world = None
            continue
        trace = trace_of(adapter, before, entry, viewer)
        world = _after(adapter, before, entry, trace, world, viewer, chance, counts)
        if world is None:
            counts.add("unpaired")
            continue
        attempts = some_tries(adapter, after, viewer, pool, chance)
        where = f"after entry {ply}, {type(entry).__name__.lower()}"
        with_events = trace.shown is not None
        compare(
            observation(game, after, viewer, attempts, with_events),
            observation(game, world, viewer, attempts, with_events),
            viewer,
            where,
        )
        counts.add("compared")


def _answered_for(game: AnyGame, state: AnyState) -> list[Seat]:
    open_to = all_prompts(game, state).items()
    return [seat for seat, found in open_to if any(prompt.automatic for prompt in found)]


def some_tries(
    adapter: Adapter,
    state: AnyState,
    viewer: Seat | None,
    pool: tuple[Any, ...],
    chance: random.Random,
) -> list[Any]:
    found = () if viewer is None else adapter.game.prompts(view(state, viewer))
    if not pool or not found:
        return []
    seen, prompt = view(state, viewer), chance.choice(found) if len(found) > 1 else found[0]
    legal, _ = take_up_to(adapter.game.legal_answers(seen, prompt), CANDIDATES)
    return list(tries(adapter, state, legal, pool, chance, 4))


def _after(
    adapter: Adapter,
    before: AnyState,
    entry: Entry,
    trace: "Trace",
    world: AnyState,
    viewer: Seat | None,
    chance: random.Random,
    counts: Counts,
) -> AnyState | None:
    """A world in which the viewer has just seen the same; None where none was found."""
    game, seen = adapter.game, view(before, viewer)
    for attempt in range(WORLDS):
        if attempt:
            world = game.resample(seen, chance)
            counts.add("worlds")
        other, found = matching_entry(adapter, entry, trace, world, viewer, chance)
        if found:
            return world if other is None else step(game, world, other)
    return None


class Trace(NamedTuple):
    """The part of an entry that reaches a viewer, as JSON; None for nothing."""

    shown: bytes | None
    spoken: Any


def trace_of(adapter: Adapter, before: AnyState, entry: Entry, viewer: Seat | None) -> Trace:
    shown = adapter.shows(before, entry, viewer)
    written = None if shown is None else msgspec.json.encode(shown)
    return Trace(written, adapter.spoken(before, entry, viewer))


def matching_entry(
    adapter: Adapter,
    entry: Entry,
    trace: Trace,
    world: AnyState,
    viewer: Seat | None,
    chance: random.Random,
) -> tuple[Entry | None, bool]:
    """An entry that shows the viewer in `world` what `entry` shows in the truth, and if there is
    one.

    An entry that shows nothing is matched by None, or by another one that shows nothing.
    """
    if trace.shown is None and chance.random() < 0.5:
        return None, True
    for other in _candidates(adapter.game, entry, world, viewer, chance):
        if adapter.spoken(world, other, viewer) != trace.spoken:
            continue
        if trace_of(adapter, world, other, viewer).shown == trace.shown:
            return other, True
    return None, trace.shown is None


def _candidates(
    game: AnyGame, entry: Entry, world: AnyState, viewer: Seat | None, chance: random.Random
) -> Iterator[Entry]:
    """The entries that may happen in `world`: the same, the seat's other moves, time-outs, the
    rest.
    """
    if not isinstance(entry, Played | Expired):
        yield entry
        return
    open_to = all_prompts(game, world)
    keys = sorted(clock_keys(open_to, spans(game, world)))
    if isinstance(entry, Expired) and entry.key in keys:
        yield entry
    asked = [(seat, prompt) for seat, found in open_to.items() for prompt in found]
    first = asked
    if isinstance(entry, Played):
        own = [(seat, prompt) for seat, prompt in asked if seat == entry.seat]
        first = sorted(own, key=lambda one: one[1].key != entry.key)
        for seat, prompt in first:
            if game.check_answer(view(world, seat), prompt, entry.move) is None:
                yield Played(seat, prompt.key, entry.move)
    if isinstance(entry, Played) and entry.seat == viewer:
        return
    rest = [one for one in asked if one not in first and one[0] != viewer]
    for seat, prompt in [*first, *rest]:
        seen = view(world, seat)
        moves = list(take_up_to(game.legal_answers(seen, prompt), CANDIDATES)[0])
        chance.shuffle(moves)
        yield from (Played(seat, prompt.key, move) for move in moves)
    yield from map(Expired, keys)
