"""Bots against bots: whole matches without a table, a clock or a store, and who finished where."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any, Final, TypeAlias

import msgspec

from app.bots.move_choice import STRENGTHS, Strength
from app.bots.offers import Offers, accepted, may_offer
from app.rules.game import AnyGame, AnyState, Chance, Outcome, Seat, Standing, view
from app.rules.play import all_prompts, first_questions, spans
from app.rules.replay import Expired, Played, Setup, Shuffled, step
from app.rules.values import Manner

Z_95: Final = 1.96
"""Standard errors on either side of a mean between which the truth lies 95 times in 100."""

Watch: TypeAlias = Callable[[AnyState], None]
"""Is shown each state in which a question is answered, with all hands: for measurements."""


class MatchResult(msgspec.Struct, frozen=True):
    """The result of one match, by seat. Place 1 is the best; tied seats share their mean place."""

    places: tuple[float, ...]
    points: tuple[int, ...]
    hands: tuple[tuple[float, ...], ...]
    """The places in each hand that was decided."""
    drawn: int
    """Hands that were played and counted for nobody, in a game that knows draws."""
    opened: dict[str, int] = {}
    """The offers that stood open, by kind."""
    taken: dict[str, int] = {}
    """Those of them that somebody took."""


class ResultRow(msgspec.Struct, frozen=True):
    """The result of one strength in a tournament."""

    strength: str
    seats: int
    """Seats played, over all matches or hands."""
    place: float
    """The mean."""
    margin: float
    """Half of its 95 % interval. Places from one match, or from the same deals, count as one
    group."""
    wins: float
    """Won by this strength; a tie counts for each winner in part."""
    points: float
    """Play points at the end of a match, the mean."""

    @property
    def win_rate(self) -> tuple[float, float, float]:
        """Of the seats that it played, how many won, and the 95 % interval around that."""
        return self.wins / self.seats, *wilson_interval(self.wins, self.seats)


def final_state(game: AnyGame, strengths: Sequence[str], options: Any, chance: Chance) -> AnyState:
    """The last state of one match in which seat i plays at `strengths[i]`."""
    state, _ = _play(
        game,
        [STRENGTHS[strength] for strength in strengths],
        options,
        chance,
        [chance] * len(strengths),
        [Manner(strength) for strength in strengths],
    )
    return state


def play_match(
    game: AnyGame,
    players: Sequence[Strength],
    options: Any,
    deals: Chance,
    chances: Sequence[Chance],
    manners: Sequence[Manner] = (),
    watch: Watch | None = None,
) -> MatchResult:
    """One match. The cards follow from `deals` alone; `chances` are the players' own, by seat."""
    last, result = _play(game, players, options, deals, chances, manners, watch)
    assert game.outcome(last.public) is not None
    return result


def _play(
    game: AnyGame,
    players: Sequence[Strength],
    options: Any,
    deals: Chance,
    chances: Sequence[Chance],
    manners: Sequence[Manner] = (),
    watch: Watch | None = None,
) -> tuple[AnyState, MatchResult]:
    own = [game.in_manner(one) for one in manners] or [game] * len(players)
    setup = Setup(len(players), options)
    state = game.setup(setup.seats, setup.options, setup.ranked)
    hands: list[tuple[float, ...]] = []
    drawn, decided, chosen = 0, 0, False
    offers = Offers() if may_offer(game) else None
    while (outcome := game.outcome(state.public)) is None:
        number = game.pending_shuffle_size(state)
        if number:
            drawn += chosen  # somebody has played, and nobody earned anything
            chosen = False
            order = list(range(number))
            deals.shuffle(order)
            state = step(game, state, Shuffled(tuple(order)))
            continue
        open_to = all_prompts(game, state)
        played = None if offers is None else offers.next_taken(open_to, accepted(own, state))
        if played is not None:
            state = step(game, state, played)
        elif asked := first_questions(open_to):
            seat, prompt = next(iter(asked.items()))
            seen = view(state, seat)
            moves = list(game.candidate_answers(seen, prompt))
            chosen = chosen or len(moves) > 1
            if watch is not None:
                watch(state)
            move = players[seat](own[seat], seen, moves, chances[seat])
            state = step(game, state, Played(seat, prompt.key, move))
            if offers is not None:
                offers.moved(seat)
                state = _pauses_over(game, state)
        else:
            state = step(game, state, Expired(_shortest_span(game, state)))
        standings = game.standings(state.public)
        if standings and standings[0].deal != decided:
            decided, chosen = standings[0].deal, False
            hands.append(hand_places(standings))
    found = places(outcome)
    by_seat = tuple(found[Seat(seat)] for seat in range(len(players)))
    return state, MatchResult(
        by_seat,
        outcome.points,
        tuple(hands),
        drawn + chosen if game.may_draw else 0,
        *((offers.opened, offers.taken) if offers is not None else ()),
    )


