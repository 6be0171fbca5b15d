"""The administrators' search for matches: what it costs follows from the matches that it finds."""

from typing import Any, cast

from sqlalchemy import event

from app.store.admin import match_search
from app.store.database.pools import Database
from bench.page_visits import Statement
from bench.query_plans import plan

FILL = """
WITH host AS (
    INSERT INTO accounts (id, name, skeleton, kind)
    VALUES (repeat('H', 22), 'Host', 'host', 'guest') RETURNING id
), room AS (
    INSERT INTO rooms (id, code, live, secret, game, listed, stage, people, state, state_version,
        created_at)
    SELECT repeat('R', 22), 'ABCDE', false, 'secret', 'game 0', false, 'gathering', ARRAY[id], '{}',
        1, now()
    FROM host RETURNING id
)
INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, state,
    started_at, ended_at, outcome)
SELECT lpad(to_hex(n), 32, '0')::uuid, id, 'ABCDE', 'game ' || n % 5, 1, '{}', 2,
    true, CASE n % 20 WHEN 0 THEN 'stopped' ELSE 'finished' END, now(), now(), '{}'
FROM room, generate_series(1, 10000) AS n
"""


async def test_stopped_matches_of_a_game_without_any_are_found_by_reading_none(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        await connection.execute(FILL)
        await connection.execute("ANALYZE matches")
    sent: list[Statement] = []

    def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
        sent.append(Statement(statement, tuple(values)))

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    async with database.sessions() as db:
        none = await match_search.search(db, game="game 1", state="stopped")
        some = await match_search.search(db, game="game 0", state="stopped")
    event.remove(engine, "before_cursor_execute", note)
    assert (none.total, none.items, len(some.items)) == (0, (), 25)
    counted, read = [one for one in sent if "stopped" in one.text][:2]
    async with database.table_connection() as connection:
        for statement in (counted, read):
            found = await plan(cast("Any", connection), statement)
            assert (found.scanned, found.rows) == ((), 0)
