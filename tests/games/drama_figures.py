"""The rarity of each kind of drama: matches between casual bots, counted by sentence.

`python -m tests.games.drama_figures GAME` prints how often each comes and the hands in which it
comes once; `--help` says what else to ask.
"""

import argparse
import random
import sys
from collections import Counter

import msgspec

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.replay import Setup
from tests.games.moment_figures import steps


def main(given: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.games.drama_figures")
    parser.add_argument("game", choices=[game.slug for game in GAMES])
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
        for before, after in steps(game, setup, asked.random, random.Random(seed)):
            for event in after.events:
                hands += to_json(event)["type"] == asked.per
                told = game.drama(before.public, event)
                if told is not None:
                    found[told.text] += 1
    lines = [f"{asked.matches} matches of {game.title}, {hands} times {asked.per}"]
    lines += [f"{hands / many:8.1f}{many:6}  {text}" for text, many in found.most_common()]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
