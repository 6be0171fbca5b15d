"""`bench table`: live tables without sockets: entries per second, and their time by part."""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from statistics import median
from time import process_time
from typing import Any, Final
from unittest.mock import patch

import msgspec
import uvloop

from app.games import BY_SLUG, GAMES
from app.rules.game import AnyGame
from app.store.log.lines import prepare
from app.table.actor import held_commands
from app.table.clients.client import Client
from app.table.clients.outbox import MAX_OTHERS, ReaderQueue
from app.table.lobby.lobby import Lobby
from app.table.match.live_match import LiveMatch
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.records import LogLine
from app.table.model.room import Person, PersonId, RoomId
from app.table.model.server_messages import Bye, RoomShown
from app.table.ports import TableServices
from app.table.show.broadcast import Broadcaster
from app.table.system import SystemClock, SystemDealer
from app.web.socket import wire
from bench.null_store import NullStore
from bench.play import longest
from bench.report import Ask, Bench, Progress, Sheet
from tests.table.fakes import FakeBots

TABLES: Final = (1, 50)
ROUNDS: Final = 5
BEST: Final = 5.0
LEAST: Final = 10
"""The least entries of each turn: the last one's frames may come after its end."""
PARTS: Final = ("play", "append", "frames", "encode")


class PreparedLines(NullStore):
    """Makes each line ready for the database as well."""

    async def append(self, line: LogLine) -> None:
        ready(line)
        await super().append(line)
        if line.room is not None:
            self._keep(line.room)


def ready(line: LogLine) -> None:
    prepare(line)


def encoded(message: Any) -> bytes:
    return wire.encode(message)


class Player:
    """Answers each question at once with a random legal move, and encodes what it is sent."""

    def __init__(
        self,
        client: Client,
        number: int,
        seats: int,
        chance: random.Random,
        players: "ReaderQueue[Player]",
    ) -> None:
        self._client, self._number, self._seats, self._chance = client, number, seats, chance
        self._answered: tuple[str, str] | None = None
        self._said = 0
        client.outbox.join(players, self)

    def read(self) -> None:
        for message in self._client.outbox.take_some(MAX_OTHERS):
            encoded(message)
            if isinstance(message, Frame):
                self._answer(message)
            elif isinstance(message, RoomShown):
                self._gather(message)
            elif isinstance(message, Bye):
                return

    def _id(self) -> str:
        self._said += 1
        return f"{self._number}-{self._said}"

    def _answer(self, frame: Frame) -> None:
        asked = None if frame.prompt is None else (frame.match, frame.prompt.key)
        if asked is not None and asked != self._answered and frame.moves:
            self._answered = asked
            move = self._chance.choice(msgspec.json.decode(frame.moves))
            self._client.send(say.Play(self._id(), asked[1], move))

    def _gather(self, room: RoomShown) -> None:
        if room.stage != "gathering" or room.seat is None:
            return
        if self._number and not next(seat.ready for seat in room.seats if seat.number == room.seat):
            self._client.send(say.Ready(self._id(), ready=True))
        elif not self._number and room.config_problem is None and len(room.seats) == self._seats:
            self._client.send(say.Start(self._id()))


async def furnish(
    lobby: Lobby,
    game: AnyGame,
    seats: int,
    number: int,
    chance: random.Random,
    players: ReaderQueue[Player],
) -> None:
    """A table with everybody at it; it begins by itself."""
    people = [
        Person(
            PersonId(f"{number}-{seat}".ljust(22, "-")), f"Player {number} {seat}", registered=False
        )
        for seat in range(seats)
    ]
    room = RoomId(
        await lobby.create(people[0], game.slug, msgspec.to_builtins(longest(game)), False)
    )
    for seat, person in enumerate(people):
        await lobby.enter(room, person, sit=True)
        Player(await lobby.connect(room, person, None), seat, seats, chance, players)


async def read_in_turn(players: ReaderQueue[Player]) -> None:
    while True:
        for player in await players.take():
            player.read()


