"""The actor of one room: one task, one mailbox, one message at a time.

Each message goes the same way: its handler in `turn` says what it changes, the state writes that
and takes it over, then every client is shown what is new, and last the sender is told "done".
"""

from collections.abc import Callable
from functools import partial

from app.rules.errors import IllegalMove, RuleError
from app.rules.replay import Played
from app.table.actor.arrivals import Arrivals
from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.covered_answers import CoveredAnswers, Slot
from app.table.actor.messages import (
    AccountErased,
    AccountRemoved,
    AccountRenamed,
    BotMove,
    Connect,
    Drain,
    Enter,
    Knock,
    Message,
    Request,
    SessionEnded,
    Stop,
    T,
)
from app.table.actor.outage import Outage
from app.table.actor.stalls import StallMonitor
from app.table.actor.wakeup import Wakeup
from app.table.clients.client import BUSY, Client, CommandReceived, Disconnected, Tick
from app.table.clients.mailbox import Mailbox
from app.table.clients.people import People
from app.table.model.client_messages import Play
from app.table.model.errors import Busy, NotNow, TableError
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import AnyServerMessage, Done, Refused
from app.table.ports import StoreAway, TableServices
from app.table.room import membership
from app.table.show.broadcast import Broadcaster
from app.table.turn import commands, moves, presence, requests
from app.table.turn.change import Change
from app.table.turn.table_state import Intended, TableState


