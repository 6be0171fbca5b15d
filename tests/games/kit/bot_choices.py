"""A bot's choice depends on its view, on the legal moves and on chance, and on nothing else."""

import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.bots.move_choice import STRENGTHS
from app.rules.codec import read_view, to_json
from app.rules.game import AnyGame, AnyState, AnyView, Seat, view
from app.rules.play import take_up_to
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.hints import hints
from tests.games.kit.match_record import require, viewers
from tests.games.kit.random_matches import MOST_MOVES, random_match

Choose: TypeAlias = Callable[[AnyGame, AnyView, Any, Any], Any]


QUESTIONS = 2
"""Questions of a match that every bot answers."""


def strengths() -> Mapping[str, Choose]:
    """Every strength that rooms offer."""
    return STRENGTHS


def bot_choices(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Puts some questions of a random match to all bots, in the truth and in another world.

    The hints that people get for them are of the same kind.
    """
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    seats = [
        (state, seat) for state in record.states for seat in viewers(state) if seat is not None
    ]
    asked = [(state, seat) for state, seat in seats if _has_choice(adapter.game, state, seat)]
    for state, seat in seats:
        _offers(adapter.game, state, seat, chance)
    for state, seat in chance.sample(asked, min(len(asked), QUESTIONS)):
        for name, choose in strengths().items():
            choice(adapter.game, state, seat, name, choose, chance, counts)
        hints(adapter.game, state, seat, chance)


def choice(
    game: AnyGame,
    state: AnyState,
    seat: Seat,
    name: str,
    choose: Choose,
    chance: random.Random,
    counts: Counts,
) -> None:
    stream = chance.getrandbits(32)
    seen = view(state, seat)
    drawn = view(game.resample(seen, chance), seat)
    chosen = []
    for looked in (seen, drawn, read_view(game, to_json(seen))):
        prompt = game.prompt(looked)
        assert prompt is not None
        moves, _ = take_up_to(game.candidate_answers(looked, prompt), MOST_MOVES)
        require(
            all(game.check_answer(looked, prompt, move) is None for move in moves),
            "what bots consider is legal",
            bot=name,
        )
        chosen.append(choose(game, looked, moves, random.Random(stream)))
        counts.add("choices")
        require(chosen[-1] in moves, "a bot chooses a legal move", bot=name)
    alike = all(one == chosen[0] for one in chosen)
    require(
        alike,
        "a bot chooses alike in worlds that its seat cannot tell apart",
        bot=name,
        chosen=chosen,
    )


def _offers(game: AnyGame, state: AnyState, seat: Seat, chance: random.Random) -> None:
    """A bot takes an offer by a legal move, and alike in worlds that it cannot tell apart."""
    seen = view(state, seat)
    if game.outcome(state.public) is not None:
        return
    for prompt in game.prompts(seen):
        if prompt.offer:
            move = game.accepted_offer(seen, prompt)
            legal = move is None or game.check_answer(seen, prompt, move) is None
            require(legal, "a bot takes an offer by a legal move", key=prompt.key)
            other = view(game.resample(seen, chance), seat)
            alike = game.accepted_offer(other, prompt) == move
            require(alike, "a bot takes an offer by what its seat knows", key=prompt.key)


def _has_choice(game: AnyGame, state: AnyState, seat: Seat) -> bool:
    seen = view(state, seat)
    prompt = game.prompt(seen)
    return prompt is not None and len(take_up_to(game.candidate_answers(seen, prompt), 2)[0]) > 1
