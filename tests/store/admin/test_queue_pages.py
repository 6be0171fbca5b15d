"""Pages of the queue: what one costs follows from the cases on it, not from those before."""

from typing import Any, cast

from sqlalchemy import event

from app.store.admin import cases
from app.store.database.base import PAGE_SIZE
from app.store.database.pools import Database
from bench.page_visits import Statement
from bench.query_plans import plan

OPEN = 4 * PAGE_SIZE
ME = "A" * 22


async def test_a_later_page_looks_up_the_people_of_its_own_cases_alone(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        await connection.execute(
            "INSERT INTO accounts (id, name, skeleton, kind)"
            " SELECT lpad(n::text, 22, '0'), 'P' || n, 'p' || n, 'guest'"
            " FROM generate_series(1, $1::int) AS n",
            OPEN,
        )
        await connection.execute(
            "INSERT INTO cases (kind, account_id, about, opened_at, due_at)"
            " SELECT 'name', id, name, now(), now() FROM accounts ORDER BY id"
        )
    sent: list[Statement] = []

    def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
        sent.append(Statement(statement, tuple(values)))

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    async with database.sessions() as db:
        last = await cases.list_page(db, ME, 4)
    event.remove(engine, "before_cursor_execute", note)
    assert [case.name for case in last.items] == [f"P{n}" for n in range(OPEN - 24, OPEN + 1)]
    async with database.table_connection() as connection:
        found = await plan(cast("Any", connection), sent[-1], forced=True)
    assert found.rows <= 2 * OPEN + PAGE_SIZE, "cases in index and table, and its own people"
