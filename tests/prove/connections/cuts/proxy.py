"""A TCP proxy on loopback that ends each connection by a plan."""

import asyncio
import socket
import struct
from enum import StrEnum
from typing import Final

import msgspec

PIECE: Final = 64 * 1024


class Way(StrEnum):
    """The end of a connection, once the bytes of its plan have passed."""

    NEVER = "never"
    RESET = "reset"
    """Both sides get RST."""
    CLOSE = "close"
    """Both sides get FIN."""
    HALF = "half-close"
    """The server gets FIN; its own bytes still arrive."""
    BLACKHOLE = "blackhole"
    """Nothing passes any more, and neither side learns of it."""


class Plan(msgspec.Struct, frozen=True):
    """The plan of one connection."""

    way: Way = Way.NEVER
    down: int | None = None
    """Bytes from the server until the end."""
    up: int | None = None
    """Bytes to the server until the end."""
    crumbs: bool = False
    """One byte at a time."""
    delay: float = 0.0
    """Seconds by which each piece is late."""
    rate: float | None = None
    """Bytes a second at most."""


class Proxy:
    """Listens on a port of its own.

    The next connection follows `plan`; `passed` counts its bytes.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._server: asyncio.Server | None = None
        self._pairs: set[asyncio.Task[None]] = set()
        self.port = 0
        self.plan = Plan()
        self.passed = [0, 0]
        self.happened = False
        """The plan's end has come over the present connection."""
        self._mute = False

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0, limit=PIECE)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None, "it was opened"
        self._server.close()
        for pair in self._pairs:
            pair.cancel()
        await asyncio.gather(*self._pairs, return_exceptions=True)

    def next(self, plan: Plan) -> None:
        self.plan, self.passed, self.happened, self._mute = plan, [0, 0], False, False

    def mute(self) -> None:
        """From now on no byte of the server arrives."""
        self._mute = True

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._pairs.add(task)
        try:
            await self._pass(reader, writer, self.plan)
        except (
            OSError,
            asyncio.CancelledError,
        ):  # asyncio's own callback would complain of a cancelled one
            pass
        finally:
            self._pairs.discard(task)
            writer.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, plan: Plan
    ) -> None:
        from_server, to_server = await asyncio.open_connection(
            "127.0.0.1", self._target, limit=PIECE
        )
        ways = [
            asyncio.create_task(self._carry(0, reader, to_server, plan.up, plan)),
            asyncio.create_task(self._carry(1, from_server, writer, plan.down, plan)),
        ]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if any(
                not one.cancelled() and one.exception() is None and one.result() for one in done
            ):
                self.happened = True
                if plan.way is Way.BLACKHOLE:
                    for one in ways:
                        one.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
                await self._end(plan.way, reader, writer, to_server, ways[1])
        finally:
            for one in ways:
                one.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            to_server.close()

    async def _carry(
        self,
        side: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limit: int | None,
        plan: Plan,
    ) -> bool:
        """True once the plan's bytes have passed; False at the stream's own end."""
        while limit is None or self.passed[side] < limit:
            most = PIECE if limit is None else limit - self.passed[side]
            data = await reader.read(1 if plan.crumbs else most)
            if not data:
                return False
            if plan.delay:
                await asyncio.sleep(plan.delay)
            if plan.rate is not None:
                await asyncio.sleep(len(data) / plan.rate)
            self.passed[side] += len(data)
            if not (side == 1 and self._mute):
                writer.write(data)
                await writer.drain()
        return True

    async def _end(
        self,
        way: Way,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        to_server: asyncio.StreamWriter,
        down: "asyncio.Task[bool]",
    ) -> None:
        match way:
            case Way.RESET:
                for one in (writer, to_server):
                    one.get_extra_info("socket").setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                    )
                    one.transport.abort()
            case Way.HALF if not down.done():
                to_server.write_eof()
                await down
            case Way.BLACKHOLE:
                while await reader.read(PIECE):  # until the visitor gives up
                    pass
            case _:
                pass
