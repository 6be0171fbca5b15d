"""Faults in how a shuffle is drawn, promised and opened."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from app.fair import decks, parts, stream
from app.rules.game import Seat
from app.table.match import shuffle_decks
from app.table.match.shuffle_decks import Drawn, MatchDecks, ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.records import Question
from tests.prove.runner.planting import Plant


def unshuffled_decks(patch: pytest.MonkeyPatch) -> None:
    """Either of deck and permutation makes an order even, so a fault must spoil both."""
    patch.setattr(decks, "shuffled", lambda n, words: tuple(range(n)))


def modulo_of_a_byte(patch: pytest.MonkeyPatch) -> None:
    unshuffled_decks(patch)
    patch.setattr(stream, "below", lambda bound, words: next(words) % 256 % bound)


def naive_swap(patch: pytest.MonkeyPatch) -> None:
    def shuffled(n: int, words: Iterator[int]) -> tuple[int, ...]:
        places = list(range(n))
        for here in range(n):
            other = stream.below(n, words)
            places[here], places[other] = places[other], places[here]
        return tuple(places)

    unshuffled_decks(patch)
    patch.setattr(parts, "shuffled", shuffled)


def never_in_its_own_place(patch: pytest.MonkeyPatch) -> None:
    below = stream.below
    unshuffled_decks(patch)
    patch.setattr(stream, "below", lambda bound, words: below(max(1, bound - 1), words))


def every_shuffle_of_a_match_alike(patch: pytest.MonkeyPatch) -> None:
    key = decks.deck_key
    patch.setattr(parts, "seed", lambda ask, openings: bytes(32))
    patch.setattr(
        shuffle_decks, "deck_key", lambda secret, match, number, deck: key(secret, match, 0, deck)
    )


def another_secret_than_promised(patch: pytest.MonkeyPatch) -> None:
    made = MatchDecks._make

    def exchanged(self: MatchDecks, number: int, before: Any) -> ShuffleDecks:
        secret, self._secret = self._secret, self._secret[::-1]
        try:
            return made(self, number, before)
        finally:
            self._secret = secret

    patch.setattr(MatchDecks, "_make", exchanged)


def parts_are_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        ShuffleDecks,
        "draw",
        lambda self, ask, openings: Drawn(*parts.draw(parts.seed(ask, {}), self.n)),
    )


def leaf_that_lies(patch: pytest.MonkeyPatch) -> None:
    leaf = decks.deck_leaf
    patch.setattr(decks, "deck_leaf", lambda salt, index, thing: leaf(salt, index, thing ^ 1))


def refused_seat_not_named(patch: pytest.MonkeyPatch) -> None:
    take_over = ShuffleRound.take_over

    def silent(self: ShuffleRound, question: Question, decks: ShuffleDecks) -> None:
        take_over(self, replace(question, refused=()), decks)

    patch.setattr(ShuffleRound, "take_over", silent)
    refuse = ShuffleRound.seal

    def seal(
        self: ShuffleRound, seat: Seat, number: int, attempt: int, sealed: str, connection: object
    ) -> None:
        if not (attempt and seat):
            refuse(self, seat, number, attempt, sealed, connection)

    patch.setattr(ShuffleRound, "seal", seal)


def chain_begun_anew(patch: pytest.MonkeyPatch) -> None:
    following = ShuffleRound.next_round
    patch.setattr(
        ShuffleRound,
        "next_round",
        lambda self, head: following(self, parts.first_head(self.match, self.promise)),
    )


def promise_is_the_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(parts, "promise", lambda match, secret: secret.hex())


def every_key_is_shown(patch: pytest.MonkeyPatch) -> None:
    """Also the one of the deck that is played."""
    patch.setattr(
        ShuffleDecks, "other_keys", lambda self, chosen: tuple(d.key.hex() for d in self._decks)
    )


ORDER_FAULTS: Final[Mapping[str, Plant]] = {
    "modulo-of-a-byte": modulo_of_a_byte,
    "naive-swap": naive_swap,
    "one-cycle": never_in_its_own_place,
    "shuffles-alike": every_shuffle_of_a_match_alike,
}
"""They show in the statistics of many orders."""
TABLE_FAULTS: Final[Mapping[str, Plant]] = {
    "another-secret": another_secret_than_promised,
    "chain-begun-anew": chain_begun_anew,
    "secret-sent": promise_is_the_secret,
    "key-sent": every_key_is_shown,
    "parts-ignored": parts_are_ignored,
    "leaf-lies": leaf_that_lies,
    "refused-not-named": refused_seat_not_named,
}
"""They show at a table."""