class Table:
    """The actor of one room.

    `run` ends when the table closes; what it raises ends this table only.
    """

    def __init__(
        self,
        room: Room,
        services: TableServices,
        stalls: StallMonitor,
        blocked: frozenset[tuple[PersonId | None, str]] = frozenset(),
    ) -> None:
        """`blocked`: commands that crashed this table before; they are not tried again."""
        self._clock, self._patience, self._dealer = (
            services.clock,
            services.patience,
            services.dealer,
        )
        state = self.state = TableState(room, services)
        people = self.people = People(services.patience, self._clock.monotonic())
        mailbox: Mailbox[Message] = Mailbox()
        self.mailbox = mailbox
        self.outage = Outage(state)
        self._arrivals = Arrivals(state, people, mailbox)
        self._covered = CoveredAnswers(mailbox, services)
        autoplay = Autoplay(mailbox, services, self._covered)
        self._automation = Automation(state, people, autoplay, self._covered)
        self._broadcaster = Broadcaster(state, people)
        self._wakeup = Wakeup(mailbox, state, people, self._automation, self.outage, stalls)
        self._blocked = blocked
        self._replies: list[tuple[Client, AnyServerMessage]] = []
        """Answers that wait until everybody has been shown what changed."""
        self._reviewed = 0
        """The look at the people after which nothing was left to do."""
        self.opened_at = self._clock.now()
        """The time at which this server opened the table."""
        self.handling: Message | None = None
        self._stopped = False

    @property
    def room(self) -> Room:
        return self.state.room

    # -- from outside, on the same loop

    def keep_listed(self) -> dict[PersonId, str]:
        """The people for whom lists show this table, each with the network they came from."""
        members = (person.id for person in self.room.people)
        return self.people.keep_listed(members, self._clock.monotonic())

    async def ask(self, request: Request[T]) -> T:
        """Raises what the request raises; Busy when the table cannot take it."""
        if not self.mailbox.offer(request):  # type: ignore[arg-type]  # every request is one of the messages
            raise Busy(BUSY)
        try:
            return await request.answer
        finally:
            del request  # it holds the error that is raised, and the error this frame

    async def load(self) -> None:
        """Reads the room and its match.

        Raises StoreAway, Fenced, RoomGone; RuleError or AssertionError if the log cannot be read.
        """
        self.people.look(self.room, self._clock.monotonic())
        await self.state.load()
        await self._follow_up()
        self.people.look(self.room, self._clock.monotonic())

    # -- the one task

    async def run(self) -> None:
        self._wakeup.start()
        self.mailbox.post(Tick())
        while not self._stopped:
            message = await self.mailbox.take()
            self._wakeup.credit_stalls()
            if isinstance(message, CommandReceived):
                message.client.unanswered -= 1
            if self.outage.retry_at is not None and self.outage.retry_at <= self._clock.monotonic():
                try:
                    await self._store_came_back()
                except StoreAway as error:
                    self._store_went_away(error)
            self.handling = message
            try:
                await self._process(message)
            except StoreAway as error:
                self._store_went_away(error)
            self.handling = None
            self._retire_if_idle()
            if not self._stopped:
                self._wakeup.schedule()

    async def _process(self, message: Message) -> None:
        await self._handle(message)
        self.handling = None
        if isinstance(message, CommandReceived) or not (
            isinstance(message, Connect | Disconnected) and self._arrivals.only_arrivals_next
        ):
            # a crowd that comes and goes is shown once, not once for each of it
            await self._run_due()

    async def _handle(self, message: Message) -> None:
        if self.outage.retry_at is not None and self.outage.handle(message):
            return
        state = self.state
        match message:
            case CommandReceived():
                await self._obey(message)
            case Connect() if self.outage.retry_at is not None:
                self._arrivals.connect(message)
            case Connect():
                there = await self._connect_checked(message)
                person = message.person
                if there and person is not None and self._arrivals.has_new_name(person):
                    await self._commit(requests.rename(state, person))
            case Enter(person=person, sit=sit):
                decide = partial(requests.enter, state, self.people, person, sit)
                await self._grant(message, decide, True, False)
            case Knock(person=person):
                await self._grant(message, partial(requests.knock, state, person), None, None)
            case AccountRenamed(person=person):
                await self._grant(message, partial(requests.rename, state, person), None, None)
            case AccountRemoved(person=id_, erased=erased):
                self._arrivals.sign_out(
                    lambda client: client.person == id_,
                    "Your account was suspended or deleted. Log in to read why.",
                )
                await self._grant(message, partial(requests.remove, state, id_, erased), None, None)
            case AccountErased(person=id_):
                await self._erase(id_)
            case Stop(match=match, order=order):
                await self._grant(message, partial(requests.stop, state, match, order), True, False)
            case Disconnected(client):
                self._arrivals.disconnect(client)
            case SessionEnded(session):
                self._arrivals.sign_out(
                    lambda client: client.session == session, "You have signed out."
                )
            case BotMove():
                self._automation.bot_chose(message)
            case Drain(retry_in):
                self.end(retry_in)
            case Tick():
                pass

    # -- one change

    async def _obey(self, message: CommandReceived) -> None:
        """Carries out a command, unless it was carried out before."""
        client, command, state = message.client, message.command, self.state
        if client.outbox.closing:
            state.memory.end(client.person, command.id)
            return
        state.intended = Intended()
        try:
            if (client.person, command.id) in self._blocked:
                raise NotNow("That action crashed this table earlier and is blocked.")
            if not state.memory.was_done(client.person, command.id):
                change = commands.obey(state, self.people, client, command)
                if (slot := self._held_slot(change)) is not None:
                    self._covered.hold(slot, message)
                    return
                await self._commit(change)
                commands.remember(state, client.person, command)
                self._replies += ((client, reply) for reply in change.replies)
        except (RuleError, TableError) as error:
            if isinstance(command, Play) and client.person is not None:
                await state.check_owner()  # a server that was frozen would judge by an old state
            reason = error.reason if isinstance(error, IllegalMove) else None
            client.outbox.put(Refused(command.id, error.code, reason, error.sentence))
        else:
            self._replies.append((client, Done(command.id)))
        state.memory.end(client.person, command.id)

    def _held_slot(self, change: Change) -> Slot | None:
        """The question whose moment the answer in this change waits for."""
        live, step = self.state.live, change.step
        if live is None or step is None or not isinstance(step.entry, Played):
            return None
        return self._covered.waits(live, step.entry)

    async def _grant(
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
                await self._commit(change)
        except TableError as error:
            request.reject(error)
        else:
            request.resolve(refused if change is None else granted)

    async def _commit(self, change: Change) -> None:
        """Writes the change, and what follows from it by itself. Raises Fenced, StoreAway."""
        await self.state.commit(change)
        for person, told in change.tells:
            for client in self.people:
                if client.person == person:
                    client.outbox.put(told)
        await self._follow_up()

    async def _follow_up(self) -> None:
        while (change := moves.follow_up(self.state, self.people)) is not None:
            await self.state.commit(change)

    async def _connect_checked(self, request: Connect) -> bool:
        """Connects a client once the store says that the room is still ours.

        Returns whether the store is there. Raises Fenced.
        """
        try:
            await self._arrivals.check_owner(request)
        except StoreAway as error:
            self.handling = None
            self._store_went_away(error)
        self._arrivals.connect(request)
        return self.outage.retry_at is None

    async def _erase(self, person: PersonId) -> None:
        """Removes the person's name and words from everything that this table remembers."""
        self.state.forget(person)
        if membership.names_person(self.room, person):  # who came back before the logout
            await self._commit(requests.remove(self.state, person, erased=True))

    # -- what is due, and what is shown

    async def _run_due(self) -> None:
        """Shows what happened, then does everything that is due, one thing after the other."""
        while not self._stopped and self.outage.retry_at is None:
            await self._refresh()
            change = self._automation.next_change()
            if change is None:
                break
            await self._commit(change)

    async def _refresh(self) -> None:
        """Brings presence, pauses and automatic moves up to date, then shows what changed."""
        self._wakeup.credit_stalls()
        now, state, people = self._clock.monotonic(), self.state, self.people
        people.look(state.room, now)
        while self._reviewed != people.looks:
            change = presence.review(state, people, now)
            if change is None:
                self._reviewed = people.looks
            else:
                await self._commit(change)
                people.look(state.room, now)
        stands = state.room.paused or people.empty_for(self._patience.doze, now)
        if stands is not state.clocks.is_frozen:
            (state.clocks.freeze if stands else state.clocks.thaw)(state.now())
        self._automation.schedule()
        self._broadcaster.update_all(now)
        self._reply()
        await self._automation.ask_bots()

    def _reply(self) -> None:
        for client, reply in self._replies:
            client.outbox.put(reply)
        self._replies.clear()

    # -- the store is away

    def _store_went_away(self, error: StoreAway) -> None:
        self._reply()
        self.outage.begin(self.handling, error)
        self._automation.stop()

    async def _store_came_back(self) -> None:
        """Raises StoreAway, Fenced, RoomGone."""
        self._automation.stop()
        await self.load()
        for message in self.outage.end():
            self.handling = message
            await self._handle(message)

    # -- the end

    def _retire_if_idle(self) -> None:
        if (
            not self._stopped
            and not len(self.mailbox)
            and self.people.empty_for(self._patience.retire, self._clock.monotonic())
        ):
            self._stopped = True
            self.mailbox.close()

    def end(self, retry_in: tuple[int, int]) -> None:
        """Ends the table: clients are told to come back, and open requests are refused."""
        self._stopped = True
        self.mailbox.close()
        self._automation.stop()
        self._wakeup.stop()
        self._reply()
        left = [self.handling, self.outage.unsure, *self.mailbox.leftover()]
        for message in left:
            if isinstance(message, Request):
                message.reject(Busy("The table restarts. Come back in a moment."))
        for client in self.people:
            client.bye(
                "restart",
                "The table restarts. Nothing is lost.",
                round(self._dealer.uniform(*retry_in)),
            )
