"""Turns at the records, what is kept of them, and the process that makes answers."""

import asyncio
import sys
from collections.abc import AsyncIterator

import psutil
import pytest
from starlette.exceptions import HTTPException

from app.games import BY_SLUG, GAMES
from app.store.matches.records import StoredRecord
from app.web.replay import record_service
from app.web.replay.record_service import (
    MAX_OWN,
    MAX_WAITING,
    AnsweringProcess,
    JobFailed,
    RecordService,
)
from tests.web.replay.inline_maker import InlineMaker
from tests.web.replay.test_record_jobs import stored


def service(kept_bytes: int = 100) -> RecordService:
    return RecordService(InlineMaker(BY_SLUG), kept_bytes)


def record(match: str, size: int = 40, entries: int = 1) -> StoredRecord:
    return StoredRecord(match, "game", 1, {}, None, entries, b"x" * size)


# -- turns


async def test_a_person_has_one_turn_at_a_time_and_others_do_not_wait_for_it() -> None:
    records, order = service(), list[str]()

    async def ask(person: str, done: asyncio.Event) -> None:
        async with records.turn(person):
            order.append(f"{person} begins")
            await done.wait()

    done = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for person in ("Ada", "Ada", "Bob"):
            group.create_task(ask(person, done))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == ["Ada begins", "Bob begins"]
        done.set()
    assert order == ["Ada begins", "Bob begins", "Ada begins"]


async def test_who_asks_too_often_is_asked_to_come_again_and_others_are_served() -> None:
    records = service()
    async with asyncio.TaskGroup() as group:
        hold = asyncio.Event()

        async def ask(person: str) -> None:
            async with records.turn(person):
                await hold.wait()

        for _ in range(MAX_OWN):
            group.create_task(ask("Mal"))
        await asyncio.sleep(0)
        with pytest.raises(HTTPException, match="in a moment") as refused:
            async with records.turn("Mal"):
                pass
        assert (refused.value.status_code, refused.value.headers) == (503, {"Retry-After": "3"})
        async with records.turn("Ada"):
            pass
        for number in range(MAX_WAITING - MAX_OWN):
            group.create_task(ask(f"Many {number}"))
        await asyncio.sleep(0)
        with pytest.raises(HTTPException, match="in a moment"):
            async with records.turn("Ada"):
                pass
        hold.set()
    async with records.turn("Mal"):
        pass


# -- what is kept


async def test_records_are_kept_within_a_bound_of_bytes_and_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records, now = service(100), 0.0
    monkeypatch.setattr(record_service, "monotonic", lambda: now)
    records.keep(record("a"))
    records.keep(record("b"))
    records.keep(record("a", entries=2))
    assert records.kept("a") == record("a", entries=2), "the one that grew"
    records.keep(record("c"))
    assert records.kept("b") is None, "the one kept longest ago makes room"
    assert records.kept("a") is not None
    records.keep(record("d", size=101))
    assert [records.kept(match) for match in "abcd"] == [None] * 4, "nothing fits beside it"
    records.keep(record("e"))
    now = record_service.KEPT_SECONDS
    assert records.kept("e") is None


# -- the process


@pytest.fixture
async def process() -> AsyncIterator[AnsweringProcess]:
    made = AnsweringProcess()
    yield made
    await made.close()


@pytest.mark.slow
async def test_the_process_answers_as_the_code_does_here(process: AnsweringProcess) -> None:
    for game in GAMES:
        job, lines = stored(game, 60, game.slug)
        told = await process.exchange(job, lines)
        assert told == await InlineMaker(BY_SLUG).exchange(job, lines)


@pytest.mark.slow
async def test_a_job_that_fails_is_that_job_alone(process: AnsweringProcess) -> None:
    job, lines = stored(GAMES[0], 20)
    with pytest.raises(JobFailed):
        await process.exchange(job, lines.replace(b"played", b"plaid"))
    assert await process.exchange(job, lines)


@pytest.mark.slow
async def test_a_process_that_was_killed_is_followed_by_another(process: AnsweringProcess) -> None:
    job, lines = stored(GAMES[0], 20)
    told = await process.exchange(job, lines)
    (child,) = [one for one in psutil.Process().children() if "record_worker" in str(one.cmdline())]
    child.kill()
    with pytest.raises(HTTPException, match="in a moment"):
        await process.exchange(job, lines)
    assert await process.exchange(job, lines) == told


async def test_a_job_that_is_late_ends_the_process() -> None:
    stuck = AnsweringProcess((sys.executable, "-c", "import time; time.sleep(60)"), late=0.2)
    job, lines = stored(GAMES[0], 5)
    with pytest.raises(HTTPException, match="in a moment"):
        await stuck.exchange(job, lines)
    assert not [one for one in psutil.Process().children() if "sleep(60)" in str(one.cmdline())]


@pytest.mark.slow
async def test_a_process_without_work_ends() -> None:
    brief = AnsweringProcess(idle=0.05)
    job, lines = stored(GAMES[0], 5)
    await brief.exchange(job, lines)
    await asyncio.sleep(0.5)
    assert not [one for one in psutil.Process().children() if "record_worker" in str(one.cmdline())]
    assert await brief.exchange(job, lines)
    await brief.close()
