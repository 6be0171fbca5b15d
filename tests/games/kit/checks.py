"""All checks of the kit by name, and how long CI lets each of them look at one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tests.games.kit.adapter import Adapter
from tests.games.kit.bot_choices import choices
from tests.games.kit.card_locations import every_card_in_every_world, order_of_dealing
from tests.games.kit.counts import Tally
from tests.games.kit.frame_sizes import frames
from tests.games.kit.match_endings import ends, time_alone_ends
from tests.games.kit.noninterference_history import hindsight
from tests.games.kit.noninterference_steps import lockstep
from tests.games.kit.refusals import refusals
from tests.games.kit.shuffle_openings import openings
from tests.games.kit.twin_tables import twin_tables
from tests.games.kit.world_coverage import endings, every_place

Look: TypeAlias = Callable[[Adapter, int, int, Tally], None]
"""A check of one game in the case that a seed stands for, over about so many entries. Raises Broken."""


@dataclass(frozen=True)
class Check:
    look: Look
    steps: int
    """Entries of one case."""
    cases: int
    """Seeds that CI looks at, from 0 on."""


CHECKS: Final[Mapping[str, Check]] = {
    "matches-end": Check(ends, 160, 40),
    "time-alone-ends": Check(time_alone_ends, 200, 30),
    "refusals": Check(refusals, 80, 30),
    "worlds": Check(every_card_in_every_world, 120, 16),
    "order-of-dealing": Check(order_of_dealing, 40, 12),
    "openings": Check(openings, 40, 8),
    "lockstep": Check(lockstep, 160, 14),
    "hindsight": Check(hindsight, 160, 30),
    "endings": Check(endings, 240, 10),
    "every-place": Check(every_place, 160, 20),
    "choices": Check(choices, 120, 8),
    "frames": Check(frames, 160, 16),
    "twin-tables": Check(twin_tables, 50, 6),
}
