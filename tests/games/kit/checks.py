"""All checks of the kit by name, and how long CI lets each of them look at one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from app.rules.game import AnyGame
from tests.games.kit.adapter import Adapter
from tests.games.kit.bot_choices import bot_choices
from tests.games.kit.card_locations import every_card_in_every_world, order_of_dealing
from tests.games.kit.counts import Counts
from tests.games.kit.frame_sizes import frame_sizes
from tests.games.kit.match_endings import matches_end, time_alone_ends
from tests.games.kit.noninterference_history import history_noninterference
from tests.games.kit.noninterference_steps import step_noninterference
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.refusals import refusals
from tests.games.kit.same_answers import same_answers_end
from tests.games.kit.shuffle_openings import shuffle_openings
from tests.games.kit.twin_tables import twin_tables
from tests.games.kit.world_coverage import card_coverage, world_coverage

CheckFunction: TypeAlias = Callable[[Adapter, int, int, Counts], None]
"""A check of one game in the case of a seed, over about this many entries. Raises Broken."""
FEWEST: Final = 12
"""The seeds for a game with few setups; a planted fault is found by the eighth at the latest."""
EACH_VALUE: Final = 14
"""The seeds in whose setups every game has each number of players and each value of an option."""


@dataclass(frozen=True)
class Check:
    run: CheckFunction
    steps: int
    """Entries of one case."""
    cases: int
    """The most seeds that CI looks at, from 0 on."""

    def seeds(self, game: AnyGame) -> range:
        """The seeds that CI looks at: one for each setup of the game, with its own cards and moves.

        There are at least FEWEST, and at most `cases`.
        """
        return range(min(self.cases, max(FEWEST, len(pairwise_setups(game)))))


CHECKS: Final[Mapping[str, Check]] = {
    "matches-end": Check(matches_end, 160, 50),
    "time-alone-ends": Check(time_alone_ends, 200, EACH_VALUE),
    "same-answers-end": Check(same_answers_end, 60, EACH_VALUE),
    "refusals": Check(refusals, 80, EACH_VALUE),
    "worlds": Check(every_card_in_every_world, 120, EACH_VALUE),
    "order-of-dealing": Check(order_of_dealing, 40, 12),
    "openings": Check(shuffle_openings, 40, 8),
    "lockstep": Check(step_noninterference, 160, 24),
    "histories": Check(history_noninterference, 160, EACH_VALUE),
    "endings": Check(world_coverage, 240, 10),
    "every-place": Check(card_coverage, 160, EACH_VALUE),
    "choices": Check(bot_choices, 120, 8),
    "frames": Check(frame_sizes, 160, EACH_VALUE),
    "twin-tables": Check(twin_tables, 50, 6),
}
