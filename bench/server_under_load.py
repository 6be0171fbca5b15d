"""A real server under load: memory of idle connections, a restart, and mass reconnects."""

import asyncio
import os
import re
import resource
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.lobby_players import rss
from bench.running_matches import SEATS, room_of, seed_running_matches, token_of
from bench.temp_database import temp_postgres
from tests.server_process import ServerProcess

Tell = Callable[[str], None]

FILES: Final = 16_384
"""Open files that the crowd in this process may need."""
PATIENCE: Final = 60.0
"""Seconds after which somebody who has seen no frame gives up."""
EACH_HOUSEHOLD: Final = 4
"""People who share one address."""
SETTLING: Final = 1.0
"""Seconds after which a server has nothing to do."""


@contextmanager
def prepared_server(tables: int) -> Iterator[ServerProcess]:
    """A server with running matches and fsync on, not started yet."""
    raise_file_limit()
    usual = {"PECKING_ORDER_PACE": "1", "PECKING_ORDER_LOG_LEVEL": "error"}
    with temp_postgres() as postgres:
        asyncio.run(seed_running_matches(postgres.url, tables))
        folder = postgres.data_dir.parent
        server = ServerProcess(folder, DATABASE_URL=postgres.url, **usual)
        try:
            yield server
        finally:
            server.stop()


def raise_file_limit() -> None:
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


async def connect_person(server: ServerProcess, person: int) -> ClientConnection:
    """Connects person n to their table, from their household's own address.

    Raises OSError, InvalidHandshake.
    """
    household = person // EACH_HOUSEHOLD
    return await connect(
        f"ws://127.0.0.1:{server.port}/ws/table/{room_of(person // SEATS)}",
        origin=f"http://127.0.0.1:{server.port}",  # type: ignore[arg-type]  # a NewType of theirs
        additional_headers={"Cookie": f"po={token_of(person)}"},
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
        ping_interval=None,
        max_queue=None,
        local_addr=(
            f"127.{1 + household // 60_000}.{household // 250 % 240}.{1 + household % 250}",
            0,
        ),
    )


async def wait_for_frame(socket: ClientConnection) -> None:
    """Until the first frame. Raises ConnectionClosed."""
    async for text in socket:
        if '"type":"frame"' in str(text)[:200] or '"type": "frame"' in str(text)[:200]:
            return
    raise ConnectionClosed(None, None)


# -- memory


class MemoryUse(msgspec.Struct, frozen=True):
    """Bytes of the server's memory for each."""

    table: float
    socket: float
    tables: int
    sockets: int


async def measure_memory(server: ServerProcess, tables: int, tell: Tell) -> MemoryUse:
    """One person at each table wakes it; then two more come to each; the difference is theirs."""
    base = await settled_rss(server)
    first = [
        await connect_person(server, 0)
    ]  # what the first of all brings about is nobody's weight
    await wait_for_frame(first[0])
    base = await settled_rss(server)
    for table in range(1, tables):
        first.append(await connect_person(server, table * SEATS))
        await wait_for_frame(first[-1])
        tell(f"{table + 1} of {tables} tables are awake")
    awake = await settled_rss(server)
    more = []
    for table in range(1, tables):
        for seat in (1, 2, 3):
            more.append(await connect_person(server, table * SEATS + seat))
            await wait_for_frame(more[-1])
        tell(f"{len(more)} more connections")
    full = await settled_rss(server)
    sockets = (full - awake) / len(more)
    for one in (*first, *more):
        one.transport.abort()
    return MemoryUse((awake - base) / (tables - 1) - sockets, sockets, tables, len(more))


async def settled_rss(server: ServerProcess) -> int:
    """Bytes, once the server has nothing to do."""
    await asyncio.sleep(SETTLING)
    return rss(server.pid)


# -- a restart


