"""Bots see a view and nothing else, and they are as strong as they say."""

import random

import pytest

from app.bots import STRENGTHS, choose
from app.bots.arena import match, places, tournament
from app.games import GAMES
from app.rules.game import AnyGame, Outcome, Seat, prompts, view
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
    state = HIGH_CARD.shuffled(HIGH_CARD.setup(2, HighCardOptions(), False), [0, 2, 4, 1, 3, 5])
    moves = [Choose(0), Choose(2), Choose(4)]
    chosen = {choose(strength, HIGH_CARD, view(state, Seat(0)), moves, random.Random(seed)) for seed in range(40)}
    assert chosen <= set(moves)
    assert choose(strength, HIGH_CARD, view(state, Seat(0)), moves[:1], random.Random(1)) == Choose(0)


@every_game
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bots_choice_follows_from_its_view_and_its_own_chance_alone(game: AnyGame, strength: str) -> None:
    chance = random.Random(11)
    state = game.setup(game.seats[0], game.options(), True)
    for number in range(120):
        if game.awaits_shuffle(state):
            cards = game.awaits_shuffle(state)
            state = game.shuffled(state, chance.sample(range(cards), cards))
            continue
        seat = chance.choice(list(prompts(game, state)))
        seen = view(state, seat)
        chosen = choose(strength, game, seen, list(game.legal_moves(seen)), random.Random(number))
        other = view(game.resample(seen, chance), seat)
        assert choose(strength, game, other, list(game.legal_moves(other)), random.Random(number)) == chosen
        state = game.apply(state, seat, chosen)
        if game.outcome(state.public) is not None:
            break


@every_game
def test_steady_beats_casual(game: AnyGame) -> None:
    seats = min(6, game.seats[-1])
    steady, casual = tournament(game, ["steady", "casual"], 16, seats, random.Random(2026))
    assert [line.strength for line in (steady, casual)] == ["steady", "casual"]
    assert casual.mean_place - steady.mean_place > seats / 6
    assert steady.wins > 2 * casual.wins


def test_a_tournament_is_the_same_with_the_same_chance() -> None:
    table = [tournament(GAMES[0], ["casual"], 2, GAMES[0].seats[0], random.Random(3)) for _ in range(2)]
    assert table[0] == table[1]


def test_progress_is_told_after_every_match() -> None:
    told: list[tuple[int, int]] = []
    options = HighCardOptions(deals=1)
    lines = tournament(HIGH_CARD, ["casual", "steady"], 3, 2, random.Random(1), lambda done, of: told.append((done, of)), options)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert sum(line.wins for line in lines) == 3
    assert {line.seats for line in lines} == {3}


def test_tied_seats_share_the_mean_of_their_places() -> None:
    outcome = Outcome(((Seat(2),), (Seat(0), Seat(3)), (Seat(1),)), (0, 0, 0, 0), "last-deal")
    assert places(outcome) == {2: 1, 0: 2.5, 3: 2.5, 1: 4}


def test_a_match_between_bots_ends() -> None:
    last = match(HIGH_CARD, ["casual", "steady"], HighCardOptions(deals=3), random.Random(5))
    assert HIGH_CARD.outcome(last.public) is not None
