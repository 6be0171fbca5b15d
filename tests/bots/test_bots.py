"""Bots see a view and nothing else, and they are as strong as they say."""

import random

import pytest

from app.bots.move_choice import SEARCHES, STRENGTHS, choose
from app.bots.search import MAX_MOVES
from app.games import GAMES
from app.rules.game import AnyGame, Seat, view
from app.rules.play import prompts, take_up_to
from tests.table.high_card import GAME as HIGH_CARD
from tests.table.high_card import Choose, HighCardOptions

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def test_strengths_are_named_weakest_first() -> None:
    assert list(STRENGTHS) == ["casual", "steady", "sharp"]


def test_nobody_plays_at_a_strength_that_does_not_exist() -> None:
    seen = view(HIGH_CARD.setup(2, HighCardOptions(), False), Seat(0))
    with pytest.raises(KeyError):
        choose("genius", HIGH_CARD, seen, [Choose(1)], random.Random(1))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_takes_one_of_the_moves_it_is_given(strength: str) -> None:
    state = HIGH_CARD.apply_shuffle(
        HIGH_CARD.setup(2, HighCardOptions(), False), [0, 2, 4, 1, 3, 5]
    )
    moves = [Choose(0), Choose(2), Choose(4)]
    chosen = {
        choose(strength, HIGH_CARD, view(state, Seat(0)), moves, random.Random(seed))
        for seed in range(40)
    }
    assert chosen <= set(moves)
    assert choose(strength, HIGH_CARD, view(state, Seat(0)), moves[:1], random.Random(1)) == Choose(
        0
    )


@every_game
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bots_choice_follows_from_its_view_and_its_own_chance_alone(
    game: AnyGame, strength: str
) -> None:
    chance = random.Random(11)
    state = game.setup(game.seats[0], game.options(), True)
    for number in range(24 if strength in SEARCHES else 120):
        if game.pending_shuffle_size(state):
            cards = game.pending_shuffle_size(state)
            state = game.apply_shuffle(state, chance.sample(range(cards), cards))
            continue
        seat = chance.choice(list(prompts(game, state)))
        seen = view(state, seat)
        moves, _ = take_up_to(game.legal_moves(seen), MAX_MOVES)
        chosen = choose(strength, game, seen, moves, random.Random(number))
        other = view(game.resample(seen, chance), seat)
        moves, _ = take_up_to(game.legal_moves(other), MAX_MOVES)
        assert choose(strength, game, other, moves, random.Random(number)) == chosen
        state = game.apply(state, seat, chosen)
        if game.outcome(state.public) is not None:
            break


@every_game
def test_a_world_that_a_search_supposes_looks_the_same_to_its_seat(game: AnyGame) -> None:
    chance = random.Random(12)
    state = game.setup(game.seats[0], game.options(), True)
    while game.outcome(state.public) is None:
        if cards := game.pending_shuffle_size(state):
            state = game.apply_shuffle(state, chance.sample(range(cards), cards))
            continue
        seat = chance.choice(list(prompts(game, state)))
        seen = view(state, seat)
        if chance.random() < 0.1:
            assert view(next(game.sample_worlds(seen, chance)), seat) == seen
        state = game.apply(state, seat, chance.choice(list(game.candidate_moves(seen))))
