"""Results: standings as played, profiles, the leaderboard, and voided matches."""

from datetime import timedelta

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules.replay import Shuffled
from app.store.admin import voiding
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import summaries
from app.store.matches.records import recomputed_standings, stored_standings
from app.store.matches.rows import MatchState
from app.store.people import accounts
from app.store.results.leaderboard import ORDERS, top_accounts
from app.store.results.profiles import Ranks, RecentDeal, Streaks, game_records
from app.store.results.refolds import RatingRefolder
from app.store.results.totals import find_mismatches
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.room import Stage
from app.table.ports import Fenced
from tests.store.conftest import START, Guest, Play, gathering, ratings_of
from tests.store.toy_game import SHOW, TOY


async def test_stored_standings_equal_those_recomputed_from_the_stored_entries(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, bots=1, deals=[(2, 1, 0), (0, 2, 1), (1, 0, 2), (2, 0, 1)])
    record = await log.claim(playing.match, TOY)
    async with database.sessions() as db:
        standings = await stored_standings(db, playing.match)
    assert standings == recomputed_standings(TOY, record)
    assert [standing.seat for standing in standings] == [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1]
    async with database.transaction() as connection:
        rows = await connection.fetch("SELECT seat, ranked_seats, account_id FROM standings")
    assert {row["ranked_seats"] for row in rows} == {3}
    assert {row["seat"]: row["account_id"] for row in rows} == {0: ada.id, 1: bob.id, 2: None}


async def test_the_last_line_writes_everybodys_place_and_points(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, bots=2, deals=[(3, 0, 1, 2), (3, 1, 0, 2)])
    async with database.sessions() as db:
        match = await summaries.of_match(db, playing.match)
    assert match is not None
    assert match.state is MatchState.FINISHED
    assert match.ended == START + timedelta(seconds=9)
    assert (match.deals, match.entries, match.code) == (2, 10, playing.room.code)
    assert [(place.name, place.finish, place.points) for place in match.places] == [
        ("Ada", 1, 6),
        ("Bob", 3, 1),
        ("Bot 1", 3, 1),
        ("Bot 2", 2, 4),
    ]
    assert match.outcome == {
        "ranking": [[0], [3], [1, 2]],
        "points": [6, 1, 1, 4],
        "reason": "last-deal",
    }
    assert match.of(bob.id) == match.places[1]
    assert match.of("nobody") is None


# -- profiles


async def test_a_profile_sums_up_every_deal_that_counts(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, bots=1, deals=[(2, 1, 0), (2, 1, 0), (0, 1, 2)])
    second = await play(bob, ada, deals=[(0, 1), (1, 0)], hour=1)
    running = await play(ada, bob, of=5, hour=2)
    await running.deal((0, 1))
    async with database.sessions() as db:
        (record,) = await game_records(db, ada.id)
    assert (record.game, record.matches, record.won, record.deals) == ("toy", 2, 2, 6)
    assert record.ranks == Ranks(best=3, last=3)
    assert record.salary == 2 + 2 + 0 + 1 + 0 + 0
    assert record.streaks == Streaks(first=2, first_now=0, last=2, last_now=2)
    assert [
        (line.match_id, line.deal, line.rank, line.sat, line.points) for line in record.recent_deals
    ] == [
        (running.match, 1, 2, 2, 0),
        (second.match, 2, 2, 2, 0),
        (second.match, 1, 1, 2, 1),
        (first.match, 3, 3, 3, 0),
        (first.match, 2, 1, 3, 2),
        (first.match, 1, 1, 3, 2),
    ]
    assert record.recent_deals[-1] == RecentDeal(
        first.match, 1, 1, 3, 2, START + timedelta(seconds=3)
    )


