"""The proof `deeds`: a person is renamed, suspended or deleted while the store fails, at any step.

The database is away from the k-th call of a deed on, for every k, or one table cannot write. Once
all is healed, either nothing has changed, as the answer said, or every table knows the account as
it is.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import event

from app.games import GAMES
from app.store.admin import audit
from app.store.database.pools import Database
from app.store.people import accounts, sessions, table_notes
from app.store.people.rows import Role
from app.store.rooms.room_store import PostgresRoomStore
from app.table.lobby.account_changes import AccountChanges
from app.table.model.client_messages import AddBot, Start
from app.table.model.errors import TableError
from app.table.model.records import AccountChange, TableNote
from app.table.model.room import Room, RoomId
from app.table.ports import StoreAway
from app.web.rendering.responses import FLASH_COOKIE
from tests.prove.records.admin_scene import sign_up
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app
from tests.prove.runner.planting import Plant, with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_database

DEEDS: Final = ("rename", "suspend", "delete")
TABLES: Final = 4
"""Of one person: a running match, two open rooms, and one that nobody has opened."""
LIMIT: Final = 60.0
"""Seconds for all tables to follow once the store is back."""
MOST_CALLS: Final = 200
QUICK_STEP: Final = 3
"""A quick run tries each third call, from another one with each seed."""
NEW_NAME: Final = "Somebody Else"


class Trouble:
    """The database is away from the k-th call on; or one room cannot be written."""

    def __init__(self) -> None:
        self.calls, self.k = 0, 0
        self.room: RoomId | None = None

    def heal(self) -> None:
        self.k, self.room = 0, None

    @property
    def reached(self) -> bool:
        return self.calls >= self.k

    def strike(self) -> None:
        """Call it before each call of the store. Raises StoreAway."""
        self.calls += 1
        if self.k and self.reached:
            raise StoreAway("planted")


def install(patch: pytest.MonkeyPatch, trouble: Trouble) -> None:
    """Before every use of a pool, every statement of the ORM, and every write of a room."""
    acquire, save = Database._acquire, PostgresRoomStore.save

    @asynccontextmanager
    async def troubled(self: Database, pool: Any) -> AsyncIterator[Any]:
        trouble.strike()
        async with acquire(self, pool) as connection:
            yield connection

    async def saved(self: PostgresRoomStore, room: Room, *rest: Any) -> None:
        if room.id == trouble.room:
            raise StoreAway("planted")
        await save(self, room, *rest)

    patch.setattr(Database, "_acquire", troubled)
    patch.setattr(PostgresRoomStore, "save", saved)


class Scene:
    """A person at several tables, what they are called there, and an administrator."""

    def __init__(self, app: InProcessApp, person: Visitor, admin: Visitor, name: str) -> None:
        self.app, self.person, self.admin, self.name = app, person, admin, name
        self.rooms: list[RoomId] = []
        self.id, self.said = "", ""
        """The person's id, and the key of the sentence that the answer showed."""

    async def build(self) -> None:
        game = GAMES[0]
        self.person.name = self.name
        for number in range(TABLES):
            room = await self.person.open_room(game.slug)
            self.rooms.append(room)
            if number == TABLES - 1:
                break
            await self.person.leave()
            del self.person.seen[:]
            await self.person.sit(room)
            if number == 0:
                for _ in range(game.seats[0] - 1):
                    await self.person.do(AddBot(self.person.id(), "casual"))
                await self.person.do(Start(self.person.id(), True))
        found, _ = await self.person.who()
        assert found is not None, "logged in"
        self.id = found.id

    async def do(self, deed: str) -> bool:
        """True if the answer says that it is done."""
        match deed:
            case "rename":
                answer = await self.person.post("/account/rename", name=NEW_NAME)
            case "delete":
                answer = await self.person.post("/account/delete", confirm=self.name)
            case _:
                page = f"/admin/people/{self.id}/suspend"
                answer = await self.admin.post(page, reason="a reason", forever="true")
        self.said = answer.cookies.get(FLASH_COOKIE) or ""
        return answer.status_code == 303

    async def answered_wrongly(self, deed: str, done: bool) -> str | None:
        """A sentence if the answer to the administrator is not what is done and what follows."""
        if deed != "suspend":
            return None
        async with self.app.services.db.sessions.begin() as db:
            account = await accounts.by_id(db, self.id)
            logins = await sessions.list_sessions(db, self.id)
            noted = await audit.entries(db, audit.account_subject(self.id))
        assert account is not None, "nobody removes accounts"
        if len({done, account.suspension_reason is not None, not logins, bool(noted.total)}) > 1:
            return "account, logins, audit log and answer differ"
        opened = self.rooms[:-1]
        if done and self.said != "suspended-follows" and await self.wrong(deed, done, opened):
            return f"open tables have yet to follow, and the answer says {self.said!r}"
        return None

    async def wrong(
        self, deed: str, done: bool, rooms: Sequence[RoomId] | None = None
    ) -> str | None:
        """A sentence about what is half done in all rooms, or these; or None."""
        for room in self.rooms if rooms is None else rooms:
            shown = await self._room(room)
            says = msgspec.json.encode(shown).decode()
            member = next((one for one in shown.people if one.id == self.id), None)
            if not done:
                if member is None or member.name != self.name:
                    return "the answer was no, and a table has changed"
            elif deed == "rename":
                if member is None or member.name != NEW_NAME or f'"{self.name}"' in says:
                    return "a table shows the old name"
            elif member is not None:
                return "a table still has the person"
            elif deed == "delete" and f'"{self.name}"' in says:
                return "a table keeps the name of a deleted person"
        return None

    async def _room(self, room: RoomId) -> Room:
        stored = await self.app.services.rooms.load(room)
        assert stored is not None, "nobody deletes it"
        table = self.app.services.lobby._tables.get(room)
        if table is not None and table.room != stored:
            return msgspec.structs.replace(stored, people=(*stored.people, *table.room.people))
        return stored


