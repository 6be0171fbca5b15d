"""A simulated client's part in shuffles: honest, none, sealed only, or opened wrongly first."""

from typing import TYPE_CHECKING, Final

from app.fair import SECRET
from app.table.model import client_messages as say
from app.table.model.match_messages import CardsOpened, DealtShown, ShuffleShown
from app.table.model.room import MatchId
from tests.prove.simulation.oracle import Broken
from tests.prove.simulation.process import Connection
from tests.table.fair_check import opening, sealing

if TYPE_CHECKING:
    from tests.prove.simulation.client import SimulatedClient

MANNERS: Final = ("honest", "honest", "honest", "seals only", "wrong first", "none", "none")


class ShuffleClient:
    """The seals and openings of one client, by connection."""

    def __init__(self, client: "SimulatedClient") -> None:
        self._client = client
        self._manner: str = client.chance.choice(MANNERS)
        self.coming: tuple[Connection, ShuffleShown] | None = None
        """The newest message on the connection that acts."""
        self._willing: Connection | None = None
        self._said: set[tuple[object, ...]] = set()
        self._asked: dict[tuple[Connection, MatchId, int], ShuffleShown] = {}
        self._dealt: dict[tuple[Connection, MatchId, int], DealtShown] = {}
        self._entropy: dict[tuple[str, int, int], bytes] = {}

    def heard(
        self, connection: Connection, message: ShuffleShown | DealtShown | CardsOpened
    ) -> None:
        """Keeps what was asked and dealt on a connection, and has the oracle check it. Raises
        Broken."""
        place = (connection, message.match, message.number)
        if isinstance(message, ShuffleShown):
            if message.opening:
                self._asked[place] = message
            return
        asked = self._asked.get(place)
        if asked is None or asked.attempt != message.attempt:
            raise Broken("a deal was shown without its decks")
        oracle, person = self._client.world.oracle, self._client.person.id
        if isinstance(message, DealtShown):
            self._dealt[place] = message
            oracle.check_dealt(asked, message, person)
        elif place not in self._dealt:
            raise Broken("cards were opened of a deal that was not shown")
        else:
            oracle.check_cards(asked, self._dealt[place], message, person)

    def turn(self, connection: Connection) -> None:
        """Sends what is due, on the acting connection."""
        if self._manner == "none":
            return
        if self._willing is not connection:
            self._willing = connection
            self._client.mention(say.JoinShuffles(self._client.id()), connection)
        if self.coming is None or self.coming[0] is not connection:
            return
        message = self.coming[1]
        if message.seat is None:
            return
        if not message.opening:
            if not self._once(connection, message, "seal"):
                return
            part = self._part(message)
            self._client.mention(sealing(message, part, self._client.id()), connection)
        elif message.seat in message.sealed and message.due is not None:
            self._open(connection, message)

    def _open(self, connection: Connection, message: ShuffleShown) -> None:
        if self._manner == "seals only" and not self._client.calm:
            return
        entropy = self._part(message)
        if self._manner == "wrong first" and self._once(connection, message, "wrong"):
            entropy = bytes(SECRET)
        elif not self._once(connection, message, "open"):
            return
        self._client.mention(opening(message, entropy, self._client.id()), connection)

    def _part(self, message: ShuffleShown) -> bytes:
        place = (message.match, message.number, message.attempt)
        if place not in self._entropy:
            self._entropy[place] = self._client.chance.randbytes(SECRET)
        return self._entropy[place]

    def _once(self, connection: Connection, message: ShuffleShown, what: str) -> bool:
        """True the first time on this connection."""
        said = (connection, message.match, message.number, message.attempt, what)
        fresh = said not in self._said
        self._said.add(said)
        return fresh
