"""A fault in the writer's own loop refuses the lines that wait, and the next line is written."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.rules.replay import Shuffled
from app.store.log import group_commit
from app.store.log.move_log import PostgresMoveLog
from app.table.ports import StoreAway
from tests.store.conftest import Guest, Play
from tests.store.toy_game import SHOW, TOY

HANG = 20
"""Seconds until a test that waits for ever fails."""


async def test_a_fault_of_the_writer_refuses_every_line_that_waits_and_the_next_is_written(
    monkeypatch: pytest.MonkeyPatch, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """The fault comes after the commit, so reading the log again tells what was written."""
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(group_commit.MAX_BATCH + 3)]

    def planted(*_: Any) -> None:
        raise KeyError("seven of hearts")

    monkeypatch.setattr(group_commit, "settle", planted)
    async with asyncio.timeout(HANG):
        with capture_logs() as logs:
            results = await asyncio.gather(
                *(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True
            )
        assert {type(result) for result in results} == {StoreAway}
        (line,) = [line for line in logs if line["event"] == "move log writer failed"]
        assert (line["log_level"], len(line["lines"])) == ("error", len(tables))
        assert (tables[0].match, tables[0].ply) in line["lines"]
        assert line["error"][0].startswith("KeyError at tests.store.log.test_writer_supervision:")
        assert "hearts" not in str(line), "the text of an error may hold cards"
        monkeypatch.undo()
        for playing, written in ((tables[0], 1), (tables[-1], 0)):
            record = await log.claim(playing.match, TOY)
            assert len(record.entries) == written
            playing.epoch = record.epoch
        await tables[-1].append(Shuffled((1, 0)))
        await tables[-1].append(SHOW)


async def test_a_writer_that_was_ended_from_outside_leaves_no_line_waiting(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    await playing.append(Shuffled((1, 0)))
    writer = next(task for task in asyncio.all_tasks() if task.get_name() == "move log")
    waiting = asyncio.create_task(playing.append(SHOW))
    await asyncio.sleep(0)
    writer.cancel()
    async with asyncio.timeout(HANG):
        with pytest.raises(StoreAway):
            await waiting
        playing.epoch = (await log.claim(playing.match, TOY)).epoch
        await playing.append(SHOW)


async def test_a_fault_while_the_log_closes_lets_it_close(
    monkeypatch: pytest.MonkeyPatch, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    await playing.append(Shuffled((1, 0)))

    def planted(*_: Any) -> None:
        raise KeyError

    monkeypatch.setattr(group_commit, "settle", planted)
    waiting = asyncio.create_task(playing.append(SHOW))
    await asyncio.sleep(0)
    async with asyncio.timeout(HANG):
        await log.close()
        with pytest.raises(StoreAway):
            await waiting
