"""The story of a match: its rarest drama by public events, and who rose and fell."""

import json
import random

import pytest
from msgspec.structs import replace

from app.games import BY_SLUG, GAMES
from app.rules.drama import RARE, Drama
from app.rules.game import AnyGame, Seat
from app.rules.replay import Setup
from app.web.replay.record_jobs import RecordMaker
from app.web.replay.story import loser_line, rarest, said, story, winner_line
from tests.games.moment_figures import steps
from tests.web.replay.test_record_jobs import made, stored

ANN, BEN, CAT = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Ben", "Cat")


def order(*points: int) -> list[tuple[Seat, int]]:
    return sorted(enumerate(points), key=lambda item: -item[1])  # type: ignore[arg-type]  # seats


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_drama_is_rare_and_reads_with_names(game: AnyGame) -> None:
    seats = min(5, game.seats[-1])
    told = 0
    for seed in range(4):
        for before, after in steps(
            game, Setup(seats, game.options()), at_random=True, chance=random.Random(seed)
        ):
            for event in after.events:
                found = game.drama(before.public, event)
                if found is not None:
                    told += 1
                    assert found.hands >= RARE
                    text = said(found, [f"P{seat}" for seat in range(seats)])
                    assert text.endswith(".")
                    assert "{" not in text
                    assert all(f"P{seat}" in text for seat in found.seats)
    assert told, "the four matches hold none"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_story_is_made_from_a_record_of_each_game(game: AnyGame) -> None:
    job, lines = stored(game, 60)
    story = json.loads(made(RecordMaker(BY_SLUG), replace(job, kind="story"), lines))
    assert set(story) == {"deals", "minutes", "winner", "loser", "lines"}
    assert len(story["lines"]) <= 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_story_is_told_from_the_public_part_alone(game: AnyGame) -> None:
    """So a picture that is shared tells nothing that an onlooker had not seen."""
    job, lines = stored(game, 60)
    maker = RecordMaker(BY_SLUG)
    told = made(maker, replace(job, kind="story"), lines)
    replay, _ = maker._kept[job.match]
    replay.start = replace(replay.start, private=(), hidden=None)
    replay.states = [
        replace(state, private=(), hidden=None, private_events=()) for state in replay.states
    ]
    assert json.loads(told) == story(replay)


def test_the_rarest_lines_are_told_and_no_kind_twice() -> None:
    found = [
        Drama("{0} a.", (0,), 5.0),
        Drama("{0} b.", (0,), 40.0),
        Drama("{0} a.", (1,), 5.0),
        Drama("{0} c.", (0,), 2.0),
        Drama("{0} d.", (0,), 9.0),
        Drama("{0} e.", (0,), 4.0),
    ]
    assert [said(one, NAMES) for one in rarest(iter(found))] == ["Ann b.", "Ann d.", "Ben a."]


def test_a_word_with_braces_is_no_part_of_the_sentence() -> None:
    assert said(Drama("{0} spelled {word}.", (0,), 5.0, "{1}"), NAMES) == "Ann spelled {1}."


def test_the_winners_line_says_what_happened() -> None:
    won = ((ANN,), (BEN,), (CAT,))
    assert winner_line([order(1, 2, 3), order(9, 5, 4)], won, NAMES) == (
        "Ann, from the bottom to the top"
    )
    assert winner_line([order(3, 2, 1), order(9, 5, 4)], won, NAMES) == (
        "Ann, on top from the first deal to the last"
    )
    assert winner_line([order(2, 3, 1), order(9, 5, 4)], won, NAMES) == (
        "Ann, on top with the last deal"
    )
    assert winner_line([order(3, 2, 1)], won, NAMES) is None
    assert winner_line([order(1, 2), order(2, 2)], ((ANN, BEN),), NAMES) is None


def test_the_losers_line_says_what_happened() -> None:
    lost = ((BEN,), (CAT,), (ANN,))
    assert loser_line([order(3, 2, 1), order(3, 5, 4)], lost, NAMES) == (
        "Ann, from the top to the bottom"
    )
    assert loser_line([order(0, 2, 1), order(3, 5, 4)], lost, NAMES) == (
        "Ann, at the bottom from the first deal to the last"
    )
    assert loser_line([order(2, 3, 1), order(3, 5, 4)], lost, NAMES) == (
        "Ann, at the bottom with the last deal"
    )
    assert loser_line([order(3, 2, 1)], lost, NAMES) is None
