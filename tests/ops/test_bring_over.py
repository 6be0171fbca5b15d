"""The step from the tables of version 0.2 to those of 1.0, on a database that 0.2 left."""

import asyncio
import base64
import gzip
import json
import uuid
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest

from app.games import BY_SLUG
from app.ops import bring_over
from app.ops.bring_over import NotBroughtOver
from app.ops.migrations import NewerSchema, UnusableSchema, is_current, migrate
from app.ops.verify_records import verify
from app.settings import libpq_url
from app.store import accounts, matches, profiles, receipts, standings
from app.store.database import Database
from app.text.lookalikes import skeleton
from tests.conftest import CopyDatabase, NewDatabase, _create, run
from tests.ops.test_commands import column, execute
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

HOUSES: Final = Path(__file__).parents[1] / "store" / "houses"
BEFORE: Final[dict[str, Any]] = json.loads((HOUSES / "revision_0006.json").read_text("utf-8"))
"""The facts that version 0.2 told of the database."""


@pytest.fixture(scope="module")
def left_behind(postgres_url: str) -> str:
    """A database as version 0.2 left it, killed while three matches ran; only to be copied."""
    url = run(_create(postgres_url, f"old_{uuid.uuid4().hex}"))
    run(execute(url, gzip.decompress((HOUSES / "revision_0006.sql.gz").read_bytes()).decode()))
    return url


@pytest.fixture(scope="module")
def brought_over(copy_database: CopyDatabase, left_behind: str) -> str:
    """Such a database after the migration, only to be read or copied."""
    url = copy_database(left_behind)
    run(migrate(url))
    return url


@pytest.fixture
def old_database(copy_database: CopyDatabase, left_behind: str) -> str:
    """A database of version 0.2 for one test."""
    return copy_database(left_behind)


def test_every_row_comes_over_and_nothing_of_the_old_tables_stays(old_database: str) -> None:
    assert run(migrate(old_database))
    renamed = {"handovers": "device_transfers", "earnings": "totals"}
    for table, number in BEFORE["rows"].items():
        if table != "chat_lines":
            count = f"SELECT count(*) FROM {renamed.get(table, table)}"
            assert run(column(old_database, count)) == [number], table
    spoken = "SELECT count(*) FROM chat_lines WHERE account_id IS NULL"
    assert run(column(old_database, spoken)) == [0], "nothing tells whom the old lines named"
    schemas = "SELECT nspname FROM pg_namespace WHERE nspname = 'before_1_0'"
    assert run(column(old_database, schemas)) == []
    assert run(column(old_database, "SELECT count(*) FROM entries_default")) == [0]
    assert run(is_current(old_database))
    assert not run(migrate(old_database))


def test_a_database_of_the_revision_before_comes_over_alike(old_database: str) -> None:
    run(
        execute(
            old_database,
            "ALTER TABLE chat_lines DROP COLUMN about",
            "UPDATE alembic_version SET version_num = '0005'",
        )
    )
    assert run(migrate(old_database))
    assert run(verify(old_database, BY_SLUG)).faults == ()


def test_all_records_verify_and_the_audit_log_ends_as_it_did(brought_over: str) -> None:
    found = run(verify(brought_over, BY_SLUG))
    assert found.faults == ()
    assert (found.matches, found.entries) == (15, 1951)
    assert found.audit.head == BEFORE["verified"]["audit_head"]
    assert found.audit.lines == BEFORE["verified"]["audit_lines"]


def test_matches_are_found_by_their_old_ids_with_the_receipts_and_results_they_had(
    brought_over: str,
) -> None:
    async def read() -> None:
        database = Database(brought_over)
        async with database.sessions() as db:
            for match_id, before in BEFORE["matches"].items():
                raw = uuid.UUID(bytes=base64.urlsafe_b64decode(match_id + "=="))
                summary = await matches.summary(db, match_id)
                assert summary is not None
                for form in (str(raw), raw.hex):
                    assert await matches.summary(db, form) == summary
                assert await receipts.receipt(db, match_id) == before["receipt"]
                assert (summary.state, summary.entries) == (before["state"], before["entries"])
                stored = await standings.stored(db, match_id)
                earned = sorted([line.deal, line.seat, line.rank, line.points] for line in stored)
                assert earned == sorted(
                    [deal, seat, rank, points]
                    for deal, seat, _, rank, _, points in before["standings"]
                )
                places = [
                    [place.seat, place.account_id, place.bot, place.name, place.finish]
                    for place in summary.places
                ]
                assert places == [place[:5] for place in before["places"]]
            for account_id, before in BEFORE["accounts"].items():
                for record in await profiles.game_records(db, account_id):
                    totals = before["totals"][record.game]
                    assert (record.salary, record.deals) == (totals["salary"], totals["deals"])
                    if record.rating is not None:
                        assert record.rating.mu == before["ratings"][record.game]["mu"]
        await database.close()

    run(read())


