"""The people of `bench wire`, at raw sockets: cheap, since they read prompts and moves alone."""

import asyncio
import random
from time import perf_counter
from typing import cast

import msgspec


class Load(msgspec.Struct, frozen=True):
    """The load to be made."""

    port: int
    server: int
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
    config_problem: str | None = None


class Measured:
    """The measurements that the players write."""

    def __init__(self) -> None:
        self.on = False
        self.held: dict[Player, tuple[str, msgspec.Raw]] | None = {}
        """The answers that wait until the game has begun for all; None: it has."""
        self.waits: list[float] = []
        self.sizes: list[int] = []
        self.done = self.refused = self.bytes = self.tail = 0

    def release(self) -> None:
        """Everybody is there: all answer from now on."""
        held, self.held = self.held, None
        for player, answer in (held or {}).items():
            player.answer(*answer)

    def begin(self) -> None:
        self.__init__()  # type: ignore[misc]  # as new
        self.on, self.held = True, None


class Move(msgspec.Struct):
    """A move on its way to everybody."""

    sent: float
    known: int
    """Events of the match that its player had been told before."""
    by: int
    missing: set[int]
    """The seats that have not been shown it yet."""


class Table:
    """The people of one room. All get the same events: their count says which moves a seat saw."""

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
                self.measured.waits += [
                    now - move.sent for move in self._moves if not move.missing and move.sent
                ]
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
            f"GET /ws/table/{self._room} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n"
            f"Cookie: {self._cookie}\r\n"
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
                raise AssertionError(f"the server closed: {buffer[start : start + size]!r}")
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
                self.answer(self._answered, self._table.chance.choice(heard.moves))
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
        elif (
            not self._number
            and heard.config_problem is None
            and len(self._table.players) == self._table.load.seats
            and not self._started
        ):
            self._started = True
            self.say("start")

    def answer(self, key: str, move: msgspec.Raw) -> None:
        """After some thought, or once everybody is there."""
        think, held = self._table.load.think, self._table.measured.held
        if held is not None:
            held[self] = (key, move)
        elif think:
            asyncio.get_running_loop().call_later(
                self._table.chance.uniform(0, 2 * think), self._play, key, move
            )
        else:
            self._play(key, move)

    def _play(self, key: str, move: msgspec.Raw) -> None:
        self._table.move(self._number, self._known)
        self._count += 1
        self._write(
            1,
            b'{"type":"play","id":"%d-%d","key":"%s","move":%s}'
            % (self._number, self._count, key.encode(), bytes(move)),
        )

    def say(self, kind: str, value: str | None = None, field: str = "") -> None:
        self._count += 1
        more = f',"{field}":{value}' if value is not None else ""
        self._write(1, f'{{"type":"{kind}","id":"{self._number}-{self._count}"{more}}}'.encode())

    def _write(self, kind: int, text: bytes) -> None:
        size = len(text)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else bytes((128 | kind, 254)) + size.to_bytes(2)
        )
        assert self._transport is not None, "connected"
        self._transport.write(head + b"\0\0\0\0" + text)
