"""The turns of one table: each message's handler is asked, its change written, its answer kept.

Answers wait until their sender has been shown what changed.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile

from app.rules.errors import IllegalMove, RuleError
from app.rules.replay import Played
from app.table.actor.held_commands import CoveredAnswers, HintSearches, Slot
from app.table.actor.messages import (
    AccountRemoved,
    AccountRenamed,
    Connect,
    Enter,
    Knock,
    Message,
    Request,
    Stop,
    T,
)
from app.table.clients.client import Client, CommandReceived, Disconnected
from app.table.clients.mailbox import Mailbox
from app.table.clients.people import People
from app.table.model.client_messages import Play
from app.table.model.errors import NotMember, NotNow, TableError
from app.table.model.room import Person, PersonId
from app.table.model.server_messages import AnyServerMessage, Done, Refused
from app.table.room import membership, seating, slow
from app.table.room.visibility import sees_room
from app.table.show.broadcast import Replies
from app.table.turn import commands, moves, presence
from app.table.turn.change import Change
from app.table.turn.table_state import Intended, TableState


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

    def disconnect(self, client: Client) -> None:
        self._people.remove(client, self._clock.monotonic())

    def sign_out(self, chosen: Callable[[Client], bool], why: str) -> None:
        """Sends the chosen clients away."""
        for client in self._people:
            if chosen(client):
                client.bye("signed-out", why)
                self.disconnect(client)


class Turns:
    """Every method that waits may raise Fenced or StoreAway."""

    def __init__(
        self,
        state: TableState,
        people: People,
        covered: CoveredAnswers,
        hints: HintSearches,
        blocked: frozenset[tuple[PersonId | None, str]],
    ) -> None:
        """`blocked`: commands that crashed this table before; they are not tried again."""
        self._state, self._people = state, people
        self._covered, self._hints, self._blocked = covered, hints, blocked
        self.replies: Replies = {}
        """Answers that wait until their sender has been shown what changed."""
        self._reviewed = 0
        """The look at the people after which nothing was left to do."""

    async def obey(self, message: CommandReceived) -> None:
        """Carries out a command, unless it was carried out before."""
        client, command, state = message.client, message.command, self._state
        if client.outbox.closing:
            state.memory.end(client.person, command.id)
            return
        if self._hints.holds(message):
            return
        state.intended = Intended()
        try:
            if (client.person, command.id) in self._blocked:
                raise NotNow("That action crashed this table earlier and is blocked.")
            if not state.memory.was_done(client.person, command.id):
                change = commands.obey(state, self._people, client, command)
                if (slot := self._held_slot(change)) is not None:
                    self._covered.hold(slot, message)
                    return
                await self.commit(change, own=True)
                if change.compare is not None:
                    self._hints.hold(message, change.compare)
                    return
                commands.remember(state, client.person, command)
                self._reply(client, *change.replies)
        except (RuleError, TableError) as error:
            if isinstance(command, Play) and client.person is not None:
                await state.check_owner()  # a server that was frozen would judge by an old state
            reason = error.reason if isinstance(error, IllegalMove) else None
            client.outbox.put(Refused(command.id, error.code, reason, error.sentence))
        else:
            self._reply(client, Done(command.id))
        state.memory.end(client.person, command.id)

    def _held_slot(self, change: Change) -> Slot | None:
        """The question whose moment the answer in this change waits for."""
        live, step = self._state.live, change.step
        if live is None or step is None or not isinstance(step.entry, Played):
            return None
        return self._covered.waits(live, step.entry)

    async def serve(self, request: Enter | Knock | AccountRenamed | AccountRemoved | Stop) -> None:
        """Carries out a request of the lobby, or tells it why not."""
        state, people = self._state, self._people
        match request:
            case Enter(person=person, sit=sit):
                decide = partial(presence.enter, state, people, person, sit)
                await self.grant(request, decide, True, False)
            case Knock(person=person):
                await self.grant(request, partial(presence.knock, state, person), None, None)
            case AccountRenamed(person=person):
                presence.call_anew(state, person)
                await self.grant(request, partial(presence.rename, state, person), None, None)
            case AccountRemoved(person=id_, erased=erased):
                removed = partial(presence.remove, state, id_, erased)
                await self.grant(request, removed, None, None)
            case Stop(match=match, order=order):
                decide = partial(presence.stop_by_order, state, match, order)
                await self.grant(request, decide, True, False)

    async def call_newcomer(self, person: Person) -> None:
        """Takes over the name or account of a member who comes, if the room knew another one."""
        known = seating.find_member(self._state.room, person.id)
        if (
            known is not None
            and known != person
            and (change := presence.rename(self._state, person))
        ):
            await self.commit(change)

    async def attend(self, now: float) -> None:
        """Brings up to date what follows of who is here, and whether the clocks stand."""
        state, people = self._state, self._people
        people.look(state.room, now)
        while self._reviewed != people.looks:
            change = presence.review(state, people, now)
            if change is None:
                self._reviewed = people.looks
            else:
                await self.commit(change)
                people.look(state.room, now)
        if slow.plays_slowly(state.room):
            stands = slow.rests(state.room)
        else:
            stands = state.room.paused or people.empty_for(state.services.patience.doze, now)
        if stands is not state.clocks.is_frozen:
            (state.clocks.freeze if stands else state.clocks.thaw)(state.now())

    async def grant(
        self, request: Request[T], decide: Callable[[], Change | None], granted: T, refused: T
    ) -> None:
        """Answers a request with `granted` once its change is written; `refused`: there is none.

        Does nothing if nobody waits for the answer any more.
        """
        if request.answer.done():
            return
        try:
            change = decide()
            if change is not None:
                await self.commit(change)
        except TableError as error:
            request.reject(error)
        else:
            request.resolve(refused if change is None else granted)

    async def commit(self, change: Change, own: bool = False) -> None:
        """Writes the change, and what follows from it by itself. `own`: it is a command's."""
        await self._state.commit(change, own)
        for person, told in change.tells:
            for client in self._people:
                if client.person == person:
                    client.tell(told)
        await self.follow_up()

    async def follow_up(self) -> None:
        """Writes what follows by itself from what is written."""
        while (change := moves.follow_up(self._state, self._people)) is not None:
            await self._state.commit(change)

    def _reply(self, client: Client, *replies: AnyServerMessage) -> None:
        self.replies.setdefault(client, []).extend(replies)

    def send_replies(self) -> None:
        """Sends the answers of a table that shows nothing any more, or not now."""
        for client, replies in self.replies.items():
            for reply in replies:
                client.outbox.put(reply)
        self.replies.clear()
