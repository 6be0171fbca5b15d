"""The delivery of one message to one push service, over a connection of its own."""

import asyncio
import ssl
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from time import time
from typing import Final, NamedTuple

import h11
import structlog

from app.store.people.push_subscriptions import PushSubscription
from app.text.error_chain import error_chain
from app.web.push.addresses import (
    PORT,
    FindAddresses,
    NotPublic,
    public_addresses,
    read_endpoint,
)
from app.web.push.encryption import BadKeys, PushKey, encrypt

log = structlog.get_logger(__name__)

PATIENCE: Final = 5.0
"""Seconds from the name's look-up to the head of the answer."""
MOST_READ: Final = 16 * 1024
"""Bytes of an answer's head. No body is read."""
MOST_ADDRESSES: Final = 3
"""Addresses of one name that are tried."""
KEPT: Final = 4 * 3600
"""Seconds for which a push service keeps a message for a browser that is away."""


class Fate(Enum):
    """The end of one attempt."""

    TAKEN = auto()
    GONE = auto()
    """The push service knows the browser no more, or the address or keys are none."""
    LATER = auto()
    """The service is busy, silent or away."""
    REFUSED = auto()
    """It does not take this message, and will not take it later."""


class Sent(NamedTuple):
    """An attempt."""

    fate: Fate
    wait: float = 0.0
    """Seconds for which the service wants to be left alone; it is LATER then."""


class Delivery:
    """Sends messages under the server's key."""

    def __init__(
        self,
        key: PushKey,
        find_addresses: FindAddresses = public_addresses,
        trust: ssl.SSLContext | None = None,
        port: int = PORT,
        patience: float = PATIENCE,
    ) -> None:
        """All but the key are for tests, whose push service runs here."""
        self._key = key
        self._find_addresses = find_addresses
        self._trust = trust or ssl.create_default_context()
        self._port = port
        self._patience = patience

    async def send(self, to: PushSubscription, message: bytes, topic: str) -> Sent:
        """Sends the message. A later one of the same topic replaces it while the browser is away.

        Raises ValueError for a message that is too long.
        """
        place = read_endpoint(to.endpoint)
        if place is None:
            return Sent(Fate.GONE)
        host, target = place
        try:
            body = encrypt(message, to.p256dh, to.auth)
        except BadKeys:
            return Sent(Fate.GONE)
        head = [
            ("Host", host),
            ("Authorization", self._key.authorization(f"https://{host}", time())),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("Content-Length", str(len(body))),
            ("TTL", str(KEPT)),
            ("Topic", topic),
            ("Urgency", "normal"),
            ("Connection", "close"),
        ]
        request = h11.Request(method="POST", target=target, headers=head)
        try:
            async with asyncio.timeout(self._patience):
                reader, writer = await self._connect(host)
                try:
                    status, wait = await ask(reader, writer, request, body)
                finally:
                    writer.transport.abort()  # nothing that may still come is wanted
        except (OSError, TimeoutError, NotPublic, h11.ProtocolError) as error:
            log.warning("push service not reached", host=host, error=error_chain(error))
            return Sent(Fate.LATER)
        fate = fate_of(status)
        if fate in (Fate.LATER, Fate.REFUSED):
            log.warning("notification not taken", host=host, status=status)
        return Sent(fate, wait if fate is Fate.LATER else 0.0)

    async def _connect(self, host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to one of the addresses just found. Raises NotPublic, OSError."""
        for address in (await self._find_addresses(host))[:MOST_ADDRESSES]:
            with suppress(ConnectionError, OSError):
                return await asyncio.open_connection(
                    address, self._port, ssl=self._trust, server_hostname=host, limit=MOST_READ
                )
        raise ConnectionError(f"{host} is out of reach")


async def ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> tuple[int, float]:
    """The status of the answer, and the seconds of its Retry-After.

    Raises OSError, h11.ProtocolError.
    """
    wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
    sent: tuple[h11.Event, ...] = (request, h11.Data(body), h11.EndOfMessage())
    for part in sent:
        writer.write(wire.send(part) or b"")
    await writer.drain()
    while True:
        event = wire.next_event()
        if isinstance(event, h11.Response):
            return event.status_code, retry_after(event.headers)
        if event is h11.NEED_DATA:
            wire.receive_data(await reader.read(MOST_READ))
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError("the answer ended before it began")


def fate_of(status: int) -> Fate:
    """The fate of the message by its answer's status. A redirect is not followed."""
    if 200 <= status < 300:
        return Fate.TAKEN
    if status in (404, 410):
        return Fate.GONE
    return Fate.LATER if status == 429 or status >= 500 else Fate.REFUSED


def retry_after(headers: Iterable[tuple[bytes, bytes]]) -> float:
    """The seconds that an answer asks for, as a number or as a date; 0: none that can be read."""
    said = next((value for name, value in headers if name == b"retry-after"), b"")
    with suppress(ValueError, TypeError):
        if said.isdigit():
            return float(said)
        date = parsedate_to_datetime(said.decode("ascii"))
        return max(0.0, (date - datetime.now(UTC)).total_seconds())
    return 0.0
