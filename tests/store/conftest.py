"""A database to write to, and a match played line by line as a table would."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules import chain, codec
from app.rules.game import AnyGame, AnyState, Seat
from app.rules.replay import Entry, Played, Setup, Shuffled, step
from app.store.database import connections
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.people import accounts
from app.store.people.rows import Account
from app.store.results.plackett_luce import Rating
from app.store.results.ratings import RatingRow
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.notation import new_match_id, to_milliseconds
from app.table.model.records import LogLine, Place
from app.table.model.room import (
    ClockLevel,
    MatchId,
    Person,
    PersonId,
    Room,
    RoomId,
    RoomSeat,
    Stage,
)
from app.table.ports import MoveLog
from tests.store.toy_game import TOY, Options, Show

SECRET = bytes(range(32))
"""Of every match, for its shuffles."""
START = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def with_real_limits() -> None:
    """Keeps the real limits on waiting, for tests of those limits."""


@pytest.fixture
def own_connections() -> None:
    """Gives a test connections of its own, where it changes or breaks them."""


@pytest.fixture(autouse=True)
def patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raises the limits on waiting to a minute, so that a slow machine fails no test."""
    if "with_real_limits" in request.fixturenames:
        return
    for session in (connections.SESSION_SETTINGS, connections.TABLE_SESSION_SETTINGS):
        for name in (
            "statement_timeout",
            "lock_timeout",
            "idle_in_transaction_session_timeout",
            "transaction_timeout",
        ):
            monkeypatch.setitem(session, name, "60s")
    for name in (
        "COMMAND_TIMEOUT",
        "TABLE_COMMAND_TIMEOUT",
        "CONNECT_TIMEOUT",
        "TABLE_POOL_TIMEOUT",
    ):
        monkeypatch.setattr(connections, name, 60.0)


