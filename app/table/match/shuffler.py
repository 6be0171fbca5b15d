"""The shuffler of one table: draws the order that the rules wait for, with its proof."""

from collections.abc import Iterable
from typing import Protocol

from app.rules.game import Seat
from app.rules.replay import Shuffled
from app.table.match.live_match import LiveMatch
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant
from app.table.model.room import PersonId, Room
from app.table.model.server_lines import LineCode, Named, ServerLine, server_line
from app.table.ports import Dealer
from app.table.room import seating


class ShuffleWitnesses(Protocol):
    """The people who can take part in a shuffle; the table's presence tracker knows them."""

    def able_to_shuffle(self, now: float, willing: bool = False) -> Iterable[PersonId]:
        """People who could open a part now; `willing`: who also said that they seal every one."""


class Shuffler:
    """Waits for the seats that take part, and leaves out those that seal and do not open."""

    def __init__(self, dealer: Dealer, witnesses: ShuffleWitnesses) -> None:
        self._dealer, self._witnesses = dealer, witnesses
        self.lines: list[ServerLine] = []
        """Lines that the server has to say about it; the caller takes them."""

    def draw(
        self, live: LiveMatch, room: Room, coming: ShuffleRound | None, n: int, now: Instant
    ) -> Shuffled | None:
        """The order of `n` cards with its proof; None: somebody is waited for."""
        if coming is None:
            return Shuffled(self._dealer.order(self._dealer.secret(), n))
        for seat in coming.restart_without_late(now, live.active_seats):
            late = Named(live.places[seat].person, live.names[seat])
            self.lines.append(server_line(LineCode.PART_NOT_OPENED, late))
        people: Iterable[PersonId] = self._witnesses.able_to_shuffle(now.mono, willing=True)
        if coming.after_restart:
            people = (seat.person for seat in room.seats if seat.person is not None)
        willing = _seats_of(live, room, people)
        present = _seats_of(live, room, self._witnesses.able_to_shuffle(now.mono))
        if not coming.ready(now, willing, present):
            return None
        proof = coming.proof()
        assert all(live.places[int(seat)].bot is None for seat in proof.seals), (
            "bots have no part in a shuffle"
        )
        return Shuffled(self._dealer.order(coming.seed(), n), proof)


def _seats_of(live: LiveMatch, room: Room, people: Iterable[PersonId]) -> frozenset[Seat]:
    """The seats of these people that play and stay."""
    seats = (seating.seat_of(room, person) for person in people)
    staying = (Seat(seat.number) for seat in seats if seat is not None and not seat.leaving)
    return frozenset(staying).intersection(live.active_seats)
