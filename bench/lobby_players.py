"""Tables in this process, their players, and what a move costs them as its match grows."""

import asyncio
import gc
import random
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from app.games import BY_SLUG
from app.rules.codec import to_json
from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.room import (
    ClockLevel,
    Person,
    RoomId,
)
from app.table.model.server_messages import Bye, Done, Refused
from app.table.ports import (
    MoveLog,
    Patience,
    RoomStore,
    TableServices,
)
from app.table.system import SystemClock, SystemDealer
from bench.null_store import GAME, SEATS, people_of
from bench.play import longest
from tests.table.fakes import FakeBots

MANY_SEATS: Final = 8
"""At the table whose match grows old: with four it would be over by then."""


PATIENT: Final = Patience().scaled(1000)
"""Tables wait for nobody and are never put away while the benchmark lasts."""


def lobby_on(log: MoveLog, rooms: RoomStore, patience: Patience = PATIENT) -> Lobby:
    return Lobby(
        TableServices(BY_SLUG, log, rooms, SystemClock(), SystemDealer(), FakeBots(), 1.0, patience)
    )


class Players:
    """The people of one table, who answer with random moves while moves are to be made."""

    def __init__(self, lobby: Lobby, chance: random.Random, seats: int = SEATS) -> None:
        self._lobby, self._chance, self._seats = lobby, chance, seats
        self._clients: list[Client] = []
        self._reading: list[asyncio.Task[None]] = []
        self._due: dict[Client, Frame] = {}
        """The clients that are asked something, each with its frame."""
        self._left = 0
        self._outstanding: str | None = None
        """The command that is not answered yet."""
        self._done: asyncio.Event = asyncio.Event()
        self._said = self.moves = 0
        self._begun = asyncio.Event()
        self._over = False

    async def sit(self, code: str = "") -> None:
        """Opens a room with a match as long as the game allows, before its first move."""
        people = people_of(code, self._seats)
        room = await self._lobby.create(people[0], GAME.slug, to_json(longest(GAME)))
        for person in people[1:]:
            await self._lobby.enter(room, person, sit=True)
        await self.come(room, people)
        self._clients[0].send(say.SetRoom(self._id(), clock=ClockLevel.OFF))
        for client in self._clients[1:]:
            client.send(say.Ready(self._id(), ready=True))
        self._clients[0].send(say.Start(self._id(), keep_ranks=False))
        await self._begun.wait()

    async def come(self, room: RoomId, people: Sequence[Person]) -> None:
        """They belong to the room already."""
        for person in people:
            self._clients.append(await self._lobby.connect(room, person, None))
        self._reading = [asyncio.create_task(self._read(client)) for client in self._clients]

    async def play(self, moves: int) -> None:
        """Makes `moves` moves, all shown to the next players; fewer where the match ends."""
        if self._over:
            return
        self._left = moves
        self._done.clear()
        self._go_on()
        await self._done.wait()

    @property
    def over(self) -> bool:
        return self._over

    @property
    def clients(self) -> tuple[Client, ...]:
        return tuple(self._clients)

    async def leave(self) -> None:
        for task in self._reading:
            task.cancel()
        for client in self._clients:
            client.close()
        await asyncio.sleep(0)

    async def _read(self, client: Client) -> None:
        while True:
            message = await client.next()
            if isinstance(message, Bye):
                return
            if isinstance(message, Done | Refused) and message.id == self._outstanding:
                self._outstanding = None
                self.moves += isinstance(message, Done)
                self._left -= isinstance(message, Done)
                self._go_on()
            if isinstance(message, Frame):
                self._begun.set()
                self._over = message.outcome is not None
                if self._over:
                    self._done.set()
                    continue
                self._due.pop(client, None)
                if message.prompt is not None and message.moves:
                    self._due[client] = message
                self._go_on()

    def _go_on(self) -> None:
        if self._left <= 0:
            self._done.set()
        elif self._due and self._outstanding is None:
            client, frame = self._due.popitem()
            assert frame.prompt is not None
            self._outstanding = self._id()
            client.send(
                say.Play(
                    self._outstanding, key=frame.prompt.key, move=self._chance.choice(frame.moves)
                )
            )

    def _id(self) -> str:
        self._said += 1
        return f"c{self._said}"


class Cost(msgspec.Struct, frozen=True):
    moves: int
    busy: float
    """Seconds of this process's CPU."""

    @property
    def each(self) -> float:
        """Microseconds for a move."""
        return 1e6 * self.busy / self.moves


async def measure(players: Players, moves: int) -> Cost:
    """The cost of the next moves at one table."""
    began, before = process_time(), players.moves
    await players.play(moves)
    return Cost(players.moves - before, process_time() - began)


async def measure_ageing(
    log: MoveLog, rooms: RoomStore, old: int, window: int, rounds: int, seed: int
) -> tuple[Cost, Cost, int]:
    """The cost of a move from the 10th entry on and from the `old`-th on, and the final count.

    Measured in whole windows in turn, so that a disturbance of the machine affects both.
    """
    lobby, chance = lobby_on(log, rooms), random.Random(seed)
    aged = Players(lobby, chance, MANY_SEATS)
    await aged.sit("old")
    await aged.play(old)
    young_cost, old_cost = Cost(0, 0.0), Cost(0, 0.0)
    for number in range(rounds):
        young = Players(lobby, chance, MANY_SEATS)
        await young.sit(f"young{number}")
        await young.play(10)
        gc.collect()
        young_cost = add_costs(young_cost, await measure(young, window))
        gc.collect()
        old_cost = add_costs(old_cost, await measure(aged, window))
        await young.leave()
        assert not aged.over, "the match was long enough"
    await aged.leave()
    await lobby.drain()
    return young_cost, old_cost, aged.moves


def add_costs(one: Cost, other: Cost) -> Cost:
    return Cost(one.moves + other.moves, one.busy + other.busy)


def rss(pid: str | int = "self") -> int:
    """Bytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise LookupError("no VmRSS")


def open_files(pid: int) -> int:
    """The number of open file descriptors of a process."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
