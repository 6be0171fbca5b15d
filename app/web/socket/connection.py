"""One connection of a table socket: what is read from it, and what is written to it."""

import asyncio
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.store.database.connections import DATABASE_ERRORS
from app.store.people import screens, sessions
from app.table.clients.client import BUSY, MAX_UNANSWERED, Client
from app.table.model.client_messages import Heartbeat, Mute, Ping
from app.table.model.errors import CannotSave, NotMember, TableError, TooMuch
from app.table.model.notation import to_milliseconds
from app.table.model.room import PersonId
from app.table.model.server_messages import Bye, Done, Pong, Refused, Welcome
from app.web.context.error_responses import (
    CLOSE_CODES,
    OTHER_CLOSE_CODE,
    check_no_own_fault,
)
from app.web.context.services import Services
from app.web.rate_limits import RateLimited, TokenBucket
from app.web.server.table_protocol import DirectTableProtocol
from app.web.socket import wire
from app.web.socket.short_form import SHORT

log = structlog.get_logger()

MESSAGES_PER_SECOND: Final = 10
MESSAGE_BURST: Final = 40
MAX_MALFORMED: Final = 20
MESSAGES_PER_WRITE: Final = 8
"""Server messages in one write; then the network is asked whether it takes more."""
LOGIN_CHECK_SECONDS: Final = 60
"""The interval at which the login behind a socket is checked again."""


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
        wants_short = socket.query_params.get("form") == SHORT
        self._encode = wire.encode_short if wants_short else wire.encode
        self._muting: set[asyncio.Task[None]] = set()
        """Changes of mutes that have no answer yet."""
        self._ended: asyncio.Future[Bye | None] = asyncio.get_running_loop().create_future()
        """Resolves to the Bye; None if the connection is lost."""
        multiplier = services.limits.multiplier
        self._bucket = TokenBucket(MESSAGE_BURST * multiplier, MESSAGES_PER_SECOND * multiplier)

    def welcome(self) -> None:
        """Sends the first message; a connection that is already lost is noticed later."""
        services = self.services
        at = msgspec.UNSET if services.processes is None else services.processes.name
        self._protocol.write((wire.encode(Welcome(services.templates.build(), at)),))

    async def serve(self, client: Client) -> None:
        """Runs until either side is done. The caller closes the client."""
        self._client = client
        client.outbox.join(self.services.writes, self)
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
            log.debug("socket cut", code=bye.code)

    async def _is_logged_out(self, client: Client) -> bool:
        """True if the login, or the screen, ended elsewhere, as by another server."""
        if client.session is None:
            return False
        try:
            async with self.services.db.sessions.begin() as db:
                if client.shown_by is not None:
                    now = self.services.clock.now()
                    return not await screens.is_shown(db, client.session, now)
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
        if isinstance(incoming, Mute):
            self._mute(client, incoming)
        else:
            client.send(incoming)

    def _mute(self, client: Client, command: Mute) -> None:
        client.note_alive()
        if len(self._muting) >= MAX_UNANSWERED:
            client.outbox.put(Refused(command.id, "busy", None, BUSY))
            return
        task = asyncio.create_task(self._answer_mute(client, command))
        self._muting.add(task)
        task.add_done_callback(self._muting.discard)

    async def _answer_mute(self, client: Client, command: Mute) -> None:
        """Beside the table, which neither waits for it nor learns of it."""
        try:
            await self._set_mute(client.person, command)
        except TableError as error:
            client.outbox.put(Refused(command.id, error.code, None, error.sentence))
        except Exception as error:  # broad: as in on_text
            self._fail(error)
        else:
            client.outbox.put(Done(command.id))

    async def _set_mute(self, person: PersonId | None, command: Mute) -> None:
        """Raises TableError."""
        if person is None:
            raise NotMember("You are watching this table. To mute people, choose a name first.")
        try:
            self.services.limits.take_own("api", person)
            await self.services.mutes.set(person, command.person, command.level)
        except RateLimited:
            raise TooMuch("Too much at once; wait a few seconds.") from None
        except DATABASE_ERRORS as error:
            check_no_own_fault(error)
            raise CannotSave("That could not be saved. Try again in a moment.") from None

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
        if not client.outbox.is_empty or not self._protocol.is_writable:
            client.outbox.put(pong)
        elif not self._protocol.write((wire.encode(pong),)):
            self._end(None)

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
        """Writes what waits in the outbox, as far as the network takes it."""
        assert self._client is not None, "served"
        try:
            while (
                not self._ended.done()
                and self._protocol.is_writable
                and self._write_some(self._client)
            ):
                pass
        except Exception as error:  # broad: as in on_text
            self._fail(error)
