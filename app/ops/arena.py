"""`arena`: tournaments of bots on all processors, the same again with the same seed."""

import gc
import random
import sys
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, TextIO

import msgspec

from app.bot_workers.worker import time_limit
from app.bot_workers.worker_process import cpu_count
from app.bots import arena, search
from app.bots.move_choice import SEARCHES, STRENGTHS, Strength
from app.games import BY_SLUG
from app.rules.codec import read_options, to_json
from app.rules.game import AnyGame, AnyView, Chance
from app.rules.values import Manner


class InvalidTournament(Exception):
    """There can be no such tournament."""


class Tournament(msgspec.Struct, frozen=True):
    """The settings of a tournament.

    All its matches follow from them, unless there is a time budget.
    """

    game: str
    entrants: tuple[str, ...]
    """Strengths in turn around the table; one that is named twice takes two of the seats."""
    seats: int
    options: Any
    """As the options' JSON."""
    seed: int = 1
    matches: int | None = None
    hands: int | None = None
    """Matches are played until this many hands are decided."""
    budget: float | None = None
    """Seconds of the processor's time for each choice of a strength that searches."""
    playouts: int | None = None
    """Instead of a budget; with neither the strength's own."""


NO_TIME_LIMIT: Final = 3600.0


def check(wanted: Tournament) -> None:
    """Raises Unplayable with a sentence."""
    game = BY_SLUG.get(wanted.game)
    if game is None:
        raise InvalidTournament(
            f"There is no game {wanted.game!r}; there are {', '.join(BY_SLUG)}."
        )
    for entrant in wanted.entrants:
        if entrant not in STRENGTHS:
            raise InvalidTournament(
                f"There is no strength {entrant!r}; there are {', '.join(STRENGTHS)}."
            )
    if wanted.seats not in game.seats:
        raise InvalidTournament(f"{game.title} cannot be played by {wanted.seats}.")
    if len(wanted.entrants) > wanted.seats:
        raise InvalidTournament(
            f"{len(wanted.entrants)} strengths need as many seats, and there are {wanted.seats}."
        )
    if wanted.budget is not None and wanted.playouts is not None:
        raise InvalidTournament("Give a budget or a number of iterations, not both.")
    try:
        options = read_options(game, wanted.options)
    except msgspec.ValidationError as error:
        raise InvalidTournament(f"These are no options of {game.title}: {error}.") from None
    problem = game.config_problem(wanted.seats, options)
    if problem is not None:
        raise InvalidTournament(problem)


def play_match(wanted: Tournament, number: int) -> arena.MatchResult:
    """Match `number` of the tournament, in whichever process."""
    game = BY_SLUG[wanted.game]
    at = arena.seating(wanted.entrants, wanted.seats, number)
    deals = random.Random(f"{wanted.seed} deals {arena.deal_set(wanted.entrants, number)}")
    chances = [
        random.Random(f"{wanted.seed} match {number} seat {seat}") for seat in range(wanted.seats)
    ]
    return arena.play_match(
        game,
        [player(wanted, entrant) for entrant in at],
        read_options(game, wanted.options),
        deals,
        chances,
        [Manner(entrant) for entrant in at],
    )


def play_match_in_worker(wanted: Tournament, number: int) -> arena.MatchResult:
    """`play_match` in a worker process, which collects garbage between matches alone."""
    result = play_match(wanted, number)
    gc.collect()
    return result


def player(wanted: Tournament, entrant: str) -> Strength:
    """The strength, with the time or the playouts that this tournament gives it."""
    if entrant not in SEARCHES or (wanted.budget is None and wanted.playouts is None):
        return STRENGTHS[entrant]

    def searching(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
        if wanted.playouts is not None:
            return search.choose(game, view, moves, chance, search.playout_limit(wanted.playouts))
        assert wanted.budget is not None
        return search.choose(game, view, moves, chance, time_limit(wanted.budget, NO_TIME_LIMIT))

    return searching


def results(wanted: Tournament, processes: int) -> Generator[arena.MatchResult, None, None]:
    """The matches in order, for ever, played in this many processes, which end when it closes."""
    if processes == 1:
        number = 0
        while True:
            yield play_match(wanted, number)
            number += 1
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=configure_worker) as pool:
        ahead: list[Future[arena.MatchResult]] = []
        number = 0
        try:
            while True:
                while len(ahead) < 2 * processes and (
                    wanted.matches is None or number < wanted.matches
                ):
                    ahead.append(pool.submit(play_match_in_worker, wanted, number))
                    number += 1
                yield ahead.pop(0).result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def configure_worker() -> None:
    """Prepares a worker process: the garbage collector never pauses a search."""
    gc.freeze()
    gc.disable()


