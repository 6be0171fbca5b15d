"""The people of `bench wire`: guests who come in over HTTP, sit down over raw sockets, and answer with random legal moves.

A program of its own, so that what it costs is not the house's; it asks the system for what the house and its database have used. Cheap on
purpose: of a frame it reads the question and the moves, and its mask is zero.

    python -m bench.wire_load '{"port":…,"tables":…}'     prints its Report as JSON
"""

import asyncio
import os
import random
import sys
from pathlib import Path
from time import perf_counter
from typing import Final, cast
from urllib.parse import urlencode

import msgspec
import uvloop

TICK: Final = os.sysconf("SC_CLK_TCK")
LEAST: Final = 5
"""Moves that a measurement waits for, however slow the machine."""
PATIENCE: Final = 120.0
"""Seconds."""


class Load(msgspec.Struct, frozen=True):
    """What is to be done."""

    port: int
    house: int
    """The process whose CPU time is counted."""
    postgres: int
    """The first process of the database; its children are counted with it."""
    game: str
    options: str
    """As JSON."""
    tables: int
    seats: int
    think: float
    """Seconds on average between a question and its answer; 0: at once."""
    warm: float
    seconds: float
    seed: int = 1
    core: int | None = None


class Report(msgspec.Struct, frozen=True):
    """What came of it, in the seconds after warming up."""

    seconds: float
    moves: int
    """That every seat was shown."""
    others: int
    """Moves that were taken and not shown to everybody, or while another was under way."""
    refused: int
    bytes: int
    """Received by all, with everything around the frames."""
    house_cpu: float
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
    tail: int
    """Answers of the house that did not come in one piece."""


class Question(msgspec.Struct):
    key: str


class Heard(msgspec.Struct):
    """As much of a notice as a player of moves needs."""

    type: str
    prompt: Question | None = None
    moves: tuple[msgspec.Raw, ...] = ()
    events: tuple[msgspec.Raw, ...] = ()
    match: str | None = None
    outcome: msgspec.Raw | None = None
    stage: str | None = None
    secret: str | None = None
    misfit: str | None = None


class Measured:
    """What the players write into."""

    def __init__(self) -> None:
        self.on = False
        self.waits: list[float] = []
        self.sizes: list[int] = []
        self.done = self.refused = self.bytes = self.tail = 0

    def begin(self) -> None:
        self.__init__()  # type: ignore[misc]  # as new
        self.on = True


class Move(msgspec.Struct):
    """A move on its way to everybody."""

    sent: float
    known: int
    """Events of the match that its player had been told before."""
    by: int
    missing: set[int]
    """Who has not been shown it yet."""


class Table:
    """The people of one room. Everybody is told the same events, so how many somebody was told says which moves that seat has seen."""

    def __init__(self, load: Load, measured: Measured, chance: random.Random) -> None:
        self.load, self.measured, self.chance = load, measured, chance
        self.players: list[Player] = []
        self.dealt = asyncio.Event()
        self._moves: list[Move] = []

    def move(self, by: int, known: int) -> None:
        """One is being sent; of several that answer at the same time only the first is followed."""
        if all(move.known != known for move in self._moves):
            self._moves.append(Move(perf_counter(), known, by, set(range(len(self.players)))))

    def shown(self, number: int, known: int) -> None:
        for move in self._moves:
            if known > move.known:
                move.missing.discard(number)
            elif move.by == number:
                move.missing.clear()  # a secret one: nobody else is shown anything
                move.sent = 0.0
        if self._moves and not self._moves[0].missing:
            if self.measured.on:
                now = perf_counter()
                self.measured.waits += [now - move.sent for move in self._moves if not move.missing and move.sent]
            self._moves = [move for move in self._moves if move.missing]

    def forget(self) -> None:
        """Another match has begun."""
        self._moves.clear()