def with_options_of(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The view of now without the options that the game did not have before."""
    public = now["public"]
    known = {name: public["options"][name] for name in before["public"]["options"]}
    return {**now, "public": {**public, "options": known}}


@pytest.mark.parametrize("running", BEFORE["running"], ids=lambda match: str(match["game"]))
def test_a_running_match_plays_on_where_it_stood(
    copy_database: CopyDatabase, brought_over: str, tmp_path: Path, running: dict[str, Any]
) -> None:
    url = copy_database(brought_over)
    run(execute(url, "UPDATE sessions SET last_seen_at = now()"))
    server = ServerProcess(tmp_path, DATABASE_URL=url, PECKING_ORDER_PATIENCE="100")
    server.start()
    try:
        asked = next(one for one, seen in running["frames"].items() if seen["moves"])
        before = running["frames"][asked]
        visitor = Visitor(server.base_url, running["game"])
        cookie = f"po={BEFORE['people'][asked]['session']}"
        with visitor.connect(running["room"], cookie=cookie) as line:
            frame = line.receive_until("frame")
            assert with_options_of(before["view"], frame["view"]) == before["view"]
            assert frame["moves"] == before["moves"]
            prompt, move = frame["prompt"], frame["moves"][0]
            answer = line.ask("play", key=prompt["key"], move=move)
            assert answer["type"] == "done"
            line.find("frame", lambda later: later["view"] != frame["view"])
    finally:
        server.stop()
    played = "SELECT count(*) FROM entries WHERE match_id = $1"
    raw = uuid.UUID(bytes=base64.urlsafe_b64decode(running["match"] + "=="))
    (entries,) = run(column(url, played.replace("$1", f"'{raw}'")))
    assert entries > running["entries"]
    assert run(verify(url, BY_SLUG)).faults == ()


def test_entries_from_before_hashes_are_chained_and_keep_the_receipt_they_would_have_had(
    old_database: str,
) -> None:
    run(
        execute(
            old_database,
            "SET session_replication_role = replica",
            "UPDATE entries SET hash = NULL WHERE match_id IN (SELECT id FROM matches LIMIT 5)",
            "UPDATE entries SET hash = NULL WHERE ply < 7",
            "UPDATE matches SET secret = NULL",
            "UPDATE audit_log SET hash = NULL",
        )
    )
    run(migrate(old_database))
    found = run(verify(old_database, BY_SLUG))
    assert found.faults == ()
    for match_id, before in BEFORE["matches"].items():
        assert run(receipt_of(old_database, match_id)) == before["receipt"]
    assert len(set(run(column(old_database, "SELECT secret FROM matches")))) == 15


def test_members_who_look_alike_by_the_new_table_keep_their_names_and_can_log_in(
    old_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The holder of a look keeps it, else the older account has it; others keep what they had."""
    planted = {
        "Ꭺꓮron": ("Ꭺꓮron", 1),
        "Aaron": ("aaron", 9),
        "Cæsar": ("cæsar", 2),
        "Ⲥaesar": ("ⲥaesar", 1),
        "Daνe": ("dane", 1),
        "ꓓane": ("ꓓane", 3),
        "Ꮟꭺꮪꮖꮮ": ("ᏏᎪᏚᏆᏞ", 5),
    }
    run(
        execute(
            old_database,
            *(
                "INSERT INTO accounts (id, name, skeleton, kind, password_hash, created) VALUES"
                f" (lpad('{number}', 22, 'x'), '{name}', '{old}', 'member', 'hash',"
                f" '2026-01-0{day}')"
                for number, (name, (old, day)) in enumerate(planted.items())
            ),
            "INSERT INTO accounts (id, name, skeleton, kind)"
            " VALUES (lpad('guest', 22, 'x'), 'Ꭺaron', 'Ꭺaron', 'guest')",
        )
    )
    assert run(migrate(old_database))
    told = capsys.readouterr().err
    rows = run(column(old_database, "SELECT name || ' has ' || skeleton FROM accounts"))
    assert set(rows) >= {
        "Aaron has aaron",
        "Ꭺꓮron has Ꭺꓮron",
        "Ꭺaron has aaron",
        "Ⲥaesar has caesar",
        "Cæsar has cæsar",
        "Daνe has dave",
        "ꓓane has dane",
    }
    for name, holder in (("Ꭺꓮron", "Aaron"), ("Cæsar", "Ⲥaesar")):
        assert f"{name!r}" in told
        assert f"{holder!r} has the reservation" in told
    assert told.count("has the reservation") == 2
    assert run(found_by_name(old_database, [*planted])) == [*planted]
    run(execute(old_database, "DELETE FROM accounts WHERE name = 'Aaron'"))
    assert run(found_by_name(old_database, ["Aaron", " Ꭺꓮron "])) == [None, "Ꭺꓮron"]


def test_every_skeleton_that_is_brought_over_is_that_of_the_table_of_today(
    old_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bring_over, "BATCH", 3)
    run(execute(old_database, "UPDATE accounts SET skeleton = 'old' || id"))
    run(migrate(old_database))
    names = run(column(old_database, "SELECT name FROM accounts ORDER BY id"))
    stored = run(column(old_database, "SELECT skeleton FROM accounts ORDER BY id"))
    assert len(names) > 6
    assert stored == [skeleton(str(name)) for name in names]


async def found_by_name(url: str, names: list[str]) -> list[str | None]:
    database = Database(url)
    async with database.sessions() as db:
        found = [await accounts.by_name(db, name) for name in names]
    await database.close()
    return [None if account is None else account.name for account in found]


async def receipt_of(url: str, match_id: str) -> str | None:
    database = Database(url)
    async with database.sessions() as db:
        found = await receipts.receipt(db, match_id)
    await database.close()
    return found


def test_a_row_that_has_no_place_in_the_new_tables_changes_nothing(old_database: str) -> None:
    run(
        execute(
            old_database,
            "SET session_replication_role = replica",
            "INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked)"
            " SELECT 'short', id, code, game, 1, '{}', 2, true FROM rooms LIMIT 1",
        )
    )
    with pytest.raises(NotBroughtOver, match="'short'"):
        run(migrate(old_database))
    assert run(column(old_database, "SELECT version_num FROM alembic_version")) == ["0006"]
    assert run(column(old_database, "SELECT count(*) FROM earnings")) == [
        BEFORE["rows"]["earnings"]
    ]


def test_a_migration_that_waits_behind_a_dump_says_so_and_goes_on_after_it(
    old_database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bring_over, "LOCK_TIMEOUT", "50ms")

    async def migrate_behind_a_dump() -> None:
        dump = await asyncpg.connect(
            libpq_url(old_database), server_settings={"application_name": "pg_dump"}
        )
        transaction = dump.transaction()
        await transaction.start()
        await dump.execute("LOCK TABLE entries IN ACCESS SHARE MODE")
        told = ""
        work = asyncio.create_task(migrate(old_database))
        while "pg_dump" not in told:
            await asyncio.sleep(0.01)
            told += capsys.readouterr().err
            assert not work.done()
        await transaction.rollback()
        await dump.close()
        assert await work
        assert told.count("waits for tables") == 1

    run(migrate_behind_a_dump())


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '0004'", UnusableSchema, "Pecking Order 0.2"),
        ("UPDATE alembic_version SET version_num = '9999'", NewerSchema, "newer version"),
        ("DELETE FROM alembic_version", UnusableSchema, "incomplete"),
        ("DROP TABLE alembic_version", UnusableSchema, "incomplete"),
        ("INSERT INTO alembic_version VALUES ('9998')", NewerSchema, "newer version"),
        ("INSERT INTO alembic_version VALUES ('0006')", UnusableSchema, "incomplete"),
        ("DROP TABLE chat_lines", UnusableSchema, "Missing: chat_lines"),
    ],
)
def test_a_database_that_is_too_old_newer_or_half_migrated_is_left_alone(
    new_database: NewDatabase, change: str, error: type[Exception], sentence: str
) -> None:
    url = new_database()
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    run(execute(url, change))
    before = run(column(url, tables))
    with pytest.raises(error, match=sentence):
        run(migrate(url))
    assert run(column(url, tables)) == before
