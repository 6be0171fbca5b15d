"""Bots against bots: whole matches without a table, a clock or a store, and who finished where."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.bots import choose
from app.rules.game import AnyGame, AnyState, Chance, Outcome, Seat, prompts, view
from app.rules.replay import Played, Setup, Shuffled, step


class Line(msgspec.Struct, frozen=True):
    """What one strength reached in a tournament."""

    strength: str
    seats: int
    """Seats played, over all matches."""
    mean_place: float
    """1 is best; tied seats share the mean of their places."""
    wins: float
    """Matches won; a tie counts for each winner in part."""
    mean_points: float
    """Play points at the end of a match."""


def match(game: AnyGame, strengths: Sequence[str], options: Any, chance: Chance) -> AnyState:
    """The last state of one match in which seat i plays at `strengths[i]`."""
    setup = Setup(len(strengths), options)
    state = game.setup(setup.seats, setup.options, setup.ranked)
    while game.outcome(state.public) is None:
        number = game.awaits_shuffle(state)
        if number:
            order = list(range(number))
            chance.shuffle(order)
            state = step(game, state, Shuffled(tuple(order)))
            continue
        asked = prompts(game, state)
        assert asked, "somebody is asked something while a match goes on"
        seat, prompt = next(iter(asked.items()))
        seen = view(state, seat)
        move = choose(strengths[seat], game, seen, list(game.legal_moves(seen)), chance)
        state = step(game, state, Played(seat, prompt.key, move))
    return state


def places(outcome: Outcome) -> dict[Seat, float]:
    """The place of each seat, 1 is best; tied seats share the mean of theirs."""
    found: dict[Seat, float] = {}
    for group in outcome.ranking:
        mean = len(found) + (len(group) + 1) / 2
        found |= dict.fromkeys(group, mean)
    return found


def tournament(
    game: AnyGame,
    strengths: Sequence[str],
    matches: int,
    seats: int,
    chance: Chance,
    on_progress: Callable[[int, int], None] | None = None,
    options: Any = None,
) -> tuple[Line, ...]:
    """The strengths in turn around the table, shifted by one seat with every match; one line each, best mean place first.

    `on_progress` is told how many of `matches` are done. The same seeded chance gives the same table.
    """
    played: dict[str, list[tuple[float, float, int]]] = {strength: [] for strength in strengths}
    for number in range(matches):
        at = [strengths[(seat + number) % len(strengths)] for seat in range(seats)]
        outcome = game.outcome(match(game, at, game.options() if options is None else options, chance).public)
        assert outcome is not None
        winners = outcome.ranking[0]
        for seat, place in places(outcome).items():
            won = 1 / len(winners) if seat in winners else 0.0
            played[at[seat]].append((place, won, outcome.points[seat]))
        if on_progress is not None:
            on_progress(number + 1, matches)
    lines = [_line(strength, results) for strength, results in played.items() if results]
    return tuple(sorted(lines, key=lambda line: line.mean_place))


def _line(strength: str, results: list[tuple[float, float, int]]) -> Line:
    sat = len(results)
    place, wins, points = (sum(column) for column in zip(*results, strict=True))
    return Line(strength, sat, place / sat, wins, points / sat)
