"""Sample matches, played at random from a seed: the models of stored and long matches."""

import random
from collections.abc import Iterator
from typing import Final

import msgspec

from app.rules.game import AnyGame, AnyState, Outcome, Seat, Standing, view
from app.rules.play import prompts
from app.rules.replay import Entry, LastDeal, Played, Setup, Shuffled, step

MOST_MOVES: Final = 40
"""The most legal moves of a seat that are looked at."""


class SampleMatch(msgspec.Struct, frozen=True):
    """A match from its first entry to its outcome."""

    game: AnyGame
    setup: Setup
    entries: tuple[Entry, ...]
    standings: tuple[Standing, ...]
    """The standings of all its deals."""
    outcome: Outcome | None


def entries_of(
    game: AnyGame, setup: Setup, chance: random.Random, last_deal_after: int
) -> Iterator[tuple[Entry, AnyState]]:
    """Yields entries with their states to the end; the last deal is called after some entries."""
    state = game.setup(setup.seats, setup.options, setup.ranked)
    ply = 0
    while game.outcome(state.public) is None:
        entry = next_entry(game, state, chance)
        if ply == last_deal_after:
            called = step(game, state, LastDeal())
            if called.public != state.public:
                entry = LastDeal()
        state = step(game, state, entry)
        yield entry, state
        ply += 1


def next_entry(game: AnyGame, state: AnyState, chance: random.Random) -> Entry:
    """The next entry if nobody took any time: an order, or a prompted seat's legal move."""
    cards = game.pending_shuffle_size(state)
    if cards:
        return Shuffled(tuple(chance.sample(range(cards), cards)))
    asked = prompts(game, state)
    seat = chance.choice(sorted(asked))
    moves = [
        move
        for move, _ in zip(game.legal_moves(view(state, seat)), range(MOST_MOVES), strict=False)
    ]
    return Played(Seat(seat), asked[seat].key, chance.choice(moves))


def play(game: AnyGame, seats: int, seed: int, last_deal_after: int = 200) -> SampleMatch:
    """A whole match with the game's default options."""
    setup = Setup(seats, game.options())
    entries: list[Entry] = []
    earned: dict[tuple[int, int], Standing] = {}
    outcome = None
    for entry, state in entries_of(game, setup, random.Random(seed), last_deal_after):
        entries.append(entry)
        for standing in game.standings(state.public):
            earned.setdefault((standing.deal, standing.seat), standing)
        outcome = game.outcome(state.public)
    return SampleMatch(game, setup, tuple(entries), tuple(earned.values()), outcome)
