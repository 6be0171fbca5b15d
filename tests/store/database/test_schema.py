"""The schema: migrations match the code, and the database guards append-only tables."""

import asyncio
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

import app.store
from app.ops.migrations import config
from app.rules.replay import Shuffled
from app.store.admin import audit
from app.store.admin.audit import Action
from app.store.database import connections
from app.store.database.base import Base
from app.store.database.pools import Database
from app.store.people.rows import Account
from tests.conftest import NewDatabase, run
from tests.database import column
from tests.store.conftest import Guest, Play

pytestmark = pytest.mark.usefixtures("own_connections")

OWN_FUNCTIONS = """
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""
"""The functions that no extension brought."""

assert app.store.__all__  # importing the package is what makes the tables known


async def test_the_migrated_schema_is_the_one_the_code_describes(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "compare_server_default": True,
                "include_name": lambda name, *_: not (name or "").startswith("entries_"),
            },
        )
        return list(compare_metadata(context, Base.metadata))

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_every_constraint_has_the_name_the_code_gives_it(database: Database) -> None:
    expected = {
        str(constraint.name)
        for table in Base.metadata.tables.values()
        for constraint in table.constraints
    }
    async with database.engine.connect() as connection:
        found = await connection.scalars(
            text(
                "SELECT conname FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace AND contype <> 'n'"
                " AND conparentid = 0 AND conrelid::regclass::text !~ '^entries_'"
            )
        )
    assert {name for name in found if not name.startswith("alembic_")} == expected


def test_migrations_only_go_forward(new_database: NewDatabase) -> None:
    url = new_database()
    with pytest.raises(NotImplementedError, match="restore a backup"):
        command.downgrade(config(url), "base")

    tables = run(column(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
    made = [str(name) for name in (*tables, *run(column(url, OWN_FUNCTIONS)))]
    own = {"alembic_version", "entries_default", "refuse_change"}
    found = {name for name in made if not name.startswith("entries_2")}
    assert found == {*Base.metadata.tables, *own}


@pytest.mark.parametrize(
    "change", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"]
)
@pytest.mark.parametrize(
    ("table", "field"), [("entries", "ply"), ("standings", "points"), ("audit_log", "reason")]
)
async def test_lines_of_a_log_can_be_added_and_nothing_else(
    database: Database, guest: Guest, play: Play, change: str, table: str, field: str
) -> None:
    ada = await guest("Ada")
    await play(ada, bots=1, deals=[(0, 1)])
    await note_something(database, ada)
    async with database.transaction() as connection:
        assert await connection.fetchval(f"SELECT count(*) FROM {table}") > 0
    with pytest.raises(asyncpg.RestrictViolationError, match="only ever added"):
        async with database.transaction() as connection:
            await connection.execute(change.format(table, field, field))


async def note_something(database: Database, ada: Account) -> None:
    async with database.sessions.begin() as db:
        await audit.record(db, ada.id, Action.LOOK, "somewhere", "because")


async def test_the_settings_that_durability_rests_on_are_read_back(database: Database) -> None:
    """The tests' own server does not write through, and says so."""
    safety = await database.durability()
    assert safety.synchronous_commit == "on"
    assert not safety.fsync
    assert not safety.durable
    assert safety.version


async def test_no_statement_and_no_lock_is_waited_for_without_end(
    with_real_limits: None, database: Database
) -> None:
    async with database.transaction() as connection:
        for name, value in (
            ("statement_timeout", "3s"),
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "4s"),
            ("transaction_timeout", "5s"),
        ):
            assert await connection.fetchval("SELECT current_setting($1)", name) == value
    async with database.engine.connect() as session:
        assert await session.scalar(text("SHOW statement_timeout")) == "5s"
        assert await session.scalar(text("SHOW idle_in_transaction_session_timeout")) == "10s"
        assert await session.scalar(text("SHOW transaction_timeout")) == "20s"
        assert await session.scalar(text("SHOW synchronous_commit")) == "on"
    async with database.request_connection() as connection:
        assert await connection.fetchval("SHOW statement_timeout") == "5s"
        assert await connection.fetchval("SHOW synchronous_commit") == "on"


async def test_a_request_has_a_plan_for_its_own_person_and_a_move_one_for_all(
    database: Database,
) -> None:
    """One plan for all made the history of somebody who plays often thirty times as slow."""
    async with database.engine.connect() as session:
        assert await session.scalar(text("SHOW plan_cache_mode")) == "force_custom_plan"
    async with database.transaction() as connection:
        assert await connection.fetchval("SHOW plan_cache_mode") == "auto"


