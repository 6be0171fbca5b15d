"""One connection's bounds, with a network that the test holds in its hands."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from app.store import accounts, sessions
from app.store.database import Database
from app.table.clients.outbox import MOST_OTHERS, Outbox
from app.table.model.client_messages import AnyCommand
from app.table.model.server_messages import Bye, Done
from app.table.system_clock import SystemClock
from app.web.limits import Limits
from app.web.server.metrics import Metrics
from app.web.server.socket_quota import ARRIVING, EACH, Full, SocketQuota
from app.web.server.table_protocol import Listener
from app.web.server.write_batches import WriteBatches
from app.web.socket import table_socket as socket_module
from app.web.socket.table_socket import Connection

pytestmark = pytest.mark.anyio


class StubHouse:
    def __init__(self) -> None:
        self.db: Database | None = None
        self.limits, self.metrics, self.clock, self.post = (
            Limits(),
            Metrics(),
            SystemClock(),
            WriteBatches(),
        )


class StubChair:
    """A chair at no table: what it is told is remembered."""

    def __init__(self) -> None:
        self.session: str | None = None
        self.said: list[AnyCommand] = []
        self.signs = 0
        self.outbox = Outbox(SystemClock().now)

    def say(self, command: AnyCommand) -> None:
        self.said.append(command)

    def heard(self) -> None:
        self.signs += 1


class Network:
    """Both ends of an accepted socket, in the place of `Direct`."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.spoken = asyncio.Event()
        self.is_roomy = True
        """Somebody takes what we send."""
        self.closing = False
        """Nothing is sent any more."""
        self.written: list[str] = []
        self.listener: Listener | None = None
        self.listened = asyncio.Event()
        self.socket = WebSocket(
            {"type": "websocket", "path": "/", "headers": []}, self.incoming.get, self.send
        )

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    def listen(self, listener: Listener) -> None:
        self.listener = listener
        self.listened.set()

    def write(self, texts: Sequence[bytes]) -> bool:
        if self.closing:
            return False
        self.written += [text.decode() for text in texts]
        self.spoken.set()
        return True

    async def accepted(self, house: Any) -> Connection:
        self.incoming.put_nowait({"type": "websocket.connect"})
        await self.socket.accept()
        return Connection(self.socket, house, self)  # type: ignore[arg-type]  # a stand-in

    async def serving(self, chair: StubChair, house: Any = None) -> "asyncio.Task[None]":
        """A connection that is being served."""
        connection = await self.accepted(house or StubHouse())
        task = asyncio.create_task(connection.serve(chair))  # type: ignore[arg-type]  # a stand-in
        await self.listened.wait()
        return task

    def hear(self, text: str) -> None:
        assert self.listener is not None
        self.listener.text(text)

    def lose(self) -> None:
        assert self.listener is not None
        self.listener.lost()


async def test_the_chairs_goodbye_is_the_last_word() -> None:
    network, chair = Network(), StubChair()
    connection = await network.accepted(StubHouse())
    chair.outbox.put(Bye("kicked", "Out.", None))
    await connection.serve(chair)  # type: ignore[arg-type]  # a stand-in
    assert [message["type"] for message in network.sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
    assert (network.sent[-1]["code"], network.sent[-1]["reason"]) == (4403, "kicked")


async def test_a_connection_that_is_lost_ends_quietly() -> None:
    network = Network()
    serving = await network.serving(StubChair())
    network.lose()
    await serving
    assert len(network.sent) == 1


async def test_what_a_reader_does_not_take_stays_in_the_outbox() -> None:
    """There frames give way to newer ones; see test_outbox."""
    network, chair = Network(), StubChair()
    serving = await network.serving(chair)
    network.is_roomy = False
    chair.outbox.put(Done("first"))
    chair.outbox.put(Done("second"))
    await asyncio.sleep(0)
    assert network.written == []
    network.is_roomy = True
    assert network.listener is not None
    network.listener.roomy()
    assert [said for text in network.written for said in ("first", "second") if said in text] == [
        "first",
        "second",
    ]
    network.lose()
    await serving


async def test_who_says_they_are_here_is_heard_and_not_answered() -> None:
    network, chair = Network(), StubChair()
    serving = await network.serving(chair)
    network.hear('{"type":"heartbeat"}')
    assert chair.signs == 1
    network.hear('{"type":"ping"}')
    assert chair.signs == 2
    assert ["pong" in text for text in network.written] == [True], "the ping alone was answered"
    network.lose()
    await serving


async def test_a_pong_overtakes_nothing_that_was_said_before() -> None:
    network, chair = Network(), StubChair()
    serving = await network.serving(chair)
    chair.outbox.put(Done("first"))
    network.hear('{"type":"ping"}')
    await network.spoken.wait()
    assert [
        next(said for said in ("first", "pong") if said in text) for text in network.written
    ] == ["first", "pong"]
    network.lose()
    await serving


async def test_who_pings_on_a_connection_that_closes_is_served_no_more() -> None:
    network = Network()
    serving = await network.serving(StubChair())
    network.closing = True
    network.hear('{"type":"ping"}')
    await serving
    assert network.written == []


async def test_who_sends_without_reading_is_sent_away() -> None:
    network, chair, house = Network(), StubChair(), StubHouse()
    house.limits = Limits(1000)
    serving = await network.serving(chair, house)
    network.is_roomy = False
    for _ in range(MOST_OTHERS + 1):
        network.hear('{"type":"ping"}')
    network.is_roomy = True
    assert network.listener is not None
    network.listener.roomy()
    await serving
    assert network.sent[-1]["reason"] == "too-slow"


async def test_a_mistake_of_ours_ends_the_connection_and_is_heard_of() -> None:
    network, chair = Network(), StubChair()
    serving = await network.serving(chair)
    chair.outbox.put(object())  # type: ignore[arg-type]  # nothing that could be written
    with pytest.raises(TypeError):
        await serving


async def test_a_login_that_ended_elsewhere_ends_its_connections(
    monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
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
    serving = await network.serving(chair, house)
    network.hear('{"type":"ping"}')
    await network.spoken.wait()
    assert '"pong"' in network.written[0]
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
    serving = await network.serving(chair, house)
    network.hear('{"type":"ping"}')
    await network.spoken.wait()
    network.lose()
    await serving
    assert '"pong"' in network.written[0]
    await house.db.close()


def test_one_household_has_its_bound_and_others_are_not_touched() -> None:
    doors = SocketQuota()
    for _ in range(EACH):
        doors.enter("a")
    with pytest.raises(Full):
        doors.enter("a")
    doors.enter("b")
    doors.leave("a")
    doors.enter("a")
    assert doors.open == EACH + 1


async def test_who_comes_in_a_crowd_stands_in_line_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = cast("Any", SimpleNamespace(doors=SocketQuota()))
    for _ in range(ARRIVING):
        await socket_module.stand_in_line(house)
    patient = asyncio.create_task(socket_module.stand_in_line(house))
    await asyncio.sleep(0)
    assert not patient.done()
    house.doors.line.release()
    await patient
    monkeypatch.setattr(socket_module, "LINE_SECONDS", 0)
    with pytest.raises(socket_module.Closed) as turned_away:
        await socket_module.stand_in_line(house)
    assert (turned_away.value.bye.code, turned_away.value.bye.retry_in) == ("busy", 5000)
