"""The line of notifications: who is told, how often, and what a bad push service cannot do."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import pytest

from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.people import accounts, push_subscriptions, sessions
from app.store.people.push_subscriptions import PushSubscription
from app.store.rooms import clubs
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.room import PersonId, RoomId
from app.web.push.delivery import Fate, Sent
from app.web.push.push_service import LONGEST_LINE, QUIET, SENDERS, PushService, Sends
from app.web.rate_limits import Limits
from tests.store.conftest import a_room
from tests.store.toy_game import TOY
from tests.table.fakes import FakeClock
from tests.web.push.browser import Browser
from tests.web.push.fake_push_service import FakePushService


class Watch(FakeClock):
    """A clock whose dates are those of the database, where logins are of today."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Post(Sends):
    """A delivery that keeps what it is given; each answer is the next of `fates`, then TAKEN."""

    def __init__(self) -> None:
        self.sent: list[tuple[PushSubscription, dict[str, str], str]] = []
        self.fates: list[Fate] = []
        self.wait = 0.0
        """Seconds that a busy service asks for."""
        self.let_go = asyncio.Event()
        self.let_go.set()

    async def send(self, to: PushSubscription, message: bytes, topic: str) -> Sent:
        await self.let_go.wait()
        self.sent.append((to, json.loads(message), topic))
        fate = self.fates.pop(0) if self.fates else Fate.TAKEN
        return Sent(fate, self.wait if fate is Fate.LATER else 0.0)


class Scene:
    """A room with Odette, who has browsers, and Percy, who has none."""

    def __init__(self, database: Database, delivery: Sends, limits: float = 1000) -> None:
        self.database, self.clock = database, Watch()
        games = {TOY.slug: TOY}
        self.service = PushService(
            "key", delivery, database, games, Limits(limits), self.clock, (20.0, 60.0)
        )
        self.room = RoomId("")
        self.odette = self.percy = PersonId("")

    async def prepare(self, *browsers: Browser) -> None:
        logins = []
        async with self.database.request_connection() as connection:
            for name in ("Odette", "Percy"):
                account, session, _ = await sessions.create_guest_session(connection, name)
                logins.append((account.id, session))
        (odette, _), (percy, _) = logins
        self.odette, self.percy = PersonId(odette), PersonId(percy)
        async with self.database.sessions.begin() as db:
            people = await accounts.by_ids(db, [odette, percy])
            for browser in browsers:
                token = await sessions.open_session(db, odette)
                found = await sessions.authenticate_orm(db, token)
                assert found is not None
                assert await push_subscriptions.keep(db, odette, found[1], browser.subscription)
        self.room = await self.new_room(*people)

    async def new_room(self, *people: str) -> RoomId:
        async with self.database.sessions.begin() as db:
            accounts_there = await accounts.by_ids(db, people or (self.odette, self.percy))
        room = a_room(*accounts_there.values())
        await PostgresRoomStore(self.database).save(room)
        return room.id

    def tell(self, *people: PersonId) -> None:
        self.service.awaited(self.room, people or (self.odette,))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def working(scene: Scene) -> AsyncIterator[None]:
    """The background does its work; a fault of it is raised."""
    work = asyncio.create_task(scene.service.work())
    yield
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
async def scene(database: Database, post: Post) -> AsyncIterator[Scene]:
    scene = Scene(database, post)
    await scene.prepare(Browser(), Browser("https://web.push.apple.com/two"))
    async with working(scene):
        yield scene


async def test_each_browser_of_a_person_is_told_of_the_table_and_nothing_else(
    scene: Scene, post: Post
) -> None:
    scene.tell(scene.odette, scene.percy)
    await until(lambda: len(post.sent) == 2)
    assert {to.endpoint for to, _, _ in post.sent} == {
        "https://fcm.googleapis.com/fcm/send/one",
        "https://web.push.apple.com/two",
    }
    assert [said for _, said, _ in post.sent] == [{"table": TOY.title, "room": scene.room}] * 2
    topics = {topic for _, _, topic in post.sent}
    assert len(topics) == 2, "a push service cannot tell that two browsers have one table"
    assert all(len(topic) == 32 and scene.room not in topic for topic in topics)


async def test_a_clubs_table_is_called_as_the_club_is(scene: Scene, post: Post) -> None:
    async with scene.database.sessions.begin() as db:
        assert await clubs.found(db, scene.room, scene.percy, "Thursday’s table")
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    assert post.sent[0][1]["table"] == "Thursday’s table"


async def test_a_person_is_told_once_until_they_come_or_ten_minutes_are_over(
    scene: Scene, post: Post
) -> None:
    scene.tell()
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    scene.clock.seconds += QUIET - 1
    scene.tell()
    scene.service.has_come(scene.percy, scene.room)
    scene.tell()
    other = await scene.new_room()
    scene.service.awaited(other, [scene.odette])
    await until(lambda: len(post.sent) == 4)
    assert {said["room"] for _, said, _ in post.sent[2:]} == {other}, "each table by itself"
    scene.clock.seconds += 1
    scene.tell()
    await until(lambda: len(post.sent) == 6)
    scene.service.has_come(scene.odette, scene.room)
    scene.tell()
    await until(lambda: len(post.sent) == 8)