class Deeds:
    """`faults` says what was half done."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.counts: dict[str, int] = dict.fromkeys(DEEDS, 0)
        self.most = 0
        self._numbers = count(1)

    async def run(
        self, url: str, progress: Progress, calls: Sequence[int], enough: int = 1000
    ) -> None:
        trouble = Trouble()
        with pytest.MonkeyPatch.context() as patch:
            install(patch, trouble)
            async with running_app(url) as app:
                engine = app.services.db.engine.sync_engine
                event.listen(engine, "before_cursor_execute", lambda *_: trouble.strike())
                event.listen(engine, "commit", lambda *_: trouble.strike())
                async with app.visitor("Agathe") as self._admin:
                    await sign_up(self._admin, Role.ADMINISTRATOR)
                    for deed in DEEDS:
                        for number in range(TABLES):
                            await self._once(app, trouble, deed, table=number)
                            if len(self.faults) >= enough:
                                return
                        for k in calls:
                            if not await self._once(app, trouble, deed, k=k):
                                break
                            progress.show(f"{deed}: call {k}")

    async def _once(
        self, app: InProcessApp, trouble: Trouble, deed: str, k: int = 0, table: int = -1
    ) -> bool:
        """False if the deed has no k-th call."""
        name = f"Person {next(self._numbers)}"
        async with app.visitor() as person:
            scene = Scene(app, person, self._admin, name)
            await scene.build()
            trouble.calls, trouble.k = 0, k
            trouble.room = None if table < 0 else scene.rooms[table]
            done = await scene.do(deed)
            reached, self.most = trouble.calls >= k, max(self.most, trouble.calls if not k else 0)
            trouble.heal()
            wrong = await scene.answered_wrongly(deed, done)
            wrong = wrong or await self._settled(app, scene, deed, done)
        self.counts[deed] += 1
        where = f"call {k}" if k else f"table {table}"
        if wrong is not None:
            self.faults.append(f"deeds: {deed}, the store away at {where}: {wrong}")
        if k and reached:
            self.most = max(self.most, k)
        return reached

    async def _settled(self, app: InProcessApp, scene: Scene, deed: str, done: bool) -> str | None:
        """The tables come back by themselves, and the rounds over the notes go on."""
        end = monotonic() + LIMIT
        while True:
            await app.services.account_changes.work()
            wrong = await scene.wrong(deed, done)
            if wrong is None or monotonic() > end:
                return wrong
            await asyncio.sleep(0.05)


def run_deeds(options: RunOptions, calls: Sequence[int], enough: int = 1000) -> Deeds:
    deeds = Deeds()
    with temp_database() as url:
        asyncio.run(deeds.run(url, Progress(options), calls, enough))
    return deeds


def prove(options: RunOptions) -> Findings:
    """Every call of each deed, or each third in a quick run."""
    quick = range(1 + options.seed % QUICK_STEP, MOST_CALLS, QUICK_STEP)
    calls = quick if options.minutes < 1 else range(1, MOST_CALLS)
    deeds = run_deeds(options, calls)
    kinds = ", ".join(f"{number} of {deed}" for deed, number in deeds.counts.items())
    figure = (
        f"{len(deeds.faults)} half deeds in {sum(deeds.counts.values())} with a failing store "
        f"({kinds}; {TABLES} tables each, up to {deeds.most} calls)"
    )
    return Findings({"P18": figure}, tuple(deeds.faults))


# -- planted faults


def one_table_ends_the_walk(patch: pytest.MonkeyPatch) -> None:
    """As it was: the tables are told one by one, and the first that cannot ends it."""

    async def walk(self: AccountChanges, change: AccountChange) -> int:
        try:
            for room in self._accounts.rooms_naming(change):
                await self._accounts.follow(room, change)
        except TableError:
            return 1
        return 0

    async def nothing(*_: object) -> None:
        pass

    patch.setattr(AccountChanges, "carry_out", walk)
    patch.setattr(AccountChanges, "work", nothing)


def no_notes(patch: pytest.MonkeyPatch) -> None:
    """This process alone knows what tables have to do."""

    async def nothing(*_: object) -> None:
        pass

    patch.setattr(table_notes, "write", nothing)


def done_before_it_is(patch: pytest.MonkeyPatch) -> None:
    """A note is removed although the table could not follow."""

    async def hasty(self: AccountChanges, note: TableNote) -> None:
        await self._notes.done(note)

    patch.setattr(AccountChanges, "_try", hasty)


PLANTS: Final[dict[str, Plant]] = {
    "one-table-ends-the-walk": one_table_ends_the_walk,
    "no-notes": no_notes,
    "done-before-it-is": done_before_it_is,
}


def planted(plant: Plant) -> PlantedFault:
    def look(options: RunOptions) -> Findings:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tests.prove.failures.deeds.LIMIT", 3.0)
            patch.setattr("tests.prove.failures.deeds.DEEDS", ("rename",))
            return Findings({}, tuple(run_deeds(options, calls=(), enough=1).faults))

    return PlantedFault("P18", with_patch(plant, look))


PROOF: Final = Proof(
    "deeds",
    ("P18",),
    "a person is renamed, suspended or deleted while the store fails at any step",
    prove,
    quick=0.1,
    planted={name: planted(plant) for name, plant in PLANTS.items()},
)
