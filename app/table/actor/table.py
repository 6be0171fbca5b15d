"""The actor of one room: one task, one mailbox, one message at a time.

Each message goes the same way: its handler in `turn` says what it changes, the state writes that
and takes it over, then every client is shown what is new, and last the sender is told "done".
"""

from typing import Final

from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.held_commands import CoveredAnswers, HintSearches
from app.table.actor.messages import (
    AccountErased,
    AccountRemoved,
    AccountRenamed,
    BotMove,
    ChatChanged,
    Connect,
    Drain,
    Enter,
    HandOver,
    Knock,
    Message,
    Request,
    SessionEnded,
    Stop,
    T,
)
from app.table.actor.outage import Outage
from app.table.actor.turns import Arrivals, Turns
from app.table.actor.wakeup import StallMonitor, Wakeup
from app.table.clients.client import BUSY, Alarm, CommandReceived, Disconnected, Tick
from app.table.clients.mailbox import Mailbox
from app.table.clients.people import People
from app.table.model.errors import Busy, Leaving, TooMuch
from app.table.model.room import PersonId, Room
from app.table.ports import StoreAway, TableServices
from app.table.room import membership, slow
from app.table.show.broadcast import Broadcaster
from app.table.turn import again, loading, presence
from app.table.turn.table_state import TableState

MOVED: Final = "The table moves to another machine. Nothing is lost."
MOVED_RETURN: Final = (50, 250)
"""Milliseconds from and to which clients of a table wait that another process has now."""
RESTARTS: Final = "The table restarts. Come back in a moment."


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
        self._clock, self._dealer = services.clock, services.dealer
        state = self.state = TableState(room, services)
        people = self.people = People(services.patience, self._clock.monotonic())
        mailbox: Mailbox[Message] = Mailbox()
        self.mailbox = mailbox
        self.outage = Outage(state)
        self._arrivals = Arrivals(state, people, mailbox)
        covered = CoveredAnswers(mailbox, services)
        autoplay = Autoplay(mailbox, services, covered)
        hints = HintSearches(mailbox, state)
        self._turns = Turns(state, people, covered, hints, blocked)
        self._automation = Automation(state, people, autoplay, covered, hints)
        self._broadcaster = Broadcaster(state, people)
        self._wakeup = Wakeup(mailbox, state, people, self._automation, self.outage, stalls)
        self._turns_port = services.turns
        self._told = room
        """The room of the last time at which `Turns` was told of anybody."""
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
        """Raises what the request raises; Busy if the table is full, Leaving if it ends."""
        if not self.mailbox.offer(request):  # type: ignore[arg-type]  # every request is one of the messages
            raise Leaving(RESTARTS) if self.mailbox.closed else Busy(BUSY)
        try:
            return await request.answer
        finally:
            del request  # it holds the error that is raised, and the error this frame

    async def load(self) -> None:
        """Reads the room and its match.

        Raises StoreAway, Fenced, RoomGone; RuleError or AssertionError if the log cannot be read.
        """
        self.people.look(self.room, self._clock.monotonic())
        await loading.load(self.state)
        self.outage.note_arrival()
        self._told = self.room
        await self._turns.follow_up()
        self.people.look(self.room, self._clock.monotonic())

    # -- the one task

    async def run(self) -> None:
        self._wakeup.start()
        self.mailbox.post(Tick())
        while not self._stopped:
            message = await self.mailbox.take()
            if isinstance(message, Alarm) and self._wakeup.is_early():
                continue
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
        state, turns = self.state, self._turns
        match message:
            case CommandReceived():
                await turns.obey(message)
            case Connect() if self.outage.retry_at is not None:
                self._arrivals.connect(message)
            case Connect():
                if await self._connect_checked(message) and message.person is not None:
                    await turns.call_newcomer(message.person)
            case Enter() | Knock() | AccountRenamed() | Stop():
                await turns.serve(message)
            case AccountRemoved(person=id_):
                self._arrivals.sign_out(
                    lambda client: client.person == id_,
                    "Your account was suspended or deleted. Log in to read why.",
                )
                await turns.serve(message)
            case AccountErased(person=id_):
                await self._erase(id_)
            case ChatChanged():
                await loading.read_chat(state)
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
            case HandOver():
                await self._hand_over(message)
            case Tick() | Alarm():
                pass

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

    async def _hand_over(self, request: HandOver) -> None:
        """Ends here, after all that was taken is written, and before anything is taken anew.

        In a shuffle that waits for parts, and with messages that wait, it is no quiet moment.
        Raises Fenced, StoreAway.
        """
        if not request.anyway and (self.state.shuffle_due is not None or len(self.mailbox)):
            request.resolve(False)
            return
        await request.give(self.state.epoch)
        request.resolve(True)
        for client in self.people:
            later = round(self._dealer.uniform(*MOVED_RETURN))
            client.bye("moved", MOVED, later, request.heir)
        self.end(MOVED_RETURN)

    async def _erase(self, person: PersonId) -> None:
        """Removes the person's name and words from everything that this table remembers."""
        presence.forget(self.state, person)
        if membership.names_person(self.room, person):  # who came back before the logout
            await self._turns.commit(presence.remove(self.state, person, erased=True))

    # -- what is due, and what is shown

    async def _run_due(self) -> None:
        """Shows what happened, then does everything that is due, one thing after the other."""
        while not self._stopped and self.outage.retry_at is None:
            await self._refresh()
            change = self._automation.next_change()
            if change is None:
                break
            try:
                await self._turns.commit(change)
            except TooMuch:  # somebody plays at as many slow tables as one may
                await self._turns.commit(again.not_begun(self.state))

    async def _refresh(self) -> None:
        """Brings presence, pauses and automatic moves up to date, then shows what changed."""
        self._wakeup.credit_stalls()
        now = self._clock.monotonic()
        await self._turns.attend(now)
        self._automation.schedule()
        self._broadcaster.update_all(now, self._turns.replies)
        if self.state.room.slow is not self._told.slow:
            self._tell_turns()
        await self._automation.ask_bots()

    def _tell_turns(self) -> None:
        """Tells of people for whom a slow match waits since the last time, and who are not here."""
        told, self._told = self._told, self.room
        if new := presence.newly_awaited(self.state, self.people, told):
            self._turns_port.awaited(self.room.id, new)

    # -- the store is away

    def _store_went_away(self, error: StoreAway) -> None:
        self._turns.send_replies()
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
        """Closes the table once nobody was there for a while; a slow match sleeps sooner."""
        if self._stopped or len(self.people) or len(self.mailbox):
            return
        patience = self.state.services.patience
        while_empty = patience.doze if slow.plays_slowly(self.room) else patience.retire
        is_left = self.people.empty_for(while_empty, self._clock.monotonic())
        if is_left and not self._automation.keeps_awake():
            self._stopped = True
            self.mailbox.close()

    def end(self, retry_in: tuple[int, int]) -> None:
        """Ends the table: clients are told to come back, and open requests are refused."""
        self._stopped = True
        self.mailbox.close()
        self._automation.stop()
        self._wakeup.stop()
        self._turns.send_replies()
        for message in (self.handling, self.outage.unsure, *self.mailbox.leftover()):
            if isinstance(message, Request):
                message.reject(Leaving(RESTARTS))
        for client in self.people:
            later = round(self._dealer.uniform(*retry_in))
            client.bye("restart", "The table restarts. Nothing is lost.", later)