def play(wanted: Tournament, processes: int | None = None, progress: TextIO | None = None) -> str:
    """Plays the tournament and returns its table; Ctrl-C ends it early.

    Raises InvalidTournament.
    """
    check(wanted)
    processes = processes or cpu_count()
    progress = progress or sys.stderr
    began = time.monotonic()
    whole = wanted.hands or wanted.matches or 1
    played: list[arena.MatchResult] = []
    coming = results(wanted, processes)
    try:
        while (done := _hands(played) if wanted.hands else len(played)) < whole:
            left = (
                f", {_duration((time.monotonic() - began) * (whole - done) / done)} left"
                if done
                else ""
            )
            progress.write(f"\r{done} of {whole} {'hands' if wanted.hands else 'matches'}{left}   ")
            progress.flush()
            played.append(next(coming))
    except KeyboardInterrupt:
        if not played:
            raise
    finally:
        coming.close()
        progress.write("\r" + 50 * " " + "\r")
    if wanted.hands and _hands(played) > wanted.hands:
        played[-1] = _cut(played[-1], _hands(played) - wanted.hands)
    return format_table(wanted, played, time.monotonic() - began)


def _hands(played: Sequence[arena.MatchResult]) -> int:
    return sum(len(result.hands) for result in played)


def _cut(result: arena.MatchResult, surplus: int) -> arena.MatchResult:
    return msgspec.structs.replace(result, hands=result.hands[: len(result.hands) - surplus])


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _duration(seconds: float) -> str:
    return f"about {seconds / 60:.0f} min" if seconds >= 90 else f"about {seconds:.0f} s"


def format_table(wanted: Tournament, played: Sequence[arena.MatchResult], took: float) -> str:
    """The table, for people."""
    game = BY_SLUG[wanted.game]
    drawn = sum(result.drawn for result in played)
    hands = f"{_count(_hands(played), 'hand', 'hands')} decided" + (
        f", {drawn} drawn" if drawn else ""
    )
    options = to_json(read_options(game, wanted.options))
    chosen = ", ".join(
        f"{name} {value}"
        for name, value in options.items()
        if value != to_json(game.options())[name]
    )
    thinking = "" if wanted.budget is None else f", {1000 * wanted.budget:.0f} ms a choice"
    if wanted.playouts is not None:
        thinking = f", {wanted.playouts} playouts a choice"
    title = f"{game.title}{f' ({chosen})' if chosen else ''}"
    matches = _count(len(played), "match", "matches")
    unit = "hands" if wanted.hands else "matches"
    taken = [
        f"{kind} {took} of {stood}" for kind, (took, stood) in arena.deeds(played).items() if stood
    ]
    rows = [
        f"{title}: {wanted.seats} seats, {matches}, {hands}",
        f"seed {wanted.seed}{thinking}, {took:.0f} s; counted by {unit}, intervals of 95 %",
        f"{'strength':<12}{'seats':>7}{'place':>8}{'':8}{'won':>9}{'':18}{'points a match':>15}",
    ]
    for line in arena.results_table(wanted.entrants, played, by_hand=wanted.hands is not None):
        share, low, high = line.win_rate
        margin = f" ± {line.margin:.2f}" if line.margin != float("inf") else ""
        won = f"{100 * share:.1f} %"
        between = f"({100 * low:.1f} to {100 * high:.1f} %)"
        rows.append(
            f"{line.strength:<12}{line.seats:>7}{line.place:>8.2f}{margin:<8}"
            f"{won:>9} {between:<18}{line.points:>14.1f}"
        )
    if taken:
        rows.append(f"offers taken: {', '.join(taken)}")
    return "\n".join(rows)
