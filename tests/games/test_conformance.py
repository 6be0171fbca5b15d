"""Every game passes the kit: all numbers of players, all pairs of options, fixed seeds."""

from typing import Any

import pytest

from app.games import BY_SLUG
from tests.games.kit import failed_seeds, transcripts
from tests.games.kit.adapter import Adapter, adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts
from tests.games.kit.frame_sizes import light
from tests.games.kit.report import remember
from tests.games.kit.transcripts import path, transcript
from tests.table.conformance import ADAPTER as TOY

GAMES: tuple[str, ...] = (TOY.game.slug, *BY_SLUG)


def adapter_of(slug: str) -> Adapter:
    return TOY if slug == TOY.game.slug else adapter(BY_SLUG[slug])


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", CHECKS)
def test_a_game_keeps_its_promises(name: str, slug: str, record_property: Any) -> None:
    game, check, counts = adapter_of(slug), CHECKS[name], Counts()
    for seed in range(check.cases):
        check.run(game, seed, check.steps, counts)
    remember(record_property, slug, counts)
    assert counts.counts, "a check that looked at nothing says nothing"
    if counts.sizes:
        light(counts)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_plays_as_its_golden_transcripts_say(slug: str) -> None:
    game = adapter_of(slug)
    written = {file.stem for file in (game.folder / "transcripts").glob("*.txt")}
    assert written == set(game.matches) != set(), "python -m tests.games.kit.transcripts --write"
    for name in game.matches:
        assert transcript(game, name) == path(game, name).read_text(encoding="utf-8"), (
            f"{name}: read the docstring of {transcripts.__name__}"
        )


def test_what_failed_once_holds_for_ever() -> None:
    for one in failed_seeds.read_seeds():
        CHECKS[one.check].run(adapter_of(one.game), one.seed, one.steps, Counts())
