"""The page about the data: its picture and its list are those of the models, and say all."""

import re
import shutil
from pathlib import Path

import pytest

from app.ops.migrations import SCRIPTS, is_current, migrate
from app.settings import ROOT, Settings
from app.store.database.base import Base
from tests.conftest import NewDatabase, run
from tests.database import column, execute
from tests.docs.data_model import PAGE, part, picture, sentences, updated

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = {
    cells[1].strip(" `"): [cell.strip() for cell in cells[2:-1]]
    for cells in (line.split("|") for line in part(TEXT, "list").splitlines()[2:])
}


def test_the_picture_and_the_list_are_those_that_the_models_give() -> None:
    assert updated(TEXT) == TEXT, "run: .venv/bin/python -m tests.docs.data_model"


def test_the_picture_has_every_foreign_key() -> None:
    drawn = picture()
    for table in Base.metadata.tables.values():
        for key in table.foreign_key_constraints:
            columns = ", ".join(key.column_keys)
            line = rf'    {key.referred_table.name} \S+ {table.name} : "{columns}"\n'
            assert re.search(line, drawn), line


@pytest.mark.parametrize("table", sorted(Base.metadata.tables))
def test_every_table_has_its_purpose_writer_time_and_size(table: str) -> None:
    one, writers, kept, size = ROWS[table]
    assert len(one.split()) > 2, "its class says in one sentence what a row is"
    assert kept
    assert size
    modules = re.findall(r"`([\w/.]+)`", writers)
    assert modules
    assert [module for module in modules if not (ROOT / module).is_file()] == []


def test_a_table_that_is_new_or_changed_is_noticed() -> None:
    assert set(sentences()) == set(Base.metadata.tables) == set(ROWS)
    assert updated(TEXT.replace("accounts ||--o{ notes", "accounts ||--o| notes", 1)) == TEXT
    other = re.sub(r"\| `rooms` \|[^|]*\|", "| `rooms` | Something else |", TEXT)
    assert updated(other) == TEXT
    assert updated(re.sub(r"\| `rooms` .*\n", "", TEXT)) != TEXT, "a row is never made up"


def test_the_retention_of_the_page_is_that_of_the_settings() -> None:
    rows = dict(re.findall(r"^\| `PECKING_ORDER_(KEEP_\w+)` \| ([\w ]+) \|", TEXT, re.MULTILINE))
    fields = [name for name in Settings.model_fields if name.startswith("keep_")]
    assert {name.lower() for name in rows} == set(fields)
    for field in fields:
        value = Settings.model_fields[field].default
        assert rows[field.upper()] == ("for ever" if value is None else str(value)), field


def test_every_file_that_the_page_names_exists() -> None:
    named = re.findall(r"`((?:app|tests|migrations)/[\w/.]+)`", TEXT)
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_migration_of_the_page_can_be_run_and_begun_again(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url = new_database()
    scripts = tmp_path / "migrations"
    shutil.copytree(SCRIPTS, scripts)
    example = TEXT.partition("```python\n")[2].partition("```")[0]
    (scripts / "versions/2026_12_01_0900_places_by_bot.py").write_text(example, encoding="utf-8")
    # an attempt that was cut off leaves an index that nobody uses
    run(execute(url, "CREATE INDEX ix_places_bot ON places (seat)"))
    assert run(migrate(url, scripts))
    assert run(is_current(url, scripts))
    index = "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indisvalid AND "
    index += "indexrelid = 'ix_places_bot'::regclass"
    assert run(column(url, index)) == [
        "CREATE INDEX ix_places_bot ON public.places USING btree (bot)"
    ]
