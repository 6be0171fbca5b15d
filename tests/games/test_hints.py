"""Hints: every kind of move has a reason, made of what the seat knows."""

import random

import pytest

from app.games import GAMES
from app.rules.codec import read_options
from app.rules.game import AnyGame, view
from app.rules.hints import hint
from app.rules.play import take_up_to
from app.rules.replay import Setup
from bench.play import asked, begun, dealt
from tests.games.kit.hints import hints
from tests.games.kit.match_endings import sentence
from tests.games.kit.random_matches import NAMES

REASONED = [game for game in GAMES if game.gives_reasons]
STEPS = 130


@pytest.mark.parametrize("game", REASONED, ids=lambda game: game.slug)
def test_a_hint_is_legal_and_the_same_in_worlds_that_its_seat_cannot_tell_apart(
    game: AnyGame,
) -> None:
    """Issue 21: a hint is computed from the seat's own view, exactly as a bot's move would be."""
    chance, looked = random.Random(21), 0
    setup = Setup(game.seats[0], read_options(game, dict(game.presets[0].options)), ranked=False)
    state = dealt(game, begun(game, setup), chance)
    kinds = set()
    for step in range(STEPS):
        question = asked(game, state)
        if question is None:
            break
        seat, seen, _ = question
        prompt = game.prompt(seen)
        assert prompt is not None
        if step % 5 == 0:
            hints(game, state, seat, chance)
            looked += 1
        moves, _ = take_up_to(game.candidate_answers(seen, prompt), 200)
        for move in {type(move): move for move in moves}.values():
            sentence(f"{game.say_reason(seen, moves, move, NAMES).deed}.", "a reason")
            kinds.add(type(move))
        found = hint(game, view(state, seat), prompt, NAMES)
        state = dealt(game, game.apply(state, seat, found.move), chance)
    assert looked > 5
    assert len(kinds) > 2
