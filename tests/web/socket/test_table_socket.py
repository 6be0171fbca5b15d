"""One connection's limits, with a network that the test holds in its hands."""

import asyncio
import gc
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock
from weakref import ref

import pytest
from starlette.datastructures import Address
from starlette.websockets import WebSocket

from app.store.database.pools import Database
from app.store.log.buckets import Buckets
from app.store.people import accounts, sessions
from app.table.clients.outbox import MAX_OTHERS, Outbox, ReaderQueue
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import Busy, Leaving, TableError
from app.table.model.server_messages import Bye, Done
from app.table.system import SystemClock
from app.web.rate_limits import Limits, Source
from app.web.server.event_loop import Writable, write_in_turn
from app.web.server.metrics import Metrics
from app.web.server.socket_quota import CONCURRENT_JOINS, PER_NETWORK, QuotaExceeded, SocketQuota
from app.web.server.table_protocol import MessageListener
from app.web.socket import connection as connection_module
from app.web.socket import table_socket as socket_module
from app.web.socket.connection import Connection


class StubServices:
    def __init__(self) -> None:
        self.db: Database | None = None
        self.limits, self.metrics, self.clock = Limits(), Metrics(Buckets(())), SystemClock()
        self.writes: ReaderQueue[Writable] = ReaderQueue()
        self.writing = asyncio.create_task(write_in_turn(self.writes))


class StubClient:
    """A client of no table that remembers its commands."""

    def __init__(self) -> None:
        self.session: str | None = None
        self.shown_by: str | None = None
        self.commands: list[AnyCommand] = []
        self.heartbeats = 0
        self.outbox = Outbox(SystemClock())

    def send(self, command: AnyCommand) -> None:
        self.commands.append(command)

    def note_alive(self) -> None:
        self.heartbeats += 1


