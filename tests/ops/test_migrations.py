"""Migrations: one after another, patient with others, and careful with databases not theirs."""

import asyncio
import shutil
from pathlib import Path

import asyncpg
import pytest
from alembic.script import ScriptDirectory

from app.ops import migrations
from app.ops.migrations import NewerSchema, UnusableSchema, is_current, migrate
from app.settings import libpq_url
from app.store.rooms.rows import STATE_VERSION
from tests.conftest import NewDatabase, run
from tests.database import column, execute

(LAST,) = migrations.heads()
NEXT = f"""
from alembic import op

revision = "9001"
down_revision = "{LAST}"


def upgrade() -> None:
    op.execute("ALTER TABLE places ADD COLUMN hat text")
"""


@pytest.fixture
def two_migrations(tmp_path: Path) -> Path:
    """The migrations and one more, which wait a short time for a table."""
    scripts = tmp_path / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts)
    environment = (scripts / "env.py").read_text(encoding="utf-8")
    assert '"3s"' in environment
    (scripts / "env.py").write_text(environment.replace('"3s"', '"50ms"'), encoding="utf-8")
    (scripts / "versions/hats.py").write_text(NEXT, encoding="utf-8")
    return scripts


STATE_SINCE = {1: "1028"}
"""By version of a room's JSON: the migration that came with it."""


def test_a_new_version_of_a_rooms_json_comes_with_a_migration() -> None:
    """So that a newer process waits until those that cannot read such rooms have ended."""
    assert max(STATE_SINCE) == STATE_VERSION
    assert len({*STATE_SINCE.values()}) == len(STATE_SINCE)
    assert {*STATE_SINCE.values()} <= {
        script.revision for script in ScriptDirectory(str(migrations.SCRIPTS)).walk_revisions()
    }


def test_migrating_twice_does_it_once(new_database: NewDatabase) -> None:
    url = new_database()
    assert run(is_current(url))
    assert not run(migrate(url))


def test_every_migration_follows_one_other() -> None:
    assert len(migrations.heads()) == 1


def test_alembic_reads_the_migrations_alike() -> None:
    assert migrations.heads() == set(ScriptDirectory.from_config(migrations.config("")).get_heads())


def test_a_migration_that_waits_behind_a_dump_says_so_and_goes_on_after_it(
    new_database: NewDatabase, two_migrations: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = new_database()

    async def migrate_behind_a_dump() -> None:
        dump = await asyncpg.connect(
            libpq_url(url), server_settings={"application_name": "pg_dump"}
        )
        transaction = dump.transaction()
        await transaction.start()
        await dump.execute("LOCK TABLE places IN ACCESS SHARE MODE")
        told = ""
        work = asyncio.create_task(migrate(url, two_migrations))
        while "pg_dump" not in told:
            await asyncio.sleep(0.01)
            told += capsys.readouterr().err
            assert not work.done()
        await transaction.rollback()
        await dump.close()
        assert await work
        assert told.count("waits for tables") == 1

    run(migrate_behind_a_dump())
    assert run(is_current(url, two_migrations))


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", NewerSchema, "newer version"),
        ("DELETE FROM alembic_version", UnusableSchema, "incomplete"),
        ("DROP TABLE alembic_version", UnusableSchema, "incomplete"),
        ("INSERT INTO alembic_version VALUES ('9998')", NewerSchema, "newer version"),
        ("INSERT INTO alembic_version VALUES ('9001')", UnusableSchema, "incomplete"),
    ],
)
def test_a_database_that_is_newer_or_half_migrated_is_left_alone(
    new_database: NewDatabase,
    two_migrations: Path,
    change: str,
    error: type[Exception],
    sentence: str,
) -> None:
    url = new_database()
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    run(execute(url, change))
    before = run(column(url, tables))
    with pytest.raises(error, match=sentence):
        run(migrate(url, two_migrations))
    assert run(column(url, tables)) == before


def test_a_missing_table_is_named(new_database: NewDatabase) -> None:
    url = new_database()
    run(execute(url, "DROP TABLE chat_lines"))
    with pytest.raises(UnusableSchema, match="Missing: chat_lines"):
        run(migrate(url))