class Measured(msgspec.Struct):
    """Seconds of CPU for each entry."""

    whole: list[float] = []
    parts: dict[str, list[float]] = {}


@patch.object(held_commands, "MOMENTS", (0.0, 0.0))  # the wait for them is no work
async def measure(game: AnyGame, seats: int, tables: int, seconds: float, seed: int) -> Measured:
    """Measures in turns the whole, and the parts with a clock around each."""
    log, dealer = PreparedLines(), SystemDealer()
    lobby = Lobby(TableServices(BY_SLUG, log, log, SystemClock(), dealer, FakeBots()))
    chance, players = random.Random(seed), ReaderQueue[Player]()
    reading = asyncio.create_task(read_in_turn(players))
    for number in range(tables):
        await furnish(lobby, game, seats, number, chance, players)
    await asyncio.sleep(seconds / 4)
    measured = Measured([], {part: [] for part in PARTS})
    for _ in range(ROUNDS):
        entries, began = log.entries, process_time()
        await asyncio.sleep(seconds / ROUNDS / 2)
        while log.entries < entries + LEAST:  # noqa: ASYNC110  however slow the machine
            await asyncio.sleep(0.01)
        measured.whole.append((process_time() - began) / (log.entries - entries))
        with timed() as spent:
            entries = log.entries
            await asyncio.sleep(seconds / ROUNDS / 2)
            while log.entries < entries + LEAST:  # noqa: ASYNC110  however slow the machine
                await asyncio.sleep(0.01)
            for part, took in spent.items():
                measured.parts[part].append(took / (log.entries - entries))
    await lobby.drain()
    reading.cancel()
    return measured


@contextmanager
def timed() -> Iterator[dict[str, float]]:
    """Seconds spent in each part meanwhile; none of them calls another."""
    spent = dict.fromkeys(PARTS, 0.0)

    def clocked(part: str, act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def acts(*given: Any) -> Any:
            began = process_time()
            try:
                return act(*given)
            finally:
                spent[part] += process_time() - began

        return acts

    with ExitStack() as changed:
        changed.enter_context(patch.object(LiveMatch, "step", clocked("play", LiveMatch.step)))
        changed.enter_context(patch.object(LiveMatch, "link", clocked("append", LiveMatch.link)))
        changed.enter_context(patch(f"{__name__}.ready", clocked("append", ready)))
        changed.enter_context(
            patch.object(Broadcaster, "update_all", clocked("frames", Broadcaster.update_all))
        )
        changed.enter_context(patch(f"{__name__}.encoded", clocked("encode", encoded)))
        yield spent


def run(ask: Ask) -> Sequence[Sheet]:
    progress, rows = Progress(ask), []
    for game in GAMES:
        for tables in TABLES:
            seats = 4 if 4 in game.seats else game.seats[0]
            progress.tell(f"{game.slug}, {tables} tables of {seats}")
            found = uvloop.run(measure(game, seats, tables, ask.each(BEST), ask.seed))
            whole, parts = (
                1e6 * median(found.whole),
                [1e6 * median(found.parts[part]) for part in PARTS],
            )
            rows.append((game.slug, seats, tables, 1e6 / whole, whole, *parts, whole - sum(parts)))
    return [
        Sheet(
            "Live tables with a log in memory and no sockets, one core",
            (
                "game",
                "seats",
                "tables",
                "entries/s",
                "us/entry",
                *(f"{part} us" for part in PARTS),
                "the rest us",
            ),
            rows,
            (
                (
                    "play: judge the move and make the next state. append: its link in the chain,"
                    " and"
                    " its line made ready to be written."
                ),
                (
                    "frames: every seat's frame. encode: what each of them is sent, as JSON. The"
                    " rest:"
                    " the mailbox, clocks, presence,"
                ),
                (
                    "the event loop, and the players of this benchmark, who choose among the moves"
                    " that they are sent."
                ),
            ),
        )
    ]


BENCH: Final = Bench(
    "table",
    "live tables without sockets and database: entries per second, and where the time goes",
    run,
)
