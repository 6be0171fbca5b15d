"""Random matches: legal moves, time-outs, comings and goings, drawn from a seed."""

import random

from app.rules.game import AnyGame, view
from app.rules.play import take_up_to
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Record, new_record, require
from tests.games.kit.pairwise_setups import pairwise_setups

MOST_MOVES = 300
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


def new_match(adapter: Adapter, seed: int) -> Record:
    """The table that this seed is for, before the first card."""
    setups = pairwise_setups(adapter.game)
    return new_record(adapter.game, setups[seed % len(setups)])


def random_match(adapter: Adapter, seed: int, steps: int) -> Record:
    """A random match of at most so many entries."""
    chance = random.Random(seed)
    record = new_match(adapter, seed)
    for _ in range(steps):
        if record.over:
            break
        record.take(random_entry(record, chance))
    return record


def random_entry(record: Record, chance: random.Random, timeouts: float = 0.08) -> Entry:
    """Some entry that may come next; the match is not over."""
    game, state = record.game, record.now
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
    asked = record.asked
    require(bool(asked), "somebody is asked something while a match goes on")
    seat = chance.choice(list(asked))
    if chance.random() < timeouts:
        return Expired(asked[seat].key)
    moves, _ = take_up_to(game.legal_moves(view(state, seat)), MOST_MOVES)
    require(bool(moves), "whoever is asked has a legal move", seat=seat, key=asked[seat].key)
    return Played(seat, asked[seat].key, chance.choice(moves))


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
