"""Verification of records: each kind of change is found and named."""

from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.ops import verify_records
from app.ops.backup import backup, restore
from app.ops.verify_records import UNLIMITED, Limits, RecordsReport, verify
from app.rules.replay import Setup
from app.store.admin import audit
from app.store.database import connections
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.people import accounts
from app.store.results import totals
from app.table.model.notation import match_uuid
from tests.conftest import NewDatabase, run
from tests.database import connected, execute
from tests.store.conftest import Playing, a_room
from tests.store.toy_game import TOY, Options

GAMES = {TOY.slug: TOY}


async def play(url: str) -> tuple[str, str]:
    """A match that is over and one that goes on, with an audit line; their ids."""
    database = Database(url)
    log = PostgresMoveLog(database)
    try:
        over = Playing(log, a_room(bots=2, match=new_id()), Setup(2, Options(2)))
        running = Playing(log, a_room(bots=3, match=new_id()), Setup(3, Options(2)))
        for playing, deals in ((over, [(0, 1), (1, 0)]), (running, [(2, 0, 1)])):
            await playing.begin()
            for cards in deals:
                await playing.deal(cards)
        async with database.sessions.begin() as db:
            ruth = await accounts.create_guest(db, "Ruth")
            await audit.record_look(db, ruth.id, over.match, "asked to")
        return over.match, running.match
    finally:
        await log.close()
        await database.close()


async def behind_its_back(url: str, statement: str) -> None:
    await execute(url, "SET session_replication_role = replica", statement)  # no triggers


def look(url: str) -> RecordsReport:
    return run(verify(url, GAMES))


def test_a_restored_server_has_the_same_records(new_database: NewDatabase, tmp_path: Path) -> None:
    url, elsewhere = new_database(), new_database()
    run(play(url))
    before = look(url)
    assert not before.faults
    assert str(before) == "2 matches with 10 entries replayed, audit log of 1 lines: all verify"
    backup(url, tmp_path / "server.dump")
    restore(elsewhere, tmp_path / "server.dump")
    assert look(elsewhere) == before


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            (
                "UPDATE entries SET body = jsonb_set(body, '{order}', '[1, 0]')"
                " WHERE match_id = '{match}' AND ply = 0"
            ),
            "entry 0 is not what",
        ),
        (
            (
                "UPDATE entries SET recorded_at = recorded_at + interval '1 second'"
                " WHERE match_id = '{match}' AND ply = 2"
            ),
            "entry 2 is not what",
        ),
        (
            "DELETE FROM entries WHERE match_id = '{match}' AND ply = 5",
            "5 entries, 6 are recorded",
        ),
        (
            "UPDATE matches SET options = '{{\"deals\": 3}}' WHERE id = '{match}'",
            "entry 0 is not what",
        ),
        (
            (
                "UPDATE matches SET outcome = jsonb_set(outcome, '{{reason}}', '\"luck\"')"
                " WHERE id = '{match}'"
            ),
            "lead to another end",
        ),
        (
            "UPDATE standings SET points = points + 1 WHERE match_id = '{match}'",
            "earn other standings",
        ),
        ("UPDATE audit_log SET reason = 'no reason'", "line 1 of the audit log"),
    ],
)
def test_what_was_changed_is_named(new_database: NewDatabase, change: str, fault: str) -> None:
    url = new_database()
    match, _ = run(play(url))
    run(
        behind_its_back(
            url,
            change.replace("{match}", str(match_uuid(match))).replace("{{", "{").replace("}}", "}"),
        )
    )
    (found,) = look(url).faults
    assert fault in found


def test_sums_that_are_not_what_was_earned_are_named(new_database: NewDatabase) -> None:
    url = new_database()

    async def play_for_points() -> str:
        database = Database(url)
        log = PostgresMoveLog(database)
        try:
            async with database.sessions.begin() as db:
                ruth = await accounts.create_guest(db, "Ruth")
            playing = Playing(log, a_room(ruth, bots=1, match=new_id()), Setup(2, Options(1)))
            await playing.begin()
            await playing.deal((1, 0))
            return ruth.id
        finally:
            await log.close()
            await database.close()

    ruth = run(play_for_points())
    assert not look(url).faults
    run(behind_its_back(url, "UPDATE totals SET salary = salary + 1"))
    (found,) = look(url).faults
    assert ruth in found
    assert not run(verify(url, GAMES, 1)).faults, (
        "counting everything is for those who look through everything"
    )


