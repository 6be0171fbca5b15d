"""Arrivals at one table: clients that connect, go away, or are signed out."""

from collections.abc import Callable, Iterator
from itertools import takewhile

from app.table.actor.messages import Connect, Message
from app.table.clients.client import Client, Disconnected
from app.table.clients.mailbox import Mailbox
from app.table.clients.people import People
from app.table.model.errors import NotMember, TableError
from app.table.model.room import Person
from app.table.room import membership, seating
from app.table.room.visibility import sees_room
from app.table.turn.table_state import TableState


class Arrivals:
    """Adds clients to the people at one table, and removes them."""

    def __init__(self, state: TableState, people: People, mailbox: Mailbox[Message]) -> None:
        self._state, self._people = state, people
        self._mailbox, self._clock = mailbox, state.services.clock

    async def check_owner(self, request: Connect) -> None:
        """Checks that the room is still ours, before a client connects.

        A new window must not show an older state than the last one did, perhaps at another server.
        One look at the store does for all who connect at once. Raises Fenced, StoreAway.
        """
        others = tuple(self._next_arrivals())
        if not request.owner_checked:
            await self._state.check_owner()
            for one in others:
                one.owner_checked = True

    def _next_arrivals(self) -> Iterator[Connect]:
        """The next messages, as long as people only come and go: those who come."""
        next_ = takewhile(lambda one: isinstance(one, Connect | Disconnected), self._mailbox)
        return (one for one in next_ if isinstance(one, Connect))

    @property
    def only_arrivals_next(self) -> bool:
        """True if the next message only comes or goes too, and need not wait for the store."""
        first = next(iter(self._mailbox), None)
        return isinstance(first, Disconnected) or (
            isinstance(first, Connect) and first.owner_checked
        )

    def connect(self, request: Connect) -> None:
        """Adds the client, or answers why it may not come in."""
        person, room = request.person, self._state.room
        try:
            if person is not None:
                membership.check_not_banned(room, person.id)
            if not sees_room(room, request.shown_by if person is None else person.id):
                raise NotMember(
                    "This table is private. Use its invite link or its code to come in."
                )
            client = Client(
                None if person is None else person.id,
                request.session,
                request.network,
                self._mailbox,
                self._state.memory,
                self._clock,
                request.mutes,
                request.shown_by,
            )
            if not request.answer.done():
                self._people.add(
                    client, belongs=seating.find_member(room, client.person) is not None
                )
                request.resolve(client)
        except TableError as error:
            request.reject(error)

    def has_new_name(self, person: Person) -> bool:
        """True for a member whose name or account has changed since the room learned it."""
        return seating.find_member(self._state.room, person.id) not in (None, person)

    def disconnect(self, client: Client) -> None:
        self._people.remove(client, self._clock.monotonic())

    def sign_out(self, chosen: Callable[[Client], bool], why: str) -> None:
        """Sends the chosen clients away."""
        for client in self._people:
            if chosen(client):
                client.bye("signed-out", why)
                self.disconnect(client)
