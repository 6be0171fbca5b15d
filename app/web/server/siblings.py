"""Requests from one process to another: the headers they carry, and the answer that comes back."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final
from urllib.parse import urlencode

import h11
import structlog
from starlette.responses import Response
from starlette.types import Message, Scope, Send

from app.store.database.processes import Sibling
from app.text.error_chain import error_chain

SECRET: Final = b"x-pecking-order-sibling"
ADDRESS: Final = b"x-forwarded-for"
SCHEME: Final = b"x-forwarded-proto"
OWN_HEADERS: Final = frozenset({SECRET, ADDRESS, SCHEME})
PER_CONNECTION: Final = frozenset(
    {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer"}
)
"""Headers that mean the connection and not the request."""
PASSED_ON: Final = "pecking_order.passed_on"
"""Marks the scope of a request that has come from a sibling and goes no further."""
PATIENCE: Final = 5.0
"""Seconds to reach a sibling, and to wait for its answer to a form."""
NOT_DONE: Final = (
    "The machine that runs this table can’t be reached, so nothing was done. Try again in a moment."
)
PERHAPS_DONE: Final = (
    "The machine that runs this table doesn’t answer. It may have done what you asked for: look at "
    "the table before you ask again."
)

FindOwner = Callable[[str, str], Awaitable[Sibling | None]]
"""From a column of rooms and its value to the process that has the room, if it is not this one."""

log = structlog.get_logger(__name__)


class NotReached(Exception):
    """The sibling could not be asked, so it has done nothing."""


class Silent(Exception):
    """The sibling was asked and has not answered: it may have done what it was asked for."""


class Siblings:
    """The other processes, as those that a request can be passed on to."""

    def __init__(self, secret: str, find_owner: FindOwner) -> None:
        self.secret = secret.encode()
        self.find_owner = find_owner

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
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
            (SECRET, self.secret),
            (ADDRESS, client[0].encode()),
            (SCHEME, b"https" if secure else b"http"),
        ]

    async def pass_on(self, owner: Sibling, scope: Scope, body: bytes, answer: Send) -> None:
        """Sends a request to a sibling, and its answer back as it comes.

        Raises NotReached, and Silent unless the answer has begun.
        """
        started = reached = False

        async def pass_back(message: Message) -> None:
            nonlocal started
            started = True
            await answer(message)

        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(*address_of(owner))
                reached = True
                try:
                    await ask(reader, writer, scope, self.headers(scope), body, pass_back)
                finally:
                    writer.close()
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            log.warning("sibling not reached", sibling=owner.name, error=error_chain(error))
            if not reached:
                raise NotReached from None
            if not started:
                raise Silent from None

    async def post(
        self, owner: Sibling, scope: Scope, path: str, form: Mapping[str, str]
    ) -> Response:
        """The sibling's answer to the visitor of `scope`, who sends this form to that path.

        Raises NotReached, Silent.
        """
        response = Response()
        parts = list[bytes]()

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                response.status_code = message["status"]
                response.raw_headers = list(message["headers"])
            else:
                parts.append(message["body"])

        headers = [pair for pair in scope["headers"] if pair[0] != b"content-type"]
        asked = {
            **scope,
            "headers": [*headers, (b"content-type", b"application/x-www-form-urlencoded")],
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
        }
        await self.pass_on(owner, asked, urlencode(form).encode(), collect)
        response.body = b"".join(parts)
        return response


def address_of(owner: Sibling) -> tuple[str, int]:
    host, _, port = owner.address.rpartition(":")
    return host.strip("[]"), int(port)


async def ask(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    scope: Scope,
    headers: Iterable[tuple[bytes, bytes]],
    body: bytes,
    answer: Send,
) -> None:
    """Sends the request, and its answer back. Raises OSError, h11's errors."""
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
