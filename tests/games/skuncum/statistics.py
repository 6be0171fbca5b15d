"""Statistics of the reconstruction: many matches between bots that choose nearly at random.

`python -m tests.games.skuncum.statistics [matches]` prints a line for 3, 4, 5 and 6 players, and
for each option. The bots lay their cards as section 6 of the reconstruction says: the cheapest play
in a duel three times in four, low cards to the Bandwagon, high ones as Challengers.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.games.skuncum import GAME
from app.games.skuncum.cards import FACES, has_suit
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    PassLead,
    Play,
    Politiks,
    Stand,
)
from app.games.skuncum.options import Options
from app.games.skuncum.settlement import default_purchase
from app.games.skuncum.state import Phase, SkuncumState, SkuncumView
from app.rules.game import view

PLAYS: Final = 0.75
"""The rate at which a bot plays on in a duel."""
POLITIKS: Final = 0.3
PASSES: Final = 0.15


@dataclass
class Figures:
    """Sums over the matches of one line."""

    hands: list[int] = field(default_factory=list)
    races: Counter[str] = field(default_factory=Counter)
    several_full: int = 0

    def share(self, what: str) -> float:
        """Percent of Races."""
        return 100 * self.races[what] / self.races["races"]

    def line(self, players: int) -> str:
        """One row of the table in docs/rules/skuncum.md."""
        ordered = sorted(self.hands)
        low, middle, high = (ordered[len(ordered) * part // 10] for part in (1, 5, 9))
        cells = [
            f"{players}",
            f"{middle} ({low}-{high})",
            f"{self.races['races'] / sum(self.hands):.1f}",
            *(
                f"{self.share(what):.0f} %"
                for what in ("candidate", "landslide", "coalition", "challenger", "stalemate")
            ),
            f"{self.races['duels'] / self.races['races']:.1f}",
            f"{self.share('one holder'):.0f} / {self.share('alone'):.0f} %",
            f"{100 * self.several_full / len(self.hands):.0f} %",
        ]
        return f"| {' | '.join(cells)} |"


HEAD: Final = (
    "| players | hands: median (10-90 %) | Races a hand | Candidate | Landslide | Kingmaker "
    "| Challenger | Stalemate | duels a Race | one holder / alone | several full |"
)


def answer(seen: SkuncumView, chance: random.Random) -> Any:
    """The move of a bot that chooses nearly at random."""
    public, seat = seen.public, seen.seat
    assert seat is not None
    match public.phase:
        case Phase.HATS:
            return ChooseHats()
        case Phase.CONVERT:
            return BuyHats(default_purchase(public, seat))
        case Phase.LEAD:
            moves = list(GAME.legal_moves(seen))
            if moves[-1] == PassLead():
                if chance.random() < PASSES:
                    return moves[-1]
                moves.pop()
            return chance.choice(moves)
        case Phase.SCRUM:
            return _scrum(list(GAME.legal_moves(seen)), chance)
        case _:
            return _duel(list(GAME.legal_moves(seen)), chance)


def _scrum(moves: Sequence[Any], chance: random.Random) -> Any:
    politiks = [move for move in moves if isinstance(move, Politiks)]
    joins = [move for move in moves if isinstance(move, Join)]
    if politiks and chance.random() < POLITIKS:
        return chance.choice(politiks)
    if not joins:
        return DropOut()
    card = chance.choice(sorted({move.card for move in joins}))
    own = [move for move in joins if move.card == card]
    return chance.choices(own, [_weight(move) for move in own])[0]


def _weight(move: Join) -> float:
    high = FACES[move.card].value >= 10
    return {
        Area.BANDWAGON: 1.0 if high else 2.5,
        Area.COALITION: 1.0,
        Area.CHALLENGER: 1.5 if high else 0.5,
    }[move.area]


def _duel(moves: Sequence[Any], chance: random.Random) -> Any:
    plays = [move for move in moves if not isinstance(move, Stand | Concede)]
    if not plays or chance.random() >= PLAYS:
        return moves[-1]
    return min(plays, key=_cost)


def _cost(move: Any) -> int:
    cards = (move.card,) if isinstance(move, Play) else move.cards
    return sum(FACES[card].value or 30 for card in cards) + 1000 * (len(cards) - 1)


def play_match(players: int, options: Options, chance: random.Random, figures: Figures) -> None:
    """Plays one match and adds it to the figures."""
    state: SkuncumState = GAME.setup(players, options, False)
    seen: Any = None
    while GAME.outcome(state.public) is None:
        if number := GAME.pending_shuffle_size(state):
            state = GAME.apply_shuffle(state, chance.sample(range(number), number))
            continue
        if state.public.phase is Phase.LEAD and not state.public.passed:
            _count_holders(state, figures)
        seat = GAME.awaited_seats(state.public)[0]
        state = GAME.apply(state, seat, answer(view(state, seat), chance))
        result = state.public.result
        if result is not None and (result.hand, result.race) != seen and _is_scored(state):
            seen = (result.hand, result.race)
            kind = "stalemate" if result.role is None else str(result.role)
            figures.races["races"] += 1
            figures.races["landslide" if result.landslide else kind] += 1
            figures.races["duels"] += len(result.duels)
    figures.hands.append(state.public.hand)
    full = GAME.outcome(state.public)
    assert full is not None
    most = sum(state.public.hat_sizes) + state.public.vote_size
    figures.several_full += full.points.count(most) > 1


def _is_scored(state: SkuncumState) -> bool:
    return state.public.phase is not Phase.HATS


def _count_holders(state: SkuncumState, figures: Figures) -> None:
    """Races that begin with one holder of Suit cards, and with nobody else holding any card."""
    holders = sum(has_suit(hand.cards) for hand in state.private)
    figures.races["one holder"] += holders == 1
    figures.races["alone"] += sum(many > 0 for many in state.public.counts) == 1


def figures_of(players: int, options: Options, matches: int, seed: int = 1) -> Figures:
    """The figures of this many matches."""
    chance, figures = random.Random(seed), Figures()
    for _ in range(matches):
        play_match(players, options, chance, figures)
    return figures


SETTINGS: Final[dict[str, Options]] = {
    "standard box": Options(box="standard"),
    "short box": Options(),
    "standard box, short hands": Options(box="standard", short_hands=True),
    "standard box, strong coalitions": Options(box="standard", strong_coalitions=True),
}


def main(matches: int) -> None:
    """Prints the table."""
    for name, options in SETTINGS.items():
        sys.stdout.write(f"{name}, {matches} matches a line\n{HEAD}\n")
        for players in range(3, 7):
            sys.stdout.write(f"{figures_of(players, options, matches).line(players)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