@pytest.fixture(scope="session")
async def shared_connections(database_url: str) -> AsyncIterator[Database]:
    """Connections that stay: a new one and what it has to learn are half of a test's time."""
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
async def new_connections(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def database(request: pytest.FixtureRequest, clean_database: str) -> Database:
    own = {"own_connections", "with_real_limits"}.intersection(request.fixturenames)
    found: Database = request.getfixturevalue("new_connections" if own else "shared_connections")
    return found


@pytest.fixture
async def db(database: Database) -> AsyncIterator[AsyncSession]:
    """One session for a whole test; `commit` where another connection must see what was written."""
    async with database.sessions() as session:
        yield session


@pytest.fixture
async def log(database: Database) -> AsyncIterator[PostgresMoveLog]:
    log = PostgresMoveLog(database)
    yield log
    await log.close()


@pytest.fixture
def rooms(database: Database) -> PostgresRoomStore:
    return PostgresRoomStore(database)


Guest = Callable[[str], Awaitable[Account]]


@pytest.fixture
def guest(database: Database) -> Guest:
    async def make(name: str) -> Account:
        async with database.sessions.begin() as db:
            return await accounts.create_guest(db, name)

    return make


@pytest.fixture
def member(database: Database, guest: Guest) -> Guest:
    """Makes an account with a password."""

    async def make(name: str) -> Account:
        made = await guest(name)
        async with database.sessions.begin() as db:
            return await accounts.register(db, made.id, name, "hash")

    return make


def person(account: Account) -> Person:
    return Person(PersonId(account.id), account.name, account.registered)


def a_room(*people: Account, code: str = "", bots: int = 0, match: str | None = None) -> Room:
    """A room of the toy game with these people and this many bots seated, the first its host."""
    seated = [
        RoomSeat(number, PersonId(account.id), None, account.name)
        for number, account in enumerate(people)
    ]
    seated += [
        RoomSeat(len(people) + number, None, "steady", f"Bot {number + 1}")
        for number in range(bots)
    ]
    host = PersonId(people[0].id) if people else PersonId("nobody")
    return Room(
        id=RoomId(new_id()),
        code=code or new_id(),
        secret=new_id(),
        game=TOY.slug,
        options={},
        clock=ClockLevel.RELAXED,
        host=host,
        first_host=host,
        people=tuple(map(person, people)),
        created=START,
        seats=tuple(seated),
        stage=Stage.GATHERING if match is None else Stage.PLAYING,
        match=None if match is None else MatchId(match),
    )


def linked(line: LogLine, previous: bytes | None) -> LogLine:
    """The line with its hash, after an entry with that one."""
    assert previous is not None
    link = chain.entry_hash(
        previous, line.match, line.ply, to_milliseconds(line.at), codec.to_json(line.entry)
    )
    return msgspec.structs.replace(line, hash=link)


class Playing:
    """One match of the toy game as its table sees it, with its state, epoch and next ply."""

    def __init__(
        self, log: MoveLog, room: Room, setup: Setup, game: AnyGame = TOY, start: datetime = START
    ) -> None:
        assert room.match is not None
        self.log, self.room, self.game, self.match = log, room, game, room.match
        self.state: AnyState = game.setup(setup.seats, setup.options, setup.ranked)
        self.setup = setup
        self.epoch = self.ply = 0
        self.start = start
        self.last_hash = chain.initial_hash(
            self.match, game.slug, game.rules_version, codec.to_json(setup)
        )

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(
            Place(Seat(seat.number), seat.person, seat.bot, seat.name) for seat in self.room.seats
        )

    async def begin(self) -> None:
        self.epoch = await self.log.begin(self.room, self.game, self.setup, self.places, SECRET)

    def line(self, entry: Entry, command: str | None = None, room: Room | None = None) -> LogLine:
        """The line that the table would append for `entry`, with all that follows from it."""
        before, after = self.state, step(self.game, self.state, entry)
        earned = self.game.standings(after.public)
        new = earned if earned != self.game.standings(before.public) else ()
        at = self.start + timedelta(seconds=self.ply)
        line = LogLine(
            self.match,
            self.epoch,
            self.ply,
            at,
            entry,
            command,
            new,
            self.game.outcome(after.public),
            room=room,
            rated=not self.room.hints,
        )
        return linked(line, self.last_hash)

    async def append(
        self, entry: Entry, command: str | None = None, room: Room | None = None
    ) -> None:
        line = self.line(entry, command, room)
        await self.log.append(line)
        assert line.hash is not None
        self.state, self.ply, self.last_hash = (
            step(self.game, self.state, entry),
            self.ply + 1,
            line.hash,
        )

    async def deal(self, cards: Sequence[int]) -> None:
        """One whole deal in which seats show these cards: the seat with the highest is first."""
        await self.append(Shuffled(tuple(cards)))
        for seat in range(len(cards)):
            await self.append(
                Played(Seat(seat), f"show:{self.state.public.deal}", Show()), f"c-{self.ply}"
            )


Play = Callable[..., Awaitable[Playing]]


@pytest.fixture
def play(log: PostgresMoveLog) -> Play:
    """Begins a match between these accounts and bots; `deals` are cards by seat."""

    async def begin(
        *people: Account,
        deals: Sequence[Sequence[int]] = (),
        of: int = 0,
        bots: int = 0,
        hour: int = 0,
        code: str = "",
    ) -> Playing:
        room = a_room(*people, code=code, bots=bots, match=new_match_id())
        setup = Setup(len(room.seats), Options(of or len(deals) or 2))
        playing = Playing(log, room, setup, start=START + timedelta(hours=hour))
        await playing.begin()
        for cards in deals:
            await playing.deal(cards)
        return playing

    return begin


def gathering(room: Room) -> Room:
    return msgspec.structs.replace(room, stage=Stage.GATHERING)


async def ratings_of(db: AsyncSession, account_id: str) -> dict[str, Rating]:
    """The ratings of one account, by game."""
    rows = await db.scalars(select(RatingRow).where(RatingRow.account_id == account_id))
    return {row.game: Rating(row.mu, row.sigma, row.matches) for row in rows}
