"""Misbehaviour of a simulated client: it vanishes, opens windows, repeats itself, plays out of
turn."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.match_messages import Frame
from app.table.model.room import ClockLevel
from tests.prove.simulation.process import Connection

if TYPE_CHECKING:
    from tests.prove.simulation.client import SimulatedClient


class ClientFaults:
    """The misbehaviour of one client."""

    def __init__(self, client: "SimulatedClient") -> None:
        self._client, self._world, self._chance = client, client.world, client.chance

    def done(self, connection: Connection) -> bool:
        """Perhaps misbehaves; True if the client's turn is used up."""
        dice = self._chance.random()
        if dice > self._world.wildness:
            return False
        act: Callable[[Connection], None] = self._chance.choice(
            (
                self._cut,
                self._vanish,
                self._double,
                self._chatter,
                self._stale,
                self._parrot,
                self._whim,
                self._whim,
                self._whim,
            )
        )
        act(connection)
        return True

    def _stay_away(self) -> None:
        if self._chance.random() < 0.4:
            self._client.back = self._world.loop.time() + 15

    def _cut(self, connection: Connection) -> None:
        self._stay_away()
        self._world.happened["cut"] += 1
        connection.cut()

    def _vanish(self, connection: Connection) -> None:
        self._stay_away()
        self._world.happened["vanished"] += 1
        connection.vanish()
        self._world.loop.call_later(self._chance.randrange(1, 30), connection.cut)

    def _double(self, connection: Connection) -> None:
        if len(self._client.connections) < 3:
            self._world.happened["second window"] += 1
            self._client.connect()

    def _chatter(self, connection: Connection) -> None:
        if self._client.pending is None:
            self._world.happened["chat"] += 1
            self._client.say(say.Say(id_ := self._client.id(), text=f"hello {id_}"), connection)

    def _stale(self, connection: Connection) -> None:
        """Sends an illegal move, or an answer to an old prompt."""
        frame = self._client.frame
        if self._client.pending is None and frame is not None and frame.prompt is not None:
            self._world.happened["wrong move"] += 1
            move: Any = self._chance.choice((*moves_of(frame), {"type": "nonsense"}))
            self._client.say(
                say.Play(
                    self._client.id(),
                    key=self._chance.choice((frame.prompt.key, "yesterday.1")),
                    move=move,
                ),
                connection,
            )

    def _parrot(self, connection: Connection) -> None:
        """Repeats an old command, as a late retransmission does."""
        old = [
            wish
            for wish in [*self._client.said.values()][-6:]
            if isinstance(wish.command, say.Play)
        ]
        room = self._world.store.rooms[self._world.room]
        old = [
            wish for wish in old if self._world.oracle.commands.get(wish.command.id) == room.match
        ]
        if old:
            self._world.happened["late repetition"] += 1
            self._client.send(self._chance.choice(old), connection)

    def _whim(self, connection: Connection) -> None:
        room = self._client.room
        if self._client.pending is not None or room is None:
            return
        others = [person.id for person in room.people if person.id != self._client.person.id]
        host = room.host == self._client.person.id
        frame, id_ = self._client.frame, self._client.id()
        choices: list[AnyCommand] = [
            say.Pause(id_),
            say.Resume(id_),
            say.Stand(id_),
            say.Sit(id_),
            say.PlayHere(id_),
        ]
        if frame is not None and (moves := moves_of(frame)):
            choices += [say.Premove(id_, move=self._chance.choice(moves))]
        gone = [seat for seat in room.seats if seat.presence == "gone" and seat.person is not None]
        for seat in gone * 3:
            choice = self._chance.choice(("wait", "bot", "without"))
            choices.append(say.StandIn(id_, seat=seat.number, choice=choice))  # type: ignore[arg-type]
        if room.host_away is not None:
            choices += [say.Kick(id_, person=room.host)]
        if host:
            choices += [
                say.AddBot(id_, strength="steady"),
                say.SetRoom(id_, clock=self._chance.choice([*ClockLevel])),
            ]
            choices += [say.Kick(id_, person=person) for person in others[:1]] + [
                say.MakeHost(id_, person=person) for person in others[-1:]
            ]
            choices += [say.CallLastDeal(id_)] if self._chance.random() < 0.3 else []
            choices += [say.StopMatch(id_)] if self._chance.random() < 0.3 else []
        command = self._chance.choice(choices)
        self._world.happened[str(command.__struct_config__.tag)] += 1
        self._client.say(command, connection)


def moves_of(frame: Frame) -> Sequence[Any]:
    """The moves that a frame lists; they travel as JSON text."""
    moves: Sequence[Any] = (
        msgspec.json.decode(frame.moves) if isinstance(frame.moves, msgspec.Raw) else frame.moves
    )
    return moves
