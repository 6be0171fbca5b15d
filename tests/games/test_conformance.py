"""Every game passes the kit: all numbers of players, all pairs of options, fixed seeds."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.games import BY_SLUG
from app.rules.game import AnyState, view
from app.rules.play import all_prompts, clock_keys, spans, take_up_to
from app.rules.replay import Entry, Expired, Played
from tests.games.kit import failed_seeds, transcripts
from tests.games.kit.adapter import Adapter, adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts
from tests.games.kit.faulty_game import FaultyGame
from tests.games.kit.frame_sizes import light
from tests.games.kit.random_matches import random_match
from tests.games.kit.report import remember
from tests.games.kit.transcript_changes import changes, each_alone, shows_in
from tests.games.kit.transcripts import path
from tests.table.conformance import ADAPTER as TOY

GAMES: tuple[str, ...] = (TOY.game.slug, *BY_SLUG)


def adapter_of(slug: str) -> Adapter:
    return TOY if slug == TOY.game.slug else adapter(BY_SLUG[slug])


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_game_keeps_its_promises(name: str, slug: str, record_property: Any) -> None:
    game, check, counts = adapter_of(slug), CHECKS[name], Counts()
    for seed in check.seeds(game.game):
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
    for name, text in transcripts.transcripts(game).items():
        assert text == path(game, name).read_text(encoding="utf-8"), (
            f"{name}: read the docstring of {transcripts.__name__}"
        )


@pytest.mark.parametrize("slug", GAMES)
def test_a_planted_change_shows_in_a_golden_transcript(slug: str) -> None:
    """The first event that is told, and how a match ends; the rest is a command of its module."""
    game = adapter_of(slug)
    planted, right = changes(game), each_alone(game)
    assert not any(shows_in(FaultyGame(game, lambda *_: {}), right)), "a game without a change"
    told = next(name for name, one in planted.items() if any(shows_in(one, right)))
    for name in (told, "a point more", "the last are first", "another reason"):
        assert next(shows_in(planted[name], right), None), name


@pytest.mark.parametrize("slug", GAMES)
def test_entries_that_show_a_viewer_the_same_say_the_same(slug: str) -> None:
    """The kit steps no entry that says something else than the one it looks for."""
    game, chance = adapter_of(slug), random.Random(4)
    record = random_match(game, 4, 120)
    for state in record.states[1::6]:
        for viewer in (None, chance.choice(game.game.active_seats(state.public))):
            said: dict[bytes, object] = {}
            for entry in some_entries(game, state):
                shown = msgspec.json.encode(game.shows(state, entry, viewer))
                spoken = game.spoken(state, entry, viewer)
                assert said.setdefault(shown, spoken) == spoken, (entry, shown)


def some_entries(game: Adapter, state: AnyState) -> Iterator[Entry]:
    open_to = all_prompts(game.game, state)
    for seat, found in open_to.items():
        for prompt in found:
            answers = game.game.legal_answers(view(state, seat), prompt)
            yield from (Played(seat, prompt.key, move) for move in take_up_to(answers, 12)[0])
    yield from map(Expired, clock_keys(open_to, spans(game.game, state)))


def test_what_failed_once_holds_for_ever() -> None:
    for one in failed_seeds.read_seeds():
        CHECKS[one.check].run(adapter_of(one.game), one.seed, one.steps, Counts())
