"""Faults in how a shuffle is drawn, promised and opened."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from app.fair import shuffle
from app.fair.tree import Tree
from app.rules.game import Seat
from app.table.match import shuffle_proof as table_deals
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant
from tests.prove.runner.planting import Plant


def modulo_of_a_byte(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shuffle, "below", lambda bound, words: next(words) % 256 % bound)


def naive_swap(patch: pytest.MonkeyPatch) -> None:
    def order(drawn: bytes, n: int) -> tuple[int, ...]:
        words, places = shuffle._words(drawn), list(range(n))
        for here in range(n):
            other = shuffle.below(n, words)
            places[here], places[other] = places[other], places[here]
        return tuple(places)

    patch.setattr(shuffle, "order", order)


def never_in_its_own_place(patch: pytest.MonkeyPatch) -> None:
    below = shuffle.below
    patch.setattr(shuffle, "below", lambda bound, words: below(max(1, bound - 1), words))


def every_shuffle_of_a_match_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ShuffleRound, "seed", lambda self: self._match_secret)


def another_secret_than_promised(patch: pytest.MonkeyPatch) -> None:
    drawn = ShuffleRound.seed

    def exchanged(self: ShuffleRound) -> bytes:
        self.secret = self.secret[::-1]
        return drawn(self)

    patch.setattr(ShuffleRound, "seed", exchanged)


def parts_are_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        ShuffleRound,
        "seed",
        lambda self: shuffle.seed(self.match, self.number, self.attempt, self.secret, {}),
    )


def leaf_that_lies(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table_deals, "Tree", lambda secret, order: Tree(secret, (*order[1:], order[0])))


def refused_seat_not_named(patch: pytest.MonkeyPatch) -> None:
    left_out = ShuffleRound.restart_without_late

    def silent(self: ShuffleRound, now: Instant, playing: Any) -> tuple[Seat, ...]:
        left_out(self, now, playing)
        self.refused = ()
        return ()

    patch.setattr(ShuffleRound, "restart_without_late", silent)
    refuse = ShuffleRound.seal

    def seal(self: ShuffleRound, seat: Seat, number: int, attempt: int, sealed: str) -> None:
        if not (attempt and seat):
            refuse(self, seat, number, attempt, sealed)

    patch.setattr(ShuffleRound, "seal", seal)


def promise_changed_before_the_deal(patch: pytest.MonkeyPatch) -> None:
    opened = ShuffleRound.open

    def open_(self: ShuffleRound, seat: Seat, number: int, attempt: int, entropy: bytes) -> None:
        opened(self, seat, number, attempt, entropy)
        self._match_secret = self._match_secret[::-1]
        self._commit()

    patch.setattr(ShuffleRound, "open", open_)


def promise_is_the_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shuffle, "commitment", lambda match, number, attempt, secret: secret.hex())


ORDER_FAULTS: Final[Mapping[str, Plant]] = {
    "modulo-of-a-byte": modulo_of_a_byte,
    "naive-swap": naive_swap,
    "one-cycle": never_in_its_own_place,
    "shuffles-alike": every_shuffle_of_a_match_alike,
}
"""They show in the statistics of many orders."""
TABLE_FAULTS: Final[Mapping[str, Plant]] = {
    "another-secret": another_secret_than_promised,
    "promise-changed": promise_changed_before_the_deal,
    "secret-sent": promise_is_the_secret,
    "parts-ignored": parts_are_ignored,
    "leaf-lies": leaf_that_lies,
    "refused-not-named": refused_seat_not_named,
}
"""They show at a table."""
