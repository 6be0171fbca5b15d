"""A bad line between a browser and a server: delays, stalls, a narrow way, holes and cuts."""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

import msgspec

PIECE: Final = 1_400
"""Bytes of a packet."""
SEED: Final = 1


class Line(msgspec.Struct, frozen=True):
    """The manners of a line, for each direction."""

    name: str
    delay: float = 0.0
    """Seconds, one way, in the middle."""
    jitter: float = 0.0
    """Seconds by which the delay differs at most."""
    loss: float = 0.0
    """The share of packets that come late, as they have to be sent again."""
    stall: tuple[float, float] = (0.2, 0.6)
    """Seconds that such a packet, and all behind it, are late."""
    rate: float | None = None
    """Bytes a second."""

    @property
    def words(self) -> str:
        rate = "" if self.rate is None else f", {self.rate * 8 / 1000:.0f} kbit/s"
        return (
            f"{self.name}: {2000 * self.delay:.0f} ± {2000 * self.jitter:.0f} ms there and back, "
            f"{self.loss:.0%} late by {self.stall[0]:.1f} to {self.stall[1]:.1f} s{rate}"
        )


CLEAN: Final = Line("this machine")
HOME: Final = Line("a phone's line", delay=0.075, jitter=0.025, loss=0.01, rate=50_000)
POOR: Final = Line("a poor line", delay=0.15, jitter=0.05, loss=0.05, rate=12_500)


class BadLine:
    """A proxy before a server, in a thread; `line` and holes count for what is under way too."""

    def __init__(self, port: int) -> None:
        self.line = CLEAN
        self.bytes = 0
        """Both ways, so far."""
        self.base_url = ""
        self._port = port
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._forgotten: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._random = random.Random(SEED)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    @contextmanager
    def hole(self) -> Iterator[None]:
        """Nothing passes meanwhile; what was sent comes afterwards."""
        self._loop.call_soon_threadsafe(self._open.clear)
        yield
        self._loop.call_soon_threadsafe(self._open.set)

    def cut(self) -> None:
        """Ends every connection, as another network does."""
        self._loop.call_soon_threadsafe(self._cut)

    def forget(self) -> None:
        """Nothing passes on the connections so far, and neither end hears of it."""
        self._loop.call_soon_threadsafe(self._forgotten.update, self._writers)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, back}
        with suppress(asyncio.CancelledError):  # the proxy ends
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        self._writers -= {writer, back}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes packets on in their order, each when the line has brought it."""
        packets: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(packets, writer))
        free = 0.0
        with suppress(ConnectionError):
            while piece := await reader.read(PIECE):
                line, now = self.line, self._loop.time()
                free = max(free, now) + (len(piece) / line.rate if line.rate else 0.0)
                late = self._random.uniform(*line.stall) if self._random.random() < line.loss else 0
                delay = line.delay + self._random.uniform(-line.jitter, line.jitter)
                free += late
                self.bytes += len(piece)
                packets.put_nowait((free + delay, piece))
        packets.put_nowait((free, b""))
        await sending

    async def _send(
        self, packets: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter
    ) -> None:
        with suppress(ConnectionError, OSError):
            while True:
                due, piece = await packets.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                await self._open.wait()
                if writer in self._forgotten:
                    continue
                if not piece:
                    break
                writer.write(piece)
                await writer.drain()
        writer.close()
