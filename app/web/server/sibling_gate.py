"""The way to a table that another process runs: what comes here for it is passed on to its owner.

A browser's socket is passed through as messages, with its back-pressure, and a form as a whole
request. Every process answers every page by itself, but for lessons, which live in one process.
What is passed on carries the secret of the deployment, the visitor's address and the scheme, and is
never passed on again.

| the owner | a form is answered | a page, a program | a socket |
|---|---|---|---|
| answers | as it says | as it says | is passed through |
| is not reached, so nothing was done | 503, "nothing was done" | the same | closed: come back |
| is asked and silent for PATIENCE | the page that shows whether it was done | 503 | closed |
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest
from typing import Final

import msgspec
import structlog
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from app.store.database.processes import Sibling
from app.table.lobby.lessons import MARK as LESSON_MARK
from app.table.model.server_messages import Bye
from app.table.ports import StoreAway
from app.text.error_chain import error_chain
from app.web.rendering.responses import set_flash
from app.web.server.middleware import BODY_LIMIT, SAFE_METHODS, early_refusal, wants_json
from app.web.server.siblings import (
    ADDRESS,
    NOT_DONE,
    OWN_HEADERS,
    PASSED_ON,
    PATIENCE,
    PERHAPS_DONE,
    SCHEME,
    SECRET,
    NotReached,
    Siblings,
    Silent,
    address_of,
)

STRANGER: Final = "Only processes of this server may ask like that."
UNREACHABLE: Final = "The machine that runs this table doesn’t answer. Look again in a moment."
TRY_AGAIN_LATER: Final = 1013
"""The close code of a socket whose owner has ended; the page comes back by itself."""
RESTART: Final = 1012
"""The close code of a socket that finds its table by another way; the page is told which."""
RETRY_IN: Final = 1000
"""Milliseconds until a page comes to an owner that this process can't reach."""
MOVED_RETURN: Final = 50
"""Milliseconds until the first page comes back whose socket was passed through here."""
RETURNS_PER_SECOND: Final = 300
PREFIX: Final = re.compile(r"/at/[a-z0-9.-]+(?=/ws/)")
"""The part of a socket's address by which a proxy finds the process."""
_ID: Final = r"(?P<key>[\w-]{22})"
FORMS: Final = {
    "id": re.compile(rf"/(?:table|knock|admin/tables)/{_ID}(?:/|$)"),
    "secret": re.compile(r"/join/(?P<key>[\w-]+)(?:/|$)"),
    "match_id": re.compile(rf"/admin/matches/{_ID}(?:/|$)"),
}
"""The addresses of forms that change a table, by the column that names it."""
LESSON: Final = re.compile(rf"/table/(?P<key>{LESSON_MARK}[\w-]+)(?:/|$)")
"""The addresses of pages that only the process of the lesson can make."""
SOCKET: Final = re.compile(rf"/ws/table/{_ID}$")

log = structlog.get_logger(__name__)


class TooLarge(Exception):
    """A body beyond BODY_LIMIT, of which no more is kept in memory."""


