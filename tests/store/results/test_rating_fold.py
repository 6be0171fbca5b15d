"""The fold of rating inputs: whom it follows, and what it does not guess."""

from typing import Any

import pytest

from app.store.results.plackett_luce import Rating, RatingFold, RatingInput, RatingUnknown


def an_input(
    number: int,
    *ranking: str,
    before: dict[str, Any] | None = None,
    counted: bool = True,
    counts: bool = True,
) -> RatingInput:
    return RatingInput(number, [[one] for one in ranking], before or {}, counted, counts)


def test_a_fold_leaves_alone_whom_the_change_does_not_reach() -> None:
    fold = RatingFold(from_first=False)
    new = {"a": None, "b": None}
    assert fold.add(an_input(1, "a", "b", counted=False, counts=False, before=new)) is not None
    assert fold.add(an_input(2, "c", "d")) is None
    met = fold.add(an_input(3, "b", "c", before={"b": [1, 1, 1], "c": [30, 5, 1]}))
    assert met == {"b": Rating(), "c": Rating(30, 5, 1)}
    assert fold.add(an_input(4, "c", "d", before={"c": [1, 1, 1], "d": [20, 5, 1]})) is not None
    assert set(fold.ratings) == {"a", "b", "c", "d"}


def test_a_fold_does_not_guess_a_rating_that_nobody_kept() -> None:
    with pytest.raises(RatingUnknown):
        RatingFold(from_first=False).add(an_input(1, "a", "b", counted=False))
    assert RatingFold(from_first=True).add(an_input(1, "a", "b")) is not None
