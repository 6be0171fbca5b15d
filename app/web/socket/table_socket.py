"""The table socket: commands from one browser to its table, and server messages back."""

import asyncio
from typing import Final

import structlog
from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.store import sessions
from app.store.errors import DATABASE_ERRORS
from app.store.storable_text import is_id
from app.table.clients.client import Client
from app.table.model.client_messages import Heartbeat, Ping
from app.table.model.errors import RoomGone, TableError
from app.table.model.room import RoomId
from app.table.model.server_messages import Bye, Pong, Refused, Welcome
from app.table.model.timestamps import to_milliseconds
from app.web.context.authentication import logged_in_account, person_of
from app.web.context.error_responses import CLOSE_CODES, OTHER_CLOSE_CODE
from app.web.context.services import Services, services_of
from app.web.rate_limits import RateLimited, TokenBucket, client_network
from app.web.server.socket_quota import QuotaExceeded
from app.web.server.table_protocol import CONNECTION_EXTENSION, DirectTableProtocol
from app.web.socket import wire
from app.web.socket.short_form import SHORT

log = structlog.get_logger()

MESSAGES_PER_SECOND: Final = 10
MESSAGE_BURST: Final = 40
MAX_MALFORMED: Final = 20
MESSAGES_PER_WRITE: Final = 8
"""Server messages in one write; then the network is asked whether it takes more."""
JOIN_WAIT_SECONDS: Final = 30
"""The time for which a socket waits to join before it is asked to come back later."""
LOGIN_CHECK_SECONDS: Final = 60
"""The interval at which the login behind a socket is checked again."""


