"""The server process: port, PostgreSQL, schema, application, and its orderly end.

Slow steps overlap: PostgreSQL starts while the application is being imported.
"""

import asyncio
import gc
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import structlog
import uvicorn

from app.ops.database import print_progress
from app.ops.listener import EVERYWHERE, address_of, listen, raise_file_limit
from app.ops.postgres import Postgres
from app.settings import Settings
from app.text.error_chain import error_chain

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.ops.lock_keeper import LockKeeper

GIVING = "Pecking Order gives its tables away"
DRAIN_TIMEOUT = 4.0  # seconds that the application may take to say goodbye
ABORT_AFTER = 0.5  # seconds after that until whoever has not left is cut
ROTATE_EVERY = 60.0  # seconds between two looks at the size of PostgreSQL's log
EXIT_TIMEOUT = 8.0  # seconds from the signal until the process ends, finished or not


class DatabaseEnded(Exception):
    """The embedded PostgreSQL ended under us; the message quotes it."""


class StopSignal(SystemExit):
    """By a signal."""


def serve(settings: Settings, create_app: Callable[[Settings], "FastAPI"]) -> None:
    """Serves until SIGINT, SIGTERM or SIGHUP; `create_app` is called while PostgreSQL starts.

    `app.state.say_open`, if it is there, is called in a thread with our address once we serve.

    Raises PortTaken, DatabaseEnded and what PostgreSQL's start and the migrations raise.
    """
    raise_file_limit()
    gc.disable()  # until we serve: hardly anything is freed before
    try:
        with listen(settings) as listeners, stop_signals():
            if settings.database_url is not None:
                serve_on(settings, settings.database_url, listeners, create_app)
                return
            postgres = Postgres(settings.data_dir, say=print_progress)
            try:
                postgres.launch()
                serve_on(settings, postgres.url, listeners, create_app, postgres)
            finally:
                postgres.stop()
    except (KeyboardInterrupt, StopSignal):
        # all is closed; Python's own cleanup would take half a second
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    finally:
        gc.enable()


def serve_on(
    settings: Settings,
    url: str,
    listeners: list[socket.socket],
    create_app: Callable[[Settings], "FastAPI"],
    postgres: Postgres | None = None,
) -> None:
    from app.ops import logs
    from app.ops.lock_keeper import LockKeeper
    from app.ops.migrations import is_current

    logs.configure(settings.log_level)
    app = create_app(settings.model_copy(update={"database_url": url}))
    if postgres is not None:
        app.state.disk.folder = postgres.cluster
        postgres.wait_ready()
    may_share = None if settings.siblings_secret is None else partial(is_current, url)
    with LockKeeper(url, may_share=may_share) as keeper:
        if not keeper.wait():
            wait_as_standby(settings, app, keeper, listeners)
        app.state.owns_database, app.state.leads = keeper.is_held, keeper.leads
        app.state.resign = keeper.resign
        app.state.process_number = keeper.number
        port, machine = listeners[0].getsockname()[1], socket.gethostname().lower()
        host = machine if settings.host in EVERYWHERE else settings.host
        word = re.sub(r"[^a-z0-9.-]", "-", machine)  # a machine's name may hold more
        app.state.place = (
            settings.process_name or f"{word}-{port}",
            settings.sibling_address or f"{host}:{port}",
        )
        serve_as_owner(settings, url, listeners, app, keeper, postgres)


def wait_as_standby(
    settings: Settings, app: "FastAPI", keeper: "LockKeeper", listeners: list[socket.socket]
) -> None:
    """Waits, with the port open, until the first server on the database has gone."""
    from app.ops import standby

    print(
        f"Another server is running on this database: {keeper.holder}. "
        f"This one waits as its standby at {address_of(listeners[0])}",
        flush=True,
    )
    config = uvicorn_config(settings, app)
    config.app = standby.StandbyApp(app.state)
    standby.wait(keeper, config, listeners)


def serve_as_owner(
    settings: Settings,
    url: str,
    listeners: list[socket.socket],
    app: "FastAPI",
    keeper: "LockKeeper",
    postgres: Postgres | None,
) -> None:
    """Serves until the end, or until another process has the lock on the database."""
    from app.games import BY_SLUG
    from app.ops.changed_rules import warning_of
    from app.ops.database import check_durability
    from app.ops.lock_keeper import LockLost
    from app.ops.migrations import migrate
    from app.ops.namesakes import check_name

    if (warning := asyncio.run(warning_of(url, BY_SLUG))) is not None:
        print_progress(warning)
    if asyncio.run(migrate(url)):
        print_progress("The database is up to date.")
    keeper.share()
    if settings.siblings_secret is not None:
        name, address = app.state.place
        asyncio.run(check_name(url, keeper.number, name, address))
    if not settings.unsafe_store:
        asyncio.run(check_durability(url))
    server = Server(
        uvicorn_config(settings, app), app, address_of(listeners[0]), postgres, settings.listeners
    )
    if postgres is not None:
        threading.Thread(
            target=stop_when_postgres_ends, args=(postgres, server), daemon=True
        ).start()
    keeper.on_lost(server.stop_because)
    server.run(sockets=listeners)
    if keeper.lost is not None:
        raise LockLost(f"{keeper.lost} This server has taken no more commands and has closed.")
    if not server.started:
        sys.exit(1)  # the application's own start failed and has said why
    if server.failure is not None:
        raise DatabaseEnded(server.failure)


