"""The table socket: who may connect to a table, and as whom."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from app.store.database.connections import DATABASE_ERRORS
from app.store.database.storable_text import is_id
from app.table.clients.client import Client
from app.table.model.errors import Leaving, NotMember, RoomGone, TableError
from app.table.model.room import PersonId, RoomId
from app.table.model.server_messages import Bye
from app.web.context.authentication import (
    SCREEN,
    logged_in_account,
    person_of,
    screen_behind,
)
from app.web.context.services import Services, services_of
from app.web.rate_limits import RateLimited, client_networks
from app.web.server.known_sessions import source_of
from app.web.server.socket_quota import QuotaExceeded
from app.web.server.table_protocol import CONNECTION_EXTENSION
from app.web.socket.connection import Connection

JOIN_WAIT_SECONDS: Final = 30
"""The time for which a socket waits to join before it is asked to come back later."""
LEFT_RETURN: Final = 500
"""Milliseconds until a page looks again for a table that is leaving or has just left."""


class SocketRefused(Exception):
    """The socket is to be closed with this Bye."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.code)
        self.bye = bye


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
    source = source_of(socket.scope, services.known_sessions)
    try:
        services.limits.take("socket", source)
        places = services.socket_quota.enter(source)
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
        await serve_socket(socket, services, source.person is not None)
    finally:
        services.socket_quota.leave(places)


async def serve_socket(socket: WebSocket, services: Services, known: bool) -> None:
    """Accepts the socket and serves it until either side is done."""
    await socket.accept()
    connection = Connection(socket, services, socket.scope["extensions"][CONNECTION_EXTENSION])
    try:
        async with join_slot(services, known):
            client = await attach_client(socket, services)
    except SocketRefused as closed:
        await connection.close(closed.bye)
        return
    try:
        connection.welcome()
        await connection.serve(client)
    finally:
        client.close()


@asynccontextmanager
async def join_slot(services: Services, known: bool) -> AsyncIterator[None]:
    """A slot to join, after a wait in line; strangers wait for one of theirs before.

    Raises SocketRefused.
    """
    quota = services.socket_quota
    async with AsyncExitStack() as slots:
        try:
            async with asyncio.timeout(JOIN_WAIT_SECONDS):
                if not known:
                    await slots.enter_async_context(quota.stranger_slots)
                await slots.enter_async_context(quota.join_slots)
        except TimeoutError:
            raise SocketRefused(
                Bye("busy", "The server is busy; reconnecting in 5 s.", 5000)
            ) from None
        yield


async def attach_client(socket: WebSocket, services: Services) -> Client:
    """The client of the person behind the cookie. Raises SocketRefused."""
    try:
        if SCREEN in socket.query_params:
            return await attach_screen(socket, services)
        found = await logged_in_account(socket)
        if found is None and socket.cookies.get(services.session_cookie):
            raise SocketRefused(
                Bye("signed-out", "You are logged out. Log in, or join again as a guest.")
            )
        person, session = (person_of(found[0]), found[1]) if found else (None, None)
        room = socket.path_params["room"]
        if not is_id(room):
            raise RoomGone("There is no such table.")
        lobby, network = services.lobby_of(RoomId(room)), client_networks(socket.client)[0]
        if person is None:
            client = await lobby.connect(RoomId(room), None, session, network)
        else:
            mutes = await services.mutes.of(person.id)
            client = await lobby.connect(RoomId(room), person, session, network, mutes)
            services.mutes.follow(client, mutes)
            if services.push is not None:
                services.push.has_come(person.id, RoomId(room))
        services.switches.follow(client)
        return client
    except TableError as error:
        if services.lobby.draining:
            raise SocketRefused(
                Bye(
                    "restart",
                    "The server restarts; reconnecting in a second. Nothing is lost.",
                    1000,
                )
            ) from None
        if isinstance(error, Leaving):
            raise SocketRefused(Bye("restart", error.sentence, LEFT_RETURN)) from None
        later = 5000 if error.code in ("busy", "cannot-save", "too-much") else None
        raise SocketRefused(Bye(error.code, error.sentence, later)) from None
    except DATABASE_ERRORS:
        raise SocketRefused(
            Bye("restart", "We can’t reach the database. Trying again.", 3000)
        ) from None


async def attach_screen(socket: WebSocket, services: Services) -> Client:
    """The client of a screen that a player allows to show this room. Raises TableError."""
    room, screen = socket.path_params["room"], await screen_behind(socket)
    if screen is None or screen.person is None or screen.room != room:
        raise NotMember("This screen may show this table no longer.")
    client = await services.lobby.connect(
        RoomId(room),
        None,
        screen.id,
        client_networks(socket.client)[0],
        shown_by=PersonId(screen.person),
    )
    services.switches.follow(client)
    return client


route = WebSocketRoute("/ws/table/{room}", table_socket)
