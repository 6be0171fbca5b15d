"""The actor: one task, one inbox, one message at a time. It writes through the ledger, and shows only what is written."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial

from app.rules.errors import IllegalMove, RuleError
from app.rules.game import AnyGame
from app.table.actor.automation import Automation
from app.table.actor.autoplay import Autoplay
from app.table.actor.command_handler import CommandHandler
from app.table.actor.mailbox import (
    AccountErased,
    AccountRemoved,
    AccountRenamed,
    Attach,
    BotMove,
    CommandReceived,
    Disconnected,
    Drain,
    Enter,
    KnockRequest,
    Mailbox,
    Message,
    Request,
    SessionEnded,
    Stop,
    T,
    Tick,
)
from app.table.actor.outage import Outage
from app.table.actor.stalls import StallMonitor
from app.table.actor.wakeup import Wakeup
from app.table.clients.broadcast import Broadcaster, may_watch
from app.table.clients.chat import ChatLog
from app.table.clients.client import Client
from app.table.clients.connections import Connections, Patience
from app.table.match.table_state import TableState
from app.table.model.client_messages import AnyCommand, Play
from app.table.model.errors import Busy, NotMember, NotNow, TableError
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import Done, Refused
from app.table.ports import Bots, Clock, Dealer, MoveLog, RoomStore, StoreAway
from app.table.room import membership, seating
from app.table.room.display_names import bot_name


class Table:
    """One room's actor. `run` ends when the table is put away; what it raises ends the table alone, see Lobby."""

    def __init__(
        self,
        room: Room,
        games: Mapping[str, AnyGame],
        log: MoveLog,
        rooms: RoomStore,
        clock: Clock,
        dealer: Dealer,
        bots: Bots,
        pace: float,
        patience: Patience,
        standstill: StallMonitor,
        broken: frozenset[tuple[PersonId | None, str]] = frozenset(),
    ) -> None:
        """`broken`: commands over which this table broke before; they are not tried again."""
        now = clock.monotonic()
        self.inbox = Mailbox()
        self.crowd = Connections(patience, now)
        self.ledger = TableState(
            room,
            games,
            log,
            rooms,
            clock,
            dealer,
            lambda room: bot_name(room, dealer.between(0.0, 1.0)),
            pace,
        )
        self.talk = ChatLog(room.id, rooms, clock, lambda: self.ledger.epoch)
        self.steward = CommandHandler(
            self.ledger, self.talk, self.crowd, games, bots.strengths, clock, dealer
        )
        self.ledger.able = lambda willing: self.crowd.able(clock.monotonic(), willing)
        self.adrift = Outage(self.ledger, self.talk, self.steward, clock, patience.away)
        self.inbox.heard_of = lambda person, command: (
            self.steward.knows(person, command) or self.adrift.holds(person, command)
        )
        self.show = Broadcaster(self.ledger, self.talk, self.crowd)
        self.handling: Message | None = None
        self._pulse = Automation(
            self.ledger,
            self.crowd,
            self.steward,
            Autoplay(bots, self.inbox, clock, dealer, pace),
            clock,
        )
        self._clock, self._patience, self._broken = clock, patience, broken
        self._between: Callable[[float, float], float] = dealer.between
        self._waking = Wakeup(
            self.ledger,
            self.crowd,
            self.steward,
            self._pulse,
            self.adrift,
            self.inbox,
            clock,
            standstill,
        )
        self._over = False

    @property
    def room(self) -> Room:
        return self.ledger.room

    # -- from outside, on the same loop

    async def ask(self, request: Request[T]) -> T:
        """Raises what the request raises; Busy when the table cannot take it."""
        if not self.inbox.offer(request):  # type: ignore[arg-type]  # every request is one of the messages
            raise Busy("The table has its hands full; try again in a moment.")
        return await request.answer

    async def load(self) -> None:
        """Raises StoreAway, Fenced, RoomGone; RuleError or AssertionError where the log cannot be read."""
        self.steward.look(self._clock.monotonic())
        await self.ledger.load(self.steward.here)
        await self.talk.load()
        self.steward.look(self._clock.monotonic())

    # -- the one task

    async def run(self) -> None:
        self._waking.begin()
        self.inbox.post(Tick())
        while not self._over:
            message = await self.inbox.take()
            self._waking.give_back()
            if isinstance(message, CommandReceived):
                message.chair.unanswered -= 1
            if self.adrift.retry is not None and self.adrift.retry <= self._clock.monotonic():
                try:
                    await self._come_back()
                except StoreAway:
                    self._adrift()
            self.handling = message
            try:
                await self._take(message)
            except StoreAway:
                self._adrift()
            self.handling = None
            self._retire()
            if not self._over:
                self._waking.wind()

    async def _take(self, message: Message) -> None:
        await self._handle(message)
        self.handling = None
        if isinstance(message, CommandReceived) or not (
            isinstance(message, Attach | Disconnected) and self.inbox.more_come_and_go
        ):
            # a crowd that comes and goes is shown once, not once for each of it
            await self._keep_up()

    async def _handle(self, message: Message) -> None:
        if self.adrift.retry is not None and self.adrift.answers(message):
            return
        match message:
            case CommandReceived(chair, command):
                await self._said(chair, command)
            case Attach() if self.adrift.retry is not None:
                self._attach(message)
            case Attach():
                there = await self._let_in(message)
                person = message.person
                if (
                    there
                    and person is not None
                    and seating.member(self.room, person.id) not in (None, person)
                ):
                    await self.steward.rename(person)
            case Enter(person=person, sit=sit):
                await self._request(message, partial(self.steward.enter, person, sit))
            case KnockRequest(person=person):
                await self._request(message, partial(self.steward.knock, person))
            case AccountRenamed(person=person):
                await self._request(message, partial(self.steward.rename, person))
            case AccountRemoved(person=id_):
                self._sign_out(
                    lambda chair: chair.person == id_,
                    "Your account was suspended or deleted. If that was not you, log in to read why.",
                )
                await self._request(message, partial(self.steward.remove, id_))
            case AccountErased(person=id_, names=names):
                self._forget(id_, names)
            case Stop(match=match, reason=reason):
                await self._request(message, partial(self.steward.stop, match, reason))
            case Disconnected(chair):
                self.crowd.remove(chair, self._clock.monotonic())
            case SessionEnded(session):
                self._sign_out(lambda chair: chair.session == session, "You have signed out.")
            case BotMove():
                self._pulse.chosen(message)
            case Drain(retry_in):
                self.end(retry_in)
            case Tick():
                pass

    async def _said(self, chair: Client, command: AnyCommand) -> None:
        if chair.outbox.closing:
            return
        try:
            if (chair.person, command.id) in self._broken:
                raise NotNow("The table broke over that once; it is not tried again.")
            self.ledger.intended = None
            await self.steward.obey(chair, command)
        except (RuleError, TableError) as error:
            if isinstance(command, Play) and chair.person is not None:
                await (
                    self.ledger.check_owner()
                )  # a house that was frozen would judge by what stood there before
            reason = error.reason if isinstance(error, IllegalMove) else None
            chair.outbox.put(Refused(command.id, error.code, reason, error.sentence))
        else:
            chair.outbox.put(Done(command.id))

    async def _request(self, request: Request[T], act: Callable[[], Awaitable[T]]) -> None:
        if request.answer.done():
            return
        try:
            request.give(await act())
        except TableError as error:
            request.fail(error)

    async def _let_in(self, request: Attach) -> bool:
        """A new window must not show an older moment than the last one did, at another house perhaps: one look at the store does for all
        who come at once. Returns whether the store is there. Raises Fenced."""
        others = tuple(self.inbox.arrivals())
        try:
            if not request.vouched:
                await self.ledger.check_owner()
                for one in others:
                    one.vouched = True
        except StoreAway:
            self.handling = None
            self._adrift()
        self._attach(request)
        return self.adrift.retry is None

    def _attach(self, request: Attach) -> None:
        person = request.person
        try:
            if person is not None:
                membership.check_welcome(self.room, person.id)
            if not may_watch(self.room, None if person is None else person.id):
                raise NotMember("This table is private: come in by its link or its code.")
            chair = Client(
                None if person is None else person.id, request.session, self.inbox, self._clock
            )
            if not request.answer.done():
                self.crowd.add(chair, belongs=seating.member(self.room, chair.person) is not None)
                request.give(chair)
        except TableError as error:
            request.fail(error)

    def _forget(self, person: PersonId, names: Collection[str]) -> None:
        """Nothing that this table remembers and shows holds the person's name or words from now on."""
        self.talk.forget(person, names)
        if self.ledger.live is not None:
            self.ledger.live.forget(person, names)

    def _sign_out(self, chosen: Callable[[Client], bool], why: str) -> None:
        for chair in self.crowd:
            if chosen(chair):
                chair.bye("signed-out", why)
                self.crowd.remove(chair, self._clock.monotonic())

    # -- what is due

    async def _keep_up(self) -> None:
        """Shows what happened, then does what is due, one thing after the other."""
        while not self._over and self.adrift.retry is None:
            await self._bring_up_to_date()
            if not await self._pulse.beat():
                break

    # -- after each step

    async def _bring_up_to_date(self) -> None:
        """Silence, pauses and thoughts as the present moment wants them; then every chair is shown what changed."""
        self._waking.give_back()
        now = self._clock.monotonic()
        self.steward.look(now)
        if not self.steward.reviewed:
            await self.steward.review(now)
        if self.ledger.said:
            for line in self.ledger.said:
                await self.talk.house(line)
            self.ledger.said.clear()
        stands = self.room.paused or self.crowd.alone_for(self._patience.doze, now)
        if stands is not self.ledger.questions.frozen:
            (self.ledger.questions.freeze if stands else self.ledger.questions.thaw)(
                self.ledger.now()
            )
        self._pulse.arrange()
        self.show.everybody(self.steward.surroundings, now)
        await self._pulse.consider()

    # -- the store is away

    def _adrift(self) -> None:
        self.adrift.begin(self.handling)
        self._pulse.stop()

    async def _come_back(self) -> None:
        """Reads the store again and answers what was left open. Raises StoreAway, Fenced, RoomGone."""
        self._pulse.stop()
        await self.load()
        self.adrift.end()
        while (again := self.adrift.next()) is not None:
            self.handling = again
            await self._handle(again)

    # -- the end

    def _retire(self) -> None:
        if (
            not self._over
            and not len(self.inbox)
            and self.crowd.alone_for(self._patience.retire, self._clock.monotonic())
        ):
            self._over = True
            self.inbox.close()

    def end(self, retry_in: tuple[int, int]) -> None:
        """Everybody is told to come back, whoever still waits for an answer is told so, nothing is taken any more."""
        self._over = True
        self.inbox.close()
        self._pulse.stop()
        self._waking.end()
        left = [self.handling, self.adrift.unsure, *self.inbox.leftover()]
        for message in left:
            if isinstance(message, Request):
                message.fail(Busy("The table starts again; come back in a moment."))
        for chair in self.crowd:
            chair.bye(
                "restart",
                "The table starts again. Nothing is lost.",
                round(self._between(*retry_in)),
            )
