"""Histories across decks that are shuffled again, which the kit's shorter matches do not reach."""

import random

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.options import Options
from app.games.skuncum.state import Phase
from app.rules.game import Seat
from app.rules.replay import LastDeal, Setup
from tests.games.kit.adapter import adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.noninterference_history import look_back
from tests.games.kit.random_matches import random_entry

PLAYERS = 6
LOOKS = 4
"""Moments after each reshuffle from which somebody looks back, and one as it is due."""


def whole_match(chance: random.Random) -> Record:
    """A random match that no host cuts short."""
    record = new_record(GAME, Setup(PLAYERS, Options(box="standard")))
    while not record.over:
        entry = random_entry(record, chance)
        if not isinstance(entry, LastDeal):
            record.take(entry)
    return record


def moments(record: Record) -> list[list[int]]:
    """The plies at which a reshuffle is due, or hands hold cards from before it; by reshuffle."""
    found: list[list[int]] = []
    for ply, state in enumerate(record.states):
        if state.public.phase is Phase.RESHUFFLE:
            found.append([ply])
        elif state.public.kept_cards:
            found[-1].append(ply)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_worlds_drawn_after_a_reshuffle_have_a_past(seed: int) -> None:
    """The deck runs out once in some of these matches, more often in the others."""
    chance, counts = random.Random(seed), Counts()
    record = whole_match(chance)
    reshuffles = moments(record)
    assert reshuffles, "the match ended before the deck ran out"
    for due, *later in reshuffles:
        for ply in (due, *chance.sample(later, LOOKS)):
            viewer = chance.choice((None, *map(Seat, range(PLAYERS))))
            look_back(adapter(GAME), record.until(ply), viewer, (), chance, counts)
    assert counts.counts["compared"] > 800 * len(reshuffles)
