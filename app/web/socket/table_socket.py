"""A table's connection: text in, commands to the chair; the chair's notices out, as fast as the network takes them."""

import asyncio
from typing import Final

import structlog
from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.store import sessions
from app.store.storable_text import is_id
from app.table.clients.client import Client
from app.table.model.client_messages import Heartbeat, Ping
from app.table.model.errors import RoomGone, TableError
from app.table.model.room import RoomId
from app.table.model.server_messages import Bye, Pong, Refused
from app.web.context.error_responses import AWAY, CLOSE, OTHER_CLOSE
from app.web.context.request_context import person_of, who
from app.web.context.services import Services, house_of
from app.web.limits import Bucket, TooOften, address
from app.web.server.socket_quota import Full
from app.web.server.table_protocol import EXTENSION, DirectTableProtocol
from app.web.socket import wire

log = structlog.get_logger()

PER_SECOND: Final = 10
BURST: Final = 40
MOST_MALFORMED: Final = 20
AT_ONCE: Final = 8
"""Notices that are written together; then the network is asked whether it takes more."""
LINE_SECONDS: Final = 30
"""How long somebody stands in line before they are asked to come back."""
CHECK_SECONDS: Final = 60
"""How often the login behind a connection is looked up again."""


class Closed(Exception):
    """The connection is to be closed with this notice."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.code)
        self.bye = bye


class Connection:
    """One accepted socket at one chair. Nothing waits here: the outbox keeps what the network does not take yet."""

    def __init__(self, socket: WebSocket, house: Services, direct: DirectTableProtocol) -> None:
        self.socket = socket
        self.house = house
        self._direct = direct
        self._chair: Client | None = None
        self._malformed = 0
        self._writing = False
        self._ended: asyncio.Future[Bye | None] = asyncio.get_running_loop().create_future()
        """With what to say at last; None: nobody is there to hear it."""
        generosity = house.limits.generosity
        self._bucket = Bucket(BURST * generosity, PER_SECOND * generosity)

    async def serve(self, chair: Client) -> None:
        """Until either side is done. The chair is closed by the caller."""
        self._chair = chair
        chair.outbox.listen(self._news)
        self._direct.listen(self)
        while not self._ended.done():
            await asyncio.wait((self._ended,), timeout=CHECK_SECONDS)
            if not self._ended.done() and await self._is_logged_out(chair):
                self._end(Bye("signed-out", "You are logged out."))
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
        """Says why, and closes. A reader that takes nothing any more gets no goodbye."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        code = CLOSE.get(bye.code, OTHER_CLOSE)
        self.house.metrics.byes.labels(bye.code).inc()
        try:
            async with asyncio.timeout(1):
                if bye.code != "too-slow":
                    await self.socket.send_text(wire.write(bye).decode())
                await self.socket.close(code, bye.code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            log.debug("socket-cut", code=bye.code)

    async def _is_logged_out(self, chair: Client) -> bool:
        """Another process may have ended the login, or suspended the account; those who only listen are asked too."""
        if chair.session is None:
            return False
        try:
            async with self.house.db.sessions.begin() as db:
                return not await sessions.lives(db, chair.session)
        except AWAY:  # the database is away; the table says so where it matters
            return False

    # -- what comes

    def text(self, text: str) -> None:
        assert self._chair is not None, "served"
        if self._chair.outbox.closing:
            return
        try:
            if self._bucket.take():
                self._take(self._chair, text)
            else:
                self._chair.outbox.put(
                    Bye(
                        "too-much",
                        f"More than {PER_SECOND} messages a second: come back when you have calmed down.",
                        5000,
                    )
                )
        except wire.Malformed as error:
            self._refuse_malformed(self._chair, error)
        except Exception as error:  # broad: the network calls this, and who must hear of it is the task that serves
            self._fail(error)

    def bytes(self) -> None:
        assert self._chair is not None, "served"
        self._refuse_malformed(self._chair, wire.Malformed("Send text, not bytes."))

    def lost(self) -> None:
        self._end(None)

    def _take(self, chair: Client, text: str) -> None:
        incoming = wire.read(text)
        if isinstance(incoming, Heartbeat | Ping):
            chair.heard()
            if isinstance(incoming, Ping):
                self._answer(chair, Pong(int(self.house.clock.now().timestamp() * 1000)))
            return
        self.house.metrics.commands[str(type(incoming).__struct_config__.tag)] += 1
        chair.say(incoming)

    def _refuse_malformed(self, chair: Client, error: wire.Malformed) -> None:
        self._malformed += 1
        if self._malformed >= MOST_MALFORMED:
            chair.outbox.put(
                Bye(
                    "malformed",
                    f"{MOST_MALFORMED} messages that could not be read: this program does not know our language.",
                )
            )
        else:
            chair.outbox.put(error.refusal)

    # -- what goes

    def _answer(self, chair: Client, pong: Pong) -> None:
        """At once where nothing else waits to be sent: of a house in which nobody moves, signs of life are all that there is."""
        if self._writing or not self._direct.is_roomy:
            chair.outbox.put(pong)
        elif not self._direct.write((wire.write(pong),)):
            self._end(None)

    def _news(self) -> None:
        """There is something in the outbox. What a table says in one go leaves in one go, when the table has said it all."""
        if not self._writing:
            self._writing = True
            self.house.post.add(self.roomy)

    def _write_some(self, chair: Client) -> bool:
        """What the outbox holds, as far as it goes into one piece; whether there may be more."""
        texts, bye = list[bytes](), None
        for notice in chair.outbox.take_some(AT_ONCE):
            if isinstance(notice, Bye):
                bye = notice
                break
            texts.append(wire.write(notice))
            if isinstance(notice, Refused):
                self.house.metrics.refusals.labels(notice.code).inc()
        if texts and not self._direct.write(texts):
            self._end(None)
        elif bye is not None:
            self._end(bye)
        return len(texts) == AT_ONCE

    def roomy(self) -> None:
        assert self._chair is not None, "served"
        self._writing = False
        try:
            while (
                not self._ended.done() and self._direct.is_roomy and self._write_some(self._chair)
            ):
                pass
        except Exception as error:  # broad: as above
            self._fail(error)


async def table_socket(socket: WebSocket) -> None:
    """`/ws/table/{room}`. Answers 403 before accepting where the Origin is not ours; later refusals are a Bye and a close code."""
    house = house_of(socket)
    if not house.origin.claimed_by(socket.scope):
        await socket.send_denial_response(
            JSONResponse(
                {"error": "Open tables from our own pages: the Origin is missing or foreign."}, 403
            )
        )
        return
    household = address(socket.client)
    try:
        house.limits.take("socket", household)
        house.doors.enter(household)
    except TooOften:
        await socket.send_denial_response(
            JSONResponse({"error": "Too many connections in a short time."}, 429)
        )
        return
    except Full as full:
        await socket.send_denial_response(JSONResponse({"error": str(full)}, 429))
        return
    try:
        await sit_down(socket, house)
    finally:
        house.doors.leave(household)


async def sit_down(socket: WebSocket, house: Services) -> None:
    """Accepts, and serves until either side is done."""
    await socket.accept()
    connection = Connection(socket, house, socket.scope["extensions"][EXTENSION])
    try:
        await stand_in_line(house)
        try:
            chair = await take_chair(socket, house)
        finally:
            house.doors.line.release()
    except Closed as closed:
        await connection.close(closed.bye)
        return
    try:
        await connection.serve(chair)
    finally:
        chair.close()


async def stand_in_line(house: Services) -> None:
    """Until it is this connection's turn to be let in; release `house.doors.line` then. Raises Closed."""
    try:
        async with asyncio.timeout(LINE_SECONDS):
            await house.doors.line.acquire()
    except TimeoutError:
        raise Closed(Bye("busy", "Very many come at once; come back in a moment.", 5000)) from None


async def take_chair(socket: WebSocket, house: Services) -> Client:
    """The chair for whoever the cookie names. Raises Closed."""
    try:
        found = await who(socket)
        if found is None and socket.cookies.get(house.cookie):
            raise Closed(
                Bye("signed-out", "You are logged out: log in, or come in again as a guest.")
            )
        person, session = (person_of(found[0]), found[1]) if found else (None, None)
        room = socket.path_params["room"]
        if not is_id(room):
            raise RoomGone("There is no such table.")
        return await house.lobby.attach(RoomId(room), person, session)
    except TableError as error:
        if house.lobby.draining:
            raise Closed(Bye("restart", "The house starts again. Nothing is lost.", 1000)) from None
        later = 5000 if error.code in ("busy", "cannot-save", "too-much") else None
        raise Closed(Bye(error.code, error.sentence, later)) from None
    except AWAY:
        raise Closed(
            Bye("restart", "The house cannot reach its books at the moment.", 3000)
        ) from None


route = WebSocketRoute("/ws/table/{room}", table_socket)
