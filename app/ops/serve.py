"""The server process from its first line to its last: port, PostgreSQL, schema, application, and all of them down again.

What can take its time overlaps: PostgreSQL starts while the application is being imported.
"""

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from app.ops.database import print_progress
from app.ops.postgres import Postgres
from app.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

DRAIN_TIMEOUT = 4.0  # seconds that the application may take to say goodbye
ABORT_AFTER = 0.5  # seconds after that until whoever has not left is cut
ROTATE_EVERY = 60.0  # seconds between two looks at the size of PostgreSQL's log
EXIT_TIMEOUT = 8.0  # seconds from being told to stop until the process ends as it stands: what was acknowledged is written
SEND_TIMEOUT = 10_000  # milliseconds that a browser may leave what we send lying, until the kernel cuts the connection
SEND_BUFFER = 64 * 1024  # bytes that the kernel keeps for each connection
GC_THRESHOLDS = (1_000, 20, 100)
"""When Python looks for circles. Rarely among the old: moves leave none behind, and each look stops everybody. Soon among the young: what
refused connections leave behind is freed in one go, and 20,000 of that at once made honest answers under attack wait 8 ms longer (p99)."""
MAX_OPEN_FILES = 16_384  # open files, each connection being one


class PortTaken(Exception):
    """The address cannot be listened on; the message says why and what to do."""


class DatabaseEnded(Exception):
    """The embedded PostgreSQL ended under us; the message quotes it."""


class UnsafeDatabase(Exception):
    """The database may lose what it says it has written; the message names the settings."""


class StopSignal(SystemExit):
    """By a signal."""


def serve(settings: Settings, create_app: Callable[[Settings], "FastAPI"]) -> None:
    """Serve until told to stop by SIGINT, SIGTERM or SIGHUP. `create_app` is called after PostgreSQL was set going.

    Raises PortTaken, DatabaseEnded and whatever the database's start and the migrations raise, all with messages for people.
    """
    raise_file_limit()
    gc.disable()  # until the house is open: hardly anything is given up before
    try:
        with listen(settings) as listener, stop_signals():
            if settings.database_url is not None:
                serve_on(settings, settings.database_url, listener, create_app)
                return
            postgres = Postgres(settings.data_dir, say=print_progress)
            try:
                postgres.launch()
                serve_on(settings, postgres.url, listener, create_app, postgres)
            finally:
                postgres.stop()
    except (KeyboardInterrupt, StopSignal):
        # all is closed; Python's own tidying up takes half a second of work, in which nobody can play
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    finally:
        gc.enable()


def serve_on(
    settings: Settings,
    url: str,
    listener: socket.socket,
    create_app: Callable[[Settings], "FastAPI"],
    postgres: Postgres | None = None,
) -> None:
    from app.ops import logs
    from app.ops.migrations import migrate

    logs.configure(settings.log_level)
    app = create_app(settings.model_copy(update={"database_url": url}))
    if postgres is not None:
        app.state.disk.folder = postgres.cluster
        postgres.wait_ready()
    if asyncio.run(migrate(url)):
        print_progress("The database is up to date.")
    if not settings.unsafe_store:
        asyncio.run(check_durability(url))
    server = Server(uvicorn_config(settings, app), app, address_of(listener), postgres)
    if postgres is not None:
        threading.Thread(
            target=stop_when_postgres_ends, args=(postgres, server), daemon=True
        ).start()
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(1)  # the application's own start failed and has said why
    if server.failure is not None:
        raise DatabaseEnded(server.failure)


async def check_durability(url: str) -> None:
    """Raises UnsafeStore where the server says that it does not write through what it calls committed."""
    from app.store.database import Database

    database = Database(url)
    try:
        safety = await database.durability()
    finally:
        await database.close()
    if not safety.durable:
        raise UnsafeDatabase(
            "This PostgreSQL may lose what it says it has written: "
            f"fsync is {'on' if safety.fsync else 'off'}, full_page_writes is {'on' if safety.full_page_writes else 'off'}, "
            f"synchronous_commit is {safety.synchronous_commit}. Moves that players have seen would be gone after a power cut. "
            "Switch them on, or set PECKING_ORDER_UNSAFE_STORE=1 if nothing that is played here matters."
        )


class Server(uvicorn.Server):
    """uvicorn, with one line when requests are really being answered, and a word to those at the tables before they are cut off."""

    def __init__(
        self, config: uvicorn.Config, app: "FastAPI", address: str, postgres: Postgres | None
    ) -> None:
        super().__init__(config)
        self.address = address
        self.app = app
        self.postgres = postgres
        self.failure: str | None = None
        """Why the server has to stop, if nobody asked it to."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # what is there by now stays: to look through it again and again would stop everybody for a tenth of a second each time
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()
        if self.started:
            print(f"Pecking Order is open at {self.address}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The application's `state.drain` comes first: its own shutdown comes too late, when uvicorn has closed every connection.

        Then whoever does not leave is cut, for uvicorn waits for them all."""
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
        """Something hangs, the database say. Nothing is lost by that which anybody was told is done."""
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
        """Whoever is still there: both of the gate's classes can be cut."""
        for connection in list(self.server_state.connections):
            connection.cut("closing")  # type: ignore[union-attr]  # uvicorn knows its own classes; we gave it the gate's


def uvicorn_config(settings: Settings, app: "FastAPI") -> uvicorn.Config:
    """uvicorn as measured for this house: small frames, no compression, sans-io WebSockets, and both of its protocols with bounds."""
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
def listen(settings: Settings) -> Iterator[socket.socket]:
    """The socket to serve on, open from the first moment: who comes early waits a little instead of being turned away. Raises PortTaken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise PortTaken(
            f"Cannot listen on {settings.host} port {settings.port}: {reason}. Choose another with --port."
        ) from None
    with listener:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setblocking(False)
        yield listener


def raise_file_limit() -> None:
    """As many open files as this account may have: the usual 1,024 would be the house's bound instead of its own."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def address_of(listener: socket.socket) -> str:
    """Where to point a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104  compared, not listened on
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


@contextmanager
def stop_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the process in good order, as Ctrl-C does; uvicorn alone would be ended before PostgreSQL was stopped."""

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
    """Stop serving if PostgreSQL ends while we do: without it nothing is durable, and a supervisor can start us afresh."""
    process = postgres.process
    while process.poll() is None:
        postgres.rotate_log()
        with suppress(subprocess.TimeoutExpired):
            process.wait(ROTATE_EVERY)
    if not server.should_exit:
        server.failure = f"PostgreSQL stopped. {postgres.log_tail()}"
        server.should_exit = True