class SiblingGate:
    """The outermost layer of a process that has siblings."""

    def __init__(
        self,
        app: ASGIApp,
        siblings: Siblings,
        other_builds: Callable[[Scope], Awaitable[Sibling | None]],
    ) -> None:
        """`other_builds`: the process whose build a request is for, if it is not this one's."""
        self._app, self._other_builds = app, other_builds
        self._siblings = siblings
        self._passing = 0
        """Sockets that are passed through now."""
        self._ends = asyncio.Event()

    async def send_away(self) -> None:
        """Sends the people of the sockets that pass through here back to the owners.

        Returns when all have gone.
        """
        self._ends.set()
        while self._passing:  # noqa: ASYNC110  each leaves by itself, and this happens once
            await asyncio.sleep(0.02)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name == SECRET]
        if given:
            if len(given) != 1 or not compare_digest(given[0], self._siblings.secret):
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
        asked = table_asked_for(scope)
        try:
            if asked is None:
                return await self._other_builds(scope)
            return await self._siblings.find_owner(*asked)
        except StoreAway:
            return None  # the table here says so in its own words

    async def _pass_form(self, owner: Sibling, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await read_body(receive)
        except TooLarge:
            await early_refusal(scope, 413, "This request is too large.")(scope, receive, send)
            return
        if body is None:
            return  # the visitor has gone
        try:
            await self._siblings.pass_on(owner, scope, body, send)
        except NotReached:
            await early_refusal(scope, 503, NOT_DONE)(scope, receive, send)
        except Silent:
            await answer_for_silent(scope)(scope, receive, send)

    async def _pass_socket(
        self, owner: Sibling, scope: Scope, receive: Receive, send: Send
    ) -> None:
        headers, (host, port) = Headers(scope=scope), address_of(owner)
        named = ("host", "origin", "user-agent")
        kept = [
            (name.decode(), value.decode("latin-1"))
            for name, value in self._siblings.headers(scope)
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
            bye = Bye("restart", UNREACHABLE, RETRY_IN, owner.name)
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": msgspec.json.encode(bye).decode()})
            await send({"type": "websocket.close", "code": RESTART, "reason": bye.code})
            return
        async with there:
            await receive()  # websocket.connect
            await send({"type": "websocket.accept"})
            self._passing += 1
            try:
                await relay(there, receive, send, self._ends.wait())
                if self._ends.is_set():
                    await self._say_moved(send, owner)
            finally:
                self._passing -= 1

    async def _say_moved(self, send: Send, owner: Sibling) -> None:
        later = MOVED_RETURN + 1000 * self._passing // RETURNS_PER_SECOND
        bye = Bye("moved", "The way to the table changes. Nothing is lost.", later, owner.name)
        with suppress(RuntimeError):  # the visitor has gone
            await send({"type": "websocket.send", "text": msgspec.json.encode(bye).decode()})
            await send({"type": "websocket.close", "code": RESTART})


def as_sent(scope: Scope) -> Scope:
    """A sibling's request as the visitor sent it: from that address, by that scheme."""
    found = dict(scope["headers"])
    secure, is_socket = found.get(SCHEME) == b"https", scope["type"] == "websocket"
    return {
        **scope,
        "headers": [pair for pair in scope["headers"] if pair[0] not in OWN_HEADERS],
        "client": (found.get(ADDRESS, b"").decode("latin-1"), 0),
        "scheme": ("ws" if is_socket else "http") + ("s" if secure else ""),
        PASSED_ON: True,
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
    if (lesson := LESSON.match(scope["path"])) is not None:
        return "id", lesson["key"]
    if scope["method"] in SAFE_METHODS and not scope["path"].startswith("/admin/matches/"):
        return None
    for column, address in FORMS.items():
        if (found := address.match(scope["path"])) is not None:
            return column, found["key"]
    return None


def answer_for_silent(scope: Scope) -> Response:
    """The answer to what the owner may have done: a page that shows whether it has, or a 503."""
    path: str = scope["path"]
    if scope["method"] in SAFE_METHODS:
        return early_refusal(scope, 503, UNREACHABLE)
    if wants_json(path, Headers(scope=scope).getlist("accept")):
        return early_refusal(scope, 503, PERHAPS_DONE)
    response = RedirectResponse(page_that_shows(path), 303)
    set_flash(response, "perhaps-done", secure=scope["scheme"] == "https")
    return response


def page_that_shows(path: str) -> str:
    """The page on which the visitor sees whether the form at `path` was carried out."""
    if path.startswith("/admin/tables/"):
        return "/admin/tables"
    if (match := FORMS["match_id"].match(path)) is not None:
        return f"/admin/audit?subject=match:{match['key']}"
    return "/".join(path.split("/")[:3])  # /table/{room}, /join/{secret}


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


async def relay(
    there: ClientConnection, receive: Receive, send: Send, ends: Awaitable[object]
) -> None:
    """Passes messages both ways until `ends`, or until a side ends; the other hears why."""

    async def to_owner() -> None:
        try:
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text")
                await there.send(message["bytes"] if text is None else text)
        except ConnectionClosed:  # the owner's last words are still on their way
            await asyncio.wait([telling])
            return
        code = message.get("code")
        await there.close(code if code not in (None, 1005, 1006) else 1000)

    async def to_visitor() -> None:
        with suppress(ConnectionClosed):  # with a code of ours, which is passed on too
            async for text in there:
                kind = "text" if isinstance(text, str) else "bytes"
                await send({"type": "websocket.send", kind: text})
        code = there.close_code or TRY_AGAIN_LATER
        known = code if code not in (1005, 1006) else TRY_AGAIN_LATER
        await send({"type": "websocket.close", "code": known, "reason": there.close_reason or ""})

    telling = asyncio.create_task(to_visitor())
    tasks = {telling, asyncio.create_task(to_owner()), asyncio.ensure_future(ends)}
    _, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception) and not isinstance(ended, ConnectionClosed | OSError):
            raise ended
