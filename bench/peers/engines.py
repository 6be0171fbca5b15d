"""Moves per second of published rules engines, driven from Python with random legal moves.

pip install open_spiel rlcard, then: python engines.py [seconds per game] [--json]
Prints one line per game, an object with --json.
Seconds are the process's CPU time, after one game to warm up; compare ratios within one run only.
"""

import importlib.metadata
import json
import random
import sys
import time


def openspiel(name):
    """One game after the other: how many moves each had."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    while True:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(
                    rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
                )
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        yield moves


def rlcard(name):
    """The moves of RLCard, whose every step makes the next player's state."""
    import rlcard

    env, rng = rlcard.make(name, config={"seed": 1}), random.Random(1)
    while True:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        yield moves


ENGINES = (
    (openspiel, "open_spiel", ("dou_dizhu", "crazy_eights", "hearts", "hanabi")),
    (rlcard, "rlcard", ("doudizhu", "uno")),
)


def measured(matches, seconds):
    """Moves per CPU second, and per game."""
    next(matches)
    moves = games = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds or not games:
        moves += next(matches)
        games += 1
    return moves / took, moves / games


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument != "--json"]
    seconds = float(given[0]) if given else 3.0
    for engine, package, names in ENGINES:
        for name in names:
            try:
                rate, length = measured(engine(name), seconds)
            except ImportError:
                continue
            if "--json" in sys.argv:
                version = importlib.metadata.version(package)
                print(
                    json.dumps(
                        {
                            "engine": engine.__name__,
                            "version": version,
                            "game": name,
                            "rate": rate,
                            "length": length,
                        }
                    )
                )
            else:
                print(
                    f"{engine.__name__:10} {name:14} {rate:10,.0f} moves/s   {length:6.1f}"
                    " moves/game"
                )
