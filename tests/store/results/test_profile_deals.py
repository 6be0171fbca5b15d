"""A profile's counts of positions and its streaks, against a plain reading of all standings."""

import random
from collections import Counter
from itertools import groupby

import msgspec
import pytest

from app.store.admin import voiding
from app.store.database.pools import Database
from app.store.results.profiles import Ranks, Streaks, game_records
from tests.store.conftest import Guest, Play


def position(rank: int, sat: int) -> str:
    """The name, in Ranks, of finishing as `rank` among `sat`."""
    if rank == 1:
        return "best"
    if rank == sat:
        return "last"
    if sat == 3:
        return "middle"
    return "second" if rank == 2 else "second_to_last" if rank == sat - 1 else "middle"


def longest_and_last_run(names: list[str], wanted: str) -> tuple[int, int]:
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    longest = max((length for name, length in runs if name == wanted), default=0)
    return longest, runs[-1][1] if names[-1] == wanted else 0


@pytest.mark.parametrize(
    ("sat", "names"),
    [
        (2, ["best", "last"]),
        (3, ["best", "middle", "last"]),
        (4, ["best", "second", "second_to_last", "last"]),
        (5, ["best", "second", "middle", "second_to_last", "last"]),
        (6, ["best", "second", "middle", "middle", "second_to_last", "last"]),
    ],
)
async def test_a_rank_is_named_by_how_many_sat(
    database: Database, guest: Guest, play: Play, sat: int, names: list[str]
) -> None:
    people = [await guest(f"Person {seat}") for seat in range(sat)]
    await play(*people, deals=[tuple(reversed(range(sat)))])
    found = []
    async with database.sessions() as db:
        for account in people:
            (record,) = await game_records(db, account.id)
            counts = msgspec.structs.asdict(record.ranks)
            found.append([name for name, number in counts.items() if number])
    assert found == [[name] for name in names]


@pytest.mark.parametrize("seed", range(4))
async def test_ranks_and_streaks_are_those_of_all_deals_in_the_order_in_which_they_ended(
    database: Database, guest: Guest, play: Play, seed: int
) -> None:
    """Matches are played at the same time and in any order, and some are voided."""
    chance = random.Random(seed)
    ada, bob = await guest("Ada"), await guest("Bob")
    # Each match has an hour, so that it ends before or after others that began earlier.
    hours = chance.sample(range(8), 6)
    voided = hours[-1]
    deals: list[tuple[int, int, str]] = []
    for hour in hours:
        bots, ahead = chance.randrange(1, 5), chance.random()
        cards = []
        for number in range(chance.randrange(1, 6)):
            hand = list(range(bots + 2))
            chance.shuffle(hand)
            if chance.random() < ahead:
                hand.sort(reverse=ahead > 0.5)
            cards.append(hand)
            rank = 1 + sum(card > hand[0] for card in hand)
            if hour != voided:
                deals.append((hour, number, position(rank, len(hand))))
        playing = await play(ada, bob, bots=bots, deals=cards, hour=hour)
        if hour == voided:
            async with database.sessions.begin() as db:
                await voiding.void(db, playing.match, "chosen for it")
    names = [name for _, _, name in sorted(deals)]
    async with database.sessions() as db:
        (record,) = await game_records(db, ada.id)
    assert record.ranks == Ranks(**Counter(names))
    assert record.streaks == Streaks(
        *longest_and_last_run(names, "best"), *longest_and_last_run(names, "last")
    )