class Server(uvicorn.Server):
    """uvicorn that says when it serves, and drains the tables before it closes connections."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: "FastAPI",
        address: str,
        postgres: Postgres | None,
        shared: tuple[int, ...] = (),
    ) -> None:
        """`shared`: the first of the listening sockets, at which siblings listen as well."""
        super().__init__(config)
        self._shared = len(shared)
        self._giving: asyncio.Task[None] | None = None
        self.address = address
        self.app = app
        self.postgres = postgres
        self.failure: str | None = None
        """The reason why the server has to stop, if nobody asked it to."""

    def stop_because(self, failure: str) -> None:
        """May be called from any thread."""
        self.failure = failure
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """At the first SIGTERM the tables are given to siblings, if there are any."""
        hand_over = getattr(self.app.state, "hand_over", None)
        if sig != signal.SIGTERM or hand_over is None or hand_over.asked:
            super().handle_exit(sig, frame)
            return
        self._captured_signals.append(sig)
        hand_over.asked = True

    async def on_tick(self, counter: int) -> bool:
        hand_over = getattr(self.app.state, "hand_over", None)
        if hand_over is not None and hand_over.asked and self._giving is None:
            self._giving = asyncio.create_task(self._give_tables(hand_over))
        return await super().on_tick(counter)

    async def _give_tables(self, hand_over: Callable[[], Awaitable[None]]) -> None:
        """Hands the tables over, then closes."""
        try:
            print(GIVING, flush=True)
            self.app.state.resign()
            for server in self.servers[: self._shared]:
                server.close()  # what comes from now on is a sibling's
            await hand_over()
        except Exception as error:  # broad: whatever it was, the process closes as it would alone
            structlog.get_logger().error("handing over failed", error=error_chain(error))
        finally:
            self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        from app.web.server import collector

        await super().startup(sockets)
        collector.start()
        if self.started:
            print(f"Pecking Order is open at {self.address}", flush=True)
            say_open: Callable[[str], None] | None = getattr(self.app.state, "say_open", None)
            if say_open is not None:
                threading.Thread(target=say_open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drains the application, then closes; connections that stay are cut.

        The application's own shutdown comes too late, after uvicorn has closed every connection.
        """
        if self._giving is not None:
            self._giving.cancel()
        last_resort = threading.Timer(EXIT_TIMEOUT, self.end_at_once)
        last_resort.daemon = True
        last_resort.start()
        drain: Callable[[], Awaitable[None]] | None = getattr(self.app.state, "drain", None)
        if drain is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(drain(), DRAIN_TIMEOUT)
        asyncio.get_running_loop().call_later(ABORT_AFTER, self.abort_all)
        await super().shutdown(sockets)
        if self.postgres is None:  # else it has to be stopped yet
            last_resort.cancel()

    def end_at_once(self) -> None:
        """Ends a shutdown that hangs, on the database perhaps. Nothing acknowledged is lost."""
        print(
            f"Closing took more than {EXIT_TIMEOUT:.0f} s: ended as it stands.",
            file=sys.stderr,
            flush=True,
        )
        if self.postgres is not None:
            with suppress(OSError):
                self.postgres.process.send_signal(signal.SIGINT)
        os._exit(1)

    def abort_all(self) -> None:
        """Cuts the connections that are still open."""
        for connection in list(self.server_state.connections):
            connection.cut("closing")  # type: ignore[union-attr]  # our protocols


def uvicorn_config(settings: Settings, app: "FastAPI") -> uvicorn.Config:
    """uvicorn's configuration as measured: small frames, no compression, limited protocols."""
    from app.web.server.protocols import limited_protocols

    pages, tables = limited_protocols(app.state.connection_limiter)
    return uvicorn.Config(
        app,
        loop="auto",
        http=pages,
        ws=tables,
        ws_max_size=16 * 1024,  # bytes; a command is a few hundred
        ws_per_message_deflate=False,  # costs 44 kB for each socket and a third of the throughput
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=2,
    )


@contextmanager
def stop_signals() -> Iterator[None]:
    """Ends the process in good order at SIGTERM and SIGHUP, as at Ctrl-C.

    uvicorn alone would end before PostgreSQL was stopped.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        raise StopSignal(0)

    numbers = [signal.SIGTERM] + ([signal.SIGHUP] if sys.platform != "win32" else [])
    former = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def stop_when_postgres_ends(postgres: Postgres, server: Server) -> None:
    """Stops serving when PostgreSQL ends: a supervisor can then start us again."""
    process = postgres.process
    while process.poll() is None:
        postgres.rotate_log()
        with suppress(subprocess.TimeoutExpired):
            process.wait(ROTATE_EVERY)
    if not server.should_exit:
        server.stop_because(f"PostgreSQL stopped. {postgres.log_tail()}")