class Restart(msgspec.Struct, frozen=True):
    """A restart after a kill -9, in seconds from the kill."""

    answers: float
    frame: float
    """Until the frame of a player who tries again every tenth of a second."""
    tables: float
    """Awake then."""
    last: float
    """Until the last of some others who wait has one."""
    busy: float
    """CPU seconds of the new process until then; the rest is waiting for the machine."""


async def measure_restart(server: ServerProcess, waiting: int) -> Restart:
    """Kills and restarts the server while `waiting` people of as many tables reconnect."""
    began = monotonic()
    server.kill()
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    people = [asyncio.create_task(_come_back(server, table * SEATS)) for table in range(waiting)]
    await starting
    answers = monotonic() - began
    first = await people[0] - began
    tables = metric(server, "pecking_order_tables")
    last = max([first, *[await one - began for one in people]])
    return Restart(answers, first, tables, last, cpu(server.pid))


async def _come_back(server: ServerProcess, person: int) -> float:
    """The time at which the person sees a frame again."""
    while True:
        try:
            socket = await connect_person(server, person)
            await wait_for_frame(socket)
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            await asyncio.sleep(0.1)
        else:
            socket.transport.abort()
            return monotonic()


# -- a storm


class Reconnects(msgspec.Struct, frozen=True):
    people: int
    inside: int
    """The number of people who saw a frame before PATIENCE was at an end."""
    median: float
    """Seconds until half of those saw a frame."""
    last: float
    busy: float
    """CPU seconds of the server."""
    refusals: dict[str, int]
    """The reasons why somebody had to try again, each with its count."""
    lag: float
    """The longest that a page had to wait meanwhile, in seconds."""


async def measure_reconnects(server: ServerProcess, people: int) -> Reconnects:
    """Everybody connects at once and retries as a browser does, when told or after a second."""
    refusals: Counter[str] = Counter()
    began = monotonic()
    looking = asyncio.create_task(_longest_wait(server))
    sockets: list[ClientConnection] = []
    before = cpu(server.pid)
    coming = [
        asyncio.create_task(_storm_in(server, person, refusals, sockets))
        for person in range(people)
    ]
    inside, outside = await asyncio.wait(coming, timeout=PATIENCE)
    busy, times = cpu(server.pid) - before, sorted(task.result() - began for task in inside)
    for task in outside:
        task.cancel()
    looking.cancel()
    lag = (await asyncio.gather(looking))[0]
    if not times:
        raise TimeoutError(f"nobody came in: {dict(refusals)}")
    for socket in sockets:
        socket.transport.abort()
    return Reconnects(
        people, len(times), times[len(times) // 2], times[-1], busy, dict(refusals), lag
    )


async def _storm_in(
    server: ServerProcess, person: int, refusals: Counter[str], sockets: list[ClientConnection]
) -> float:
    while True:
        try:
            socket = await connect_person(server, person)
            sockets.append(socket)
            await wait_for_frame(socket)
        except ConnectionClosed as closed:
            refusals[f"closed: {closed.rcvd.reason if closed.rcvd else 'without a word'}"] += 1
        except InvalidHandshake as refused:
            refusals[str(refused)] += 1
        except (OSError, TimeoutError) as error:
            refusals[type(error).__name__] += 1
        else:
            return monotonic()
        await asyncio.sleep(1.0)


async def _longest_wait(server: ServerProcess) -> float:
    """The longest that /healthz took, until cancelled."""
    longest = 0.0
    while True:
        began = monotonic()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            with closing(writer):  # we are cancelled while we wait
                writer.write(
                    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                )
                await reader.read()
            longest = max(longest, monotonic() - began)
            await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            return max(longest, monotonic() - began)


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def metric(server: ServerProcess, name: str) -> float:
    """One of the numbers that the server shows to its own machine."""
    with urllib.request.urlopen(f"{server.base_url}/metrics") as answer:
        found = re.search(rf"^{name} (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found, f"no {name}"
    return float(found[1])
