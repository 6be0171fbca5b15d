"""Moves per second of published rules engines, driven from Python with random legal moves: the yardstick for our own.

pip install open_spiel rlcard, then: python engines.py [seconds per game]. Prints one line per game; compare ratios within one run only.
"""

import random
import sys
import time


def openspiel(name: str, seconds: float) -> tuple[float, float]:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    moves = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        games += 1
    return moves / (time.perf_counter() - start), moves / games


def rlcard_env(name: str, seconds: float) -> tuple[float, float]:
    import rlcard

    env, rng = rlcard.make(name, config={"seed": 1}), random.Random(1)
    moves = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        games += 1
    return moves / (time.perf_counter() - start), moves / games


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for run, names in ((openspiel, ("dou_dizhu", "crazy_eights", "hearts", "hanabi")), (rlcard_env, ("doudizhu", "uno"))):
        for name in names:
            rate, length = run(name, seconds)
            print(f"{run.__name__:10} {name:14} {rate:10,.0f} moves/s   {length:6.1f} moves/game")
