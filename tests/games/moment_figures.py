"""The rate of each moment: matches between casual bots, counted by stamp and greatness.

`python -m tests.games.moment_figures GAME [matches] [seats]` prints a line for each stamp.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from app.bots.move_choice import STRENGTHS
from app.games import GAMES
from app.rules.game import AnyGame, AnyState, view
from app.rules.play import prompts, spans
from app.rules.replay import Expired, Played, Setup, Shuffled, step
from tests.js.moments import moments_of, scene

MOST_STEPS: Final = 3000
"""Of one match; a longer one is cut off."""


def steps(game: AnyGame, seats: int, chance: random.Random) -> Iterator[tuple[AnyState, AnyState]]:
    """Each state of one match with the state after it."""
    setup = Setup(seats, game.options())
    state = game.setup(setup.seats, setup.options, setup.ranked)
    for _ in range(MOST_STEPS):
        if game.outcome(state.public) is not None:
            return
        after = step(game, state, next_entry(game, state, chance))
        yield state, after
        state = after


def next_entry(game: AnyGame, state: AnyState, chance: random.Random) -> Any:
    """The next entry of a match between casual bots, as app/bots/arena.py plays it."""
    if number := game.pending_shuffle_size(state):
        order = list(range(number))
        chance.shuffle(order)
        return Shuffled(tuple(order))
    asked = prompts(game, state)
    if not asked:
        running = (one for found in spans(game, state).values() for one in found if not one.beside)
        return Expired(min(running, key=lambda one: one.seconds).key)
    seat, prompt = next(iter(asked.items()))
    seen = view(state, seat)
    moves = list(game.candidate_answers(seen, prompt))
    return Played(seat, prompt.key, STRENGTHS["casual"](game, seen, moves, chance))


def main(slug: str, matches: int = 40, seats: int | None = None) -> None:
    game = next(game for game in GAMES if game.slug == slug)
    found, deals, moves = Counter[str](), 0, 0
    for seed in range(matches):
        chance = random.Random(seed)
        played = list(steps(game, seats or min(5, game.seats[1]), chance))
        moves += len(played)
        deals += sum(bool(game.pending_shuffle_size(before)) for before, _ in played)
        scenes = [scene(game, before, after) for before, after in played if after.events]
        for one in (moment for each in moments_of(game, scenes) for moment in each):
            found[f"{one['greatness']:6}{one['stamp']}"] += 1
    lines = [f"{matches} matches of {game.title}, {deals} shuffles, {moves} steps"]
    for name, times in found.most_common():
        lines.append(
            f"{name:30}{times:7}{times / matches:9.2f} a match{times / deals:9.2f} a shuffle"
        )
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
