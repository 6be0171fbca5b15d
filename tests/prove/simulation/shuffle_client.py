"""A simulated client's part in shuffles: honest, none, sealed only, or opened wrongly first."""

from typing import TYPE_CHECKING, Final

from app.fair import SECRET, shuffle
from app.table.model import client_messages as say
from app.table.model.server_messages import ShuffleShown
from tests.prove.simulation.process import Connection

if TYPE_CHECKING:
    from tests.prove.simulation.client import SimulatedClient

MANNERS: Final = ("honest", "honest", "honest", "seals only", "wrong first", "none", "none")


class ShuffleClient:
    """The seals and openings of one client, by connection."""

    def __init__(self, friend: "SimulatedClient") -> None:
        self._friend = friend
        self._manner: str = friend.chance.choice(MANNERS)
        self.coming: tuple[Connection, ShuffleShown] | None = None
        """The newest promise on the connection that acts."""
        self._willing: Connection | None = None
        self._said: set[tuple[object, ...]] = set()
        self._entropy: dict[tuple[str, int, int], bytes] = {}

    def turn(self, wire: Connection) -> None:
        """Sends what is due, on the acting connection."""
        if self._manner == "none":
            return
        if self._willing is not wire:
            self._willing = wire
            self._friend.mention(say.JoinShuffles(self._friend.id()), wire)
        if self.coming is None or self.coming[0] is not wire:
            return
        notice = self.coming[1]
        if notice.seat is None:
            return
        if (
            notice.seat not in notice.sealed
            and not notice.opening
            and self._once(wire, notice, "seal")
        ):
            entropy = self._part(notice)
            sealed = shuffle.seal(notice.match, notice.number, notice.attempt, notice.seat, entropy)
            self._friend.mention(
                say.Seal(self._friend.id(), notice.match, notice.number, notice.attempt, sealed),
                wire,
            )
        elif notice.seat in notice.sealed and notice.opening:
            self._open(wire, notice)

    def _open(self, wire: Connection, notice: ShuffleShown) -> None:
        if self._manner == "seals only" and not self._friend.calm:
            return
        entropy = self._part(notice)
        if self._manner == "wrong first" and self._once(wire, notice, "wrong"):
            entropy = bytes(SECRET)
        elif not self._once(wire, notice, "open"):
            return
        self._friend.mention(
            say.Open(self._friend.id(), notice.match, notice.number, notice.attempt, entropy.hex()),
            wire,
        )

    def _part(self, notice: ShuffleShown) -> bytes:
        place = (notice.match, notice.number, notice.attempt)
        if place not in self._entropy:
            self._entropy[place] = self._friend.chance.randbytes(SECRET)
        return self._entropy[place]

    def _once(self, wire: Connection, notice: ShuffleShown, what: str) -> bool:
        """True the first time on this connection."""
        said = (wire, notice.commitment, what)
        fresh = said not in self._said
        self._said.add(said)
        return fresh
