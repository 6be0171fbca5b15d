"""Pokes: a seated person reminds somebody whom the table visibly waits for."""

from typing import Final

from app.rules.game import Seat
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch
from app.table.model.errors import NotNow, TooMuch
from app.table.model.room import Person, PersonId, Room, RoomSeat
from app.table.model.server_messages import Poked
from app.table.ports import Clock
from app.table.room import room_commands, seating

PAUSE: Final = 20.0
"""Seconds between two pokes of one person, no matter by whom."""


class Pokes:
    """The last poke of each person. Only what everybody sees decides who may be poked."""

    def __init__(self, people: People, clock: Clock) -> None:
        self._people, self._clock = people, clock
        self._last: dict[PersonId, float] = {}

    def poke(self, room: Room, live: LiveMatch | None, who: Person, seat: Seat) -> RoomSeat:
        """Tells every window of the person at `seat`, and returns the seat.

        Raises NotSeated, NotNow, Unknown, TooMuch.
        """
        room_commands.check_seated(room, who.id)
        if live is None or room.paused:
            raise NotNow("The table is paused." if room.paused else "No match is running.")
        poked = seating.seat_numbered(room, seat)
        if poked.person is None or poked.stand_in is not None:
            raise NotNow(f"A bot plays for {poked.name}; there is nobody to poke.")
        if poked.person == who.id:
            raise NotNow("You can’t poke yourself.")
        if seat not in live.moment.awaited:
            raise NotNow(f"Nobody is waiting for {poked.name} right now.")
        now = self._clock.monotonic()
        before = self._last.get(poked.person)
        if before is not None and now < before + PAUSE:
            raise TooMuch(f"{poked.name} was poked a moment ago; wait a little.")
        self._last[poked.person] = now
        for client in self._people:
            if client.person == poked.person:
                client.outbox.put(Poked(who.id, who.name))
        return poked