class FakeProtocol:
    """Both ends of an accepted socket, in the place of the table protocol."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.spoken = asyncio.Event()
        self.is_writable = True
        """Somebody takes what we send."""
        self.closing = False
        """Nothing is sent any more."""
        self.written: list[str] = []
        self.listener: MessageListener | None = None
        self.listened = asyncio.Event()
        self.socket = WebSocket(
            {"type": "websocket", "path": "/", "headers": [], "query_string": b""},
            self.incoming.get,
            self.send,
        )

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    def listen(self, listener: MessageListener) -> None:
        self.listener = listener
        self.listened.set()

    def write(self, texts: Sequence[bytes]) -> bool:
        if self.closing:
            return False
        self.written += [text.decode() for text in texts]
        self.spoken.set()
        return True

    async def accepted(self, services: Any) -> Connection:
        self.incoming.put_nowait({"type": "websocket.connect"})
        await self.socket.accept()
        return Connection(self.socket, services, self)  # type: ignore[arg-type]  # a stand-in

    async def serving(self, client: StubClient, services: Any = None) -> "asyncio.Task[None]":
        """A connection that is being served."""
        connection = await self.accepted(services or StubServices())
        task = asyncio.create_task(connection.serve(client))  # type: ignore[arg-type]  # a stand-in
        await self.listened.wait()
        return task

    def receive(self, text: str) -> None:
        assert self.listener is not None
        self.listener.on_text(text)

    def disconnect(self) -> None:
        assert self.listener is not None
        self.listener.on_lost()


async def test_a_clients_goodbye_is_the_last_word() -> None:
    protocol, client = FakeProtocol(), StubClient()
    connection = await protocol.accepted(StubServices())
    client.outbox.put(Bye("kicked", "Out.", None))
    await connection.serve(client)  # type: ignore[arg-type]  # a stand-in
    assert [message["type"] for message in protocol.sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
    assert (protocol.sent[-1]["code"], protocol.sent[-1]["reason"]) == (4403, "kicked")


async def test_a_connection_that_is_lost_ends_quietly() -> None:
    protocol = FakeProtocol()
    serving = await protocol.serving(StubClient())
    protocol.disconnect()
    await serving
    assert len(protocol.sent) == 1


async def test_a_connection_that_has_ended_is_freed_at_once() -> None:
    """Old objects are collected rarely: connections that came and went doubled the memory."""
    protocol, client = FakeProtocol(), StubClient()
    gc.collect()
    gc.disable()
    try:
        serving = await protocol.serving(client)
        connection = ref(cast("Connection", protocol.listener))
        client.outbox.put(Done("unsent"))
        protocol.disconnect()
        await serving
        del serving
        protocol.listener = None
        assert connection() is None
    finally:
        gc.enable()


async def test_what_a_reader_does_not_take_stays_in_the_outbox() -> None:
    """There frames give way to newer ones; see test_outbox."""
    protocol, client = FakeProtocol(), StubClient()
    serving = await protocol.serving(client)
    protocol.is_writable = False
    client.outbox.put(Done("first"))
    client.outbox.put(Done("second"))
    await asyncio.sleep(0)
    assert protocol.written == []
    protocol.is_writable = True
    assert protocol.listener is not None
    protocol.listener.on_writable()
    assert [said for text in protocol.written for said in ("first", "second") if said in text] == [
        "first",
        "second",
    ]
    protocol.disconnect()
    await serving


async def test_who_says_they_are_here_is_heard_and_not_answered() -> None:
    protocol, client = FakeProtocol(), StubClient()
    serving = await protocol.serving(client)
    protocol.receive('{"type":"heartbeat"}')
    assert client.heartbeats == 1
    protocol.receive('{"type":"ping"}')
    assert client.heartbeats == 2
    assert ["pong" in text for text in protocol.written] == [True], "the ping alone was answered"
    protocol.disconnect()
    await serving


async def test_a_pong_overtakes_nothing_that_was_said_before() -> None:
    protocol, client = FakeProtocol(), StubClient()
    serving = await protocol.serving(client)
    client.outbox.put(Done("first"))
    protocol.receive('{"type":"ping"}')
    await protocol.spoken.wait()
    assert [
        next(said for said in ("first", "pong") if said in text) for text in protocol.written
    ] == ["first", "pong"]
    protocol.disconnect()
    await serving


async def test_who_pings_on_a_connection_that_closes_is_served_no_more() -> None:
    protocol = FakeProtocol()
    serving = await protocol.serving(StubClient())
    protocol.closing = True
    protocol.receive('{"type":"ping"}')
    await serving
    assert protocol.written == []


async def test_who_sends_without_reading_is_sent_away() -> None:
    protocol, client, services = FakeProtocol(), StubClient(), StubServices()
    services.limits = Limits(1000)
    serving = await protocol.serving(client, services)
    protocol.is_writable = False
    for _ in range(MAX_OTHERS + 1):
        protocol.receive('{"type":"ping"}')
    protocol.is_writable = True
    assert protocol.listener is not None
    protocol.listener.on_writable()
    await serving
    assert protocol.sent[-1]["reason"] == "too-slow"


async def test_a_mistake_of_ours_ends_the_connection_and_is_heard_of() -> None:
    protocol, client = FakeProtocol(), StubClient()
    serving = await protocol.serving(client)
    client.outbox.put(object())  # type: ignore[arg-type]  # nothing that could be written
    with pytest.raises(TypeError):
        await serving


async def test_a_login_that_ended_elsewhere_ends_its_connections(
    monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """As by the command line. A new token for the same session ends nothing."""
    monkeypatch.setattr(connection_module, "LOGIN_CHECK_SECONDS", 0)
    services, client, protocol = StubServices(), StubClient(), FakeProtocol()
    database = services.db = Database(database_url)
    async with database.sessions.begin() as db:
        account = await accounts.create_guest(db, "Somewhere Else")
        found = await sessions.authenticate_orm(db, await sessions.open_session(db, account.id))
        assert found is not None
        client.session = found[1]
        await sessions.renew_session(db, found[1])
    serving = await protocol.serving(client, services)
    protocol.receive('{"type":"ping"}')
    await protocol.spoken.wait()
    assert '"pong"' in protocol.written[0]
    async with database.sessions.begin() as db:
        await sessions.close_all(db, account.id)
    async with asyncio.timeout(30):  # though nothing more is said
        await serving
    assert protocol.sent[-1]["code"] == 4401
    await database.close()


async def test_a_database_that_is_away_ends_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "LOGIN_CHECK_SECONDS", 0)
    services, client, protocol = StubServices(), StubClient(), FakeProtocol()
    services.db = Database("postgresql://nobody@127.0.0.1:1/nothing")
    client.session = "somebody"
    serving = await protocol.serving(client, services)
    protocol.receive('{"type":"ping"}')
    await protocol.spoken.wait()
    protocol.disconnect()
    await serving
    assert '"pong"' in protocol.written[0]
    await services.db.close()


def test_one_household_has_its_bound_and_others_are_not_touched() -> None:
    quota, a, b = SocketQuota(), Source(("a",)), Source(("b",))
    entered = [quota.enter(a) for _ in range(PER_NETWORK)]
    with pytest.raises(QuotaExceeded):
        quota.enter(a)
    quota.enter(b)
    quota.leave(entered[0])
    quota.enter(a)
    assert quota.open == PER_NETWORK + 1


async def test_who_comes_in_a_crowd_stands_in_line_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services = cast("Any", SimpleNamespace(socket_quota=SocketQuota()))
    for _ in range(CONCURRENT_JOINS):
        await services.socket_quota.join_slots.acquire()

    async def join() -> None:
        async with socket_module.join_slot(services, known=True):
            pass

    patient = asyncio.create_task(join())
    await asyncio.sleep(0)
    assert not patient.done()
    services.socket_quota.join_slots.release()
    await patient
    await services.socket_quota.join_slots.acquire()
    monkeypatch.setattr(socket_module, "JOIN_WAIT_SECONDS", 0)
    with pytest.raises(socket_module.SocketRefused) as turned_away:
        await join()
    assert (turned_away.value.bye.code, turned_away.value.bye.retry_in) == ("busy", 5000)


@pytest.mark.parametrize(
    ("error", "code", "retry_in"),
    [(Leaving("It restarts."), "restart", 500), (Busy("It is full."), "busy", 5000)],
)
async def test_a_page_looks_again_soon_for_a_table_that_leaves_and_later_for_a_full_one(
    monkeypatch: pytest.MonkeyPatch, error: TableError, code: str, retry_in: int
) -> None:
    monkeypatch.setattr(socket_module, "logged_in_account", AsyncMock(return_value=None))
    lobby = SimpleNamespace(connect=AsyncMock(side_effect=error), draining=False)
    services = cast(
        "Any", SimpleNamespace(lobby=lobby, lobby_of=lambda _: lobby, session_cookie="session")
    )
    socket = cast(
        "Any",
        SimpleNamespace(
            cookies={},
            query_params={},
            path_params={"room": "x" * 22},
            client=Address("192.0.2.1", 1),
        ),
    )
    with pytest.raises(socket_module.SocketRefused) as turned_away:
        await socket_module.attach_client(socket, services)
    assert (turned_away.value.bye.code, turned_away.value.bye.retry_in) == (code, retry_in)
