"""The way to a table that another process runs: what comes here for it is passed on to its owner.

A browser's socket is passed through as messages, with its back-pressure, and a form as a whole
request. Every process answers every page by itself. What is passed on carries the secret of the
deployment, the visitor's address and the scheme, and is never passed on again.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from hmac import compare_digest
from typing import Final

import h11
import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from app.store.database.processes import Sibling
from app.table.ports import StoreAway
from app.text.error_chain import error_chain
from app.web.server.middleware import BODY_LIMIT, SAFE_METHODS, early_refusal

SECRET: Final = b"x-pecking-order-sibling"
ADDRESS: Final = b"x-forwarded-for"
SCHEME: Final = b"x-forwarded-proto"
OWN_HEADERS: Final = frozenset({SECRET, ADDRESS, SCHEME})
PER_CONNECTION: Final = frozenset(
    {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer"}
)
"""Headers that mean the connection and not the request."""
STRANGER: Final = "Only processes of this server may ask like that."
UNREACHABLE: Final = "The machine that runs this table doesn’t answer. Look again in a moment."
TRY_AGAIN_LATER: Final = 1013
"""The close code of a socket whose owner can't be reached; the page comes back by itself."""
PATIENCE: Final = 5.0
"""Seconds to reach a sibling, and to wait for its answer to a form."""
PREFIX: Final = re.compile(r"/at/[a-z0-9.-]+(?=/ws/)")
"""The part of a socket's address by which a proxy finds the process."""
_ID: Final = r"(?P<key>[\w-]{22})"
FORMS: Final = {
    "id": re.compile(rf"/(?:table|knock|admin/tables)/{_ID}(?:/|$)"),
    "secret": re.compile(r"/join/(?P<key>[\w-]+)(?:/|$)"),
    "match_id": re.compile(rf"/admin/matches/{_ID}(?:/|$)"),
}
"""The addresses of forms that change a table, by the column that names it."""
SOCKET: Final = re.compile(rf"/ws/table/{_ID}$")

FindOwner = Callable[[str, str], Awaitable[Sibling | None]]
"""From a column of rooms and its value to the process that has the room, if it is not this one."""

log = structlog.get_logger(__name__)


class TooLarge(Exception):
    """A body beyond BODY_LIMIT, of which no more is kept in memory."""


