"""The rows of slow matches: written with the room, found when due, at most thirty of a person."""

import json
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from app.store.database.pools import Database
from app.store.people.rows import Account
from app.store.rooms import slow_rooms
from app.store.rooms.room_store import PostgresRoomStore
from app.store.rooms.slow_rooms import MOST_SLOW, ONE_HAS_MOST, YOU_HAVE_MOST
from app.store.upkeep import erasure
from app.table.model.errors import TooMuch
from app.table.model.notation import new_match_id, to_milliseconds
from app.table.model.room import ClockLevel, Room, SlowMatch, Stage
from app.table.room import seating
from tests.store.conftest import START, Guest, a_room

NOW = to_milliseconds(START)
HOUR = 3_600_000


def a_slow_room(
    *people: Account, wakes: int | None = NOW, shown: dict[str, int] | None = None
) -> Room:
    room = a_room(*people, match=new_match_id())
    kept = SlowMatch({"q": NOW}, shown or {}, wakes)
    return replace(room, clock=ClockLevel.DAY, slow=kept)


def scans(plan: dict[str, Any]) -> set[tuple[str, str]]:
    """Our tables that a plan reads, each with how."""
    own = {(plan["Relation Name"], plan["Node Type"])} if "Relation Name" in plan else set()
    below = [scans(one) for one in plan.get("Plans", ())]
    return {one for one in own.union(*below) if not one[0].startswith("pg_")}


async def seats(database: Database) -> list[tuple[str, int | None]]:
    async with database.table_connection() as connection:
        rows = await connection.fetch("SELECT account_id, due FROM slow_seats ORDER BY due, 1")
    return [(row[0], row[1] and to_milliseconds(row[1])) for row in rows]


async def test_a_slow_match_has_a_row_for_each_person_with_what_everybody_sees(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy = await guest("Odette"), await guest("Percy")
    room = a_slow_room(odette, percy, shown={"1": NOW + HOUR})
    await rooms.save(room)
    assert await seats(database) == [(percy.id, NOW + HOUR), (odette.id, None)]
    assert await rooms.load(room.id) == room
    moved = replace(room, slow=SlowMatch({"r": NOW}, {"0": NOW + 2 * HOUR}, NOW))
    await rooms.save(moved)
    assert await seats(database) == [(odette.id, NOW + 2 * HOUR), (percy.id, None)]


async def test_who_leaves_has_no_row_any_more_and_none_is_left_after_the_match(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy = await guest("Odette"), await guest("Percy")
    room = a_slow_room(odette, percy)
    await rooms.save(room)
    await rooms.save(seating.stand(room, room.people[1].id, "steady"))
    assert [person for person, _ in await seats(database)] == [odette.id]
    await rooms.save(replace(room, stage=Stage.GATHERING, slow=None))
    assert await seats(database) == []
    assert await rooms.rooms_to_wake(START, 9) == []


async def test_rooms_are_woken_when_they_are_due_the_longest_due_first(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy = await guest("Odette"), await guest("Percy")
    wakes = (NOW - 1, NOW - 2, NOW + 1, None)
    made = [a_slow_room(odette, percy, wakes=one) for one in wakes]
    for room in made:
        await rooms.save(room)
    assert await rooms.rooms_to_wake(START, 9) == [made[1].id, made[0].id]
    assert await rooms.rooms_to_wake(START, 1) == [made[1].id]
    assert await rooms.rooms_to_wake(START, 9, [made[1].id]) == [made[0].id]


async def test_the_look_for_due_rooms_reads_the_due_ones_alone(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    """A million sleeping tables cost rows: the index gives those that are due."""
    odette, percy = await guest("Odette"), await guest("Percy")
    due = a_slow_room(odette, percy, wakes=NOW - HOUR)
    await rooms.save(due)
    async with database.table_connection() as connection:
        await connection.execute(
            "INSERT INTO rooms (id, code, live, secret, game, listed, stage, people, state,"
            " state_version, created_at) SELECT 'r' || lpad(n::text, 21, '0'), n::text, false,"
            " 's' || n, 'toy', false, 'playing', '{}', '{}', 1, now()"
            " FROM generate_series(1, 20000) AS n"
        )
        await connection.execute(
            "INSERT INTO slow_rooms (room_id, wakes_at) SELECT id, $1 FROM rooms WHERE id <> $2",
            START + timedelta(days=1),
            due.id,
        )
        await connection.execute("ANALYZE rooms, slow_rooms")
        plan = await connection.fetchval(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {slow_rooms._TO_WAKE}", START, 50, [], None
        )
    assert scans(json.loads(plan)[0]["Plan"]) == {
        ("slow_rooms", "Index Scan"),
        ("rooms", "Index Scan"),
    }
    assert await rooms.rooms_to_wake(START, 50) == [due.id]


async def test_nobody_plays_at_more_than_thirty_slow_tables(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy, rosalind = [await guest(name) for name in ("Odette", "Percy", "Rosalind")]
    made = [a_slow_room(odette, percy) for _ in range(MOST_SLOW)]
    for room in made:
        await rooms.save(room)
    one_more = a_slow_room(odette, rosalind)
    with pytest.raises(TooMuch) as refused:
        await rooms.save(one_more)
    assert refused.value.sentence == ONE_HAS_MOST
    assert await rooms.load(one_more.id) is None, "nothing is written"
    await rooms.save(made[0])
    theirs = a_slow_room(rosalind, await guest("Quentin"))
    await rooms.save(theirs)
    joins = replace(theirs, people=(*theirs.people, made[0].people[0]), joining=(made[0].host,))
    with pytest.raises(TooMuch) as refused:
        await rooms.save(joins)
    assert refused.value.sentence == YOU_HAVE_MOST


async def test_an_ordinary_room_costs_no_statement_more(
    database: Database, rooms: PostgresRoomStore, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        raise AssertionError("an ordinary room has no rows of slow matches")

    monkeypatch.setattr("app.store.rooms.rows.write_slow", never)
    room = a_room(await guest("Odette"))
    await rooms.save(room)
    assert await rooms.load(room.id) == room


async def test_an_erased_person_plays_at_no_slow_table(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy = await guest("Odette"), await guest("Percy")
    await rooms.save(a_slow_room(odette, percy))
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, percy.id)
    assert [person for person, _ in await seats(database)] == [odette.id]


async def test_slow_matches_are_not_among_the_running_rooms_that_stay_in_memory(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    odette, percy = await guest("Odette"), await guest("Percy")
    room = a_slow_room(odette, percy)
    await rooms.save(room)
    async with database.table_connection() as connection:
        await connection.execute(
            "INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked)"
            " VALUES ($1, $2, 'ABCDE', 'toy', 1, '{}', 2, false)",
            room.match,
            room.id,
        )
    assert await rooms.rooms_with_matches() == []
    assert [one.id for one in await rooms.live_rooms_of(room.host)] == [room.id]
