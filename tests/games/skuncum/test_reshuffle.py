"""Histories across a deck that is shuffled again, which the kit's shorter matches do not reach."""

import random

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.options import Options
from app.games.skuncum.state import Phase
from app.rules.game import Seat
from app.rules.replay import Setup
from tests.games.kit.adapter import adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import new_record
from tests.games.kit.noninterference_history import look_back
from tests.games.kit.random_matches import random_entry


@pytest.mark.parametrize(("players", "seed"), [(5, 10), (6, 11)])
def test_worlds_drawn_after_a_reshuffle_have_a_past(players: int, seed: int) -> None:
    chance = random.Random(seed)
    record = new_record(GAME, Setup(players, Options(box="standard")))
    horizons: list[int] = []
    while not record.over and len(horizons) < 30:
        public = record.now.public
        if public.kept_cards or public.phase is Phase.RESHUFFLE:
            horizons.append(len(record.states) - 1)
        record.take(random_entry(record, chance))
    assert len(horizons) > 8, "the match ended before the deck ran out"
    counts = Counts()
    for ply in chance.sample(horizons, 8):
        viewer = chance.choice((None, *map(Seat, range(players))))
        look_back(adapter(GAME), record.until(ply), viewer, (), chance, counts)
    assert counts.counts["compared"] > 1000
