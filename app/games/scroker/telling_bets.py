"""The evidence of bets: how often a steady player would have made them, by worth of the hand.

Only the present state of the betting is known, so earlier bets of a hand are made up from what
everybody has staked.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from app.games.scroker.bet_scores import Bet, considered, score_bets
from app.games.scroker.betting import clockwise
from app.games.scroker.heuristics import NERVE
from app.games.scroker.moves import Call, Check, Open, Raise
from app.games.scroker.odds import folded_share
from app.games.scroker.state import Phase, Tableau, live
from app.kits.next_state import put
from app.rules.game import Seat

Curve: TypeAlias = tuple[float, ...]
"""The chance that a hand is played so, by equal parts of all hands, from the worst to the best."""
PARTS: Final = 12
ODD: Final = 0.04
"""The chance that somebody bets as a steady player would not."""
OTHER_SIZE: Final = 0.3
"""The fit of a bet where a steady player would have made it with another number of chips."""


class Said(NamedTuple):
    """One bet, and the table as it was then."""

    public: Tableau
    bet: Bet
    sized: bool
    """True if the number of chips is known."""


class Told(NamedTuple):
    """The evidence of one seat's bets: about its hand as it was dealt, and as it is now."""

    dealt: tuple[Curve, Curve]
    """For hands without openers and with them."""
    now: tuple[Curve, Curve]


ANY: Final[Curve] = (1.0,) * PARTS


def told(public: Tableau, seat: Seat) -> Told:
    """The evidence of this seat's bets, in a draw game."""
    if public.round < 2:
        return Told(_curves(this_round(public, seat), seat), (ANY, ANY))
    return Told(_curves(first_round(public, seat), seat), _curves(this_round(public, seat), seat))


def at(curve: Curve, share: float) -> float:
    """The chance that a hand which beats this share of all hands is played so."""
    return curve[min(int(share * len(curve)), len(curve) - 1)]


def _curves(bets: Iterator[Said], seat: Seat) -> tuple[Curve, Curve]:
    without, entitled = ANY, ANY
    for said in bets:
        without = _times(without, _curve(said, seat, False))
        entitled = _times(entitled, _curve(said, seat, True))
    return without, entitled


def _times(one: Curve, other: Curve) -> Curve:
    return tuple([a * b for a, b in zip(one, other, strict=True)])


def _curve(said: Said, seat: Seat, entitled: bool) -> Curve:
    public = said.public
    opens = entitled or public.round > 1
    moves = list(considered(public, seat, opens or public.options.openers == "honour"))
    hopeless = seat == public.opener and not entitled
    worst = [folded_share(public, other) for other in live(public) if other != seat]
    found = []
    for part in range(PARTS):
        share = (part + 0.5) / PARTS
        chances = [0.0 if hopeless else max(0.0, (share - one) / (1 - one)) for one in worst]
        fit = 0.0
        for bold, often in ((True, NERVE), (False, 1 - NERVE)):
            scores = score_bets(public, seat, chances, opens, bold, moves)
            fit += often * _fit(said, moves[scores.index(max(scores))])
        found.append(ODD + (1 - ODD) * fit)
    around = [found[0], *found, found[-1]]
    return tuple([(around[i] + 2 * around[i + 1] + around[i + 2]) / 4 for i in range(PARTS)])


def _fit(said: Said, move: object) -> float:
    if type(move) is not type(said.bet):
        return 0.0
    return 1.0 if move == said.bet or not said.sized else OTHER_SIZE


def this_round(public: Tableau, seat: Seat) -> Iterator[Said]:
    """The bets of this seat in the present round, or the last one."""
    level, raises = public.level, public.raises
    if not level:
        if seat in public.acted:
            yield Said(_then(public, 0, {}), Check(), True)
        return
    if _came_before_the_opening(public, seat):
        yield Said(_then(public, 0, {}), Check(), True)
    behind = {other: public.put[other] for other in live(public) if other != seat}
    most = max(behind.values(), default=0)
    guessed = max(level // (raises + 1), 1)
    if seat == public.aggressor:
        if not raises:
            yield Said(_then(public, 0, {}), Open(level), True)
            return
        by = level - most if most < level else guessed
        before = level - by
        yield Said(
            _then(
                public,
                before,
                {other: min(chips, before) for other, chips in behind.items()}
                | {seat: max(before - guessed, 0) if raises > 1 else 0},
                raises - 1,
                max(behind, key=behind.__getitem__),
            ),
            Raise(by),
            most < level,
        )
        return
    if public.round == 1 and seat == public.opener:
        yield Said(_then(public, 0, {}), Open(guessed), False)
    own = public.put[seat]
    if own and own == level:
        before = level - guessed if raises else 0
        yield Said(
            _then(
                public,
                level,
                behind | {seat: before},
                raises,
                public.aggressor,
            ),
            Call(),
            True,
        )


def _came_before_the_opening(public: Tableau, seat: Seat) -> bool:
    """True if this seat has checked in this round, and another one has opened."""
    first = public.opener if public.round == 1 else None if public.raises else public.aggressor
    if first is None:
        return False
    lead = public.players[0] if public.round == 1 or public.opener is None else public.opener
    circle = clockwise(public.players, lead)
    return circle.index(seat) < circle.index(first)


def first_round(public: Tableau, seat: Seat) -> Iterator[Said]:
    """The bets of this seat in the first round, once that is over."""
    ante, opener = public.options.ante, public.opener
    level = public.staked[seat] - public.put[seat] - ante
    if level < 1 or opener is None:
        return
    most = public.options.max_bet or level
    first = min(level, most)
    dealt = replace(
        public,
        phase=Phase.BET,
        round=1,
        stacks=tuple(
            [
                stack + staked - min(ante, staked)
                for stack, staked in zip(public.stacks, public.staked, strict=True)
            ]
        ),
        staked=tuple([min(ante, staked) for staked in public.staked]),
        put=(0,) * len(public.put),
        level=0,
        raises=0,
        aggressor=None,
        opener=None,
        acted=(),
        drawn=(None,) * len(public.drawn),
        pots=(),
    )
    if seat == opener:
        yield Said(dealt, Open(first), level <= most)
        return
    if public.players.index(seat) < public.players.index(opener):
        yield Said(dealt, Check(), True)
    yield Said(
        replace(
            dealt,
            level=first,
            aggressor=opener,
            opener=opener,
            put=put(dealt.put, opener, first),
            staked=put(dealt.staked, opener, dealt.staked[opener] + first),
            stacks=put(dealt.stacks, opener, dealt.stacks[opener] - first),
        ),
        Call(),
        True,
    )


def _then(
    public: Tableau,
    level: int,
    paid: dict[Seat, int],
    raises: int = 0,
    aggressor: Seat | None = None,
) -> Tableau:
    """The table earlier in this round, when seats had put in as many chips as `paid` says."""
    now = tuple([paid.get(Seat(seat), 0) for seat in range(len(public.put))])
    back = list(map(int.__sub__, public.put, now))
    return replace(
        public,
        phase=Phase.BET,
        level=level,
        raises=raises,
        put=now,
        stacks=tuple(map(int.__add__, public.stacks, back)),
        staked=tuple(map(int.__sub__, public.staked, back)),
        aggressor=aggressor if level else None,
        opener=None if public.round == 1 and not level else public.opener,
        pots=(),
    )
