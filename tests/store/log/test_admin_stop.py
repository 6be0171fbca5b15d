"""An administrator's stop: the match, its room, its voiding and the audit line change together."""

from typing import Any

import pytest
from sqlalchemy import text

from app.store.admin import audit, audit_chain
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.results import totals
from app.table.model.records import AdminStop
from app.table.model.room import PersonId
from tests.store.conftest import Guest, Play, gathering

EXPECTED = {False: ("stopped", "match-stopped"), True: ("voided", "match-voided")}


async def match_row(database: Database, match: str) -> Any:
    async with database.sessions.begin() as db:
        statement = text("SELECT state, stop_reason, void_reason FROM matches WHERE id = :id")
        return (await db.execute(statement, {"id": match})).one()


@pytest.mark.parametrize("void", [False, True])
async def test_the_stop_and_its_audit_line_are_written(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play, void: bool
) -> None:
    admin = await guest("Carol")
    playing = await play(await guest("Ada"), await guest("Bob"))
    order = AdminStop(PersonId(admin.id), "They quarrelled", void)
    await log.stop(playing.match, playing.epoch, gathering(playing.room), "quarrel", order=order)
    state, action = EXPECTED[void]
    why = "They quarrelled" if void else None
    assert await match_row(database, playing.match) == (state, "quarrel", why)
    async with database.sessions.begin() as db:
        (entry,) = (await audit.entries(db, audit.match_subject(playing.match))).items
        assert (entry.admin_id, entry.action) == (admin.id, action)
        assert entry.reason == "They quarrelled"
        assert (await audit_chain.verify(db)).fault is None
        assert await totals.find_mismatches(db) == []


@pytest.mark.parametrize("void", [False, True])
async def test_a_crash_before_the_audit_line_leaves_the_match_running(
    database: Database,
    log: PostgresMoveLog,
    guest: Guest,
    play: Play,
    void: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def crash(*_: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(audit, "record_on", crash)
    admin = await guest("Carol")
    playing = await play(await guest("Ada"), await guest("Bob"))
    order = AdminStop(PersonId(admin.id), "They quarrelled", void)
    with pytest.raises(RuntimeError, match="power cut"):
        await log.stop(
            playing.match, playing.epoch, gathering(playing.room), "quarrel", order=order
        )
    assert await match_row(database, playing.match) == ("running", None, None)
    async with database.sessions.begin() as db:
        assert (await audit.entries(db, audit.match_subject(playing.match))).items == ()
