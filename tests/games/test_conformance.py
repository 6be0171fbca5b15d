"""Every game keeps the promises of the kit: over all numbers of players and every pair of options, from the same seeds each time."""

from typing import Any

import pytest

from app.games import BY_SLUG
from tests.games.kit import seeds
from tests.games.kit.adapter import Adapter, adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.frames import light
from tests.games.kit.report import remember
from tests.games.kit.tally import Tally
from tests.table.conformance import ADAPTER as TOY

GAMES = (TOY.game.slug, *BY_SLUG)


def adapter_of(slug: str) -> Adapter:
    return TOY if slug == TOY.game.slug else adapter(BY_SLUG[slug])


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", CHECKS)
def test_a_game_keeps_its_promises(name: str, slug: str, record_property: Any) -> None:
    game, check, tally = adapter_of(slug), CHECKS[name], Tally()
    for seed in range(check.cases):
        check.look(game, seed, check.steps, tally)
    remember(record_property, slug, tally)
    assert tally.counts, "a check that looked at nothing says nothing"
    if tally.sizes:
        light(tally)


def test_what_failed_once_holds_for_ever() -> None:
    for one in seeds.kept():
        CHECKS[one.check].look(adapter_of(one.game), one.seed, one.steps, Tally())
