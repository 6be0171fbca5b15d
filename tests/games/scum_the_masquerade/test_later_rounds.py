"""The kit's promises in rounds with ranks, which its own matches reach late or not at all."""

from dataclasses import replace as changed

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.game import ScumTheMasquerade
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import CLANLESS_DEFAULT, LINEAGES, Clan, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.round_end import next_extras
from app.games.scum_the_masquerade.state import ScumState
from tests.games.kit.adapter import adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts

CASES = {
    "matches-end": 1,
    "refusals": 1,
    "worlds": 1,
    "openings": 1,
    "lockstep": 1,
    "histories": 2,
    "every-place": 1,
    "twin-tables": 1,
}
"""The checks that look at these rounds, and the seeds for each."""


def split(clan: Clan, at: int, free: bool) -> tuple[Discipline, ...]:
    """A dot in each discipline, or where dots are free also levels two and three."""
    one, two, three = LINEAGES[clan].disciplines
    splits = ((one, two, three), (two, two, one), (three, three, three), (one, one, one))
    return splits[at % len(splits) if free else 0]


class Later(ScumTheMasquerade):
    """The same game, but a match begins with the first round with ranks, after the declarations."""

    def setup(self, seats: int, options: Options, ranked: bool) -> ScumState:
        state = GAME.setup(seats, options, ranked)
        if not options.ranks:
            return state
        order = state.public.order
        extras = next_extras(state.public, order)
        public = replace(state.public, round=1, placed=order, extras=extras)
        if options.disciplines:
            free = options.decisions
            known = list(Clan) if free else list(Clan)[:7]
            clans = [known[(5 * at + seats + 3 * ranked) % len(known)] for at in range(seats - 2)]
            public = replace(
                public,
                sheets=(
                    *(Sheet.of(clan, dots(split(clan, at, free))) for at, clan in enumerate(clans)),
                    Sheet.of(None, dots(CLANLESS_DEFAULT)),
                    Sheet(specialty=Specialty.SEER if free and ranked else Specialty.INQUISITOR),
                ),
            )
        return declaring.begin(replace(state, public=public))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_round_with_ranks_keeps_the_promises_of_the_kit(name: str) -> None:
    check, counts = CHECKS[name], Counts()
    for seed in range(CASES[name]):
        check.run(changed(adapter(GAME), game=Later()), seed, check.steps, counts)
    assert counts.counts
