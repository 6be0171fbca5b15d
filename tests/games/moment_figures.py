"""The rate of each moment, or of each drama, in matches between bots or random players.

`python -m tests.games.moment_figures GAME` prints a line for each stamp and greatness, with
`--drama` one for each sentence that is told of rare events once a match is over; `--help` says what
else to ask. Random players answer at random and take half of all offers; bots take those that they
take at a table.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgspec

from app.bots.move_choice import STRENGTHS
from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Prompt, Seat, view
from app.rules.play import all_prompts, first_questions, spans, take_up_to
from app.rules.replay import Expired, Played, Setup, Shuffled, step
from tests.js.moments import moments_of, scene

MOST_STEPS: Final = 3000
"""Of one match; a longer one is cut off."""
MOST_MOVES: Final = 300
"""Answers to an offer that a random player chooses from."""


class Players:
    """All players of one match, who are of one kind."""

    def __init__(self, game: AnyGame, at_random: bool, chance: random.Random) -> None:
        self._game, self._at_random, self._chance = game, at_random, chance
        self._let_be: set[tuple[Seat, str]] = set()

    def next_entry(self, state: AnyState) -> Any:
        """The next entry of the match, as app/bots/arena.py plays it, with offers."""
        if number := self._game.pending_shuffle_size(state):
            order = list(range(number))
            self._chance.shuffle(order)
            return Shuffled(tuple(order))
        found = all_prompts(self._game, state)
        self._let_be &= {(seat, one.key) for seat, each in found.items() for one in each}
        played = self._offer(state, found) or self._question(state, found)
        if played is None:
            running = spans(self._game, state).values()
            ending = [one for each in running for one in each if not one.beside]
            return Expired(min(ending, key=lambda one: one.seconds).key)
        self._let_be = {slot for slot in self._let_be if slot[0] != played.seat}
        return played

    def _offer(self, state: AnyState, found: dict[Seat, tuple[Prompt, ...]]) -> Played | None:
        """An offer that somebody takes; each player looks at each once between two moves."""
        for seat, each in found.items():
            for prompt in each:
                if not prompt.offer or (seat, prompt.key) in self._let_be:
                    continue
                self._let_be.add((seat, prompt.key))
                seen = view(state, seat)
                if not self._at_random:
                    move = self._game.accepted_offer(seen, prompt)
                elif self._chance.random() < 0.5:
                    moves, _ = take_up_to(self._game.legal_answers(seen, prompt), MOST_MOVES)
                    move = self._chance.choice(moves) if moves else None
                else:
                    move = None
                if move is not None:
                    return Played(seat, prompt.key, move)
        return None

    def _question(self, state: AnyState, found: dict[Seat, tuple[Prompt, ...]]) -> Played | None:
        asked = first_questions(found)
        if not asked:
            return None
        seat, prompt = next(iter(asked.items()))
        seen = view(state, seat)
        moves = list(self._game.candidate_answers(seen, prompt))
        if self._at_random:
            return Played(seat, prompt.key, self._chance.choice(moves))
        move = STRENGTHS["casual"](self._game, seen, moves, self._chance)
        return Played(seat, prompt.key, move)


def steps(
    game: AnyGame, setup: Setup, at_random: bool, chance: random.Random
) -> Iterator[tuple[AnyState, AnyState]]:
    """Each state of one match with the state after it."""
    state = game.setup(setup.seats, setup.options, setup.ranked)
    players = Players(game, at_random, chance)
    for _ in range(MOST_STEPS):
        if game.outcome(state.public) is not None:
            return
        after = step(game, state, players.next_entry(state))
        yield state, after
        state = after


Steps: TypeAlias = list[tuple[AnyState, AnyState]]


def staged(game: AnyGame, played: Steps) -> Iterator[str]:
    scenes = [scene(game, before, after) for before, after in played if after.events]
    for one in (moment for each in moments_of(game, scenes) for moment in each):
        yield f"{one['greatness']:6}{one['stamp']}"


def told(game: AnyGame, played: Steps) -> Iterator[str]:
    found = (game.drama(old.public, event) for old, new in played for event in new.events)
    return (drama.text for drama in found if drama is not None)


def main(given: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.games.moment_figures")
    parser.add_argument("game", choices=[game.slug for game in GAMES])
    parser.add_argument("--drama", action="store_true")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--per", default="hand-dealt", help="the event that begins a hand")
    parser.add_argument("--random", action="store_true")
    asked = parser.parse_args(given)
    game = next(game for game in GAMES if game.slug == asked.game)
    preset = next(preset for preset in game.presets if preset.name == asked.preset)
    seats = asked.seats or min(5, game.seats[1])
    setup = Setup(seats, msgspec.convert(dict(preset.options), game.options))
    found, hands = Counter[str](), 0
    for seed in range(asked.matches):
        played = list(steps(game, setup, asked.random, random.Random(seed)))
        events = [event for _, after in played for event in after.events]
        hands += sum(to_json(event)["type"] == asked.per for event in events)
        found.update((told if asked.drama else staged)(game, played))
    lines = [f"{asked.matches} matches of {game.title}, {hands} times {asked.per}"]
    lines += [f"{times:7}{times / hands:9.3f}  {name}" for name, times in found.most_common()]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