class SocketRefused(Exception):
    """The socket is to be closed with this Bye."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.code)
        self.bye = bye


class Connection:
    """One accepted socket of one client. What the network does not take stays in the outbox."""

    def __init__(
        self, socket: WebSocket, services: Services, protocol: DirectTableProtocol
    ) -> None:
        self.socket = socket
        self.services = services
        self._protocol = protocol
        self._client: Client | None = None
        self._malformed = 0
        self._writing = False
        wants_short = socket.query_params.get("form") == SHORT
        self._encode = wire.encode_short if wants_short else wire.encode
        self._ended: asyncio.Future[Bye | None] = asyncio.get_running_loop().create_future()
        """Resolves to the Bye; None if the connection is lost."""
        multiplier = services.limits.multiplier
        self._bucket = TokenBucket(MESSAGE_BURST * multiplier, MESSAGES_PER_SECOND * multiplier)

    def welcome(self) -> None:
        """Sends the first message; a connection that is already lost is noticed later."""
        self._protocol.write((wire.encode(Welcome(self.services.templates.build())),))

    async def serve(self, client: Client) -> None:
        """Runs until either side is done. The caller closes the client."""
        self._client = client
        client.outbox.listen(self._schedule_write)
        self._protocol.listen(self)
        try:
            while not self._ended.done():
                await asyncio.wait((self._ended,), timeout=LOGIN_CHECK_SECONDS)
                if not self._ended.done() and await self._is_logged_out(client):
                    self._end(Bye("signed-out", "You are logged out."))
        finally:
            client.outbox.close()
        bye = self._ended.result()
        if bye is not None:
            await self.close(bye)

    def _end(self, bye: Bye | None) -> None:
        if not self._ended.done():
            self._ended.set_result(bye)

    def _fail(self, error: Exception) -> None:
        if not self._ended.done():
            self._ended.set_exception(error)

    async def close(self, bye: Bye) -> None:
        """Sends the Bye and closes. A client that was too slow to read gets no Bye."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        code = CLOSE_CODES.get(bye.code, OTHER_CLOSE_CODE)
        self.services.metrics.byes.labels(bye.code).inc()
        try:
            async with asyncio.timeout(1):
                if bye.code != "too-slow":
                    await self.socket.send_text(wire.encode(bye).decode())
                await self.socket.close(code, bye.code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            log.debug("socket-cut", code=bye.code)

    async def _is_logged_out(self, client: Client) -> bool:
        """True if the login ended elsewhere, as by the command line or another server."""
        if client.session is None:
            return False
        try:
            async with self.services.db.sessions.begin() as db:
                return not await sessions.is_open(db, client.session)
        except DATABASE_ERRORS:  # the table tells its players
            return False

    # -- reading

    def on_text(self, text: str) -> None:
        assert self._client is not None, "served"
        if self._client.outbox.closing:
            return
        try:
            if self._bucket.take():
                self._handle(self._client, text)
            else:
                self._client.outbox.put(
                    Bye(
                        "too-much",
                        f"Too many messages (limit {MESSAGES_PER_SECOND} a second); "
                        "reconnecting in 5 s.",
                        5000,
                    )
                )
        except wire.Malformed as error:
            self._refuse_malformed(self._client, error)
        except Exception as error:  # broad: the network calls this, and `serve` raises it
            self._fail(error)

    def on_bytes(self) -> None:
        assert self._client is not None, "served"
        self._refuse_malformed(self._client, wire.Malformed("Send text messages, not binary ones."))

    def on_lost(self) -> None:
        self._end(None)

    def _handle(self, client: Client, text: str) -> None:
        incoming = wire.decode(text)
        if isinstance(incoming, Heartbeat | Ping):
            client.note_alive()
            if isinstance(incoming, Ping):
                self._send_pong(client, Pong(to_milliseconds(self.services.clock.now())))
            return
        self.services.metrics.commands[str(type(incoming).__struct_config__.tag)] += 1
        client.send(incoming)

    def _refuse_malformed(self, client: Client, error: wire.Malformed) -> None:
        self._malformed += 1
        if self._malformed >= MAX_MALFORMED:
            client.outbox.put(
                Bye(
                    "malformed",
                    f"{MAX_MALFORMED} unreadable messages; closing the connection.",
                )
            )
        else:
            client.outbox.put(error.refusal)

    # -- writing

    def _send_pong(self, client: Client, pong: Pong) -> None:
        """Writes at once if nothing else waits: on a quiet server pongs are most of the traffic."""
        if self._writing or not self._protocol.is_writable:
            client.outbox.put(pong)
        elif not self._protocol.write((wire.encode(pong),)):
            self._end(None)

    def _schedule_write(self) -> None:
        """Called when the outbox has messages. All messages of one turn leave in one write."""
        if not self._writing:
            self._writing = True
            self.services.write_batches.add(self.on_writable)

    def _write_some(self, client: Client) -> bool:
        """Writes messages from the outbox; True if there may be more."""
        texts, bye = list[bytes](), None
        for message in client.outbox.take_some(MESSAGES_PER_WRITE):
            if isinstance(message, Bye):
                bye = message
                break
            texts.append(self._encode(message))
            if isinstance(message, Refused):
                self.services.metrics.refusals.labels(message.code).inc()
        if texts and not self._protocol.write(texts):
            self._end(None)
        elif bye is not None:
            self._end(bye)
        return len(texts) == MESSAGES_PER_WRITE

    def on_writable(self) -> None:
        assert self._client is not None, "served"
        self._writing = False
        try:
            while (
                not self._ended.done()
                and self._protocol.is_writable
                and self._write_some(self._client)
            ):
                pass
        except Exception as error:  # broad: as in on_text
            self._fail(error)


async def table_socket(socket: WebSocket) -> None:
    """`/ws/table/{room}`. Refuses a foreign Origin with 403 before it accepts.

    Later refusals are a Bye and a close code.
    """
    services = services_of(socket)
    if not services.origin.is_claimed_by(socket.scope):
        await socket.send_denial_response(
            JSONResponse(
                {"error": "The Origin is missing or foreign. Open the table from our own page."},
                403,
            )
        )
        return
    network = client_network(socket.client)
    try:
        services.limits.take("socket", network)
        services.socket_quota.enter(network)
    except RateLimited:
        await socket.send_denial_response(
            JSONResponse(
                {"error": "Too many connections in a short time. Try again in a minute."}, 429
            )
        )
        return
    except QuotaExceeded as full:
        await socket.send_denial_response(JSONResponse({"error": str(full)}, 429))
        return
    try:
        await serve_socket(socket, services)
    finally:
        services.socket_quota.leave(network)


async def serve_socket(socket: WebSocket, services: Services) -> None:
    """Accepts the socket and serves it until either side is done."""
    await socket.accept()
    connection = Connection(socket, services, socket.scope["extensions"][CONNECTION_EXTENSION])
    try:
        await wait_for_slot(services)
        try:
            client = await attach_client(socket, services)
        finally:
            services.socket_quota.join_slots.release()
    except SocketRefused as closed:
        await connection.close(closed.bye)
        return
    try:
        connection.welcome()
        await connection.serve(client)
    finally:
        client.close()


async def wait_for_slot(services: Services) -> None:
    """Waits for a slot to join; the caller releases it. Raises SocketRefused."""
    try:
        async with asyncio.timeout(JOIN_WAIT_SECONDS):
            await services.socket_quota.join_slots.acquire()
    except TimeoutError:
        raise SocketRefused(Bye("busy", "The server is busy; reconnecting in 5 s.", 5000)) from None


async def attach_client(socket: WebSocket, services: Services) -> Client:
    """The client of the person behind the cookie. Raises SocketRefused."""
    try:
        found = await logged_in_account(socket)
        if found is None and socket.cookies.get(services.session_cookie):
            raise SocketRefused(
                Bye("signed-out", "You are logged out. Log in, or join again as a guest.")
            )
        person, session = (person_of(found[0]), found[1]) if found else (None, None)
        room = socket.path_params["room"]
        if not is_id(room):
            raise RoomGone("There is no such table.")
        return await services.lobby_of(RoomId(room)).connect(RoomId(room), person, session)
    except TableError as error:
        if services.lobby.draining:
            raise SocketRefused(
                Bye(
                    "restart",
                    "The server restarts; reconnecting in a second. Nothing is lost.",
                    1000,
                )
            ) from None
        later = 5000 if error.code in ("busy", "cannot-save", "too-much") else None
        raise SocketRefused(Bye(error.code, error.sentence, later)) from None
    except DATABASE_ERRORS:
        raise SocketRefused(
            Bye("restart", "We can’t reach the database. Trying again.", 3000)
        ) from None


route = WebSocketRoute("/ws/table/{room}", table_socket)
