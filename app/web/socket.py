"""A table's connection: text in, commands to the chair; the chair's notices out. One reader, one writer, and neither waits for ever."""

import asyncio
from typing import Final

import structlog
from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.store import sessions
from app.table.chair import Chair
from app.table.commands import Ping
from app.table.errors import RoomGone, TableError
from app.table.notices import AnyNotice, Bye, Pong, Refused
from app.table.room import RoomId
from app.web import wire
from app.web.doors import Full
from app.web.errors import AWAY, CLOSE, OTHER_CLOSE
from app.web.house import House, house_of
from app.web.limits import Bucket, TooOften, address
from app.web.security import person_of, who
from app.web.tables import is_id

log = structlog.get_logger()

PER_SECOND: Final = 10
BURST: Final = 40
MOST_MALFORMED: Final = 20
WRITE_SECONDS: Final = 5
"""How long one notice may take to leave; a reader slower than that is cut."""
CHECK_SECONDS: Final = 60
"""How often the login behind a connection is looked up again."""


class Closed(Exception):
    """The connection is to be closed with this notice."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.code)
        self.bye = bye


class Connection:
    """One accepted socket at one chair."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self.socket = socket
        self.house = house
        self._sending = asyncio.Lock()
        self._malformed = 0
        generosity = house.limits.generosity
        self._bucket = Bucket(BURST * generosity, PER_SECOND * generosity)

    async def serve(self, chair: Chair) -> None:
        """Until either side is done. The chair is closed by the caller."""
        sides = {asyncio.ensure_future(side(chair)) for side in (self._write, self._read, self._watch_login)}
        try:
            ended, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # not a TaskGroup: before Python 3.11.4 it leaves a task in which no later time-out works
            for side in sides:
                side.cancel()
            await asyncio.gather(*sides, return_exceptions=True)
        for side in ended:
            await self._ended(side.exception())

    async def _ended(self, error: BaseException | None) -> None:
        match error:
            case Closed(bye=bye):
                await self.close(bye)
            case WebSocketDisconnect():
                pass
            case _:
                assert error is not None, "neither side ends without a reason"
                raise error

    async def close(self, bye: Bye) -> None:
        """Says why, and closes. A reader that takes nothing any more gets no goodbye."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        code = CLOSE.get(bye.code, OTHER_CLOSE)
        self.house.metrics.byes.labels(bye.code).inc()
        try:
            async with asyncio.timeout(1):
                if bye.code != "too-slow":
                    await self.socket.send_text(wire.write(bye))
                await self.socket.close(code, bye.code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            log.debug("socket-cut", code=bye.code)

    async def _write(self, chair: Chair) -> None:
        while True:
            notice = await chair.next()
            if isinstance(notice, Bye):
                raise Closed(notice)
            await self._send(notice)

    async def _read(self, chair: Chair) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1006))
            if not self._bucket.take():
                raise Closed(Bye("too-much", f"More than {PER_SECOND} messages a second: come back when you have calmed down.", 5000))
            try:
                await self._take(chair, message.get("text"))
            except wire.Malformed as error:
                await self._refuse_malformed(error)

    async def _take(self, chair: Chair, text: str | None) -> None:
        if text is None:
            raise wire.Malformed("Send text, not bytes.")
        incoming = wire.read(text)
        chair.heard()
        if isinstance(incoming, Ping):
            await self._send(Pong(int(self.house.clock.now().timestamp() * 1000)))
            return
        self.house.metrics.commands.labels(type(incoming).__struct_config__.tag).inc()
        try:
            await chair.say(incoming)
        except TableError as error:
            await self._send(Refused(incoming.id, error.code, None, error.sentence))

    async def _refuse_malformed(self, error: wire.Malformed) -> None:
        self._malformed += 1
        if self._malformed >= MOST_MALFORMED:
            raise Closed(Bye("malformed", f"{MOST_MALFORMED} messages that could not be read: this program does not know our language."))
        await self._send(error.refusal)

    async def _watch_login(self, chair: Chair) -> None:
        """Another process may have ended the login, or suspended the account; those who only listen are asked too."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if chair.session is None:
                continue
            try:
                async with self.house.db.sessions.begin() as db:
                    lives = await sessions.lives(db, chair.session)
            except AWAY:  # the database is away; the table says so where it matters
                continue
            if not lives:
                raise Closed(Bye("signed-out", "You are logged out."))

    async def _send(self, notice: AnyNotice) -> None:
        if isinstance(notice, Refused):
            self.house.metrics.refusals.labels(notice.code).inc()
        try:
            async with self._sending, asyncio.timeout(WRITE_SECONDS):
                await self.socket.send_text(wire.write(notice))
        except TimeoutError:
            raise Closed(Bye("too-slow", "Too slow.", 1000)) from None
        except RuntimeError:  # the other task has closed it
            raise WebSocketDisconnect(1006) from None


async def table_socket(socket: WebSocket) -> None:
    """`/ws/table/{room}`. Answers 403 before accepting where the Origin is not ours; later refusals are a Bye and a close code."""
    house = house_of(socket)
    if not house.origin.claimed_by(socket.scope):
        await socket.send_denial_response(JSONResponse({"error": "Open tables from our own pages: the Origin is missing or foreign."}, 403))
        return
    household = address(socket.client)
    try:
        house.limits.take("socket", household)
        house.doors.enter(household)
    except TooOften:
        await socket.send_denial_response(JSONResponse({"error": "Too many connections in a short time."}, 429))
        return
    except Full as full:
        await socket.send_denial_response(JSONResponse({"error": str(full)}, 429))
        return
    try:
        await sit_down(socket, house)
    finally:
        house.doors.leave(household)


async def sit_down(socket: WebSocket, house: House) -> None:
    """Accepts, and serves until either side is done."""
    await socket.accept()
    connection = Connection(socket, house)
    try:
        chair = await take_chair(socket, house)
    except Closed as closed:
        await connection.close(closed.bye)
        return
    try:
        await connection.serve(chair)
    finally:
        chair.close()


async def take_chair(socket: WebSocket, house: House) -> Chair:
    """The chair for whoever the cookie names. Raises Closed."""
    try:
        found = await who(socket)
        if found is None and socket.cookies.get(house.cookie):
            raise Closed(Bye("signed-out", "You are logged out: log in, or come in again as a guest."))
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
        raise Closed(Bye("restart", "The house cannot reach its books at the moment.", 3000)) from None


route = WebSocketRoute("/ws/table/{room}", table_socket)
