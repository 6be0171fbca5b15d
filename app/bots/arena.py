"""Bots against bots: whole matches without a table, a clock or a store, and who finished where."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Final

import msgspec

from app.bots import STRENGTHS, Strength
from app.rules.game import AnyGame, AnyState, Chance, Outcome, Seat, Standing, prompts, view
from app.rules.replay import Played, Setup, Shuffled, step

SURE: Final = 1.96
"""Standard errors on either side of a mean between which the truth lies 95 times in 100."""


class Result(msgspec.Struct, frozen=True):
    """How one match went, by seat; places are 1 for the best, and tied seats share the mean of theirs."""

    places: tuple[float, ...]
    points: tuple[int, ...]
    hands: tuple[tuple[float, ...], ...]
    """The places in each hand that was decided."""
    drawn: int
    """Hands that were played and counted for nobody."""


class Line(msgspec.Struct, frozen=True):
    """What one strength reached in a tournament."""

    strength: str
    seats: int
    """Seats played, over all matches or hands."""
    place: float
    """The mean."""
    give: float
    """Half of the 95 % interval around it; hands of one match and matches of one set of deals hang together, and are taken together."""
    wins: float
    """Won by this strength; a tie counts for each winner in part."""
    points: float
    """Play points at the end of a match, the mean."""

    @property
    def share(self) -> tuple[float, float, float]:
        """Of the seats that it played, how many won, and the 95 % interval around that."""
        return self.wins / self.seats, *wilson(self.wins, self.seats)


def match(game: AnyGame, strengths: Sequence[str], options: Any, chance: Chance) -> AnyState:
    """The last state of one match in which seat i plays at `strengths[i]`."""
    state, _ = _play(
        game,
        [STRENGTHS[strength] for strength in strengths],
        options,
        chance,
        [chance] * len(strengths),
    )
    return state


def contest(
    game: AnyGame,
    players: Sequence[Strength],
    options: Any,
    deals: Chance,
    thoughts: Sequence[Chance],
) -> Result:
    """One match: the cards come from `deals` alone, so they are the same whoever plays; `thoughts` are the players' own, by seat."""
    last, result = _play(game, players, options, deals, thoughts)
    assert game.outcome(last.public) is not None
    return result


def _play(
    game: AnyGame,
    players: Sequence[Strength],
    options: Any,
    deals: Chance,
    thoughts: Sequence[Chance],
) -> tuple[AnyState, Result]:
    setup = Setup(len(players), options)
    state = game.setup(setup.seats, setup.options, setup.ranked)
    hands: list[tuple[float, ...]] = []
    drawn, decided, chosen = 0, 0, False
    while (outcome := game.outcome(state.public)) is None:
        number = game.pending_shuffle_size(state)
        if number:
            drawn += chosen  # somebody has played, and nobody earned anything
            chosen = False
            order = list(range(number))
            deals.shuffle(order)
            state = step(game, state, Shuffled(tuple(order)))
            continue
        asked = prompts(game, state)
        assert asked, "somebody is asked something while a match goes on"
        seat, prompt = next(iter(asked.items()))
        seen = view(state, seat)
        moves = list(game.candidate_moves(seen))
        chosen = chosen or len(moves) > 1
        state = step(
            game, state, Played(seat, prompt.key, players[seat](game, seen, moves, thoughts[seat]))
        )
        standings = game.standings(state.public)
        if standings and standings[0].deal != decided:
            decided, chosen = standings[0].deal, False
            hands.append(hand_places(standings))
    found = places(outcome)
    by_seat = tuple(found[Seat(seat)] for seat in range(len(players)))
    return state, Result(by_seat, outcome.points, tuple(hands), drawn + chosen)


def places(outcome: Outcome) -> dict[Seat, float]:
    """The place of each seat in a match."""
    found: dict[Seat, float] = {}
    for group in outcome.ranking:
        mean = len(found) + (len(group) + 1) / 2
        found |= dict.fromkeys(group, mean)
    return found


def hand_places(standings: Sequence[Standing]) -> tuple[float, ...]:
    """The places in a hand, by seat."""
    ranks = [standing.rank for standing in sorted(standings, key=lambda standing: standing.seat)]
    return tuple(
        sum(other < rank for other in ranks) + (ranks.count(rank) + 1) / 2 for rank in ranks
    )


def around(entrants: Sequence[str], seats: int, number: int) -> list[str]:
    """Who sits where in match `number`: the entrants in turn around the table, shifted by one seat with every match."""
    return [entrants[(seat + number) % len(entrants)] for seat in range(seats)]


def deals_of(entrants: Sequence[str], number: int) -> int:
    """Which deals match `number` has: everybody plays everybody's cards before new ones come."""
    return number // len(entrants)


def table(entrants: Sequence[str], results: Iterable[Result], by_hand: bool) -> tuple[Line, ...]:
    """One line a strength, the best mean place first. `results`: matches 0, 1, 2, ... of these entrants."""
    played: dict[str, dict[int, list[float]]] = {entrant: {} for entrant in entrants}
    wins, points, matches = (
        dict.fromkeys(entrants, 0.0),
        dict.fromkeys(entrants, 0.0),
        dict.fromkeys(entrants, 0),
    )
    for number, result in enumerate(results):
        at = around(entrants, len(result.places), number)
        for seat, entrant in enumerate(at):
            points[entrant] += result.points[seat]
            matches[entrant] += 1
        for finished in result.hands if by_hand else (result.places,):
            winners = finished.count(min(finished))
            for entrant, place in zip(at, finished, strict=True):
                played[entrant].setdefault(deals_of(entrants, number), []).append(place)
                wins[entrant] += (place == min(finished)) / winners
    lines = [
        Line(
            entrant,
            sum(map(len, groups.values())),
            *mean_of(list(groups.values())),
            wins[entrant],
            points[entrant] / matches[entrant],
        )
        for entrant, groups in played.items()
        if groups
    ]
    return tuple(sorted(lines, key=lambda line: line.place))


def mean_of(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all numbers, and half of its 95 % interval where only the groups are independent of each other."""
    count = sum(map(len, groups))
    mean = sum(map(sum, groups)) / count
    if len(groups) < 2:
        return mean, float("inf")
    squares = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    return mean, SURE * sqrt(squares * len(groups) / (len(groups) - 1)) / count


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval around `wins` of `tries`.

    >>> [round(bound, 3) for bound in wilson(260, 400)]
    [0.602, 0.695]
    """
    share, z = wins / tries, SURE * SURE / tries
    middle = (share + z / 2) / (1 + z)
    half = SURE / (1 + z) * sqrt(share * (1 - share) / tries + z / (4 * tries))
    return max(middle - half, 0.0), min(middle + half, 1.0)