def _shortest_span(game: AnyGame, state: AnyState) -> str:
    """The key of the span that ends first, as no clock runs here."""
    running = (one for found in spans(game, state).values() for one in found if not one.beside)
    return min(running, key=lambda one: one.seconds).key


def _pauses_over(game: AnyGame, state: AnyState) -> AnyState:
    """The state after the spans that run beside the match: a question takes longer than they do."""
    keys = {one.key for found in spans(game, state).values() for one in found if one.beside}
    for key in sorted(keys):
        state = step(game, state, Expired(key))
    return state


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


def seating(entrants: Sequence[str], seats: int, number: int) -> list[str]:
    """The entrants by seat in match `number`: in turn, shifted by one seat with every match."""
    return [entrants[(seat + number) % len(entrants)] for seat in range(seats)]


def deal_set(entrants: Sequence[str], number: int) -> int:
    """The number of the deals that match `number` uses: every entrant plays each set of cards."""
    return number // len(entrants)


def deeds(results: Iterable[MatchResult]) -> dict[str, tuple[int, int]]:
    """By kind of offer: how many were taken, and how many stood open."""
    opened, taken = Counter[str](), Counter[str]()
    for result in results:
        opened.update(result.opened)
        taken.update(result.taken)
    return {kind: (taken[kind], opened[kind]) for kind in sorted(opened)}


def results_table(
    entrants: Sequence[str], results: Iterable[MatchResult], by_hand: bool
) -> tuple[ResultRow, ...]:
    """One row for each strength, best mean place first. `results` are in order of matches."""
    played: dict[str, dict[int, list[float]]] = {entrant: {} for entrant in entrants}
    wins, points, matches = (
        dict.fromkeys(entrants, 0.0),
        dict.fromkeys(entrants, 0.0),
        dict.fromkeys(entrants, 0),
    )
    for number, result in enumerate(results):
        at = seating(entrants, len(result.places), number)
        for seat, entrant in enumerate(at):
            points[entrant] += result.points[seat]
            matches[entrant] += 1
        for finished in result.hands if by_hand else (result.places,):
            winners = finished.count(min(finished))
            for entrant, place in zip(at, finished, strict=True):
                played[entrant].setdefault(deal_set(entrants, number), []).append(place)
                wins[entrant] += (place == min(finished)) / winners
    lines = [
        ResultRow(
            entrant,
            sum(map(len, groups.values())),
            *mean_and_margin(list(groups.values())),
            wins[entrant],
            points[entrant] / matches[entrant],
        )
        for entrant, groups in played.items()
        if groups
    ]
    return tuple(sorted(lines, key=lambda line: line.place))


def mean_and_margin(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all numbers, and half of its 95 % interval; only the groups are independent."""
    count = sum(map(len, groups))
    mean = sum(map(sum, groups)) / count
    if len(groups) < 2:
        return mean, float("inf")
    squares = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    return mean, Z_95 * sqrt(squares * len(groups) / (len(groups) - 1)) / count


def wilson_interval(wins: float, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval around `wins` of `tries`.

    >>> [round(bound, 3) for bound in wilson(260, 400)]
    [0.602, 0.695]
    """
    share, z = wins / tries, Z_95 * Z_95 / tries
    middle = (share + z / 2) / (1 + z)
    half = Z_95 / (1 + z) * sqrt(share * (1 - share) / tries + z / (4 * tries))
    return max(middle - half, 0.0), min(middle + half, 1.0)
