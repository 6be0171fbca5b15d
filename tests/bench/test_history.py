"""`bench history` still works, and what it seeds is what a server would have stored."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.games import BY_SLUG
from app.ops.verify_records import verify
from app.table.model.notation import match_uuid
from bench import history, history_deeds
from bench.history_sizes import size_sheet
from bench.report import Ask, Progress
from bench.seeded_ids import id_of, match_of, match_uuid_of
from bench.seeding import seed_all
from tests.conftest import NewDatabase
from tests.database import fetch
from tests.ops.test_commands import command

SIZE = history.size_of(400)


@pytest.fixture(scope="module")
def seeded(new_database: NewDatabase) -> str:
    url = new_database()
    asyncio.run(seed_all(url, SIZE))
    return url


def test_every_record_of_a_seeded_database_verifies(seeded: str) -> None:
    found = asyncio.run(verify(seeded, BY_SLUG))
    assert found.problems == ()
    assert found.matches == 28, "one in fifty, and the newest twenty"


def test_the_database_makes_the_same_ids(seeded: str) -> None:
    first = "SELECT id, room_id FROM matches ORDER BY id LIMIT 1"
    (row,) = asyncio.run(fetch(seeded, first))
    assert tuple(row) == (match_of(0), id_of("room", 0))
    assert match_uuid(match_of(7)) == match_uuid_of(7)
    assert match_uuid_of(7).version == 7


class CutShort(Exception):
    pass


def test_seeding_goes_on_where_it_was_cut_short(new_database: NewDatabase) -> None:
    url, said = new_database(), list[str]()
    now = datetime.now(UTC)

    def cut(line: str) -> None:
        if line.startswith("standings"):
            raise CutShort

    with pytest.raises(CutShort):
        asyncio.run(seed_all(url, SIZE, cut, now))
    asyncio.run(seed_all(url, SIZE, said.append, now))
    assert not any(line.startswith(("people", "places")) for line in said)
    assert said[0].startswith("standings")
    assert asyncio.run(verify(url, BY_SLUG)).problems == ()
    said.clear()
    asyncio.run(seed_all(url, SIZE, said.append, now))
    assert said == []


def test_sizes_are_told_by_table_and_the_months_of_entries_together(seeded: str) -> None:
    sheet = size_sheet(seeded, SIZE, 1.0)
    rows = {row[0]: row[1] for row in sheet.rows}
    assert (rows["matches"], rows["accounts"]) == (400, SIZE.accounts)
    assert rows["chat_lines"] == SIZE.chat_lines
    assert not [name for name in rows if str(name).startswith("entries_")]


def test_every_deed_is_timed_and_leaves_no_match_behind(
    seeded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, fewer in (("ENDS", 3), ("BEFORE", 0.1), ("AFTER", 0.1)):
        monkeypatch.setattr(history_deeds, name, fewer)
    sheet = asyncio.run(
        history.deed_sheet(seeded, SIZE, Ask(loud=False), Progress(Ask(loud=False)))
    )
    assert all(isinstance(row[1], float) and row[1] >= 0 for row in sheet.rows)
    assert any("names" in str(row[0]) for row in sheet.rows)
    found = asyncio.run(verify(seeded, BY_SLUG))
    assert found.problems == (), "what was voided counts again, and new matches are gone"


def test_the_whole_benchmark_measures_pages_and_jobs(
    seeded: str, new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With databases that are there, and with commands that are forked."""

    def postgres(folder: Path, fsync: bool = True) -> AbstractContextManager[SimpleNamespace]:
        return nullcontext(SimpleNamespace(url=seeded if folder.name == "data" else new_database()))

    @contextmanager
    def popen(line: list[str], env: dict[str, str], **_: Any) -> Iterator[SimpleNamespace]:
        done = command(*line[line.index("app") + 1 :], DATABASE_URL=env["DATABASE_URL"])
        said = StringIO(done.stdout + done.stderr)
        yield SimpleNamespace(stdout=said, returncode=done.returncode, terminate=None)

    forked = SimpleNamespace(Popen=popen, PIPE=None, STDOUT=None)
    monkeypatch.setattr(history, "Postgres", postgres)
    monkeypatch.setattr(history, "subprocess", forked)
    ask = Ask(seconds=0.0, matches=SIZE.matches, parts=("pages", "jobs"), loud=False)
    pages, jobs = history.run(ask)
    assert pages.title.startswith("Pages with 400 matches")
    assert jobs.passed, jobs.rows
