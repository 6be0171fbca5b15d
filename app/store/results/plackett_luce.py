"""Ratings after one match, and folded over many: Plackett-Luce after Weng and Lin, by openskill.

Pure; the fold is not thread safe.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from openskill.models import PlackettLuce

from app.rules.game import Outcome

_MODEL: Final = PlackettLuce()

Ranking: TypeAlias = list[list[str | list[str]]]
"""Account ids; those tied share a group, the best group first. A list in a group is a team."""


class Rating(msgspec.Struct, frozen=True):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0

    @property
    def ordinal(self) -> float:
        """The conservative estimate of strength that lists are sorted by; 0 for somebody new."""
        return self.mu - 3 * self.sigma


def rank_people(outcome: Outcome, people: Mapping[int, str]) -> Ranking:
    """The outcome's ranking without bots, as account ids; `people` are account ids by seat.

    Somebody who holds two seats counts for the better one.
    """
    team_of = {seat: team for team in outcome.teams for seat in team}
    seen: set[str] = set()
    ranking: Ranking = []
    for group in outcome.ranking:
        sides: list[str | list[str]] = []
        for seats in dict.fromkeys(team_of.get(seat, (seat,)) for seat in group):
            found = dict.fromkeys(people[seat] for seat in seats if seat in people)
            side = [account for account in found if account not in seen]
            seen.update(side)
            if side:
                sides.append(side if len(side) > 1 else side[0])
        if sides:
            ranking.append(sides)
    return ranking


def accounts_in(ranking: Sequence[Sequence[str | Sequence[str]]]) -> list[str]:
    """Everybody in a ranking, each once."""
    return [account for group in ranking for side in group for account in _team(side)]


def _team(side: str | Sequence[str]) -> Sequence[str]:
    return (side,) if isinstance(side, str) else side


def rate_match(
    before: Mapping[str, Rating], ranking: Sequence[Sequence[str | Sequence[str]]]
) -> dict[str, Rating]:
    """The ratings of those in `ranking` after that match; whoever is not in `before` is new."""
    sides = [(_team(side), place) for place, group in enumerate(ranking) for side in group]
    former = [[before.get(account, Rating()) for account in team] for team, _ in sides]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in former]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in sides])
    return {
        account: Rating(now.mu, now.sigma, rating.matches + 1)
        for (team, _), known, rated in zip(sides, former, after, strict=True)
        for account, rating, now in zip(team, known, rated, strict=True)
    }


class RatingUnknown(LookupError):
    """Nobody kept the rating of somebody before a match. The fold has to begin at the first."""


class RatingInput(msgspec.Struct, frozen=True):
    """The ranking of one match as the fold needs it."""

    number: int
    ranking: Sequence[Sequence[str | Sequence[str]]]
    """See RatingInputRow.ranking."""
    before: Mapping[str, Sequence[Any] | None]
    """Mu, sigma and matches before this match, as known so far; None for somebody new."""
    counted: bool
    """See RatingInputRow.counted."""
    counts: bool
    """True if the match is not voided."""


class RatingFold:
    """The ratings of one game after the inputs added so far.

    Only people whose ratings may have changed are followed. Whoever they meet may change too, so
    nobody is dropped. The result is therefore the same if a fold is interrupted and begun again.
    """

    def __init__(self, from_first: bool) -> None:
        """`from_first`: the first input of the game is added first; nobody was rated before."""
        self.ratings: dict[str, Rating] = {}
        """The ratings of the people followed."""
        self._from_first = from_first

    def add(self, given: RatingInput) -> dict[str, Rating] | None:
        """Returns the ratings before this match; None if it concerns nobody who is followed.

        Add the inputs in the order of their numbers. Raises RatingUnknown.
        """
        accounts = accounts_in(given.ranking)
        changed = self._from_first or not given.counted
        if not changed and self.ratings.keys().isdisjoint(accounts):
            return None
        before = {account: self._before(account, given) for account in accounts}
        self.ratings |= rate_match(before, given.ranking) if given.counts else before
        return before

    def _before(self, account: str, given: RatingInput) -> Rating:
        if account in self.ratings:
            return self.ratings[account]
        if self._from_first:
            return Rating()
        if account not in given.before:
            raise RatingUnknown(account)
        found = given.before[account]
        return Rating() if found is None else Rating(*found)