class Player(asyncio.Protocol):
    """One person's socket."""

    def __init__(self, table: Table, number: int, room: str, cookie: str) -> None:
        self._table, self._number, self._room, self._cookie = table, number, room, cookie
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._upgraded = False
        self._answered = ""
        self._count = 0
        self._match: str | None = None
        self._known = 0
        """Events of the match that were told."""
        self._decoder = msgspec.json.Decoder(Heard)
        self.secret: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._readied = self._started = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        port = self._table.load.port
        own = f"127.0.0.1:{port}"
        self._transport.write(
            f"GET /ws/table/{self._room} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nCookie: {self._cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        measured = self._table.measured
        measured.bytes += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101"), head
            assert found, "the head comes in one piece"
            self._upgraded = True
        at, end = 0, len(buffer)
        while end - at >= 2:
            kind, size = buffer[at] & 15, buffer[at + 1]
            start = at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if end < start + size:
                measured.tail += 1
                break
            if kind == 1:
                self._hear(buffer[start : start + size])
            elif kind == 9:
                self._write(10, buffer[start : start + size])
            elif kind == 8:
                raise AssertionError(f"the house closed: {buffer[start : start + size]!r}")
            at = start + size
        self._buffer = buffer[at:]

    def _hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"frame"'):
            heard = self._decoder.decode(text)
            if heard.match != self._match:
                self._match, self._known = heard.match, 0
                self._table.forget()
            self._known += len(heard.events)
            self._table.shown(self._number, self._known)
            if self._table.measured.on:
                self._table.measured.sizes.append(len(text))
            if heard.prompt is not None and heard.moves and heard.prompt.key != self._answered:
                self._answered = heard.prompt.key
                self._answer(self._answered, self._table.chance.choice(heard.moves))
            self._table.dealt.set()
        elif text.startswith(b'{"type":"done"'):
            self._table.measured.done += self._table.measured.on
        elif text.startswith(b'{"type":"refused"'):
            self._table.measured.refused += 1
        elif text.startswith(b'{"type":"room"'):
            self._gather(self._decoder.decode(text))

    def _gather(self, heard: Heard) -> None:
        if not self.secret.done() and heard.secret is not None:
            self.secret.set_result(heard.secret)
        if heard.stage != "gathering":
            self._readied = self._started = False
        elif self._number and not self._readied:
            self._readied = True
            self.say("ready", "true", field="ready")
        elif not self._number and heard.misfit is None and len(self._table.players) == self._table.load.seats and not self._started:
            self._started = True
            self.say("start")

    def _answer(self, key: str, move: msgspec.Raw) -> None:
        think = self._table.load.think
        if think:
            asyncio.get_running_loop().call_later(self._table.chance.uniform(0, 2 * think), self._play, key, move)
        else:
            self._play(key, move)

    def _play(self, key: str, move: msgspec.Raw) -> None:
        self._table.move(self._number, self._known)
        self._count += 1
        self._write(1, b'{"type":"play","id":"%d-%d","key":"%s","move":%s}' % (self._number, self._count, key.encode(), bytes(move)))

    def say(self, kind: str, value: str | None = None, field: str = "") -> None:
        self._count += 1
        more = f',"{field}":{value}' if value is not None else ""
        self._write(1, f'{{"type":"{kind}","id":"{self._number}-{self._count}"{more}}}'.encode())

    def _write(self, kind: int, text: bytes) -> None:
        size = len(text)
        head = bytes((128 | kind, 128 | size)) if size < 126 else bytes((128 | kind, 254)) + size.to_bytes(2)
        assert self._transport is not None, "connected"
        self._transport.write(head + b"\0\0\0\0" + text)


async def post(port: int, path: str, form: dict[str, str], cookie: str = "") -> tuple[str, str]:
    """Where we were led, and our cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = urlencode(form)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    answer = (await reader.read()).decode()
    writer.close()
    head = answer.partition("\r\n\r\n")[0].split("\r\n")
    assert " 303 " in head[0], answer
    fields = [line.partition(": ")[::2] for line in head[1:]]
    given = [value.partition(";")[0] for name, value in fields if name.lower() == "set-cookie"]
    return next(value for name, value in fields if name.lower() == "location"), "; ".join(given)


async def counted(port: int) -> dict[str, float]:
    """The house's own numbers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    lines = (await reader.read()).decode().splitlines()
    writer.close()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines) if name.startswith("pecking_order_")}


async def furnish(load: Load, measured: Measured, number: int) -> Table:
    """A table with everybody seated; the host begins as soon as all are ready."""
    table = Table(load, measured, random.Random(load.seed * 100_003 + number))
    where, cookie = await post(load.port, "/rooms", {"name": f"Host {number}", "game": load.game})
    room = where.rpartition("/")[2]
    host = await come_in(table, room, cookie)
    secret = await host.secret
    host.say("set-options", load.options, field="options")
    for seat in range(1, load.seats):
        _, cookie = await post(load.port, f"/join/{secret}", {"name": f"Guest {number} {seat}"})
        await come_in(table, room, cookie)
    return table


async def come_in(table: Table, room: str, cookie: str) -> Player:
    number = len(table.players)
    _, player = await asyncio.get_running_loop().create_connection(
        lambda: Player(table, number, room, cookie), "127.0.0.1", table.load.port
    )
    table.players.append(player)
    return player


def cpu(pid: int) -> float:
    """Seconds that a process has used, exactly where the kernel tells; else in its ticks, waited children included."""
    try:
        threads = [(thread / "schedstat").read_text().split() for thread in Path(f"/proc/{pid}/task").iterdir()]
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
    await asyncio.sleep(load.warm)
    before = await counted(load.port)
    began, house, postgres, own = perf_counter(), cpu(load.house), cpu_of_all(load.postgres), cpu(os.getpid())
    measured.begin()
    await asyncio.sleep(load.seconds)
    async with asyncio.timeout(PATIENCE):
        while len(measured.waits) < LEAST:  # noqa: ASYNC110  looked at often enough
            await asyncio.sleep(0.05)
    measured.on = False
    seconds, house, postgres, own = (
        perf_counter() - began,
        cpu(load.house) - house,
        cpu_of_all(load.postgres) - postgres,
        cpu(os.getpid()) - own,
    )
    after = await counted(load.port)
    waits, sizes = sorted(measured.waits), sorted(measured.sizes)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    return Report(
        seconds, len(waits), measured.done - len(waits), measured.refused, measured.bytes, house, postgres, own,
        grown('pecking_order_commits_total{kind="shared"}'), grown('pecking_order_entries_total{fate="written"}'),
        1000 * at(waits, 0.5), 1000 * at(waits, 0.99), int(at(sizes, 0.5)), int(at(sizes, 0.99)), measured.tail,
    )  # fmt: skip


if __name__ == "__main__":
    given = msgspec.json.decode(sys.argv[1], type=Load)
    if given.core is not None:
        os.sched_setaffinity(0, {given.core})
    print(msgspec.json.encode(uvloop.run(main(given))).decode(), flush=True)
    os._exit(0)  # thousands of sockets need not be closed in good order