def test_a_match_by_other_rules_keeps_its_chain_and_is_not_replayed(
    new_database: NewDatabase,
) -> None:
    url = new_database()
    run(play(url))
    found = run(verify(url, {}))
    assert not found.faults
    assert (found.matches, found.other_rules) == (2, 2)
    assert str(found).endswith("all verify (2 by rules of another version)")


# -- checks that cannot end


async def look_while_locked(url: str, table: str, limits: Limits = UNLIMITED) -> RecordsReport:
    """Verifies while somebody else holds the whole table, for which it waits a short while."""
    async with connected(url) as holder, holder.transaction():
        await holder.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        with patch.dict(connections.SESSION_SETTINGS, lock_timeout="300ms"):
            return await verify(url, GAMES, limits=limits)


def change_what_is_verified(url: str, match: str) -> None:
    """One fault in the audit log and one in the match."""
    run(behind_its_back(url, "UPDATE audit_log SET reason = 'no reason'"))
    changed = "UPDATE entries SET recorded_at = recorded_at + interval '1 second'"
    changed += f" WHERE match_id = '{match_uuid(match)}'"
    run(behind_its_back(url, changed))


@pytest.mark.parametrize("limits", [UNLIMITED, Limits(totals=0.01)], ids=["locked", "out of time"])
def test_a_check_of_totals_that_does_not_end_keeps_what_the_others_found(
    new_database: NewDatabase, limits: Limits
) -> None:
    url = new_database()
    match, _ = run(play(url))
    change_what_is_verified(url, match)
    found = run(look_while_locked(url, "totals", limits))
    in_log, in_match = found.faults
    assert in_log.startswith("line 1 of the audit log")
    assert f"{match}: entry 0 is not what" in in_match
    (unfinished,) = found.unfinished
    assert unfinished.startswith("the totals are not checked: ")
    assert (found.matches, found.audit.lines) == (2, 1)
    assert str(found).endswith("2 do not verify, but not everything was checked")
    assert found.problems == (*found.faults, *found.unfinished)


def test_a_check_of_matches_that_does_not_end_tells_how_far_it_came(
    new_database: NewDatabase,
) -> None:
    url = new_database()
    _, newest = run(play(url))
    change_what_is_verified(url, newest)
    run(behind_its_back(url, "UPDATE totals SET salary = salary + 1"))
    found = run(look_while_locked(url, "places"))
    assert found.matches == 1, "the newest match breaks its chain before its places are read"
    in_log, in_match = found.faults
    assert in_log.startswith("line 1 of the audit log")
    assert f"{newest}: entry 0 is not what" in in_match
    matches, totals = found.unfinished
    assert matches.startswith("1 of 2 matches are checked: ")
    assert totals.startswith("the totals are not checked: ")


def test_without_time_nothing_is_said_to_verify(new_database: NewDatabase) -> None:
    url = new_database()
    run(play(url))
    found = run(verify(url, GAMES, limits=Limits(audit=0.0, matches=0.0, totals=0.0)))
    assert not found.faults
    assert len(found.unfinished) == 3
    assert str(found).endswith("no fault so far, but not everything was checked")


def test_a_database_that_is_away_leaves_every_check_unfinished(new_database: NewDatabase) -> None:
    away = new_database().replace("/test_", "/none_")
    found = run(verify(away, GAMES))
    assert len(found.unfinished) == 3
    assert all("none_" in sentence for sentence in found.unfinished)


def test_matches_are_read_page_by_page_and_told_of(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    run(play(url))
    whole = look(url)
    monkeypatch.setattr(verify_records, "PAGE", 1)
    monkeypatch.setattr(verify_records, "PROGRESS_SECONDS", 0.0)
    said: list[str] = []
    assert run(verify(url, GAMES, say=said.append)) == whole
    assert "1 of 2 matches are checked" in said
    assert "2 of 2 matches are checked" in said


def test_a_check_is_not_bound_by_the_limit_of_a_request(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5 s are enough for a page, and end a count of all deals of a large server."""

    async def settings(db: AsyncSession) -> list[tuple[str, str]]:
        names = ("statement_timeout", "default_transaction_read_only")
        return [(name, str(await db.scalar(text(f"SHOW {name}")))) for name in names]

    monkeypatch.setattr(totals, "find_mismatches", settings)
    url = new_database()
    unlimited, read_only = run(verify(url, GAMES)).faults
    assert "statement_timeout in 0 " in unlimited
    assert "default_transaction_read_only in on " in read_only
    limited, _ = run(verify(url, GAMES, limits=Limits(totals=90.0))).faults
    assert "statement_timeout in 95s " in limited
