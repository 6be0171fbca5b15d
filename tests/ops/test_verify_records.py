"""Verification of records: each kind of change is found and named."""

from pathlib import Path

import pytest

from app.ops.backup import backup, restore
from app.ops.verify_records import RecordsReport, verify
from app.rules.replay import Setup
from app.store import accounts, audit
from app.store.base import new_id
from app.store.database import Database
from app.store.move_log import PostgresMoveLog
from tests.conftest import NewDatabase, run
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
    database = Database(url)
    try:
        async with database.transaction() as connection:
            await connection.execute("SET LOCAL session_replication_role = replica")  # no triggers
            await connection.execute(statement)
    finally:
        await database.close()


def look(url: str) -> RecordsReport:
    return run(verify(url, GAMES))


def test_a_restored_house_has_the_same_records(new_database: NewDatabase, tmp_path: Path) -> None:
    url, elsewhere = new_database(), new_database()
    run(play(url))
    before = look(url)
    assert not before.faults
    assert str(before) == "2 matches with 10 entries replayed, audit log of 1 lines: all verify"
    backup(url, tmp_path / "house.dump")
    restore(elsewhere, tmp_path / "house.dump")
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
        behind_its_back(url, change.replace("{match}", match).replace("{{", "{").replace("}}", "}"))
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
