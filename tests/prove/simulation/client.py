"""A simulated client: it plays, errs, vanishes, comes back, and checks all that it sees."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from app.rules.errors import GameOver, IllegalMove, NotYourTurn, StaleMove
from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import TableError
from app.table.model.match_messages import CardsOpened, DealtShown, Frame, ShuffleShown
from app.table.model.room import Person, Stage
from app.table.model.server_messages import (
    AnyServerMessage,
    Bye,
    Chat,
    ChatLine,
    Done,
    Refused,
    RoomShown,
)
from tests.prove.simulation.client_faults import ClientFaults, moves_of
from tests.prove.simulation.oracle import Broken, Seen
from tests.prove.simulation.process import Connection
from tests.prove.simulation.shuffle_client import ShuffleClient
from tests.table.fakes import person_id

if TYPE_CHECKING:
    from tests.prove.simulation.world import World

FINAL: Final = frozenset({StaleMove.code, NotYourTurn.code, IllegalMove.code, GameOver.code})
"""Refusals of moves that say: this did not happen."""
AGAIN: Final = frozenset({"busy", "cannot-save"})
"""Refusals that say: not now, say it again."""


@dataclass
class PendingCommand:
    """A command on its way, repeated until it is answered."""

    command: AnyCommand
    sent: int = 0
    refused: int = 0
    owed: dict[Connection, int] = field(default_factory=dict)
    """The answers that each connection still owes."""
    since: float = 0.0


class SimulatedClient:
    """One person with some connections. `calm` clients only do what ends a match."""

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.chance = world, world.chance
        self.person = Person(person_id(name), name, registered=False)
        self.connections: list[Connection] = []
        self.pending: PendingCommand | None = None
        self.said: dict[str, PendingCommand] = {}
        self.calm = False
        self.member = False
        self.shuffles = ShuffleClient(self)
        self._mischief = ClientFaults(self)
        self._seen: dict[Connection, Seen] = {}
        self._rooms: dict[Connection, RoomShown] = {}
        self._frames: dict[Connection, Frame] = {}
        """The last frame of each window: after closing the newer one, the older one counts."""
        self._count = 0
        self._displaced = False
        """The server holds that another window acts: of two that came at once it was the last."""
        self.back = 0.0
        """The time at which a client who left comes again."""

    # -- what arrives

    def turned_away(self, connection: Connection, error: TableError) -> None:
        self.world.note(f"{self.person.name} turned away: {error.code}")
        connection.open = False
        if error.code in ("not-member", "room-gone"):
            self.member = False

    def hear(self, connection: Connection, message: AnyServerMessage) -> None:
        try:
            self._hear(connection, message)
        except Broken as broken:
            self.world.broke(str(broken))

    def _hear(self, connection: Connection, message: AnyServerMessage) -> None:
        match message:
            case RoomShown():
                self.world.oracle.check_room(message)
                self._rooms[connection] = message
                if connection is self._acting:
                    self.member = message.member
            case Frame():
                seen = self._seen[connection] = self.world.oracle.check_frame(
                    message, self.person.id, self._seen.get(connection)
                )
                self.world.note(f"{self.person.name} sees {message.match} {seen.ply}")
                self._frames[connection] = message
            case ShuffleShown():
                self.world.oracle.check_promise(message)
                self.shuffles.heard(connection, message)
                if connection is self._acting:
                    self.shuffles.coming = (connection, message)
            case DealtShown() | CardsOpened():
                self.shuffles.heard(connection, message)
            case Chat(lines):
                stored = self.world.store.lines.get(self.world.room, [])
                kept = [_unnumbered(one.shown()) for one in stored]
                if not all(_unnumbered(line) in kept for line in lines):
                    raise Broken("a line of chat was shown that was never saved")
            case Done(id_):
                self._answered(connection, id_, None)
            case Refused(id_, code) if id_ is not None:
                self._answered(connection, id_, code)
            case Bye(code=code):
                self.world.note(f"{self.person.name} bye {code}")
                connection.open = False
            case _:
                pass

    def _answered(self, connection: Connection, id_: str, code: str | None) -> None:
        wish, world = self.said[id_], self.world
        world.note(f"{self.person.name} {id_} {code or 'done'}")
        wish.owed[connection] -= 1
        if wish.owed[connection] < 0:
            raise Broken("a command was answered more often than it was said")
        landed = world.oracle.commands.get(id_)
        if code is None:
            if isinstance(wish.command, say.Play) and landed is None:
                raise Broken("a move was called done that is not in the log")
            if wish.sent > 1:
                world.happened["repeated, done"] += 1
        else:
            wish.refused += 1
            if code == "elsewhere" and connection is self._acting:
                self._displaced = True
            if code == "bad-part":
                world.happened["opened wrongly"] += 1
            if code == "cannot-save":
                world.happened["refused, cannot save"] += 1
            now = world.store.rooms[world.room].match
            if (
                isinstance(wish.command, say.Play)
                and code in FINAL
                and landed is not None
                and landed == now
            ):
                raise Broken(f"a move was refused ({code}) that is in the log")
        if self.pending is wish and code not in AGAIN:
            self.pending = None

    def check_caught_up(self) -> None:
        """Checks that every window shows the last moment of the last match. Raises Broken."""
        room = self.world.store.rooms[self.world.room]
        for connection in self.connections:
            seen = self._seen.get(connection)
            if (
                not connection.open
                or room.match is None
                or self.world.store.matches[room.match].state != "finished"
            ):
                continue
            if (
                seen is None
                or seen.match != room.match
                or seen.ply != self.world.oracle.length(room.match)
            ):
                raise Broken("a window does not show how the match ended")
            if any(wish.owed.get(connection) for wish in self.said.values()):
                raise Broken("a command was never answered")

    # -- what they do

    @property
    def room(self) -> RoomShown | None:
        """The room as the acting window shows it."""
        acting = self._acting
        return None if acting is None else self._rooms.get(acting)

    @property
    def frame(self) -> Frame | None:
        acting = self._acting
        return None if acting is None else self._frames.get(acting)

    @property
    def _acting(self) -> Connection | None:
        for connection in reversed(self.connections):
            if connection.open:
                return connection
        return None

    def turn(self) -> None:
        """Reads, reconnects or sends something."""
        self.connections = [connection for connection in self.connections if connection.open]
        connection = self._acting
        if connection is None:
            if self.calm or self.world.loop.time() >= self.back:
                self.connect()
            return
        for one in self.connections:
            if self.calm or self.chance.random() < 0.9:
                one.heard()
        if connection.client_handle is None:
            return
        if self._displaced:
            self._displaced = False
            self.mention(say.PlayHere(self.id()), connection)
        self.shuffles.turn(connection)
        if not self.calm and self._mischief.done(connection):
            return
        if self.pending is not None:
            self._insist(self.pending, connection)
        elif self.room is not None and self.room.id == connection.room:
            command = self._wanted(self.room)
            if command is not None:
                self.say(command, connection)

    def connect(self) -> None:
        process = self.world.pick_process(self.calm)
        if process is None:
            return
        slow = not self.calm and self.chance.random() < 0.15
        if slow:
            self.world.happened["slow reader"] += 1
        self.world.happened["connection"] += 1
        self.connections.append(
            Connection(process, self, self.person, self.world.room, slow, enter=not self.member)
        )

    def say(self, command: AnyCommand, connection: Connection) -> None:
        self.pending = self.mention(command, connection)

    def mention(self, command: AnyCommand, connection: Connection) -> PendingCommand:
        """Sends a command without waiting for its answer."""
        wish = self.said[command.id] = PendingCommand(command, since=self.world.loop.time())
        self.send(wish, connection)
        return wish

    def send(self, wish: PendingCommand, connection: Connection) -> None:
        wish.sent += 1
        wish.owed[connection] = wish.owed.get(connection, 0) + 1
        connection.send(wish.command)

    def _insist(self, wish: PendingCommand, connection: Connection) -> None:
        """Repeats a command that may have been lost, as a browser does."""
        owed = wish.owed.get(connection, 0)
        if owed == 0 or (self.chance.random() < 0.1 and not self.calm):
            self.send(wish, connection)

    def id(self) -> str:
        self._count += 1
        return f"{self.person.name}{self._count}"

    def _wanted(self, room: RoomShown) -> AnyCommand | None:
        if room.host == self.person.id and room.knocks:
            return say.Admit(self.id(), room.knocks[0].id, admit=True)
        if room.replaced:
            return say.Sit(self.id())
        if room.stage is Stage.GATHERING:
            return self._gathering(room)
        frame = self.frame
        if room.paused:
            return say.Resume(self.id()) if self.calm or self.chance.random() < 0.3 else None
        if (
            frame is None
            or frame.match != room.match
            or frame.prompt is None
            or frame.outcome is not None
        ):
            return None
        if not self.calm and self.chance.random() < 0.2:
            return None
        return say.Play(self.id(), key=frame.prompt.key, move=self.chance.choice(moves_of(frame)))

    def _gathering(self, room: RoomShown) -> AnyCommand | None:
        if self.calm and self.world.enough:
            return None
        mine, wanted = (
            next((seat for seat in room.seats if seat.person == self.person.id), None),
            self.world.seats,
        )
        if mine is None and len(room.seats) < wanted:
            return say.Sit(self.id())
        if room.host != self.person.id:
            return None if mine is None or mine.ready else say.Ready(self.id(), ready=True)
        if room.clock is not self.world.clock_level and room.host_away is None:
            return say.SetRoom(self.id(), clock=self.world.clock_level)
        bots = [seat for seat in room.seats if seat.bot is not None]
        if len(room.seats) < wanted:
            return say.AddBot(self.id(), strength="casual")
        if bots and (len(room.seats) > wanted or len(room.seats) == len(bots)):
            return say.RemoveBot(self.id(), seat=bots[0].number)
        return say.Start(self.id())


def _unnumbered(line: ChatLine) -> ChatLine:
    """The line without numbers behind names: somebody who left may come back as "Ann 2"."""
    name, text = (re.sub(r"(?<=[a-z]) \d+\b", "", words) for words in (line.name, line.text))
    return replace(line, name=name, text=text)
