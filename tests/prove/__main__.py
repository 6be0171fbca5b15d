"""The verb `prove`: which promise, for how long, from which seed.

  run.py prove --games [--minutes N] [--seed S] [GAME ...]   what every game owes the house, see tests/games/kit
  run.py prove --simulation [--minutes N] [--seed S]         the tables under every simulated trouble, see tests/prove/simulation
  run.py prove --crashes [--minutes N] [--seed S] [--tables N]      what people saw outlives every crash of house and database

Ends with status 1 where something did not hold.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Final

from tests.prove import crashes, games
from tests.prove.simulation import proof

PROMISES: Final[Mapping[str, tuple[str, Callable[[argparse.Namespace], bool]]]] = {
    "games": ("every game, or those named, by the conformance kit", games.prove),
    "simulation": ("the tables, on a seeded loop under every trouble", proof.prove),
    "crashes": ("what was seen is saved: a house at play is killed again and again", crashes.prove),
}
"""By option: what it says of itself, and what tries to break it."""


def main() -> None:
    parser = argparse.ArgumentParser("run.py prove", description="Tries to break a promise for as long as it is told.")
    which = parser.add_mutually_exclusive_group(required=True)
    for name, (words, _) in PROMISES.items():
        which.add_argument(f"--{name}", dest="promise", action="store_const", const=name, help=words)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long; 1 if not said")
    parser.add_argument("--seed", type=int, help="where the seeds begin; another place every time if not said")
    parser.add_argument("--tables", type=int, default=12, help="how many tables are at play, with --crashes; 12 if not said")
    parser.add_argument("names", metavar="GAME", nargs="*", help="only these, by slug")
    asked = parser.parse_args()
    sys.exit(0 if PROMISES[asked.promise][1](asked) else 1)


if __name__ == "__main__":
    main()
