"""P11: deals are looked at in heaps, records of them are checked by a program that shares no code, tables are watched while they deal."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from app.fair import shuffle
from app.fair.tree import Tree
from app.rules.game import Seat
from app.table.match import shuffle_proof as table_deals
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant
from app.table.model.room import MatchId
from tests.fair.altered_records import export
from tests.fair.load_verifier import verify
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.shuffles.shuffle_stats import Order, p_values
from tests.prove.shuffles.table_check import deals_checked

CARDS: Final = 52
HEAP: Final = 30_000
"""Deals that are looked at together at first; then each heap is twice the one before."""
SUSPECT: Final = 0.001
"""What is less likely than this, among all verdicts of the run, is looked at again with as many fresh deals; twice is a fault."""
SMALL: Final = 6_000
"""Deals that show what is planted."""


def deals(seed: str, many: int, n: int = CARDS) -> Iterator[Order]:
    """Deals as tables make them: matches of twenty shuffles, in each of which some seats have a part."""
    chance = Random(seed)
    sealing = ShuffleRound(MatchId("none"), bytes(32))
    for number in range(many):
        if number % 20 == 0:
            sealing = ShuffleRound(
                MatchId(f"match {chance.randrange(10**9)}"), chance.randbytes(32)
            )
        for seat in range(number % 3):
            sealing._openings[Seat(seat)] = chance.randbytes(32)
        yield shuffle.order(sealing.seed(), n)
        sealing = sealing.next_round()


def looked_at(seed: str, many: int, tests: int) -> tuple[dict[str, float], list[str]]:
    """The verdicts on a heap of deals, and what is no chance: unlikely among `tests` verdicts, and again with fresh deals."""
    _, verdicts = p_values(deals(seed, many), CARDS)
    odd = [name for name, p in verdicts.items() if p < SUSPECT / tests]
    again = p_values(deals(f"{seed} again", many), CARDS)[1] if odd else {}
    return verdicts, [
        f"{name}: {verdicts[name]:.2g}, then {again[name]:.2g}, {many:,} deals"
        for name in odd
        if again[name] < SUSPECT / tests
    ]


def records_checked(chance: Random, many: int) -> tuple[int, list[str]]:
    """How many records of as many the independent program believes, and what it says of the others."""
    faults = []
    for number in range(many):
        lines, heard = export(f"record {number}", chance, chance.randrange(1, 4))
        faults += [
            text for good, text in verify.check(lines, lines[0]["receipt"], heard) if not good
        ]
    return many, faults


def prove(options: RunOptions) -> Findings:
    progress, chance = Progress(options), Random(options.seed)
    faults: list[str] = []
    least, dealt, records, cards, heap, heaps = 1.0, 0, 0, 0, HEAP, 0
    while True:
        for _ in range(10):
            checked, lies = asyncio.run(deals_checked(chance))
            cards, faults = (
                cards + checked,
                [*faults, *(f"at a table: {lie} (seed {options.seed})" for lie in lies)],
            )
        many, lies = records_checked(chance, 100)
        records, faults = (
            records + many,
            [*faults, *(f"the verifier disagrees: {lie} (seed {options.seed})" for lie in lies)],
        )
        heaps += 1
        verdicts, odd = looked_at(f"{options.seed} {heaps}", heap, 5 * 2**heaps)
        least, dealt = min(least, *verdicts.values()), dealt + heap
        faults += [f"deals are not even: {one} (seed {options.seed})" for one in odd]
        progress.show(f"{dealt:,} deals, {records:,} records, {cards:,} cards at tables")
        if progress.over or faults:
            break
        left = options.minutes * 60 - progress.seconds
        speed = dealt / progress.seconds
        heap = max(SMALL, min(2 * heap, int(left * speed)))
    figure = (
        f"{len(faults)} faults in {dealt:,} deals, {5 * heaps} verdicts, the least p {least:.2g}; the independent verifier agrees on "
        f"{records:,} records; {cards:,} cards checked at tables"
    )
    return Findings({"P11": figure}, tuple(faults))


# -- planted


def _battery(options: RunOptions) -> Findings:
    _, odd = looked_at(f"{options.seed} planted", SMALL, 5)
    return Findings({}, tuple(odd))


def _tables(options: RunOptions) -> Findings:
    chance, found = Random(options.seed), list[str]()
    for _ in range(20):
        found += asyncio.run(deals_checked(chance))[1]
        if found:
            break
    return Findings({}, tuple(found))


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


def _with(
    plant: Callable[[pytest.MonkeyPatch], None],
    look: Callable[[RunOptions], Findings],
    options: RunOptions,
) -> Findings:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        return look(options)


_PLANTS: Final[
    Mapping[str, tuple[str, Callable[[pytest.MonkeyPatch], None], Callable[[RunOptions], Findings]]]
] = {
    "modulo-of-a-byte": (
        "the remainder of a byte instead of a number drawn evenly",
        modulo_of_a_byte,
        _battery,
    ),
    "naive-swap": ("each card is exchanged with any other", naive_swap, _battery),
    "one-cycle": ("no card stays where it was", never_in_its_own_place, _battery),
    "shuffles-alike": (
        "every shuffle of a match gives the same order",
        every_shuffle_of_a_match_alike,
        _battery,
    ),
    "another-secret": (
        "the order is drawn from another secret than was promised",
        another_secret_than_promised,
        _tables,
    ),
    "promise-changed": (
        "the house changes its secret and promise when parts were opened",
        promise_changed_before_the_deal,
        _tables,
    ),
    "secret-sent": ("the promise is the secret itself", promise_is_the_secret, _tables),
    "parts-ignored": ("what people open changes nothing", parts_are_ignored, _tables),
    "leaf-lies": ("other cards are sealed than are dealt", leaf_that_lies, _tables),
    "refused-not-named": (
        "who does not open is left out in silence",
        refused_seat_not_named,
        _tables,
    ),
}

PROOF: Final = Proof(
    "shuffles", ("P11",), "every order is as likely as any other, was promised before, and can be checked after", prove, quick=0.25,
    planted={name: PlantedFault("P11", says, partial(_with, plant, look)) for name, (says, plant, look) in _PLANTS.items()},
)  # fmt: skip