async def test_whoever_comes_is_not_told_any_more(scene: Scene, post: Post) -> None:
    post.let_go.clear()
    rooms = [await scene.new_room() for _ in range(SENDERS)]
    for room in rooms:
        scene.service.awaited(room, [scene.odette])
    await asyncio.sleep(0.1)  # all senders hold a message that waits for its service
    scene.tell()
    scene.service.has_come(scene.odette, scene.room)
    post.let_go.set()
    await until(lambda: len(post.sent) == 2 * SENDERS)
    last = await scene.new_room()
    scene.service.awaited(last, [scene.odette])
    await until(lambda: len(post.sent) == 2 * SENDERS + 2)
    assert scene.room not in {said["room"] for _, said, _ in post.sent}


async def test_a_browser_whose_permission_was_withdrawn_is_forgotten(
    scene: Scene, post: Post
) -> None:
    post.fates = [Fate.GONE]
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    scene.service.has_come(scene.odette, scene.room)
    scene.tell()
    await until(lambda: len(post.sent) == 3)
    assert scene.service.fates == {"gone": 1, "taken": 2}
    async with scene.database.request_connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM push_subscriptions") == 1


async def test_a_busy_service_is_tried_again_a_few_times(scene: Scene, post: Post) -> None:
    post.fates = [Fate.LATER, Fate.TAKEN, Fate.LATER, Fate.LATER]
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    await scene.clock.pass_by(20)
    await until(lambda: len(post.sent) == 3)
    await scene.clock.pass_by(60)
    await until(lambda: len(post.sent) == 4)
    await scene.clock.pass_by(QUIET)
    assert scene.service.fates == {"later": 3, "taken": 1}
    assert {to.endpoint for to, _, _ in post.sent[2:]} == {post.sent[0][0].endpoint}


async def test_a_busy_service_is_left_alone_for_as_long_as_it_asks(
    scene: Scene, post: Post
) -> None:
    post.fates, post.wait = [Fate.LATER, Fate.TAKEN], 200.0
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    await scene.clock.pass_by(199)
    other = await scene.new_room()
    scene.service.awaited(other, [scene.odette])
    await until(lambda: len(post.sent) == 4)
    assert {said["room"] for _, said, _ in post.sent[2:]} == {other}, "the first still waits"
    await scene.clock.pass_by(1)
    await until(lambda: len(post.sent) == 5)
    assert post.sent[4][1]["room"] == scene.room


async def test_a_message_that_would_be_stale_after_that_wait_is_dropped(
    scene: Scene, post: Post
) -> None:
    post.fates, post.wait = [Fate.LATER, Fate.LATER], QUIET
    scene.tell()
    await until(lambda: scene.service.fates["dropped"] == 2)
    await scene.clock.pass_by(QUIET + 1)
    assert len(post.sent) == 2


async def test_who_came_meanwhile_is_not_tried_again(scene: Scene, post: Post) -> None:
    post.fates = [Fate.LATER, Fate.LATER]
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    scene.service.has_come(scene.odette, scene.room)
    await scene.clock.pass_by(20)
    scene.service.awaited(await scene.new_room(), [scene.odette])
    await until(lambda: len(post.sent) == 4)
    assert scene.service.fates == {"later": 2, "taken": 2}


async def test_what_a_service_refuses_for_good_is_not_tried_again(scene: Scene, post: Post) -> None:
    post.fates = [Fate.REFUSED, Fate.REFUSED]
    scene.tell()
    await until(lambda: len(post.sent) == 2)
    await scene.clock.pass_by(QUIET)
    assert scene.service.fates == {"refused": 2}


async def test_a_line_that_is_full_makes_nobody_wait(database: Database, post: Post) -> None:
    scene = Scene(database, post, limits=1_000_000)
    for _ in range(LONGEST_LINE + 5):
        scene.service.awaited(RoomId(new_id()), [PersonId("odette")])
    assert scene.service.fates == {"dropped": 5}


async def test_nobody_is_told_of_many_tables_without_end(database: Database, post: Post) -> None:
    scene = Scene(database, post, limits=1)
    await scene.prepare(Browser())
    for _ in range(50):
        scene.service.awaited(await scene.new_room(), [scene.odette])
    async with working(scene):
        await until(lambda: len(post.sent) == 20)
    assert scene.service.fates == {"taken": 20}


async def test_a_message_reaches_the_browser_over_a_real_connection(
    database: Database, service: FakePushService
) -> None:
    browser = Browser()
    scene = Scene(database, service.delivery())
    await scene.prepare(browser)
    async with working(scene):
        scene.tell()
        await until(lambda: len(service.received) == 1)
    said = json.loads(browser.read(service.received[0].body))
    assert said == {"table": TOY.title, "room": scene.room}
