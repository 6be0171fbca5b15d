"""A proxy before PostgreSQL's socket, which can cut connections or swallow what passes."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

SOCKET: Final = ".s.PGSQL.5432"
"""The socket name of PostgreSQL's clients."""


class Proxy:
    """A Unix socket in `folder` for the PostgreSQL whose socket is in `target`.

    It has a thread of its own, so that its starter may wait for a server that uses it.
    """

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder, self._target = folder, target
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self.swallows = False
        """Connections are taken and never answered; open ones stay dead for ever, as behind a
        firewall."""
        self._server: asyncio.Server | None = None
        self._open: set[Pipe] = set()

    def start(self) -> None:
        self._thread.start()
        self._do(self._start())

    def stop(self) -> None:
        """Safe to repeat."""
        if self._thread.is_alive():
            self._do(self._stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def cut(self) -> None:
        """Cuts every connection."""
        self._do(self._each(Pipe.abort))

    def swallow(self) -> None:
        self.swallows = True
        self._do(self._each(Pipe.die))

    def recover(self) -> None:
        """Lets new connections work again."""
        self.swallows = False

    def _do(self, act: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(act, self._loop).result()

    async def _start(self) -> None:
        self._server = await asyncio.start_unix_server(self._serve, self.folder / SOCKET)

    async def _stop(self) -> None:
        assert self._server is not None, "it was started"
        self._server.close()
        for task in (others := asyncio.all_tasks() - {asyncio.current_task()}):
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _each(self, act: "Callable[[Pipe], None]") -> None:
        for pipe in [*self._open]:
            act(pipe)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pipe = Pipe(writer, self.swallows)
        self._open.add(pipe)
        try:
            if not pipe.dead:
                await pipe.join(*await asyncio.open_unix_connection(self._target / SOCKET), reader)
            else:
                await pipe.drop(reader)
        except (OSError, asyncio.CancelledError):
            pass  # a stream's own task must not be seen to be cancelled
        finally:
            self._open.discard(pipe)
            pipe.abort()


class Pipe:
    """One connection through the proxy."""

    def __init__(self, near: asyncio.StreamWriter, dead: bool) -> None:
        self.dead = dead
        self._near = near
        self._far: asyncio.StreamWriter | None = None

    async def join(
        self,
        far_reader: asyncio.StreamReader,
        far: asyncio.StreamWriter,
        near_reader: asyncio.StreamReader,
    ) -> None:
        self._far = far
        sides = [
            asyncio.create_task(self._pass(near_reader, far)),
            asyncio.create_task(self._pass(far_reader, self._near)),
        ]
        try:
            await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.cancel()
            await asyncio.gather(*sides, return_exceptions=True)

    def die(self) -> None:
        """From now on nothing passes."""
        self.dead = True

    async def drop(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(65536):
            pass

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(65536):
                if not self.dead:
                    writer.write(some)
                    await writer.drain()

    def abort(self) -> None:
        for end in (self._near, self._far):
            if end is not None:
                end.transport.abort()