async def test_a_connection_that_the_server_has_ended_is_given_to_nobody(
    database: Database,
) -> None:
    """By a restart, say; nobody has to ask each connection whether it lives."""
    async with database.engine.connect() as session:
        known: list[Any] = [(await session.get_raw_connection()).driver_connection]
        ended = [await session.scalar(text("SELECT pg_backend_pid()"))]
    async with database.request_connection() as asked, database.table_connection() as single:
        ended += [await one.fetchval("SELECT pg_backend_pid()") for one in (asked, single)]
        known += [one._con for one in (asked, single)]  # type: ignore[attr-defined]
    other = await database.connect()
    await other.execute("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", ended)
    await other.close()
    async with asyncio.timeout(60):
        while not all(one.is_closed() for one in known):
            await asyncio.sleep(0.001)
    async with database.engine.connect() as session:
        assert await session.scalar(text("SELECT pg_backend_pid()")) not in ended
    async with database.request_connection() as asked, database.table_connection() as single:
        assert not {await one.fetchval("SELECT pg_backend_pid()") for one in (asked, single)} & set(
            ended
        )


async def test_where_one_connection_is_silent_none_of_the_others_is_given_to_anybody(
    monkeypatch: pytest.MonkeyPatch, database: Database
) -> None:
    async def silent(*asked: Any, **how: Any) -> None:
        raise TimeoutError

    async def both() -> set[int]:
        async with database.engine.connect() as one, database.engine.connect() as other:
            return {await each.scalar(text("SELECT pg_backend_pid()")) for each in (one, other)}

    before = await both()
    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Connection, "prepare", silent)
        async with database.engine.connect() as session:
            with pytest.raises(TimeoutError):
                await session.execute(text("SELECT 'anybody there?'"))
    assert not before & await both()


async def test_a_pooled_connection_is_asked_nothing_when_it_is_given_back(
    database: Database,
) -> None:
    async with database.request_connection() as connection:
        pid = await connection.fetchval("SELECT pg_backend_pid()")
    other = await database.connect()
    last = await other.fetchval("SELECT query FROM pg_stat_activity WHERE pid = $1", pid)
    await other.close()
    assert last == "SELECT pg_backend_pid()"


async def test_an_older_server_is_not_asked_for_what_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, database: Database, guest: Guest
) -> None:
    monkeypatch.setattr(connections, "TRANSACTION_TIMEOUT", "limit_of_tomorrow")
    for settings in (connections.SESSION_SETTINGS, connections.TABLE_SESSION_SETTINGS):
        monkeypatch.setitem(settings, "limit_of_tomorrow", "5s")
    async with database.transaction() as connection:
        assert await connection.fetchval("SHOW statement_timeout") == "1min"
    async with database.engine.connect() as session:
        assert await session.scalar(text("SHOW statement_timeout")) == "1min"


async def test_an_entry_of_an_unknown_kind_is_refused(
    database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    await playing.append(Shuffled((1, 0)))
    with pytest.raises(asyncpg.CheckViolationError):
        async with database.transaction() as connection:
            await connection.execute(
                "INSERT INTO entries (match_id, ply, month, epoch, body, recorded_at, hash)"
                ' SELECT id, 1, month, 1, \'{"type": "edited"}\', now(), secret'
                " FROM matches WHERE id = $1",
                playing.match,
            )


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ("UPDATE standings SET rank = ranked_seats + 1", "ck_standings_rank_of_a_seat"),
        ("UPDATE standings SET rank = 0", "ck_standings_rank_of_a_seat"),
        ("UPDATE standings SET deal = 0", "ck_standings_deal"),
        ("UPDATE places SET seat = -1 WHERE seat = 0", "ck_places_seat"),
        ("UPDATE places SET finish = 0", "ck_places_finish"),
        ("UPDATE places SET bot = 'steady'", "ck_places_person_or_bot"),
        ("UPDATE matches SET secret = '\\x00'", "ck_matches_secret_has_32_bytes"),
        ("UPDATE matches SET seats = 0", "ck_matches_has_seats"),
        ("UPDATE matches SET archived_hash = secret", "ck_matches_hash_of_an_archived_match"),
        ("UPDATE entries SET hash = '\\x00'", "ck_entries_hash_has_32_bytes"),
        ("UPDATE entries SET ply = -1 WHERE ply = 0", "ck_entries_fence"),
        ("UPDATE rooms SET stage = 'resting'", "ck_rooms_stage"),
        ("UPDATE rooms SET epoch = 0", "ck_rooms_versions"),
        ("UPDATE rooms SET id = 'short'", "ck_rooms_id_has_22_characters"),
        ("UPDATE accounts SET id = 'short'", "ck_accounts_id_has_22_characters"),
        ("UPDATE accounts SET kind = 'visitor'", "ck_accounts_kind"),
    ],
)
async def test_what_the_code_takes_for_granted_the_database_holds(
    database: Database, guest: Guest, play: Play, change: str, constraint: str
) -> None:
    await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    connection = await database.connect(session_replication_role="replica")  # no triggers
    with pytest.raises(asyncpg.CheckViolationError) as refused:
        await connection.execute(change)
    await connection.close()
    assert refused.value.constraint_name == constraint


async def test_a_standing_belongs_to_a_place(database: Database, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), bots=1)
    with pytest.raises(asyncpg.ForeignKeyViolationError, match="match_id_seat"):
        async with database.transaction() as connection:
            await connection.execute(
                "INSERT INTO standings"
                " (match_id, deal, seat, game, rank, ranked_seats, points, ended_at)"
                " VALUES ($1, 1, 5, 'toy', 1, 2, 0, now())",
                playing.match,
            )
