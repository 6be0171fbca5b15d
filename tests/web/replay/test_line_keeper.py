"""The keeper of event lines: a round tells new entries alone, and no match harms another."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from app.games import BY_SLUG, GAMES
from app.store.matches import event_lines
from app.table.model.client_messages import AddBot, Pause, Start
from app.web.replay.line_keeper import LineKeeper
from app.web.replay.marks import named
from app.web.replay.record_jobs import RecordJob
from app.web.replay.record_service import JobFailed, RecordService
from app.web.server import readiness
from tests.conftest import NewDatabase
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app
from tests.web.replay.inline_maker import InlineMaker


class CountingMaker(InlineMaker):
    """Counts jobs, and fails while it is told to."""

    def __init__(self) -> None:
        super().__init__(BY_SLUG)
        self.jobs, self.fails = 0, False

    async def exchange(self, job: RecordJob, lines: bytes) -> list[bytes]:
        self.jobs += 1
        if self.fails:
            raise JobFailed(job.kind)
        return await super().exchange(job, lines)


async def paused_match(host: Visitor) -> str:
    """A match that stands still a little way into its first hand."""
    room = await host.open_room(GAMES[0].slug)
    await host.sit(room)
    for _ in range(GAMES[0].seats[0] - 1):
        await host.do(AddBot(host.id(), "casual"))
    await host.do(Start(host.id(), True))
    while not host.frames:
        await host.news()
    await host.do(Pause(host.id()))
    return str(host.room.match)


async def kept(app: InProcessApp, match: Any) -> tuple[int, bytes] | None:
    async with app.services.db.sessions.begin() as db:
        return await event_lines.kept(db, match)


async def test_a_round_keeps_what_everybody_read_and_the_next_has_nothing_to_do(
    new_database: NewDatabase,
) -> None:
    async with running_app(new_database()) as app, app.visitor("Dora") as host:
        maker = CountingMaker()
        keeper = LineKeeper(app.services.db, app.services.lobby, RecordService(maker))
        match = await paused_match(host)
        await keeper.work()
        found = await kept(app, match)
        answer = await host.http.get(f"/api/matches/{match}/steps?seat=public")
        steps = answer.json()
        assert found is not None
        said = [line[10:] for line in named(found[1].decode(), tuple(steps["names"])).splitlines()]
        assert [text for text in said if text] == [
            event["text"] for step in steps["steps"] for event in step["events"]
        ]
        assert b"Dora" not in found[1]
        await keeper.work()
        assert maker.jobs == 1


async def test_a_match_that_cannot_be_told_is_logged_and_tried_again(
    new_database: NewDatabase,
) -> None:
    async with running_app(new_database()) as app, app.visitor("Dora") as host:
        maker = CountingMaker()
        keeper = LineKeeper(app.services.db, app.services.lobby, RecordService(maker))
        match, maker.fails = await paused_match(host), True
        with capture_logs() as logged:
            await keeper.work()
        assert [line["match"] for line in logged if "not kept" in line["event"]] == [match]
        assert await kept(app, match) is None
        maker.fails = False
        await keeper.work()
        assert await kept(app, match) is not None


async def test_a_server_that_closes_keeps_the_lines_of_its_tables(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "LINES_SECONDS", 60.0)
    url = new_database()
    async with running_app(url) as app, app.visitor("Dora") as host:
        match = await paused_match(host)
        assert await kept(app, match) is None
    async with running_app(url) as app:
        assert await kept(app, match) is not None
