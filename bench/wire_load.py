"""The load of `bench wire`: guests come over HTTP, sit down, and play random legal moves.

A program of its own, so that its cost is not the server's. It asks the system for the CPU time of
the server and its database.

    python -m bench.wire_load '{"port":…,"tables":…}'     prints its Report as JSON
"""

import asyncio
import os
import random
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Final
from urllib.parse import urlencode

import msgspec
import uvloop

from bench.wire_players import Load, Measured, Player, Table
from bench.wire_socket import opening

TICK: Final = os.sysconf("SC_CLK_TCK")
LEAST: Final = 5
"""Moves that a measurement waits for, however slow the machine."""
PATIENCE: Final = 120.0
"""Seconds."""


class Report(msgspec.Struct, frozen=True):
    """The results, in the seconds after warming up."""

    seconds: float
    moves: int
    """The moves that every seat was shown."""
    others: int
    """Moves that were taken and not shown to everybody, or while another was under way."""
    refused: int
    bytes: int
    """Received by all, with everything around the frames."""
    server_cpu: float
    """Seconds."""
    postgres_cpu: float
    own_cpu: float
    commits: float
    entries: float
    p50: float
    """Milliseconds from sending a move until the last seat has its frame."""
    p99: float
    frame_p50: int
    """Bytes of a frame, without the socket's own header."""
    frame_p99: int
    matches: int
    """Begun since the tables were furnished."""


class TurnedAway(Exception):
    """The server asks us to come again: its database is slow."""


HOME: Final = "127.0.0.1"
"""The address from which people come where nothing else is said."""


async def post(
    port: int, path: str, form: dict[str, str], cookie: str = "", source: str = HOME
) -> tuple[str, str]:
    """Sends a form from an address: the address that the answer leads to, and our cookie."""
    body = urlencode(form)
    answer = await request(
        port,
        f"POST {path} HTTP/1.1\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}",
        body,
        source,
    )
    head = answer.partition("\r\n\r\n")[0].split("\r\n")
    if " 503 " in head[0]:
        raise TurnedAway(path)
    assert " 303 " in head[0], f"{path}: {head[0]}"
    fields = [line.partition(": ")[::2] for line in head[1:]]
    given = [value.partition(";")[0] for name, value in fields if name.lower() == "set-cookie"]
    return next(value for name, value in fields if name.lower() == "location"), "; ".join(given)


async def get(port: int, path: str, cookie: str = "") -> str:
    """The whole answer."""
    return await request(port, f"GET {path} HTTP/1.1\r\nCookie: {cookie}")


async def request(port: int, head: str, body: str = "", source: str = HOME) -> str:
    """The answer to a request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    with closing(writer):
        writer.write(
            f"{head}\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n{body}".encode()
        )
        return (await reader.read()).decode()


async def counted(*ports: int) -> dict[str, float]:
    """The server's own numbers; those of several processes added up."""
    found: defaultdict[str, float] = defaultdict(float)
    for port in ports:
        for line in (await get(port, "/metrics")).splitlines():
            name, _, value = line.rpartition(" ")
            if name.startswith("pecking_order_"):
                found[name] += float(value)
    return found


async def furnish(load: Load, measured: Measured, number: int, source: str = HOME) -> Table:
    """A table with everybody seated; the host begins as soon as all are ready."""
    table = Table(load, measured, random.Random(load.seed * 100_003 + number), number)
    form = {"name": f"Hanna {number}", "game": load.game}
    where, cookie = await post(table.port, "/rooms", form, source=source)
    room = where.rpartition("/")[2]
    if load.passed:
        await open_room(table.port, room, cookie, source)
    host = await come_in(table, room, cookie, source)
    secret = await host.secret
    host.say("set-options", options=load.options)
    for seat in range(1, load.seats):
        form = {"name": f"Guest {number} {seat}"}
        _, cookie = await post(table.port, f"/join/{secret}", form, source=source)
        await come_in(table, room, cookie, source)
    return table


async def open_room(port: int, room: str, cookie: str, source: str = HOME) -> None:
    """A socket that ends once it has heard something: the process at this port runs the room."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    with closing(writer):
        writer.write(opening(port, room, cookie))
        await reader.readuntil(b"\r\n\r\n")
        await reader.read(1)


async def come_in(table: Table, room: str, cookie: str, source: str = HOME) -> Player:
    number = len(table.players)
    _, player = await asyncio.get_running_loop().create_connection(
        lambda: Player(table, number, room, cookie),
        "127.0.0.1",
        table.socket_port,
        local_addr=(source, 0),
    )
    table.players.append(player)
    return player


def cpu(pid: int) -> float:
    """CPU seconds of a process: exact where the kernel tells, else in ticks with children."""
    try:
        threads = [
            (thread / "schedstat").read_text().split()
            for thread in Path(f"/proc/{pid}/task").iterdir()
        ]
        if any(int(fields[0]) for fields in threads):
            return sum(int(fields[0]) for fields in threads) / 1e9
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / TICK


def cpu_of_all(pid: int) -> float:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu(pid) + sum(cpu(int(child)) for child in children)


def at(values: list[float] | list[int], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


async def main(load: Load) -> Report:
    measured = Measured()
    busy = asyncio.Semaphore(8)

    async def one(number: int) -> Table:
        async with busy:
            return await furnish(load, measured, number)

    tables = await asyncio.gather(*map(one, range(load.tables)))
    for table in tables:
        async with asyncio.timeout(PATIENCE):
            await table.dealt.wait()
    measured.release()
    await asyncio.sleep(load.warm)
    before = await counted(*load.ports)
    began, server, postgres, own = (
        perf_counter(),
        sum(map(cpu, load.servers)),
        cpu_of_all(load.postgres),
        cpu(os.getpid()),
    )
    measured.begin()
    await asyncio.sleep(load.seconds)
    async with asyncio.timeout(PATIENCE):
        while len(measured.waits) < LEAST or any(  # noqa: ASYNC110  looked at often enough
            len(table.matches) < load.matches and not table.lost for table in tables
        ):
            await asyncio.sleep(0.05)
    measured.on = False
    seconds, server, postgres, own = (
        perf_counter() - began,
        sum(map(cpu, load.servers)) - server,
        cpu_of_all(load.postgres) - postgres,
        cpu(os.getpid()) - own,
    )
    after = await counted(*load.ports)
    if lost := [why for table in tables for why in table.lost]:
        raise ConnectionError(f"{len(lost)} people lost their connection: {lost[0]}")
    waits, sizes = sorted(measured.waits), sorted(measured.sizes)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    return Report(
        seconds,
        len(waits),
        measured.done - len(waits),
        measured.refused,
        measured.bytes,
        server,
        postgres,
        own,
        grown('pecking_order_commits_total{kind="shared"}'),
        grown('pecking_order_entries_total{fate="written"}'),
        1000 * at(waits, 0.5),
        1000 * at(waits, 0.99),
        int(at(sizes, 0.5)),
        int(at(sizes, 0.99)),
        sum(len(table.matches) for table in tables),
    )


if __name__ == "__main__":
    given = msgspec.json.decode(sys.argv[1], type=Load)
    if given.core is not None:
        os.sched_setaffinity(0, {given.core})
    print(msgspec.json.encode(uvloop.run(main(given))).decode(), flush=True)
    os._exit(0)  # thousands of sockets need not be closed in good order
