"""The record of a match: one computation for live play, restart, replay and review."""

import pytest

from app.rules.errors import StaleMove
from app.rules.game import Seat
from app.rules.replay import (
    Entry,
    Expired,
    LastDeal,
    Played,
    Reseated,
    Setup,
    Shuffled,
    replay,
    step,
)
from tests.table.high_card import GAME, Choose, Crow, Dealt, HighCardOptions

A, B = Seat(0), Seat(1)
SETUP = Setup(2, HighCardOptions(deals=2))
DEAL = Shuffled((0, 2, 4, 1, 3, 5))
ONE_DEAL: list[Entry] = [
    DEAL,
    Played(A, "choose.1", Choose(4)),
    Played(B, "choose.1", Choose(5)),
    Played(B, "crow.1", Crow(False)),
]


def test_a_replay_gives_the_setup_and_then_one_state_per_entry() -> None:
    states = list(replay(GAME, SETUP, ONE_DEAL))
    assert len(states) == len(ONE_DEAL) + 1
    assert states[0] == GAME.setup(2, SETUP.options, False)
    assert states[1].events == (Dealt(1),)
    assert states[-1].public.salaries == (0, 1)


def test_the_same_entries_give_the_same_states() -> None:
    assert list(replay(GAME, SETUP, ONE_DEAL)) == list(replay(GAME, SETUP, tuple(ONE_DEAL)))


def test_an_illegal_entry_is_refused_in_a_replay_as_it_is_live() -> None:
    with pytest.raises(StaleMove):
        list(replay(GAME, SETUP, [DEAL, Played(A, "choose.7", Choose(4))]))


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 1, 2, 3, 4, 4), (1, 2, 3, 4, 5, 6), ()])
def test_only_a_permutation_of_what_awaits_one_is_a_shuffle(order: tuple[int, ...]) -> None:
    with pytest.raises(AssertionError):
        step(GAME, GAME.setup(2, SETUP.options, False), Shuffled(order))


def test_time_runs_out_for_open_questions_only() -> None:
    state = step(GAME, GAME.setup(2, SETUP.options, False), DEAL)
    with pytest.raises(AssertionError):
        step(GAME, state, Expired("choose.2"))
    assert step(GAME, state, Expired("choose.1")).public.phase == "crow"


def test_people_come_and_go_between_deals_only() -> None:
    *_, between = replay(GAME, SETUP, ONE_DEAL)
    assert step(GAME, between, Reseated((A,), 2)).public.ranks == (B, 2, 3)
    during = step(GAME, between, Shuffled((0, 1, 2, 3, 4, 5)))
    with pytest.raises(AssertionError):
        step(GAME, during, Reseated((), 1))


def test_the_last_deal_is_an_entry_too() -> None:
    states = list(replay(GAME, SETUP, [DEAL, LastDeal(), *ONE_DEAL[1:]]))
    assert GAME.outcome(states[-1].public) is not None
