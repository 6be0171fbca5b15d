"""The job of hourly counts: the leader alone counts, for all processes that live."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from app import jobs
from app.games import GAMES
from app.store.admin import hourly_counts
from app.store.database.pools import Database
from app.store.database.processes import LivingProcess, Processes, Told
from app.store.upkeep.regular_jobs import DailyJob
from app.store.upkeep.retention import Retention
from app.table.model.room import RoomId
from app.table.ports import StoreAway
from app.web.context.services import Services
from app.web.replay.line_keeper import LineKeeper
from app.web.server.background import Job
from app.web.server.collector import CollectorPauses, OldObjects
from tests.conftest import NewDatabase
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
TAUGHT = next(game for game in GAMES if game.lessons)


class TwoLiving:
    """This process and another, which has three people at two tables."""

    async def living(self) -> list[LivingProcess]:
        there = Told(people=3, tables=2, sockets=4)
        return [
            LivingProcess("here", "", NOW, False, True, Told(people=90, tables=90)),
            LivingProcess("there", "", NOW, False, False, there),
        ]


def with_sibling(services: Services) -> Services:
    return replace(services, processes=cast("Processes", TwoLiving()))


async def counts(services: Services) -> list[tuple[int, int]]:
    """The counts of this hour and the last, newest first: a test may run past the hour."""
    async with services.db.table_connection() as connection:
        hours = await hourly_counts.by_hour(connection)
    return [
        (one.people, one.tables)
        for one in reversed(hours)
        if one.people is not None and one.tables is not None
    ]


async def begin_lesson(app: InProcessApp, learner: Visitor) -> None:
    answer = await learner.post("/lessons", game=TAUGHT.slug, name=learner.name)
    room = RoomId(answer.headers["location"].rpartition("/")[2].partition("#")[0])
    person, session = await learner.who()
    await app.services.lobby_of(room).connect(room, person, session)


async def test_people_are_counted_once_at_all_tables_lessons_and_processes(
    new_database: NewDatabase,
) -> None:
    async with running_app(new_database()) as app, app.visitor("Ada") as ada:
        async with app.visitor("Bob") as bob, app.visitor("Cleo") as cleo:
            services = app.services
            await ada.sit(await ada.open_room(GAMES[0].slug))
            await ada.sit(await ada.open_room(GAMES[0].slug))
            await bob.sit(await bob.open_room(GAMES[0].slug))
            await begin_lesson(app, cleo)
            await jobs.count_all(services)
            assert (await counts(services))[0] == (3, 3), "a lesson is no room"
            await jobs.count_all(with_sibling(services))
            assert (await counts(services))[0] == (6, 5)
        await jobs.count_all(services)
        assert max(await counts(services)) == (6, 5), "the most of the hour"


def the_job(services: Services) -> Job:
    pauses = CollectorPauses()
    made = jobs.background_jobs(
        services,
        DailyJob(services.db, Retention(), services.clock),
        LineKeeper(services.db, services.lobby, services.records),
        OldObjects(lambda: 0, lambda: 0, pauses),
    )
    return next(job for job in made if job.name == "hourly counts")


async def test_a_process_that_does_not_lead_counts_nothing_until_it_does(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LOOK_WHO_LEADS_EVERY", 0.0)
    async with running_app(new_database()) as app:
        leading: list[bool] = []
        services = replace(with_sibling(app.services), leads=lambda: bool(leading))
        job = the_job(services)
        await job.work()
        assert (3, 2) not in await counts(services)
        leading.append(True)
        await job.work()
        assert (3, 2) in await counts(services)


async def test_a_count_says_that_the_store_is_away_and_keeps_nothing_for_later(
    new_database: NewDatabase,
) -> None:
    async with running_app(new_database()) as app:
        away = Database("postgresql://127.0.0.1:1/nowhere")
        with pytest.raises(StoreAway):
            await jobs.count_all(replace(with_sibling(app.services), db=away))
        await away.close()
        await jobs.count_all(app.services)
        assert max(await counts(app.services)) == (0, 0), "nobody was there when it was counted"