async def test_at_ten_seats_every_rank_and_the_last_place_count(
    database: Database, guest: Guest, play: Play
) -> None:
    people = [await guest(f"Person {number}") for number in range(10)]
    playing = await play(*people, deals=[tuple(range(9, -1, -1)), (8, 9, *range(7, -1, -1))])
    async with database.sessions() as db:
        records = [(await game_records(db, one.id))[0] for one in people]
        rows = {row.name: row for row in await top_accounts(db, "toy")}
        match = await summaries.of_match(db, playing.match)
        assert await find_mismatches(db) == []
    assert [one.ranks for one in records[:2]] == [Ranks(best=1, second=1)] * 2
    assert [one.ranks for one in records[-2:]] == [Ranks(second_to_last=2), Ranks(last=2)]
    assert records[-1].streaks == Streaks(last=2, last_now=2)
    assert [line.rank for line in records[-1].recent_deals] == [10, 10]
    assert [line.sat for line in records[-1].recent_deals] == [10, 10]
    assert [rows[one.name].last for one in people] == [0] * 9 + [2]
    assert match is not None
    assert [place.finish for place in match.places] == [1, 1, *range(3, 11)]


async def test_the_recent_deals_are_the_last_fifty_and_the_salary_all(
    database: Database, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    await play(ada, bots=1, deals=[(1, 0)] * 60)
    async with database.sessions() as db:
        (record,) = await game_records(db, ada.id)
    recent = record.recent_deals
    assert (len(recent), recent[0].deal, recent[-1].deal, record.salary) == (50, 60, 11, 60)


async def test_who_has_not_played_has_no_record(database: Database, guest: Guest) -> None:
    async with database.sessions() as db:
        assert await game_records(db, (await guest("Ada")).id) == ()
        assert await top_accounts(db, "toy") == ()


async def test_the_leaderboard_orders_people_by_what_is_asked(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob, cid = await guest("Ada"), await guest("Bob"), await guest("Cid")
    await play(ada, bob, cid, deals=[(2, 1, 0), (2, 1, 0)])
    for hour in (1, 2, 3, 4):
        await play(cid, bots=1, deals=[(1, 0)], hour=hour)
    async with database.sessions.begin() as db:
        await accounts.register(db, bob.id, "Bob", "hash")
        assert {by: [row.name for row in await top_accounts(db, "toy", by)] for by in ORDERS} == {
            "salary": ["Ada", "Cid", "Bob"],
            "rating": ["Ada", "Bob", "Cid"],
            "won": ["Cid", "Ada", "Bob"],
            "best": ["Cid", "Ada", "Bob"],
            "deals": ["Cid", "Ada", "Bob"],
        }
        assert await top_accounts(db, "toy", "'; --") == await top_accounts(db, "toy", "salary")
        assert await top_accounts(db, "another") == ()
        rows = {row.name: row for row in await top_accounts(db, "toy")}
        shown = rows["Cid"]
        assert (shown.matches, shown.won, shown.deals) == (5, 4, 6)
        assert (shown.best, shown.last, shown.salary) == (4, 2, 4)
        assert (rows["Bob"].registered, rows["Cid"].registered) == (True, False)
        await erasure.erase_account(db, ada.id)
        assert [row.name for row in await top_accounts(db, "toy")] == ["Cid", "Bob"]


async def test_the_leaderboard_by_rating_is_of_those_who_have_one(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(await guest("Cid"), bots=1, deals=[(1, 0)])
    await play(ada, bob, deals=[(1, 0)])
    async with database.sessions() as db:
        assert [row.name for row in await top_accounts(db, "toy", "rating")] == ["Ada", "Bob"]


async def test_sums_grow_to_what_standings_and_places_add_up_to(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(ada, bob, bots=1, deals=[(2, 1, 0), (0, 1, 2)])
    struck = await play(bob, ada, deals=[(0, 1), (1, 0)], hour=1)
    stopped = await play(ada, bob, of=3, hour=2)
    await stopped.deal((0, 1))
    running = await play(ada, bots=1, of=3, hour=3)
    await running.deal((1, 0))
    await log.stop(stopped.match, stopped.epoch, gathering(stopped.room), "the host broke it off")
    for match in (struck, stopped, running):
        async with database.sessions.begin() as db:
            await voiding.void(db, match.match, "chosen for it")
            await voiding.void(db, match.match, "and once more, which changes nothing")
            assert await find_mismatches(db) == []
    async with database.sessions.begin() as db:
        await voiding.reinstate(db, struck.match)
        assert await find_mismatches(db) == []
        await db.execute(
            text("UPDATE totals SET won = won + 1 WHERE account_id = :ada"), {"ada": ada.id}
        )
        assert await find_mismatches(db) == [(ada.id, "toy")]


# -- striking out


async def test_a_voided_match_counts_for_nothing_until_that_is_taken_back(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(ada, bob, deals=[(1, 0)])
    async with database.sessions() as db:
        before, leaders, rating = (
            await game_records(db, ada.id),
            await top_accounts(db, "toy"),
            await ratings_of(db, ada.id),
        )
    second = await play(bob, ada, deals=[(1, 0), (1, 0)], hour=1)
    async with database.sessions() as db:
        with_both = (
            await game_records(db, ada.id),
            await top_accounts(db, "toy"),
            await ratings_of(db, ada.id),
        )
        assert with_both != (before, leaders, rating)
    async with database.sessions.begin() as db:
        voided = await voiding.void(db, second.match, "one person in two seats")
        assert (voided.state, voided.void_reason) == (MatchState.VOIDED, "one person in two seats")
    await RatingRefolder(database).refold()
    async with database.sessions() as db:
        assert await game_records(db, ada.id) == before
        assert await top_accounts(db, "toy") == leaders
        assert await ratings_of(db, ada.id) == rating
        (shown, _) = (await summaries.history_of(db, ada.id)).items
        assert (shown.id, shown.state) == (second.match, MatchState.VOIDED)
    async with database.sessions.begin() as db:
        assert (await voiding.reinstate(db, second.match)).state is MatchState.FINISHED
        with pytest.raises(LookupError):
            await voiding.reinstate(db, second.match)
    await RatingRefolder(database).refold()
    async with database.sessions() as db:
        assert (
            await game_records(db, ada.id),
            await top_accounts(db, "toy"),
            await ratings_of(db, ada.id),
        ) == with_both


async def test_a_match_with_hints_counts_for_points_and_not_for_ratings(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, of=1)
    playing.room = msgspec.structs.replace(playing.room, hints=True)
    await playing.deal((1, 0))
    async with database.sessions.begin() as db:
        (record,) = await game_records(db, ada.id)
        assert (record.matches, record.rating) == (1, None)
        await voiding.void(db, playing.match, "broken")
        await voiding.reinstate(db, playing.match)
    await RatingRefolder(database).refold()
    async with database.sessions() as db:
        assert await ratings_of(db, ada.id) == {}


async def test_a_stopped_match_keeps_its_finished_deals_and_has_no_winner(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, of=3)
    await playing.deal((1, 0))
    await log.stop(playing.match, playing.epoch, gathering(playing.room), "the host broke it off")
    async with database.sessions.begin() as db:
        (record,) = await game_records(db, ada.id)
        assert (record.matches, record.won, record.deals) == (0, 0, 1)
        assert (record.salary, record.rating) == (1, None)
        match = await summaries.of_match(db, playing.match)
        assert match is not None
        assert (match.state, match.outcome) == (MatchState.STOPPED, None)
        assert match.stop_reason == "the host broke it off"
        assert [(place.finish, place.points) for place in match.places] == [(None, 1), (None, 0)]
        await voiding.void(db, playing.match, "broken")
        assert await game_records(db, ada.id) == ()
        assert (await voiding.reinstate(db, playing.match)).state is MatchState.STOPPED


async def test_voiding_a_running_match_fences_its_owner_off_and_lets_the_room_gather(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    async with database.sessions.begin() as db:
        await voiding.void(db, playing.match, "broken")
    with pytest.raises(Fenced):
        await playing.append(SHOW)
    assert await rooms.rooms_with_matches() == []
    room = await rooms.load(playing.room.id)
    assert room is not None
    assert room.stage is Stage.GATHERING
    async with database.sessions.begin() as db:
        assert (await voiding.reinstate(db, playing.match)).state is MatchState.STOPPED


async def test_what_is_not_there_cannot_be_voided(db: AsyncSession) -> None:
    for odd in ("none", "\0", ""):
        with pytest.raises(LookupError):
            await voiding.void(db, odd, "why")