class SiblingGate:
    """The outermost layer of a process that has siblings."""

    def __init__(self, app: ASGIApp, secret: str, find_owner: FindOwner) -> None:
        self._app = app
        self._secret = secret.encode()
        self._find_owner = find_owner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name == SECRET]
        if given:
            if len(given) != 1 or not compare_digest(given[0], self._secret):
                await early_refusal(scope, 403, STRANGER)(scope, receive, send)
                return
            await self._app(as_sent(scope), receive, send)
            return
        scope = without_prefix(scope)
        owner = await self._owner(scope)
        if owner is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._pass_socket(owner, scope, receive, send)
        else:
            await self._pass_form(owner, scope, receive, send)

    async def _owner(self, scope: Scope) -> Sibling | None:
        """The sibling that has to answer; None if this process does, or cannot know."""
        if (asked := table_asked_for(scope)) is None:
            return None
        try:
            return await self._find_owner(*asked)
        except StoreAway:
            return None  # the table here says so in its own words

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """The headers of what is passed on: those that came, and the three of our own."""
        client, scheme = scope.get("client") or ("", 0), scope["scheme"]
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name not in PER_CONNECTION | OWN_HEADERS
        ]
        secure = scheme in ("https", "wss")
        return [
            *kept,
            (SECRET, self._secret),
            (ADDRESS, client[0].encode()),
            (SCHEME, b"https" if secure else b"http"),
        ]

    async def _pass_form(self, owner: Sibling, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await read_body(receive)
        except TooLarge:
            await early_refusal(scope, 413, "This request is too large.")(scope, receive, send)
            return
        if body is None:
            return  # the visitor has gone
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            async with asyncio.timeout(PATIENCE):
                await ask(owner, scope, self._headers(scope), body, answer)
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            log.warning("sibling not reached", sibling=owner.name, error=error_chain(error))
            if not started:
                await early_refusal(scope, 503, UNREACHABLE)(scope, receive, send)

    async def _pass_socket(
        self, owner: Sibling, scope: Scope, receive: Receive, send: Send
    ) -> None:
        headers, (host, port) = Headers(scope=scope), address_of(owner)
        named = ("host", "origin", "user-agent")
        kept = [
            (name.decode(), value.decode("latin-1"))
            for name, value in self._headers(scope)
            if not name.startswith(b"sec-websocket-") and name.decode() not in named
        ]
        query = scope["query_string"].decode()
        target = f"ws://{headers.get('host', '')}{scope['path']}" + (f"?{query}" if query else "")
        origin = headers.get("origin")
        try:
            async with asyncio.timeout(PATIENCE):
                there = await connect(
                    target,
                    host=host,
                    port=port,
                    additional_headers=kept,
                    origin=None if origin is None else Origin(origin),
                    user_agent_header=headers.get("user-agent"),
                    compression=None,
                    ping_interval=None,
                    max_size=None,
                    proxy=None,
                )
        except InvalidStatus as refused:
            body = (refused.response.body or b"").decode()
            await early_refusal(scope, refused.response.status_code, body)(scope, receive, send)
            return
        except (OSError, TimeoutError, WebSocketException) as error:
            log.warning("sibling not reached", sibling=owner.name, error=error_chain(error))
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": UNREACHABLE})
            return
        async with there:
            await receive()  # websocket.connect
            await send({"type": "websocket.accept"})
            await relay(there, receive, send)


def as_sent(scope: Scope) -> Scope:
    """A sibling's request as the visitor sent it: from that address, by that scheme."""
    found = dict(scope["headers"])
    secure, is_socket = found.get(SCHEME) == b"https", scope["type"] == "websocket"
    return {
        **scope,
        "headers": [pair for pair in scope["headers"] if pair[0] not in OWN_HEADERS],
        "client": (found.get(ADDRESS, b"").decode("latin-1"), 0),
        "scheme": ("ws" if is_socket else "http") + ("s" if secure else ""),
    }


def without_prefix(scope: Scope) -> Scope:
    """The same socket without the name of a process in its address."""
    if scope["type"] != "websocket" or not (prefix := PREFIX.match(scope["path"])):
        return scope
    path = scope["path"][prefix.end() :]
    return {**scope, "path": path, "raw_path": path.encode()}


def table_asked_for(scope: Scope) -> tuple[str, str] | None:
    """The column that names the room, and its value, if only the owner of a table may answer."""
    if scope["type"] == "websocket":
        found = SOCKET.match(scope["path"])
        return None if found is None else ("id", found["key"])
    if scope["method"] in SAFE_METHODS and not scope["path"].startswith("/admin/matches/"):
        return None
    for column, address in FORMS.items():
        if (found := address.match(scope["path"])) is not None:
            return column, found["key"]
    return None


def address_of(owner: Sibling) -> tuple[str, int]:
    host, _, port = owner.address.rpartition(":")
    return host.strip("[]"), int(port)


async def read_body(receive: Receive) -> bytes | None:
    """The whole body of a request; None if the visitor has gone. Raises TooLarge."""
    parts, size, more = list[bytes](), 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if (size := size + len(parts[-1])) > BODY_LIMIT:
            raise TooLarge
        more = message.get("more_body", False)
    return b"".join(parts)


async def ask(
    owner: Sibling,
    scope: Scope,
    headers: Iterable[tuple[bytes, bytes]],
    body: bytes,
    answer: Send,
) -> None:
    """Sends the request to its owner, and its answer back. Raises OSError, h11's errors."""
    reader, writer = await asyncio.open_connection(*address_of(owner))
    try:
        wire = h11.Connection(h11.CLIENT)
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        sized = [pair for pair in headers if pair[0] != b"content-length"]
        request = h11.Request(
            method=scope["method"],
            target=target,
            headers=[*sized, (b"content-length", b"%d" % len(body)), (b"connection", b"close")],
        )
        sent = [wire.send(request), wire.send(h11.Data(data=body)), wire.send(h11.EndOfMessage())]
        writer.write(b"".join(part for part in sent if part))
        await writer.drain()
        while True:
            event = wire.next_event()
            if event is h11.NEED_DATA:
                wire.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Response):
                kept = [pair for pair in event.headers if pair[0] not in PER_CONNECTION]
                await answer(
                    {"type": "http.response.start", "status": event.status_code, "headers": kept}
                )
            elif isinstance(event, h11.Data):
                await answer(
                    {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
                )
            elif isinstance(event, h11.EndOfMessage):
                await answer({"type": "http.response.body", "body": b""})
                return
    finally:
        writer.close()


async def relay(there: ClientConnection, receive: Receive, send: Send) -> None:
    """Passes messages both ways until either side ends; the other hears why."""

    async def to_owner() -> None:
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await there.send(message["bytes"] if text is None else text)
        code = message.get("code")
        await there.close(code if code not in (None, 1005, 1006) else 1000)

    async def to_visitor() -> None:
        async for text in there:
            kind = "text" if isinstance(text, str) else "bytes"
            await send({"type": "websocket.send", kind: text})
        code = there.close_code or TRY_AGAIN_LATER
        known = code if code not in (1005, 1006) else TRY_AGAIN_LATER
        await send({"type": "websocket.close", "code": known, "reason": there.close_reason or ""})

    tasks = {asyncio.create_task(to_owner()), asyncio.create_task(to_visitor())}
    _, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception) and not isinstance(ended, ConnectionClosed | OSError):
            raise ended
