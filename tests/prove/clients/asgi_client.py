"""Clients of the real application in this process, by ASGI: no network, no other process.

So a fault can be planted by replacing a part, and a thousand requests take a second.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import FastAPI

from app.web.server.table_protocol import CONNECTION_EXTENSION
from tests.prove.clients.direct_connection import DirectConnection

HOST: Final = "cards.example"
OURS: Final = f"http://{HOST}"
HEARD: Final = 180.0
"""Seconds that anything may take, however busy the machine is."""

Headers = Sequence[tuple[str, str]]


class Answer:
    """One response."""

    def __init__(self, status: int, headers: Sequence[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.headers = [
            (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers
        ]
        self.body = body

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def header(self, name: str) -> str | None:
        return next((value for known, value in self.headers if known == name), None)

    def all(self, name: str) -> list[str]:
        return [value for known, value in self.headers if known == name]


class Caller:
    """The browser of one person, which keeps cookies."""

    def __init__(self, app: FastAPI, name: str = "nobody", address: str = "203.0.113.7") -> None:
        self.app, self.name, self.address = app, name, address
        self.cookies: dict[str, str] = {}

    async def ask(
        self,
        method: str,
        path: str,
        form: Mapping[str, str] | None = None,
        *,
        headers: Headers | None = None,
        body: bytes | None = None,
    ) -> Answer:
        """Sends one request; `headers` replace the Origin of our pages.

        Redirects are not followed.
        """
        sent = list(headers if headers is not None else [("origin", OURS)])
        if body is None:
            body = urlencode(form).encode() if form is not None else b""
            if form is not None:
                sent.append(("content-type", "application/x-www-form-urlencoded"))
        scope = self.scope("http", path, [*sent, ("content-length", str(len(body)))]) | {
            "method": method
        }
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        parts: list[bytes] = []
        start: dict[str, Any] = {}

        async def receive() -> dict[str, Any]:
            return incoming.pop() if incoming else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        try:
            await self.app(scope, receive, send)
        except Exception:  # the error page has been sent; a server would log what came after it
            if not start:
                raise
        answer = Answer(start["status"], start["headers"], b"".join(parts))
        self._keep(answer.all("set-cookie"))
        return answer

    async def get(self, path: str, **more: Any) -> Answer:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, **form: str) -> Answer:
        return await self.ask("POST", path, form)

    def scope(self, kind: str, path: str, headers: Headers) -> dict[str, Any]:
        from urllib.parse import unquote_to_bytes

        raw, _, query = path.partition("?")
        named = [("host", HOST), *headers]
        if self.cookies:
            named.append(
                ("cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
            )
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote_to_bytes(raw).decode("utf-8", "replace"),
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode("latin-1"), value.encode("utf-8", "surrogatepass"))
                for name, value in named
            ],
            "client": (self.address, 50000),
            "server": (HOST, 80),
            "state": {},
        }

    def _keep(self, set_cookies: Sequence[str]) -> None:
        for line in set_cookies:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value

    # -- tables

    async def handshake(self, room: str, headers: Headers) -> Answer:
        """Asks for a table connection: 101, or the refusal before it."""
        line = Line(self.app, self.scope("websocket", f"/ws/table/{room}", headers) | WEBSOCKET)
        try:
            return await line.open()
        finally:
            await line.close()

    @asynccontextmanager
    async def at(self, room: str) -> AsyncIterator["Line"]:
        line = Line(
            self.app, self.scope("websocket", f"/ws/table/{room}", [("origin", OURS)]) | WEBSOCKET
        )
        answer = await line.open()
        assert answer.status == 101, f"{self.name} was refused: {answer.status}"
        try:
            yield line
        finally:
            await line.close()


WEBSOCKET: Final[dict[str, Any]] = {
    "subprotocols": [],
    "extensions": {"websocket.http.response": {}},
}


class Line:
    """A connection to a table."""

    def __init__(self, app: FastAPI, scope: dict[str, Any]) -> None:
        self._to: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from: asyncio.Queue[Any] = asyncio.Queue()
        self._ends = DirectConnection(
            lambda text: self._from.put_nowait({"type": "websocket.send", "text": text.decode()})
        )
        self._app, self._scope = (
            app,
            scope | {"extensions": {**scope["extensions"], CONNECTION_EXTENSION: self._ends}},
        )
        self._task: asyncio.Task[None] | None = None
        self._count = 0
        self.seen: list[dict[str, Any]] = []
        self.code: int | None = None
        """The server's close code."""

    async def open(self) -> Answer:
        self._to.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, self._to.get, self._from.put))
        first = await self._next()
        if first["type"] == "websocket.accept":
            return Answer(101, [], b"")
        if first["type"] == "websocket.close":
            return Answer(403, [], b"")
        body = b""
        while True:
            part = await self._next()
            body += part.get("body", b"")
            if not part.get("more_body"):
                return Answer(first["status"], first["headers"], body)

    async def _next(self) -> Any:
        async with asyncio.timeout(HEARD):
            return await self._from.get()

    def send_text(self, text: str) -> None:
        asyncio.get_running_loop().call_soon(self._ends.arrive, text)

    def send_bytes(self, data: bytes) -> None:
        asyncio.get_running_loop().call_soon(self._ends.arrive, data)

    async def hear(self) -> dict[str, Any] | None:
        """The next server message; None once it is closed."""
        event = await self._next()
        if event["type"] == "websocket.close":
            self.code = event["code"]
            return None
        message: dict[str, Any] = json.loads(event["text"])
        self.seen.append(message)
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            assert message is not None, f"closed with {self.code} before any {kind}"
            if message["type"] == kind:
                return message

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a command; its answer."""
        self._count += 1
        named = f"w{self._count}"
        self.send_text(json.dumps({"type": kind, "id": named, **fields}))
        while True:
            message = await self.hear()
            assert message is not None, f"closed with {self.code} before the answer to {kind}"
            if message["type"] in ("done", "refused") and message["id"] == named:
                return message

    async def ended(self) -> int | None:
        """Receives to the end; the close code."""
        while await self.hear() is not None:
            pass
        return self.code

    async def close(self) -> None:
        self._to.put_nowait({"type": "websocket.disconnect", "code": 1001})
        asyncio.get_running_loop().call_soon(self._ends.arrive, None)
        if self._task is not None:
            async with asyncio.timeout(HEARD):
                await asyncio.gather(self._task, return_exceptions=True)
