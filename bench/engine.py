"""`bench engine`: the speed of the rules, with and without views, beside published engines."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final, TypeAlias

import msgspec

from app.games import GAMES
from app.rules.game import AnyGame, AnyState, view
from app.rules.replay import Setup
from bench.engine_frames import sizes
from bench.engine_shuffles import shuffles
from bench.play import endless
from bench.report import Ask, Bench, Progress, Sheet

ROUNDS: Final = 5
"""Each figure is the median of this many slices, taken in turns with those of the others."""
AT_ONCE: Final = 32
"""Moves between two looks at the clock."""
BEST: Final = 4.0
PEERS: Final = Path(__file__).parent / "peers" / "engines.py"
YARDSTICKS: Final = (("rlcard", "doudizhu"), ("openspiel", "dou_dizhu"))

Work: TypeAlias = Iterator[object]
"""Something that is done once for each item."""


class Runner:
    """Something measured in slices: how many a CPU second, and how far the slices lie apart."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.rates: list[float] = []

    def slice(self, seconds: float) -> None:
        """Another slice of at least this many CPU seconds."""
        done, began = 0, process_time()
        while (took := process_time() - began) < seconds or not took:
            for _ in islice(self._work, AT_ONCE):
                done += 1
        self.rates.append(done / took)

    def warm(self) -> None:
        for _ in islice(self._work, AT_ONCE):
            pass

    @property
    def rate(self) -> float:
        return median(self.rates)


def spread(rates: Sequence[float]) -> float:
    """Percent of the median between the slowest and the fastest slice."""
    return 100 * (max(rates) - min(rates)) / median(rates)


def encoded(game: AnyGame, states: Iterator[AnyState]) -> Work:
    """Random moves, each with the view of every seat as JSON."""
    encode = msgspec.json.Encoder().encode
    for state in states:
        for seat in game.active_seats(state.public):
            encode(view(state, seat))
        yield state


class Row(msgspec.Struct):
    """One game among this many players."""

    game: AnyGame
    seats: int
    alone: Runner
    shown: Runner
    lengths: list[int]


def rows(games: Sequence[AnyGame], seed: int) -> list[Row]:
    found = []
    for game in games:
        for seats in game.seats:
            setup, lengths = Setup(seats, game.options(), ranked=True), list[int]()
            alone = Runner(endless(game, setup, Random(seed), lengths))
            shown = Runner(encoded(game, endless(game, setup, Random(seed), lengths)))
            found.append(Row(game, seats, alone, shown, lengths))
    return found


class Peer(msgspec.Struct):
    """One game of a published engine."""

    engine: str
    version: str
    game: str
    rate: float
    length: float


def peers(folder: Path | None, seconds: float) -> list[Peer]:
    """One slice of each game of the engines installed in this folder; none without any."""
    python = None if folder is None else folder / "venv" / "bin" / "python"
    if python is None or not python.exists():
        return []
    done = subprocess.run(
        [python, PEERS, str(seconds), "--json"], capture_output=True, text=True, check=True
    )
    return [
        msgspec.convert(json.loads(line), Peer)
        for line in done.stdout.splitlines()
        if line.startswith("{")
    ]


def run(ask: Ask) -> Sequence[Sheet]:
    progress = Progress(ask)
    own, slices = rows(GAMES, ask.seed), list[list[Peer]]()
    each = ask.each(BEST) / ROUNDS
    for row in own:
        row.alone.warm()
        row.shown.warm()
    for turn in range(ROUNDS):
        progress.tell(f"round {turn + 1} of {ROUNDS}: published engines")
        slices.append(peers(ask.peers, each))
        for row in own:
            progress.tell(f"round {turn + 1} of {ROUNDS}: {row.game.slug}, {row.seats} players")
            row.alone.slice(each)
            row.shown.slice(each)
    beside = {(one[0].engine, one[0].game): one for one in zip(*slices, strict=True)}
    yardsticks = [
        median(peer.rate for peer in beside[key]) if key in beside else None for key in YARDSTICKS
    ]
    return [
        _own(own, yardsticks),
        _beside(beside),
        sizes(GAMES, ask, progress),
        shuffles(ask, progress),
    ]


def _own(own: Sequence[Row], yardsticks: Sequence[float | None]) -> Sheet:
    return Sheet(
        "Random legal moves per second of CPU time, one core",
        (
            "game",
            "seats",
            "moves/match",
            "moves/s",
            "spread %",
            *(f"times {engine} {game}" for engine, game in YARDSTICKS),
            "with views/s",
            "spread %",
            "us/move",
            "us/view",
        ),
        [
            (
                row.game.slug,
                row.seats,
                sum(row.lengths) / len(row.lengths) if row.lengths else None,
                round(row.alone.rate),
                spread(row.alone.rates),
                *(None if other is None else row.alone.rate / other for other in yardsticks),
                round(row.shown.rate),
                spread(row.shown.rates),
                1e6 / row.alone.rate,
                1e6 * (1 / row.shown.rate - 1 / row.alone.rate) / row.seats,
            )
            for row in own
        ],
        (
            (
                "A move: the legal moves of whoever is asked, one of them drawn, and the state"
                " after"
                " it; deals included."
            ),
            "With views: after each move the view of every seat is made and encoded as JSON.",
        ),
    )


def _beside(beside: dict[tuple[str, str], tuple[Peer, ...]]) -> Sheet:
    return Sheet(
        "Published engines in the same run, driven from Python",
        ("engine", "game", "moves/match", "moves/s", "spread %"),
        [
            (
                f"{one[0].engine} {one[0].version}",
                one[0].game,
                one[0].length,
                round(median(rates)),
                spread(rates),
            )
            for one in beside.values()
            for rates in ([peer.rate for peer in one],)
        ],
        ()
        if beside
        else ("None is installed: bench/peers/README.md says how, and --peers where.",),
    )


BENCH: Final = Bench(
    "engine",
    "random legal moves of every game, alone and with all views, beside published engines",
    run,
)
