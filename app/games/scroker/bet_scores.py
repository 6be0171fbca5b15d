"""The scores of bets, from the chances to win alone: in chips, where folding scores 0."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final, TypeAlias

from app.games.scroker.betting import legal, owes
from app.games.scroker.moves import Call, Check, Fold, Move, Open, Raise
from app.games.scroker.state import Tableau, in_the_middle
from app.rules.game import Seat

Bet: TypeAlias = Check | Open | Call | Raise | Fold

SIZES: Final = (1, 2, 3, 5, 8, 13, 21, 34, 50)
"""Chips that a bot bets; as many as it may is another choice."""
SCARED: Final = 0.95
"""The readiness to fold to a bet, times the bet's share of the pot that it makes."""
SURE: Final = 0.85
"""The share of the pot that a checked good hand still brings: others may bet it out."""
DARING: Final = 0.45
"""The expected gain of a bold bet, as a share of the pot."""
ENOUGH: Final = 2
"""The usual number of raises in a round."""
WEARY: Final = 0.12
"""The extra gain that every further raise must bring, as a share of the pot.

Many raises mean a strong hand on the other side.
"""


def considered(public: Tableau, seat: Seat, may_open: bool) -> Iterator[Move]:
    """The bets that bots think of."""
    moves = list(legal(public, seat, may_open))
    most = max((move.chips for move in moves if isinstance(move, Open | Raise)), default=0)
    for move in moves:
        if isinstance(move, Fold) and Check() in moves:
            continue  # nobody leaves while it costs nothing to stay
        if not isinstance(move, Open | Raise) or move.chips in SIZES or move.chips == most:
            yield move


def score_bets(
    public: Tableau,
    seat: Seat,
    chances: Sequence[float],
    opens_well: bool,
    bold: bool,
    moves: Sequence[Move],
) -> list[float]:
    """The score of each of these bets.

    `chances`: to beat each of the others. `opens_well`: this hand may open and win. `bold`: it bets
    as if it were strong.
    """
    pot, stack = in_the_middle(public), public.stacks[seat]
    to_call = min(owes(public, seat), stack) if public.level else 0
    wins = prod(chances)
    scores = []
    for move in moves:
        match move:
            case Check():
                scores.append(SURE * wins * pot)
            case Call():
                scores.append(wins * (pot + to_call) - to_call)
            case Open(chips):
                well = chances if opens_well else [0.0] * len(chances)
                scores.append(_pressed(pot, well, chips, min(chips, stack), bold))
            case Raise(chips):
                weary = WEARY * pot * max(public.raises - ENOUGH + 1, 0)
                cost = min(owes(public, seat) + chips, stack)
                scores.append(_pressed(pot, chances, chips, cost, bold) - weary)
            case _:
                scores.append(0.0)
    return scores


def _pressed(pot: int, chances: Sequence[float], asked: int, cost: int, bold: bool) -> float:
    """The expected gain of a bet of `asked` chips: worse hands fold, better ones pay."""
    folds = SCARED * asked / (pot + cost + asked)
    alone = folds ** len(chances)
    wins = prod(max(chance - folds, 0.0) / (1 - folds) for chance in chances)
    callers = (1 - folds) * len(chances)
    brings = alone * pot + (1 - alone) * (wins * (pot + cost + callers * asked) - cost)
    return brings + (DARING * pot if bold and asked <= max(pot // 2, 1) else 0.0)
