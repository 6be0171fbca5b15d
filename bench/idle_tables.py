"""The cost of a move while more and more tables lie idle beside it.

One process for each number of tables. All open their tables first and are then measured in turns,
so that a disturbance of the machine affects all of them.
"""

import asyncio
import gc
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial, reduce
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from time import monotonic, process_time
from typing import Final

import msgspec

from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.model.room import Room
from app.table.ports import Patience
from bench.lobby_players import PATIENT, Cost, Players, add_costs, lobby_on, rss
from bench.null_store import NullStore
from bench.quiet_logs import quiet_logs
from bench.report import EVERY

ROUNDS: Final = 10
REST: Final = 2.0
"""Seconds for which processes in which nobody moves are measured."""
SIGN: Final = 2.0
"""Seconds between two signs of life of a browser."""
STEP: Final = 0.02
"""Seconds between two portions of them."""
LIMIT: Final = 900.0
"""Seconds within which a process must answer."""


class TableCount(msgspec.Struct, frozen=True):
    """A number of open tables at which a match has begun and everybody is there."""

    tables: int
    active: int
    """The tables at which moves are made."""
    alive: bool = False
    """True if everybody sends heartbeats as a browser does, and is missed without them."""


class TableCountResult(msgspec.Struct, frozen=True):
    size: TableCount
    cost: Cost
    ratio: float
    """Of a move, relative to the compared size: the median of the rounds."""
    rss: int
    """Bytes of the process."""
    rest: float
    """Share of a core that the tables need when nobody moves."""


def measure_idle_tables(
    sizes: Sequence[TableCount],
    against: int,
    moves: int,
    seed: int,
    tell: Callable[[str], None],
    rest: float = REST,
) -> list[TableCountResult]:
    """Measures `moves` moves at each size, and compares with number `against` of them.

    Nobody moves for `rest` seconds before.
    """
    with ExitStack() as stack:
        pipes = [stack.enter_context(_opened(size, seed)) for size in sizes]
        for pipe, size in zip(pipes, sizes, strict=True):
            _wait_for_answer(pipe, partial(tell, f"a server opens {size.tables:,} tables"))
        tell("nobody moves")
        rests = [_ask(pipe, Rest(rest)) for pipe in pipes]
        rounds = list[list[Cost]]()
        for number in range(ROUNDS):
            tell(f"each process plays in turn, round {number + 1} of {ROUNDS}")
            rounds.append([_ask(pipe, Moves(max(1, moves // ROUNDS))).cost for pipe in pipes])
    ratios = [
        median(costs[at].each / costs[against].each for costs in rounds) for at in range(len(sizes))
    ]
    costs = [reduce(add_costs, (costs[at] for costs in rounds)) for at in range(len(sizes))]
    return [
        TableCountResult(size, cost, ratio, idle.rss, idle.cost.busy / rest)
        for size, cost, ratio, idle in zip(sizes, costs, ratios, rests, strict=True)
    ]


class Rest(msgspec.Struct, frozen=True):
    """An order to wait for some seconds while nobody moves."""

    seconds: float


class Moves(msgspec.Struct, frozen=True):
    """An order to make some moves."""

    moves: int


class Answer(msgspec.Struct, frozen=True):
    cost: Cost
    rss: int


@contextmanager
def _opened(size: TableCount, seed: int) -> Iterator[Connection]:
    """A process of its own, told what to do over the pipe; it says when it is ready."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, size, seed), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.kill()
        process.join()
        ours.close()


def _ask(pipe: Connection, what: Rest | Moves) -> Answer:
    pipe.send(what)
    return _wait_for_answer(pipe)


def _wait_for_answer(pipe: Connection, tell: Callable[[], None] = lambda: None) -> Answer:
    """Raises TimeoutError, and EOFError where the process has ended."""
    end = monotonic() + LIMIT
    while not pipe.poll(EVERY):
        tell()
        if monotonic() > end:
            raise TimeoutError("a process does not answer")
    answer = pipe.recv()
    assert isinstance(answer, Answer)
    return answer


# -- in that process


def _serve(pipe: Connection, size: TableCount, seed: int) -> None:
    with quiet_logs():
        asyncio.run(_open(pipe, size, seed))


async def _open(pipe: Connection, size: TableCount, seed: int) -> None:
    store = NullStore()
    lobby, chance = (
        lobby_on(store, store, Patience() if size.alive else PATIENT),
        random.Random(seed),
    )
    rooms = [store.furnish(f"t{number}") for number in range(size.tables)]
    playing = [Players(lobby, chance) for _ in range(size.active)]
    clients: list[Client] = []
    living = asyncio.create_task(_live(clients)) if size.alive else None
    for players, room in zip(playing, rooms, strict=False):
        await players.come(room.id, room.people)
        clients += players.clients
    for room in rooms[size.active :]:
        clients += await _sat_down(lobby, room)
    gc.collect()
    gc.freeze()
    order: Rest | Moves | None = None
    while True:
        began, before = process_time(), sum(each.moves for each in playing)
        match order:
            case Rest(seconds):
                await asyncio.sleep(seconds)
            case Moves(moves):
                await asyncio.gather(*(each.play(moves // size.active) for each in playing))
        made = sum(each.moves for each in playing) - before
        pipe.send(Answer(Cost(made, process_time() - began), rss()))
        order = await asyncio.to_thread(pipe.recv)
        assert living is None or not living.done(), "people live on"


async def _sat_down(lobby: Lobby, room: Room) -> list[Client]:
    """Everybody is there and has seen the table."""
    clients = await asyncio.gather(
        *(lobby.connect(room.id, person, None) for person in room.people)
    )
    await asyncio.sleep(0)
    for client in clients:
        while client.outbox.take() is not None:
            pass
    return clients


async def _live(clients: Sequence[Client]) -> None:
    """Signs of life of everybody, until cancelled."""
    began, heard = monotonic(), 0.0
    while True:
        await asyncio.sleep(STEP)
        due = (monotonic() - began) / SIGN
        for at in range(int(heard * len(clients)), int(due * len(clients))):
            clients[at % len(clients)].note_alive()
        heard = due
