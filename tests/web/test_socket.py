"""One connection's bounds, with a network that the test holds in its hands."""

import asyncio
from typing import Any

import pytest
from starlette.websockets import WebSocket

from app.store import accounts, sessions
from app.store.engine import Database
from app.table.clock import SystemClock
from app.table.commands import AnyCommand
from app.table.notices import AnyNotice, Bye, Done
from app.web import socket as socket_module
from app.web.doors import EACH, Doors, Full
from app.web.limits import Limits
from app.web.metrics import Metrics
from app.web.socket import Connection

pytestmark = pytest.mark.anyio


class StubHouse:
    def __init__(self) -> None:
        self.db: Database | None = None
        self.limits, self.metrics, self.clock = Limits(), Metrics(), SystemClock()


class StubChair:
    """A chair that has a great deal to tell, or nothing."""

    def __init__(self, talkative: bool = False) -> None:
        self.session: str | None = None
        self.talkative = talkative
        self.said: list[AnyCommand] = []
        self.bye: asyncio.Future[Bye] = asyncio.get_running_loop().create_future()

    async def say(self, command: AnyCommand) -> None:
        self.said.append(command)

    def heard(self) -> None: ...

    async def next(self) -> AnyNotice:
        return Done("x") if self.talkative else await self.bye


class Network:
    """Both ends of an accepted socket."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.spoken = asyncio.Event()
        self.stuck = False
        """Nobody takes what we send any more."""
        self.socket = WebSocket({"type": "websocket", "path": "/", "headers": []}, self.incoming.get, self.send)

    async def send(self, message: Any) -> None:
        if self.stuck:
            await asyncio.Event().wait()
        self.sent.append(message)
        if message["type"] == "websocket.send":
            self.spoken.set()

    async def accepted(self, house: Any) -> Connection:
        self.incoming.put_nowait({"type": "websocket.connect"})
        await self.socket.accept()
        return Connection(self.socket, house)


async def test_a_reader_that_takes_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "WRITE_SECONDS", 0.02)
    network = Network()
    connection = await network.accepted(StubHouse())
    network.stuck = True
    async with asyncio.timeout(5):
        await connection.serve(StubChair(talkative=True))  # type: ignore[arg-type]  # a stand-in


async def test_the_chairs_goodbye_is_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network()
    connection = await network.accepted(StubHouse())
    chair = StubChair()
    chair.bye.set_result(Bye("kicked", "Out.", None))
    await connection.serve(chair)  # type: ignore[arg-type]  # a stand-in
    assert [message["type"] for message in network.sent] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert (network.sent[-1]["code"], network.sent[-1]["reason"]) == (4403, "kicked")


async def test_a_connection_that_is_lost_ends_quietly() -> None:
    network = Network()
    connection = await network.accepted(StubHouse())
    network.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
    async with asyncio.timeout(5):
        await connection.serve(StubChair())  # type: ignore[arg-type]  # a stand-in
    assert len(network.sent) == 1


async def test_a_reader_that_answers_nothing_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers wait for the reader, and while one waits nothing more is taken in."""
    monkeypatch.setattr(socket_module, "WRITE_SECONDS", 0.05)
    network, chair = Network(), StubChair()
    connection = await network.accepted(StubHouse())
    network.stuck = True
    network.incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"ping"}'})
    network.incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"sit","id":"a"}'})
    async with asyncio.timeout(5):
        await connection.serve(chair)  # type: ignore[arg-type]  # a stand-in
    assert chair.said == []


async def test_a_login_that_ended_elsewhere_ends_its_connections(monkeypatch: pytest.MonkeyPatch, database_url: str) -> None:
    """By the command line, say. A new token for the same login, as signing up gives, ends nothing."""
    monkeypatch.setattr(socket_module, "CHECK_SECONDS", 0)
    house, chair, network = StubHouse(), StubChair(), Network()
    database = house.db = Database(database_url)
    async with database.sessions.begin() as db:
        account = await accounts.create_guest(db, "Somewhere Else")
        found = await sessions.who(db, await sessions.open_session(db, account.id))
        assert found is not None
        chair.session = found[1]
        await sessions.renew_session(db, found[1])
    connection = await network.accepted(house)
    serving = asyncio.create_task(connection.serve(chair))  # type: ignore[arg-type]  # a stand-in
    network.incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"ping"}'})
    await network.spoken.wait()
    assert '"pong"' in network.sent[1]["text"]
    async with database.sessions.begin() as db:
        await sessions.close_all(db, account.id)
    async with asyncio.timeout(30):  # though nothing more is said
        await serving
    assert network.sent[-1]["code"] == 4401
    await database.close()


async def test_a_database_that_is_away_ends_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "CHECK_SECONDS", 0)
    house, chair, network = StubHouse(), StubChair(), Network()
    house.db = Database("postgresql://nobody@127.0.0.1:1/nothing")
    chair.session = "somebody"
    connection = await network.accepted(house)
    serving = asyncio.create_task(connection.serve(chair))  # type: ignore[arg-type]  # a stand-in
    network.incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"ping"}'})
    await network.spoken.wait()
    network.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await serving
    assert '"pong"' in network.sent[1]["text"]
    await house.db.close()


def test_one_household_has_its_bound_and_others_are_not_touched() -> None:
    doors = Doors()
    for _ in range(EACH):
        doors.enter("a")
    with pytest.raises(Full):
        doors.enter("a")
    doors.enter("b")
    doors.leave("a")
    doors.enter("a")
    assert doors.open == EACH + 1
