"""The fold of rating inputs in the order of their numbers. Pure; not thread safe."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.store.ratings import Rating, accounts_in, rate_match


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
        """Of the people followed."""
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
