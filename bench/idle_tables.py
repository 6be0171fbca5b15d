"""What a move costs while more and more tables lie idle beside it.

One process for each number of tables; all have opened theirs before any is measured, and then they are measured in turns, so that whatever
disturbs the machine disturbs all of them.
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
import structlog

from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.model.patience import Patience
from app.table.model.room import Room
from bench.lobby_players import PATIENT, Cost, NullStore, Players, add_costs, lobby_on, rss
from bench.report import EVERY

ROUNDS: Final = 10
REST: Final = 2.0
"""Seconds for which a house in which nobody moves is looked at."""
SIGN: Final = 2.0
"""Seconds between two signs of life of a browser."""
STEP: Final = 0.02
"""Seconds between two portions of them."""
LIMIT: Final = 900.0
"""Seconds within which a house must have done what it was told."""


class TableCount(msgspec.Struct, frozen=True):
    """So many open tables, at which a match has begun and everybody is there."""

    tables: int
    active: int
    """At which moves are made."""
    alive: bool = False
    """Whether everybody gives signs of life as a browser does, and is missed without."""


class TableCountResult(msgspec.Struct, frozen=True):
    house: TableCount
    cost: Cost
    ratio: float
    """Of a move, to the same in the house that all are compared with: the median of the rounds."""
    rss: int
    """Bytes of the process."""
    rest: float
    """Share of a core that the tables need when nobody moves."""


def measure_idle_tables(
    houses: Sequence[TableCount], against: int, moves: int, seed: int, tell: Callable[[str], None]
) -> list[TableCountResult]:
    """`moves` in all in each house; each is compared with number `against` of them."""
    with ExitStack() as stack:
        pipes = [stack.enter_context(_opened(house, seed)) for house in houses]
        for pipe, house in zip(pipes, houses, strict=True):
            _wait_for_answer(pipe, partial(tell, f"a server opens {house.tables:,} tables"))
        tell("nobody moves")
        rests = [_ask(pipe, Rest()) for pipe in pipes]
        rounds = list[list[Cost]]()
        for number in range(ROUNDS):
            tell(f"each house plays in turn, round {number + 1} of {ROUNDS}")
            rounds.append([_ask(pipe, Moves(max(1, moves // ROUNDS))).cost for pipe in pipes])
    ratios = [
        median(costs[at].each / costs[against].each for costs in rounds)
        for at in range(len(houses))
    ]
    costs = [reduce(add_costs, (costs[at] for costs in rounds)) for at in range(len(houses))]
    return [
        TableCountResult(house, cost, ratio, rest.rss, rest.cost.busy / REST)
        for house, cost, ratio, rest in zip(houses, costs, ratios, rests, strict=True)
    ]


class Rest(msgspec.Struct, frozen=True):
    """Nobody moves, for REST seconds."""


class Moves(msgspec.Struct, frozen=True):
    """So many are made."""

    moves: int


class Answer(msgspec.Struct, frozen=True):
    cost: Cost
    rss: int


@contextmanager
def _opened(house: TableCount, seed: int) -> Iterator[Connection]:
    """A process of its own, told what to do over the pipe; it says when it is ready."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, house, seed), daemon=True)
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
            raise TimeoutError("a house does not answer")
    answer = pipe.recv()
    assert isinstance(answer, Answer)
    return answer


# -- in that process


def _serve(pipe: Connection, house: TableCount, seed: int) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    asyncio.run(_open(pipe, house, seed))


async def _open(pipe: Connection, house: TableCount, seed: int) -> None:
    store = NullStore()
    lobby, chance = (
        lobby_on(store, store, Patience() if house.alive else PATIENT),
        random.Random(seed),
    )
    rooms = [store.furnish(f"t{number}") for number in range(house.tables)]
    playing = [Players(lobby, chance) for _ in range(house.active)]
    chairs: list[Client] = []
    living = asyncio.create_task(_live(chairs)) if house.alive else None
    for players, room in zip(playing, rooms, strict=False):
        await players.come(room.id, room.people)
        chairs += players.clients
    for room in rooms[house.active :]:
        chairs += await _sat_down(lobby, room)
    gc.collect()
    gc.freeze()
    told: Rest | Moves | None = None
    while True:
        began, before = process_time(), sum(each.moves for each in playing)
        match told:
            case Rest():
                await asyncio.sleep(REST)
            case Moves(moves):
                await asyncio.gather(*(each.play(moves // house.active) for each in playing))
        made = sum(each.moves for each in playing) - before
        pipe.send(Answer(Cost(made, process_time() - began), rss()))
        told = await asyncio.to_thread(pipe.recv)
        assert living is None or not living.done(), "people live on"


async def _sat_down(lobby: Lobby, room: Room) -> list[Client]:
    """Everybody is there and has seen the table."""
    chairs = await asyncio.gather(*(lobby.connect(room.id, person, None) for person in room.people))
    await asyncio.sleep(0)
    for chair in chairs:
        while chair.outbox.take() is not None:
            pass
    return chairs


async def _live(chairs: Sequence[Client]) -> None:
    """Signs of life of everybody, until cancelled."""
    began, heard = monotonic(), 0.0
    while True:
        await asyncio.sleep(STEP)
        due = (monotonic() - began) / SIGN
        for at in range(int(heard * len(chairs)), int(due * len(chairs))):
            chairs[at % len(chairs)].note_alive()
        heard = due
