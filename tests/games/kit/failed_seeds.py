"""Seeds that failed once: `run.py prove games` adds them, every later test run repeats them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("seeds.toml")


@dataclass(frozen=True)
class FailedSeed:
    game: str
    check: str
    seed: int
    steps: int


def read_seeds(file: Path = FILE) -> Iterator[FailedSeed]:
    """Raises TypeError for a line that is none of ours."""
    for one in tomllib.loads(file.read_text()).get("kept", []):
        yield FailedSeed(**one)


def add_seed(one: FailedSeed, file: Path = FILE) -> None:
    if one in read_seeds(file):
        return
    with file.open("a") as lines:
        lines.write(
            f'\n[[kept]]\ngame = "{one.game}"\ncheck = "{one.check}"\nseed = {one.seed}\nsteps = '
            f"{one.steps}\n"
        )
