"""Bot tournaments from the command line: python bench/arena.py GAME STRENGTH STRENGTH ... [--matches N] [--seats N] [--seed S]"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.bots import STRENGTHS
from app.bots.arena import tournament
from app.games import BY_SLUG


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=BY_SLUG)
    parser.add_argument("strengths", nargs="+", choices=STRENGTHS)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = BY_SLUG[asked.game]
    seats = asked.seats or max(game.seats[0], len(asked.strengths))
    began = time.perf_counter()

    def progress(done: int, of: int) -> None:
        print(f"\r{done}/{of}", end="", file=sys.stderr, flush=True)

    table = tournament(game, asked.strengths, asked.matches, seats, random.Random(asked.seed), progress)
    print(f"\r{game.title}, {seats} seats, {asked.matches} matches, seed {asked.seed}, {time.perf_counter() - began:.1f} s")
    print(f"{'strength':<12}{'seats':>7}{'place':>8}{'wins':>8}{'points':>8}")
    for line in table:
        print(f"{line.strength:<12}{line.seats:>7}{line.mean_place:>8.2f}{line.wins:>8.1f}{line.mean_points:>8.1f}")


if __name__ == "__main__":
    main()
