"""The course of a look back: many decisions a little, a few at length, the last ones twice.

| stage | what is tried | who goes on |
|---|---|---|
| glance | each decision, in a few imagined deals | those that cost or won most |
| look | those, in more deals, twice over | those whose difference exceeds its error |
| check | one move against one other, by another seed | those where it does so again |

What is shown is what the check alone found, so no figure was picked for being large. Time may end
at any step: then what has been found so far is all.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from app.bots.look_back.trials import Difference, Payoffs

STAGES: Final = ((8, 24), (24, 8), (48, 6))
"""Deals in which each decision is tried, and how many go on from there."""
CHECK_DEALS: Final = 128
SHOWN: Final = 3
LEAST: Final = 0.05
"""The least difference that is worth showing, as a share of the best payoff."""
LIKELY: Final = 1.96
"""Standard errors that a difference exceeds before it is checked."""
SURE: Final = 3.0
"""Standard errors that it exceeds in the check: one in 700 does by chance."""
FIRST_SHARE: Final = 0.65
"""The share of the time after which no more is looked for, so that there is time to check."""


class Trial(msgspec.Struct, frozen=True):
    """One decision to be tried: `moves` in up to `deals` imagined deals."""

    decision: int
    moves: tuple[int, ...]
    """Indices of the decision's moves; payoffs come in their order."""
    deals: int
    seed: str
    """Another one for each trial."""
    stage: Literal["look", "check"]
    done: int
    """Decisions that are done in this stage, of how many."""
    of: int


class Moment(msgspec.Struct, frozen=True):
    """A decision that stood out."""

    decision: int
    other: int
    """The move that it is compared with: a better one, or the usual one."""
    gain: float
    """The worth of the move that was made, less that of the other; below 0 if it cost something.

    The best payoff is 1, the worst 0.
    """
    margin: float
    """Half of the 95 % interval around the gain."""
    deals: int


class Found(msgspec.Struct, frozen=True):
    """The result of a look back."""

    moments: tuple[Moment, ...]
    """Largest first, at most SHOWN."""
    tried: int
    """Decisions that were tried at all."""
    level: int
    """Those of them that came to the same in every imagined deal, whatever was answered."""
    whole: bool
    """False if time ended first."""


Usual: TypeAlias = Sequence[tuple[int, int]]
"""For each decision the number of its moves, and the index of the usual one."""
Course: TypeAlias = Generator[Trial, list[Payoffs] | None, Found]
"""Yields trials, is sent their payoffs (None: there is no more time), and returns what it found."""


def looking_back(decisions: Usual, time_spent: Callable[[], float]) -> Course:
    """`time_spent`: the share of the time that is over, from 0 to 1."""
    known: dict[int, list[Payoffs]] = {}
    ahead, whole = list(range(len(decisions))), True
    for number, (deals, kept) in enumerate(STAGES):
        for done, at in enumerate(ahead):
            everything = tuple(range(decisions[at][0]))
            paid = None
            if time_spent() < FIRST_SHARE:
                seed = f"look {number} at {at}"
                paid = yield Trial(at, everything, deals, seed, "look", done, len(ahead))
            if paid is None:
                whole = False
                break
            known[at] = known.get(at, []) + paid
        tried = [at for at in ahead if at in known]
        ahead = sorted(tried, key=lambda at: -_best(known[at], *decisions[at])[1].mean)[:kept]
    level = sum(_is_level(deals) for deals in known.values())
    likely = [at for at in ahead if _best(known[at], *decisions[at])[1].exceeds(LIKELY)]
    moments: list[Moment] = []
    for done, at in enumerate(likely):
        (better, worse), _ = _best(known[at], *decisions[at])
        paid = None
        if time_spent() < 1.0:
            trial = Trial(
                at, (better, worse), CHECK_DEALS, f"check {at}", "check", done, len(likely)
            )
            paid = yield trial
        if paid is None:
            whole = False
            break
        gap = Difference(paid, 0, 1)
        if gap.mean >= LEAST and gap.exceeds(SURE):
            own = better == 0
            gain = gap.mean if own else -gap.mean
            other = worse if own else better
            moments.append(Moment(at, other, gain, 1.96 * gap.error, gap.deals))
    moments.sort(key=lambda moment: -abs(moment.gain))
    return Found(tuple(moments[:SHOWN]), len(known), level, whole)


def _best(deals: Sequence[Payoffs], moves: int, usual: int) -> tuple[tuple[int, int], Difference]:
    """The better and the worse move of the pair that says most: one of them was made.

    What was made is held against each other move that may be better, and against the usual one.
    """
    pairs = [(other, 0) for other in range(1, moves)] + [(0, usual)] * (usual != 0)
    found = [(pair, Difference(deals, *pair)) for pair in pairs]
    return max(found, key=lambda one: one[1].mean)


def _is_level(deals: Sequence[Payoffs]) -> bool:
    return all(len(set(paid)) == 1 for payoffs in deals for paid in payoffs)
