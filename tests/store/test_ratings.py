"""Ratings: what a match between people makes of them, and that they can be worked out afresh."""

import asyncio

import pytest

from app.rules.game import Outcome, Seat
from app.store import ratings
from app.store.database import Database
from app.store.profiles import game_records
from app.store.ratings import Rating, rank_people, rate_match
from tests.store.conftest import Guest, Play, ratings_of

pytestmark = pytest.mark.anyio


def test_winning_raises_a_rating_and_a_tie_between_equals_keeps_it() -> None:
    after = rate_match({}, [["ada"], ["bob"], ["cid"]])
    assert after["ada"].ordinal > after["bob"].ordinal > after["cid"].ordinal
    tied = rate_match({}, [["ada", "bob"]])
    assert tied["ada"] == tied["bob"]
    assert tied["ada"].mu == pytest.approx(Rating().mu)
    assert Rating().ordinal == pytest.approx(0)


def test_only_people_are_ranked_and_who_held_two_seats_counts_for_the_better() -> None:
    outcome = Outcome(((Seat(3),), (Seat(1), Seat(0)), (Seat(2), Seat(4))), (1, 1, 0, 2, 0), "over")
    assert rank_people(outcome, {0: "ada", 1: "bob", 2: "bob", 4: "cid"}) == [
        ["bob", "ada"],
        ["cid"],
    ]


async def test_a_match_between_people_is_rated_and_one_against_bots_is_not(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(ada, bots=2, deals=[(2, 1, 0)])
    async with database.sessions() as db:
        assert await ratings_of(db, ada.id) == {}
    await play(ada, bob, bots=1, deals=[(1, 2, 0)])
    async with database.sessions() as db:
        assert await ratings_of(db, ada.id) == {"toy": rate_match({}, [[bob.id], [ada.id]])[ada.id]}
        (record,) = await game_records(db, bob.id)
        assert record.rating == rate_match({}, [[bob.id], [ada.id]])[bob.id]


async def test_ratings_worked_out_afresh_are_those_that_grew_match_by_match(
    database: Database, guest: Guest, play: Play
) -> None:
    people = [await guest(name) for name in ("Ada", "Bob", "Cid", "Dot")]
    await asyncio.gather(
        *(
            play(*people, deals=[tuple((seat + number) % 4 for seat in range(4))], hour=number)
            for number in range(12)
        )
    )
    async with database.sessions.begin() as db:
        grown = [await ratings_of(db, person.id) for person in people]
        assert await ratings.recompute(db, "toy") == 12
    async with database.sessions() as db:
        assert [await ratings_of(db, person.id) for person in people] == grown
        assert all(rating["toy"].matches == 12 for rating in grown)


async def test_a_match_that_ends_during_a_recomputation_does_not_wait_and_is_rated_later(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(ada, bob, deals=[(1, 0)])
    async with database.sessions.begin() as db:
        await ratings.recompute(db, "toy")
        await play(
            bob, ada, deals=[(1, 0)], hour=1
        )  # or what is open here would be waited for, until the lock's limit raises
    async with database.sessions() as db:
        assert (await ratings_of(db, ada.id))["toy"].matches == 1
    await play(ada, bob, deals=[(1, 0)], hour=2)
    expected = ratings.rate_matches(
        {}, [[[ada.id], [bob.id]], [[bob.id], [ada.id]], [[ada.id], [bob.id]]]
    )
    async with database.sessions() as db:
        assert (await ratings_of(db, ada.id))["toy"] == expected[ada.id]
