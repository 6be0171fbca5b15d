"""The benchmark of the rules still works; how fast they are is no test's business."""

from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final

import msgspec
import pytest

from app.games import GAMES
from app.games.scum_the_masquerade.options import Options
from app.rules.game import AnyGame, Seat, view
from app.rules.play import take_up_to
from app.rules.replay import Setup
from bench.engine import peers, run
from bench.engine_frames import frames
from bench.play import begun, dealt, longest, match
from bench.report import Ask
from tests.games.scum_the_masquerade.test_later_rounds import Later

MOMENTS: Final = 2600
"""The most moves of the match after which views are compared, in whole deals."""


def test_every_game_is_measured_among_all_numbers_of_players() -> None:
    own, beside, *_ = run(Ask(seconds=0.01, loud=False))
    assert [tuple(row[:2]) for row in own.rows] == [
        (game.slug, seats) for game in GAMES for seats in game.seats
    ]
    assert all(
        isinstance(figure, float | int) and figure > 0
        for row in own.rows
        for figure in (row[3], row[-3], row[-2])
    )
    assert not beside.rows
    assert beside.notes


def test_engines_that_are_not_installed_are_left_out(tmp_path: Path) -> None:
    assert peers(tmp_path, 0.1) == peers(None, 0.1) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_measured_match_is_played_by_the_rules_until_it_is_over(game: AnyGame) -> None:
    *_, last = islice(
        match(game, Setup(game.seats[0], game.options(), ranked=True), Random(1)), 2000
    )
    assert (
        game.awaited_seats(last.public)
        or game.pending_shuffle_size(last)
        or game.outcome(last.public) is not None
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_long_match_is_one_that_a_host_may_choose(game: AnyGame) -> None:
    seats = game.seats[0]
    options = longest(game)
    assert game.config_problem(seats, options) is None
    state = dealt(game, begun(game, Setup(seats, options, ranked=True)), Random(1))
    assert any(
        take_up_to(game.legal_moves(view(state, seat)), 1)[0]
        for seat in game.awaited_seats(state.public)
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_a_seat_sees_does_not_grow_with_the_match(game: AnyGame) -> None:
    setup = Setup(game.seats[len(game.seats) // 2], longest(game), ranked=True)
    deals: list[list[int]] = [[]]
    for state in islice(match(game, setup, Random(1)), MOMENTS):
        seat = next(iter(game.awaited_seats(state.public)), Seat(0))
        deals[-1].append(len(msgspec.json.encode(view(state, seat))))
        if game.pending_shuffle_size(state):
            deals.append([])
    whole = deals[: -1 if sum(map(len, deals)) == MOMENTS else None]
    assert len(whole) > 1, "a late deal is compared with an early one"
    third = max(1, len(whole) // 3)
    early, late = list(chain(*whole[:third])), list(chain(*whole[-third:]))
    assert mean(late) < 1.15 * mean(early)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_frames_fit_into_few_packets(game: AnyGame) -> None:
    for seats in game.seats:
        sizes = sorted(map(len, frames(game, seats, 1, 200)))
        assert sizes[len(sizes) // 2] < 2 * 1024
        assert sizes[len(sizes) * 99 // 100] < 8 * 1024


class TwoPackOptions(Options, frozen=True):
    """The politics and cards of Scum: The Masquerade of which frames have most to tell."""

    evening: Any = "masquerade"
    packs: Any = "2"


class TwoPacks(Later):
    """Its rounds with ranks."""

    options = TwoPackOptions


def test_the_longest_frames_fit_too() -> None:
    """Clans and dots of all seats, and two packs of open cards."""
    for seats in (6, 8):
        sizes = sorted(map(len, frames(TwoPacks(), seats, 1, 150)))
        # 40 bytes of it are the decisions in force, which are in sight all the time
        assert sizes[len(sizes) // 2] < 2.05 * 1024
        assert sizes[len(sizes) * 99 // 100] < 8 * 1024
