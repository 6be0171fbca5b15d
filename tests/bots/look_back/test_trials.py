"""Trials and decisions: they follow from one seat's view, and agree with what a game rewards."""

import random
from typing import Any

import pytest

from app.bots.look_back.decisions import TRIED, choices
from app.bots.look_back.trials import Difference, try_moves
from app.games import GAMES
from app.rules.game import AnyGame, AnyView, Prompt, Seat, view
from app.rules.play import prompts, take_up_to
from tests.bots.test_search import dealt
from tests.table.high_card import GAME as HIGH_CARD
from tests.table.high_card import Choose

always = lambda: True  # noqa: E731


def test_the_highest_card_is_worth_more_than_the_lowest() -> None:
    seen = view(dealt((0, 2, 5), (1, 3, 4)), Seat(0))
    deals = try_moves(HIGH_CARD, seen, [Choose(0), Choose(5)], random.Random(1), 40, always)
    assert Difference(deals, 1, 0).exceeds(5)


def test_two_matches_that_look_alike_to_the_seat_give_the_same_answer() -> None:
    one = view(dealt((0, 2, 5), (1, 3, 4)), Seat(0))
    other = view(dealt((0, 2, 5), (4, 1, 3)), Seat(0))
    moves = [Choose(0), Choose(2), Choose(5)]
    assert try_moves(HIGH_CARD, one, moves, random.Random(7), 20, always) == try_moves(
        HIGH_CARD, other, moves, random.Random(7), 20, always
    )


def test_a_deal_that_was_broken_off_does_not_count() -> None:
    seen = view(dealt((0, 2, 5), (1, 3, 4)), Seat(0))
    left = iter(range(7))
    moves = [Choose(0), Choose(2), Choose(5)]
    deals = try_moves(
        HIGH_CARD, seen, moves, random.Random(1), 40, lambda: next(left, None) is not None
    )
    assert sum(map(len, deals)) == 2


def first_choice(game: AnyGame) -> tuple[AnyView, Prompt, tuple[Any, ...]]:
    """The first question of a match with several answers, and these."""
    chance = random.Random(1)
    state = game.setup(game.seats[0], game.options(), False)
    while True:
        number = game.pending_shuffle_size(state)
        if number:
            state = game.apply_shuffle(state, chance.sample(range(number), number))
            continue
        seat, prompt = next(iter(prompts(game, state).items()))
        seen = view(state, seat)
        moves, _ = take_up_to(game.candidate_answers(seen, prompt), 1000)
        if len(moves) > 2:
            return seen, prompt, moves
        state = game.apply(state, seat, moves[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_choices_begin_with_the_move_that_was_made_and_hold_the_usual_one(game: AnyGame) -> None:
    seen, prompt, moves = first_choice(game)
    for made in moves[:40]:
        found = choices(game, seen, prompt, made)
        assert found is not None
        assert found.moves[0] == made
        assert len(found.moves) == len(set(map(repr, found.moves))) == min(TRIED, len(moves))
        scores = game.score_moves(seen, moves)
        assert scores[moves.index(found.moves[found.usual])] == max(scores)
