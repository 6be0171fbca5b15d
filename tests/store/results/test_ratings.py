"""Ratings: what a match between people makes of them."""

import pytest
from sqlalchemy import select

from app.rules.game import Outcome, Seat
from app.store.database.pools import Database
from app.store.results.plackett_luce import Rating, accounts_in, rank_people, rate_match
from app.store.results.profiles import game_records
from app.store.results.ratings import RatingInputRow
from tests.store.conftest import Guest, Play, ratings_of


def test_winning_raises_a_rating_and_a_tie_between_equals_keeps_it() -> None:
    after = rate_match({}, [["ada"], ["bob"], ["cid"]])
    assert after["ada"].ordinal > after["bob"].ordinal > after["cid"].ordinal
    tied = rate_match({}, [["ada", "bob"]])
    assert tied["ada"] == tied["bob"]
    assert tied["ada"].mu == pytest.approx(Rating().mu)
    assert Rating().ordinal == pytest.approx(0)


def test_a_team_is_rated_as_one_and_wins_together() -> None:
    after = rate_match({}, [[["ada", "bob"]], ["cid", "dan"]])
    assert after["ada"] == after["bob"]
    assert after["ada"].ordinal > after["cid"].ordinal == after["dan"].ordinal
    strong = {"cid": Rating(40.0, 2.0, 9)}
    alone = rate_match(strong, [["ada"], ["cid"]])["ada"]
    carried = rate_match(strong, [[["ada", "cid"]], ["bob"]])["ada"]
    assert carried.mu < alone.mu, "who wins beside a strong partner gains less"


def test_the_seats_of_a_team_are_ranked_together() -> None:
    teams = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    outcome = Outcome(((Seat(1), Seat(3)), (Seat(0), Seat(2), Seat(4))), (0,) * 5, "over", teams)
    people = {0: "ada", 1: "bob", 2: "cid", 4: "dan"}
    assert rank_people(outcome, people) == [["bob"], [["ada", "cid"], "dan"]]
    assert accounts_in(rank_people(outcome, people)) == ["bob", "ada", "cid", "dan"]


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


async def test_ratings_grow_match_by_match_and_each_keeps_those_before_it(
    database: Database, guest: Guest, play: Play
) -> None:
    people = [await guest(name) for name in ("Ada", "Bob", "Cid")]
    expected: dict[str, Rating] = {}
    for hour in range(4):
        order = [people[(place + hour) % 3] for place in range(3)]
        match = (await play(*order, deals=[(2, 1, 0)], hour=hour)).match
        async with database.sessions() as db:
            inputs = select(RatingInputRow).where(RatingInputRow.match_id == match)
            kept = (await db.scalars(inputs)).one()
        assert kept.counted
        assert kept.before is not None
        before = {account: Rating(*rating) for account, rating in kept.before.items()}
        assert before == {person.id: expected.get(person.id, Rating()) for person in people}
        expected = rate_match(expected, [[person.id] for person in order])
    async with database.sessions() as db:
        for person in people:
            assert await ratings_of(db, person.id) == {"toy": expected[person.id]}
