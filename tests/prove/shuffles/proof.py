"""The proof `shuffles`: statistics of many deals, checks of their records, and tables that deal."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from app.rules.game import AnyState, Seat
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import MatchId
from tests.fair.altered_records import export
from tests.fair.load_verifier import verify
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.shuffles.planted_faults import ORDER_FAULTS, TABLE_FAULTS
from tests.prove.shuffles.shuffle_stats import Order, p_values
from tests.prove.shuffles.table_check import deals_checked
from tests.table.high_card import HighCard, HighCardOptions

CARDS: Final = 52
HEAP: Final = 12_000
"""Deals counted together at first; each next count is twice the one before."""
SUSPECT: Final = 0.001
"""A p-value below this, over all p-values of the run, is tried again with fresh deals; twice is a
fault."""
SMALL: Final = 6_000
"""Deals that show a planted fault."""


class Pack(HighCard):
    """A game of which only the shuffle counts."""

    def pending_shuffle_size(self, state: AnyState) -> int:
        return CARDS

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        return tuple(map(str, range(CARDS)))

    def deal_plan(self, public: Any) -> tuple[str, ...]:
        return ()


PACK: Final = Pack()
PACKED: Final = PACK.setup(2, HighCardOptions(), False)


def deals(seed: str, many: int) -> Iterator[Order]:
    """Orders as tables draw them: matches of twenty shuffles, some of them with parts of seats."""
    chance = Random(seed)
    match, secret = MatchId("none"), bytes(32)
    for number in range(many):
        if number % 20 == 0:
            match, secret = MatchId(f"match {chance.randrange(10**9)}"), chance.randbytes(32)
        coming = ShuffleRound(match, "promise", number % 20, "head")
        coming.decks = ShuffleDecks(PACK, match, secret, number % 20, PACKED)
        for seat in range(number % 3):
            coming._openings[Seat(seat)] = chance.randbytes(32)
        coming.ask = f"{match} {number}"
        yield coming.order()


def uneven_in(seed: str, many: int, tests: int) -> tuple[dict[str, float], list[str]]:
    """The p-values of some deals, and the faults: unlikely among `tests` p-values, twice."""
    verdicts = p_values(deals(seed, many), CARDS)
    odd = [name for name, p in verdicts.items() if p < SUSPECT / tests]
    again = p_values(deals(f"{seed} again", many), CARDS) if odd else {}
    return verdicts, [
        f"{name}: {verdicts[name]:.2g}, then {again[name]:.2g}, {many:,} deals"
        for name in odd
        if again[name] < SUSPECT / tests
    ]


def records_checked(chance: Random, many: int) -> tuple[int, list[str]]:
    """The number of records checked, and the independent verifier's complaints."""
    faults = []
    for number in range(many):
        lines, heard = export(f"record {number}", chance, chance.randrange(1, 4), least=1)
        faults += [
            sentence
            for verdict, sentence, *_ in verify.check(lines, lines[0]["receipt"], [heard])
            if verdict is not verify.Verdict.HOLDS
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
        verdicts, odd = uneven_in(f"{options.seed} {heaps}", heap, 5 * 2**heaps)
        least, dealt = min(least, *verdicts.values()), dealt + heap
        faults += [f"deals are not even: {one} (seed {options.seed})" for one in odd]
        progress.show(f"{dealt:,} deals, {records:,} records, {cards:,} cards at tables")
        if progress.over or faults:
            break
        left = options.minutes * 60 - progress.seconds
        speed = dealt / progress.seconds
        heap = max(SMALL, min(2 * heap, int(left * speed)))
    figure = (
        f"{len(faults)} faults in {dealt:,} deals, {5 * heaps} p-values, the least {least:.2g}; "
        f"the independent verifier agrees on {records:,} records; {cards:,} cards checked at tables"
    )
    return Findings({"P11": figure}, tuple(faults))


# -- planted


def _look_at_orders(options: RunOptions) -> Findings:
    return Findings({}, tuple(uneven_in(f"{options.seed} planted", SMALL, 5)[1]))


def _look_at_tables(options: RunOptions) -> Findings:
    chance, found = Random(options.seed), list[str]()
    for _ in range(20):
        found += asyncio.run(deals_checked(chance))[1]
        if found:
            break
    return Findings({}, tuple(found))


PROOF: Final = Proof(
    "shuffles",
    ("P11",),
    "shuffles are even, promised before, and can be checked after",
    prove,
    quick=0.0,
    planted={
        name: PlantedFault("P11", with_patch(plant, look))
        for plants, look in (
            (ORDER_FAULTS, _look_at_orders),
            (TABLE_FAULTS, _look_at_tables),
        )
        for name, plant in plants.items()
    },
)
