"""Random matches: legal moves, time-outs, comings and goings, drawn from a seed."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from app.rules.composing import Composition, compose
from app.rules.errors import IllegalMove
from app.rules.game import AnyGame, AnyView, Prompt, view
from app.rules.play import take_up_to
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Broken, Record, new_record, require
from tests.games.kit.pairwise_setups import pairwise_setups

MOST_MOVES = 300
BLOCK = 40
"""Entries after which a match is kept, to be gone on with."""
NAMES = (
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    *(f"Player {number}" for number in range(11, 400)),
)


def new_match(game: AnyGame, seed: int) -> Record:
    """The table that this seed is for, before the first card."""
    setups = pairwise_setups(game)
    return new_record(game, setups[seed % len(setups)])


def random_match(adapter: Adapter, seed: int, steps: int) -> Record:
    """A random match of at most this many entries."""
    record, _ = _played(adapter.game, seed, steps)
    return record.until(len(record.entries))


@lru_cache(maxsize=256)
def _played(game: AnyGame, seed: int, steps: int) -> tuple[Record, tuple[Any, ...]]:
    """The match and the state of its chance; do not change it.

    The checks of a game look at the same matches, and at beginnings of them.
    """
    chance = random.Random(seed)
    if steps <= 0:
        return new_match(game, seed), chance.getstate()
    begun = (steps - 1) // BLOCK * BLOCK
    earlier, drawn = _played(game, seed, begun)
    chance.setstate(drawn)
    record = earlier.until(len(earlier.entries))
    for _ in range(steps - begun):
        if record.over:
            break
        record.take(random_entry(record, chance))
    return record, chance.getstate()


def random_entry(record: Record, chance: random.Random, timeouts: float = 0.08) -> Entry:
    """Some entry that may come next; the match is not over."""
    game, state = record.game, record.now
    if (beside := record.beside) and chance.random() < 0.1:
        return Expired(chance.choice(beside))
    number = game.pending_shuffle_size(state)
    if number:
        if game.reseats and game.may_reseat(state.public) and chance.random() < 0.2:
            change = _change(game, record, chance)
            if change is not None:
                return change
        order = list(range(number))
        chance.shuffle(order)
        return Shuffled(tuple(order))
    if chance.random() < 0.004 and not any(isinstance(entry, LastDeal) for entry in record.entries):
        return LastDeal()
    open_to = [(seat, prompt) for seat, found in record.open_to.items() for prompt in found]
    require(bool(record.keys), "somebody is asked something, or a span runs")
    if not open_to:
        waited = set(record.keys) - set(beside)
        return Expired(chance.choice(sorted(waited)))
    seat, prompt = chance.choice(open_to)
    if chance.random() < timeouts:
        own = prompt.within or prompt.key
        return Expired(chance.choice(record.keys) if prompt.offer else own)
    if prompt.automatic:
        return Played(seat, prompt.key, next(game.legal_answers(view(state, seat), prompt)))
    return Played(seat, prompt.key, some_answer(game, view(state, seat), prompt, chance))


def some_answer(game: AnyGame, seen: AnyView, prompt: Prompt, chance: random.Random) -> Any:
    """A random legal answer: listed, or composed where the answers are too many to be listed."""
    moves, complete = take_up_to(game.legal_answers(seen, prompt), MOST_MOVES)
    require(bool(moves), "whoever is asked has a legal move", seat=seen.seat, key=prompt.key)
    if complete or game.next_step(seen, prompt, ()) is None:
        return chance.choice(moves)
    answer = composed_answer(game, seen, prompt, chance)
    return chance.choice(moves) if answer is None else answer


def composed_answer(game: AnyGame, seen: AnyView, prompt: Prompt, chance: random.Random) -> Any:
    """A random answer, step by step; None if it is refused after a step that says it may be."""
    picks: list[list[Any]] = []
    checked_after = False
    while True:
        found = _composed(game, seen, prompt, picks, checked_after)
        if found is None or (step := found.step) is None:
            return None if found is None else found.move
        checked_after = checked_after or step.checked_after
        require(len(picks) < 20, "an answer has an end", prompt=prompt.kind)
        require(len(step.choices) >= step.least, "a step can be taken", step=step.name)
        sendable = all(
            isinstance(one.value, str | int) and not isinstance(one.value, bool)
            for one in step.choices
        )
        require(sendable, "choices are words or numbers, as the wire takes them", step=step.name)
        most = min(step.most, len(step.choices))
        number = chance.randrange(step.least, most + 1)
        picks.append([one.value for one in chance.sample(step.choices, number)])


def _composed(
    game: AnyGame,
    seen: AnyView,
    prompt: Prompt,
    picks: Sequence[Sequence[Any]],
    checked_after: bool,
) -> Composition | None:
    try:
        return compose(game, seen, prompt, picks)
    except IllegalMove as error:
        if checked_after:
            return None
        raise Broken(f"what fits its steps is legal; {picks}: {error.sentence}") from error


def _change(game: AnyGame, record: Record, chance: random.Random) -> Reseated | None:
    playing = list(game.active_seats(record.now.public))
    left = chance.sample(playing, chance.randrange(min(3, len(playing))))
    joined = chance.randrange(3)
    seats = len(playing) - len(left) + joined
    if (
        not (left or joined)
        or seats not in game.seats
        or game.config_problem(seats, record.setup.options)
    ):
        return None
    return Reseated(tuple(sorted(left, key=int)), joined)


def play_to_end(record: Record, chance: random.Random, most: int, timeouts: float = 0.08) -> None:
    """Calls the last deal and plays on. Raises Broken after `most` more entries."""
    if not record.over:
        record.take(LastDeal())
    for _ in range(most):
        if record.over:
            return
        record.take(random_entry(record, chance, timeouts))
    require(record.over, f"{most} entries after the last deal was called the match is over")
