"""A simulated server process: a lobby over the shared store, and connections that die with it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextvars import Context
from random import Random
from typing import TYPE_CHECKING, Any, Final

from app.rules.game import AnyGame
from app.table.actor.messages import Message
from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.lobby.quarantine import Quarantine
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import TableError
from app.table.model.room import Person, RoomId
from app.table.model.server_messages import AnyServerMessage, Bye
from app.table.ports import Patience, TableServices
from tests.prove.simulation.loop import SimulatedLoop, process_context
from tests.prove.simulation.oracle import PACE
from tests.prove.simulation.seeded_ports import LoopClock, SeededBots, SeededDealer
from tests.prove.simulation.store_connection import StoreConnection

if TYPE_CHECKING:
    from tests.prove.simulation.client import SimulatedClient

PATIENCE: Final = Patience().scaled(0.3)


class NotedCrashes(Quarantine):
    """A quarantine that reports each crash of a table as a fault."""

    def __init__(self, clock: LoopClock, broke: Callable[[str], None]) -> None:
        super().__init__(clock)
        self._broke = broke

    def record_crash(self, room: RoomId, error: Exception, handling: Message | None) -> None:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = (
            ""
            if place is None
            else f" at {place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}"
        )
        self._broke(f"a table broke: {type(error).__name__}: {error}{where}")
        super().record_crash(room, error, handling)


class ServerProcess:
    """Lives from its making to `loop.kill`."""

    def __init__(
        self,
        number: int,
        loop: SimulatedLoop,
        way: StoreConnection,
        games: Mapping[str, AnyGame],
        chance: Random,
        broke: Callable[[str], None],
    ) -> None:
        self.number, self.connection = number, way
        self._loop = loop
        self.context: Context = process_context(number)
        clock = LoopClock(loop)
        crashes = NotedCrashes(clock, broke)
        dealer, bots = SeededDealer(chance), SeededBots(chance)
        self.lobby = Lobby(
            TableServices(games, way, way, clock, dealer, bots, PACE, PATIENCE), crashes
        )
        self.connections: list[Connection] = []
        self._opening = self.do(self.lobby.open())

    def do(self, act: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        return self._loop.create_task(act, context=self.context)


class Connection:
    """One connection: a task of the process attaches it and reads it at the client's speed."""

    def __init__(
        self,
        process: ServerProcess,
        client: "SimulatedClient",
        person: Person | None,
        room: RoomId,
        slow: bool,
        enter: bool,
    ) -> None:
        self.process, self.client, self.person, self.room, self.slow = (
            process,
            client,
            person,
            room,
            slow,
        )
        self.client_handle: Client | None = None
        self.open = True
        """The client's end; the server learns of its closing by `cut`, or never."""
        self.deaf = False
        process.connections.append(self)
        self._task = process.do(self._serve(enter))

    async def _serve(self, enter: bool) -> None:
        try:
            lobby = self.process.lobby
            if (
                enter
                and self.person is not None
                and not await lobby.enter(self.room, self.person, sit=True)
            ):
                await lobby.knock(self.room, self.person)
            self.client_handle = await self.process.lobby.connect(self.room, self.person, None)
        except TableError as error:
            self.client.turned_away(self, error)
            return
        if not self.open:
            self.client_handle.close()
            return
        while True:
            message: AnyServerMessage = await self.client_handle.outbox.next_unsent()
            if self.slow:
                await asyncio.sleep(self.client.chance.randrange(100) / 100)
            if not self.deaf:
                self.client.hear(self, message)
            if isinstance(message, Bye):
                return

    def send(self, command: AnyCommand) -> None:
        if self.open and self.client_handle is not None:
            self._saying = self.process.do(self._say(self.client_handle, command))

    async def _say(self, handle: Client, command: AnyCommand) -> None:
        handle.send(command)

    def heard(self) -> None:
        if self.open and self.client_handle is not None and not self.deaf:
            self.process.context.run(self.client_handle.note_alive)

    def cut(self) -> None:
        """Ends the connection, and both ends know."""
        self.open = False
        self._task.cancel()
        if self.client_handle is not None:
            self.process.context.run(self.client_handle.close)

    def vanish(self) -> None:
        """The network is gone, and the server does not know."""
        self.open, self.deaf = False, True
