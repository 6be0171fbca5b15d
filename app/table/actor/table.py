"""The actor of one room: one task, one mailbox, one message at a time.

It writes through the state, and shows only what is written.
"""

from functools import partial

from app.rules.errors import IllegalMove, RuleError
from app.table.actor.arrivals import Arrivals
from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.command_handler import CommandHandler
from app.table.actor.covered_answers import CoveredAnswers, Held
from app.table.actor.lobby_requests import LobbyRequests
from app.table.actor.mailbox import Mailbox
from app.table.actor.messages import (
    AccountErased,
    AccountRemoved,
    AccountRenamed,
    BotMove,
    CommandReceived,
    Connect,
    Disconnected,
    Drain,
    Enter,
    Knock,
    Message,
    Request,
    SessionEnded,
    Stop,
    T,
    Tick,
)
from app.table.actor.outage import Outage
from app.table.actor.presence_policy import PresencePolicy
from app.table.actor.stalls import StallMonitor
from app.table.actor.wakeup import Wakeup, WakeupSources
from app.table.clients.broadcast import Broadcaster
from app.table.clients.chat import ChatLog
from app.table.clients.client import BUSY, Client
from app.table.clients.people import People
from app.table.match.table_state import TableState
from app.table.model.client_messages import AnyCommand, Play
from app.table.model.errors import Busy, NotNow, TableError
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import Done, Refused
from app.table.ports import StoreAway, TableServices
from app.table.room import membership


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
        clock, now = services.clock, services.clock.monotonic()
        people = self.people = People(services.patience, now)
        state = self.state = TableState(room, services, people)
        chat = self.chat = ChatLog(state, services.rooms, clock)
        self._policy = PresencePolicy(state, chat, people, services)
        self.mailbox = Mailbox(self._is_handled)
        covered = self._covered = CoveredAnswers(self.mailbox, services)
        self._commands = CommandHandler(state, chat, people, self._policy, covered, services)
        self._requests = LobbyRequests(state, chat, people, services)
        self.outage = Outage(state, chat, self._commands, services)
        self._arrivals = Arrivals(state, people, self.mailbox, clock)
        self._broadcaster = Broadcaster(state, chat, people)
        autoplay = Autoplay(self.mailbox, services, covered)
        self._automation = Automation(state, people, autoplay, covered, clock)
        self._wakeup = Wakeup(
            WakeupSources(
                mailbox=self.mailbox,
                clock=clock,
                state=state,
                people=people,
                automation=self._automation,
                outage=self.outage,
            ),
            stalls,
        )
        self._clock, self._patience, self._dealer = clock, services.patience, services.dealer
        self._blocked = blocked
        self.opened_at = clock.now()
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

    def _is_handled(self, person: PersonId, command: AnyCommand) -> bool:
        known = self._commands.is_known(person, command)
        pending = self.outage.is_pending(person, command)
        return known or pending or self._covered.holds(person, command)

    async def load(self) -> None:
        """Reads the room and its match.

        Raises StoreAway, Fenced, RoomGone; RuleError or AssertionError if the log cannot be read.
        """
        self.people.look(self.room, self._clock.monotonic())
        await self.state.load()
        await self.chat.load()
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
            isinstance(message, Connect | Disconnected) and self.mailbox.only_arrivals_next
        ):
            # a crowd that comes and goes is shown once, not once for each of it
            await self._run_due()

    async def _handle(self, message: Message) -> None:
        if self.outage.retry_at is not None and self.outage.handle(message):
            return
        match message:
            case CommandReceived(client, command):
                await self._handle_command(client, command)
            case Connect() if self.outage.retry_at is not None:
                self._arrivals.connect(message)
            case Connect():
                there = await self._connect_checked(message)
                person = message.person
                if there and person is not None and self._arrivals.has_new_name(person):
                    await self._requests.rename(person)
            case Enter(person=person, sit=sit):
                await message.resolve_with(partial(self._requests.enter, person, sit))
            case Knock(person=person):
                await message.resolve_with(partial(self._requests.knock, person))
            case AccountRenamed(person=person):
                await message.resolve_with(partial(self._requests.rename, person))
            case AccountRemoved(person=id_, erased=erased):
                self._arrivals.sign_out(
                    lambda client: client.person == id_,
                    "Your account was suspended or deleted. Log in to read why.",
                )
                await message.resolve_with(partial(self._requests.remove, id_, erased))
            case AccountErased(person=id_):
                await self._erase(id_)
            case Stop(match=match, order=order):
                await message.resolve_with(partial(self._requests.stop, match, order))
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

    async def _handle_command(self, client: Client, command: AnyCommand) -> None:
        if client.outbox.closing:
            return
        try:
            if (client.person, command.id) in self._blocked:
                raise NotNow("That action crashed this table earlier and is blocked.")
            self.state.intended_room = None
            await self._commands.carry_out(client, command)
        except Held as held:
            self._covered.hold(held.slot, CommandReceived(client, command))
        except (RuleError, TableError) as error:
            if isinstance(command, Play) and client.person is not None:
                await (
                    self.state.check_owner()
                )  # a server that was frozen would judge by an old state
            reason = error.reason if isinstance(error, IllegalMove) else None
            client.outbox.put(Refused(command.id, error.code, reason, error.sentence))
        else:
            client.outbox.put(Done(command.id))

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
        self.chat.forget(person)
        if self.state.live is not None:
            self.state.live.forget(person)
        if membership.names_person(self.room, person):  # who came back before the logout
            await self._requests.remove(person, erased=True)

    # -- what is due

    async def _run_due(self) -> None:
        """Shows what happened, then does everything that is due, one thing after the other."""
        while not self._stopped and self.outage.retry_at is None:
            await self._refresh()
            if not await self._automation.run_due():
                break

    # -- after each step

    async def _refresh(self) -> None:
        """Brings presence, pauses and automatic moves up to date, then shows what changed."""
        self._wakeup.credit_stalls()
        now = self._clock.monotonic()
        self.people.look(self.room, now)
        await self._policy.review(now)
        if self.state.server_lines:
            for line in self.state.server_lines:
                await self.chat.add_server_line(line)
            self.state.server_lines.clear()
        stands = self.room.paused or self.people.empty_for(self._patience.doze, now)
        if stands is not self.state.clocks.is_frozen:
            (self.state.clocks.freeze if stands else self.state.clocks.thaw)(self.state.now())
        self._automation.schedule()
        self._broadcaster.update_all(self._policy.context, now)
        await self._automation.ask_bots()

    # -- the store is away

    def _store_went_away(self, error: StoreAway) -> None:
        self.outage.begin(self.handling, error)
        self._automation.stop()

    async def _store_came_back(self) -> None:
        """Raises StoreAway, Fenced, RoomGone."""
        self._automation.stop()
        await self.outage.come_back(self.load, self._answer_open)

    async def _answer_open(self, message: Message) -> None:
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
        self.mailbox.let_go()
