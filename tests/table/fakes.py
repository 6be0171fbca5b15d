"""Stand-ins for what a table needs from outside: a clock that is moved by hand, a store that fails on request, chance that is known."""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec

from app.rules.game import AnyGame, AnyView
from app.rules.replay import Played, Setup
from app.table.notices import ChatLine
from app.table.ports import FIRST, CodeTaken, Fenced, Line, Place, Record, StoreAway, Written
from app.table.room import MatchId, PersonId, Room, RoomId, Stage

START = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


async def settle(turns: int = 60) -> None:
    """Lets everything run that can run without time passing."""
    for _ in range(turns):
        await asyncio.sleep(0)


@dataclass(order=True)
class FakeTimer:
    at: float
    number: int
    act: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """Implements ports.Clock; time passes in `pass_by` only."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self._timers: list[FakeTimer] = []
        self._count = 0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds - 1000.0)

    @property
    def wall(self) -> int:
        return round(self.now().timestamp() * 1000)

    def monotonic(self) -> float:
        return self.seconds

    def call_later(self, seconds: float, act: Callable[[], None]) -> FakeTimer:
        self._count += 1
        timer = FakeTimer(self.seconds + seconds, self._count, act)
        heapq.heappush(self._timers, timer)
        return timer

    async def pass_by(self, seconds: float) -> None:
        """Time passes, each timer rings at its moment, and what it sets off is done before time goes on."""
        await settle()
        end = self.seconds + seconds
        while self._timers and self._timers[0].at <= end:
            timer = heapq.heappop(self._timers)
            if timer.cancelled:
                continue
            self.seconds = max(self.seconds, timer.at)
            timer.act()
            await settle()
        self.seconds = end
        await settle()

    def stand_still(self, seconds: float) -> None:
        """The whole process was stopped for so long: nothing ran, and every timer is late."""
        self.seconds += seconds


class FakeDealer:
    """Deals in order, or the orders that a test puts into `orders`, or as `shuffle` leaves them."""

    def __init__(self) -> None:
        self.orders: list[tuple[int, ...]] = []
        self.shuffle: Callable[[list[int]], None] = lambda _: None
        self.codes = ["BRAVO", "CHARM", "DELTA"]
        self._tokens = self._secrets = 0

    def secret(self) -> bytes:
        self._secrets += 1
        return sha256(f"secret {self._secrets}".encode()).digest()

    def order(self, drawn: bytes, n: int) -> tuple[int, ...]:
        if self.orders and len(self.orders[0]) == n:
            return self.orders.pop(0)
        order = list(range(n))
        self.shuffle(order)
        return tuple(order)

    def between(self, low: float, high: float) -> float:
        return (low + high) / 2

    def token(self, bits: int) -> str:
        self._tokens += 1
        return f"token{self._tokens:017}"

    def code(self) -> str:
        self.codes.append(self.codes.pop(0))
        return self.codes[-1]


class FakeBots:
    """Implements ports.Bots: the first move, unless a test says otherwise."""

    strengths: tuple[str, ...] = ("casual", "steady")

    def __init__(self) -> None:
        self.asked: list[tuple[str, AnyView, tuple[Any, ...]]] = []
        self.broken = False
        self.instead: Any = None
        self.second_thought: Callable[[Sequence[Any]], Any] = lambda moves: None
        self.thinks_for_ever = False

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        self.asked.append((strength, view, tuple(moves)))
        if self.broken:
            raise RuntimeError("a bot that holds a seven and cannot think")
        return moves[0] if self.instead is None else self.instead

    async def ponder(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float) -> Any | None:
        if self.thinks_for_ever:
            await asyncio.Event().wait()
        return self.second_thought(moves)


@dataclass
class StoredMatch:
    room: RoomId
    game: str
    rules_version: int
    setup: Setup
    epoch: int
    places: list[Place]
    lines: list[Line] = field(default_factory=list)
    state: str = "running"
    secret: bytes | None = None

    def record(self, match: MatchId) -> Record:
        written = tuple(Written(line.entry, line.at, line.command) for line in self.lines)
        return Record(match, self.epoch, self.game, self.rules_version, self.setup, tuple(self.places), written, secret=self.secret)


class FakeStore:
    """Implements ports.MoveLog and ports.RoomBook in memory. What a test sets decides how the next writes go."""

    def __init__(self) -> None:
        self.matches: dict[MatchId, StoredMatch] = {}
        self.rooms: dict[RoomId, Room] = {}
        self.epochs: dict[RoomId, int] = {}
        """Of rooms that were opened."""
        self.lines: dict[RoomId, list[ChatLine]] = {}
        self.writes = 0
        self.fail_at: int | None = None
        """The number of the write (1 is the next) that fails with StoreAway before anything is written."""
        self.lose_at: int | None = None
        """The number of the write whose answer is lost: written, and StoreAway all the same."""
        self.down = False
        """Everything fails, reading too."""
        self.gate: asyncio.Event | None = None
        """Writes wait for it."""

    def _check_up(self) -> None:
        if self.down:
            raise StoreAway

    async def _write(self, act: Callable[[], None]) -> None:
        if self.gate is not None:
            await self.gate.wait()
        else:
            await asyncio.sleep(0)
        self._check_up()
        self.writes += 1
        if self.fail_at is not None:
            self.fail_at -= 1
            if self.fail_at == 0:
                self.fail_at = None
                raise StoreAway
        act()
        if self.lose_at is not None:
            self.lose_at -= 1
            if self.lose_at == 0:
                self.lose_at = None
                raise StoreAway

    # -- MoveLog

    async def begin(
        self, room: Room, game: AnyGame, setup: Setup, places: Sequence[Place], room_epoch: int = FIRST, secret: bytes | None = None
    ) -> int:
        assert room.match is not None
        match = room.match

        def act() -> None:
            self._check_epoch(room.id, room_epoch)
            self.matches[match] = StoredMatch(room.id, game.slug, game.rules_version, setup, 1, list(places), secret=secret)
            self._keep(room)

        await self._write(act)
        return 1

    async def claim(self, match: MatchId, game: AnyGame) -> Record:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches[match]
        stored.epoch += 1
        return stored.record(match)

    async def recall(self, match: MatchId, game: AnyGame) -> Record | None:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches.get(match)
        if stored is None or (stored.state, stored.game, stored.rules_version) != ("finished", game.slug, game.rules_version):
            return None
        return stored.record(match)

    async def movers(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches.get(match)
        if stored is None:
            return frozenset()
        people = {place.seat: place.person for place in stored.places if place.person is not None}
        return frozenset(
            (people[line.entry.seat], line.command)
            for line in stored.lines
            if line.command is not None and isinstance(line.entry, Played) and line.entry.seat in people
        )

    async def append(self, line: Line) -> None:
        def act() -> None:
            stored = self.matches[line.match]
            if stored.epoch != line.epoch or len(stored.lines) != line.ply or stored.state != "running":
                raise Fenced
            if line.room is not None:
                self._check_epoch(line.room.id, line.room_epoch)
            assert line.command is None or all(old.command != line.command for old in stored.lines), "a command is applied once"
            stored.lines.append(line)
            stored.places.extend(line.places)
            if line.outcome is not None:
                stored.state = "finished"
            if line.room is not None:
                self._keep(line.room)

        await self._write(act)

    async def stop(self, match: MatchId, epoch: int, room: Room, reason: str, room_epoch: int = FIRST) -> None:
        def act() -> None:
            stored = self.matches[match]
            if stored.epoch != epoch or stored.state != "running":
                raise Fenced
            self._check_epoch(room.id, room_epoch)
            stored.state = f"stopped: {reason}"
            self._keep(room)

        await self._write(act)

    # -- RoomBook

    def _check_epoch(self, room: RoomId, epoch: int) -> None:
        if self.epochs.get(room, FIRST) != epoch:
            raise Fenced

    def _keep(self, room: Room) -> None:
        if any(other.code == room.code and other.id != room.id for other in self.rooms.values()):
            raise CodeTaken
        self.rooms[room.id] = msgspec.json.decode(msgspec.json.encode(room), type=Room)

    async def save(self, room: Room, epoch: int = FIRST) -> None:
        def act() -> None:
            self._check_epoch(room.id, epoch)
            self._keep(room)

        await self._write(act)

    async def take(self, room: RoomId) -> tuple[Room, int] | None:
        await asyncio.sleep(0)
        self._check_up()
        if room not in self.rooms:
            return None
        self.epochs[room] = self.epochs.get(room, FIRST) + 1
        return self.rooms[room], self.epochs[room]

    async def epoch(self, room: RoomId) -> int | None:
        await asyncio.sleep(0)
        self._check_up()
        return self.epochs.get(room, FIRST) if room in self.rooms else None

    async def load(self, room: RoomId) -> Room | None:
        await asyncio.sleep(0)
        self._check_up()
        return self.rooms.get(room)

    async def by_secret(self, secret: str) -> RoomId | None:
        self._check_up()
        return next((room.id for room in self.rooms.values() if room.secret == secret), None)

    async def by_code(self, code: str) -> RoomId | None:
        self._check_up()
        return next((room.id for room in self.rooms.values() if room.code == code), None)

    async def awake(self) -> list[Room]:
        self._check_up()
        return [room for room in self.rooms.values() if room.stage is Stage.PLAYING]

    async def chat(self, room: RoomId, limit: int) -> list[ChatLine]:
        self._check_up()
        return self.lines.get(room, [])[-limit:]

    async def say(self, room: RoomId, line: ChatLine, epoch: int = FIRST) -> None:
        def act() -> None:
            self._check_epoch(room, epoch)
            self.lines.setdefault(room, []).append(line)

        await self._write(act)


def person_id(name: str) -> PersonId:
    return PersonId(name.lower().ljust(22, "-"))
