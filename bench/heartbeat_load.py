"""The load of heartbeats: people at tables read and show presence as browsers do.

A program of its own, so that its cost is not the server's.

    python -m bench.heartbeat_load '{"port":…,"server":…}'     prints its Report as JSON
"""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Final, cast

import msgspec
import uvloop

from bench.running_matches import SEATS, room_of, token_of
from bench.wire_load import cpu

STEP: Final = 0.005
"""Seconds between two portions of signs."""
AT_ONCE: Final = 16
"""People who are coming in."""
SETTLING: Final = 0.5
"""Seconds for what is still under way."""
PATIENCE: Final = 120.0
"""Seconds."""
TEXTS: Final = {
    "ping": b'\x81\x8f\0\0\0\0{"type":"ping"}',
    "heartbeat": b'\x81\x94\0\0\0\0{"type":"heartbeat"}',
}


class Load(msgspec.Struct, frozen=True):
    """The load to be made."""

    port: int
    server: int
    """The process whose CPU time is counted."""
    people: int
    parts: Sequence[tuple[str, float]]
    """The parts in turn: "ping", "heartbeat" or "both", and the rate per second of all people."""
    seconds: float
    """For each part."""
    bare: bool = False
    """The server is the floor: no tables, and nothing is said to who comes."""
    core: int | None = None


class Report(msgspec.Struct, frozen=True):
    """For one part."""

    said: str
    rate: float
    sent: int
    answered: int
    busy: float
    """Seconds of the server's CPU."""
    seconds: float


class Browser(asyncio.Protocol):
    """One person's socket."""

    def __init__(self, load: Load, person: int) -> None:
        self._load, self._person = load, person
        self._buffer = b""
        self._upgraded = False
        self.inside: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        own = f"127.0.0.1:{self._load.port}"
        path = (
            f"/{self._person // SEATS}/{self._person % SEATS}"
            if self._load.bare
            else f"/ws/table/{room_of(self._person // SEATS)}"
        )
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nCookie:"
            f" po={token_of(self._person)}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data
        if not self._upgraded:
            head, _, buffer = buffer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101"), head
            self._upgraded = True
            if self._load.bare:
                self.inside.set_result(None)
        at, end = 0, len(buffer)
        while end - at >= 2:
            kind, size, start = buffer[at] & 15, buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            if end < start + size:
                break
            self._hear(kind, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def _hear(self, kind: int, text: bytes) -> None:
        if kind == 1:
            self.heard[text[9:13].decode()] += 1
            if text.startswith(b'{"type":"frame"') and not self.inside.done():
                self.inside.set_result(None)
        elif kind == 9:
            self.transport.write(bytes((138, 128 | len(text))) + b"\0\0\0\0" + text)
        elif kind == 8:
            raise AssertionError(f"the server closed: {text!r}")


async def main(load: Load) -> list[Report]:
    """Everybody is inside before anybody gives a sign."""
    browsers, turn = list[Browser](), asyncio.Semaphore(AT_ONCE)

    async def come(person: int) -> None:
        async with turn, asyncio.timeout(PATIENCE):
            _, browser = await asyncio.get_running_loop().create_connection(
                lambda: Browser(load, person), "127.0.0.1", load.port
            )
            browsers.append(browser)
            await browser.inside

    await asyncio.gather(*map(come, range(load.people)))
    await asyncio.sleep(SETTLING)
    return [await given(load, said, rate, browsers) for said, rate in load.parts]


async def given(load: Load, said: str, rate: float, browsers: Sequence[Browser]) -> Report:
    """Sends heartbeats in turn at this rate until all answers are in. Raises TimeoutError."""
    texts = [one for one in (("ping", "heartbeat") if said == "both" else (said,)) if one in TEXTS]
    heard = answers(browsers)
    began, busy, sent, pings, passed = perf_counter(), cpu(load.server), 0, 0, 0.0
    while passed < load.seconds:
        await asyncio.sleep(STEP)
        passed = perf_counter() - began
        for at in range(sent, sent := int(min(passed, load.seconds) * rate)):
            text = texts[at // len(browsers) % len(texts)]
            browsers[at % len(browsers)].transport.write(TEXTS[text])
            pings += text == "ping"
    async with asyncio.timeout(PATIENCE):
        while answers(browsers) - heard < pings:  # noqa: ASYNC110  looked at often enough
            await asyncio.sleep(STEP)
    busy, passed = cpu(load.server) - busy, perf_counter() - began
    return Report(said, rate, sent, answers(browsers) - heard, busy, passed)


def answers(browsers: Sequence[Browser]) -> int:
    return sum(browser.heard["pong"] for browser in browsers)


if __name__ == "__main__":
    given_load = msgspec.json.decode(sys.argv[1], type=Load)
    if given_load.core is not None:
        os.sched_setaffinity(0, {given_load.core})
    print(msgspec.json.encode(uvloop.run(main(given_load))).decode(), flush=True)
    os._exit(0)  # thousands of sockets need not be closed in good order
