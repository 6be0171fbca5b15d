"""What stands between a house and its PostgreSQL: a socket that passes everything on, cuts connections, or swallows what is said."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

SOCKET: Final = ".s.PGSQL.5432"
"""The name that PostgreSQL's clients look for in a folder."""


class Proxy:
    """A Unix socket in `folder`, for a server whose socket is in the folder that `target` names at that moment.

    It has a thread of its own, so that whoever starts it may wait for a house that speaks through it.
    """

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder, self._target = folder, target
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self.swallows = False
        """New connections are taken and never answered, and those that were open stay dead for ever, as behind a broken firewall."""
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
        """Every connection is gone at once."""
        self._do(self._each(Pipe.abort))

    def swallow(self) -> None:
        self.swallows = True
        self._do(self._each(Pipe.die))

    def recover(self) -> None:
        """New connections work again."""
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
    """One connection with its other end."""

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
        """What is said from now on arrives nowhere."""
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
