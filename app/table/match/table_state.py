"""What of a table is durable: the room and its match. Every change is written down before anybody can see it.

Each method that writes raises Fenced when somebody else owns the room or the match, and StoreAway when it is unknown whether the change was
written; then nothing here has changed, and `load` must be called before anything is shown.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.rules.codec import read_options
from app.rules.game import AnyGame, Seat
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Setup, Shuffled
from app.table.match.live_match import LiveMatch, Step, rebuilt
from app.table.match.recovery import over, sealing_of, timed
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant, TurnClocks, milliseconds
from app.table.model.errors import NotNow, RoomGone
from app.table.model.room import MatchId, PersonId, Room, Stage
from app.table.ports import Clock, CodeTaken, Dealer, Fenced, Line, MoveLog, Place, RoomStore
from app.table.room import seating, settings


class TableState:
    """One room, at most one match, and the way from one written state to the next."""

    def __init__(
        self,
        room: Room,
        games: Mapping[str, AnyGame],
        log: MoveLog,
        rooms: RoomStore,
        clock: Clock,
        dealer: Dealer,
        bot_name: Callable[[Room], str],
        pace: float,
    ) -> None:
        self.room = room
        self.epoch = 0
        """Under which the room is ours; none until it is loaded."""
        self.live: LiveMatch | None = None
        """The match that is shown: running, or over and still on the table."""
        self.sealing: ShuffleRound | None = None
        """The shuffle to come; None: no match was begun here, or one from before shuffles could be checked."""
        self.able: Callable[[bool], Iterable[PersonId]] = lambda willing: ()
        """Who could open a part in a shuffle now, or (True) has said that they seal every one."""
        self.questions = TurnClocks(room.clock, pace)
        self.intended: Room | None = None
        """The room that the present command wants in the book, written or not; whoever begins a command sets it to None."""
        self.former: frozenset[tuple[PersonId, str]] = frozenset()
        """Moves of a match that was broken off before this table was opened: by whom, and by which command of theirs."""
        self.said: list[str] = []
        """What the house has to say about what happened."""
        self._seated: tuple[Room | None, dict[PersonId, Seat]] = (None, {})
        """Whose seat is whose in which room."""
        self._games, self._log, self._rooms, self._clock = games, log, rooms, clock
        self._dealer, self._bot_name, self._pace = dealer, bot_name, pace

    @property
    def running(self) -> LiveMatch | None:
        """The match, while it goes on."""
        return self.live if self.live is not None and self.room.stage is Stage.PLAYING else None

    @property
    def game(self) -> AnyGame:
        return self._games[self.room.game]

    def now(self) -> Instant:
        return Instant(self._clock.monotonic(), milliseconds(self._clock.now()))

    def seat_of(self, person: PersonId | None) -> Seat | None:
        """The seat of the shown match that is this person's."""
        if self.live is None or person is None:
            return None
        if self.room.stage is not Stage.PLAYING:
            return self.live.viewers.get(person)
        if self._seated[0] is not self.room:
            self._seated = (
                self.room,
                {
                    seat.person: Seat(seat.number)
                    for seat in self.room.seats
                    if seat.person is not None
                },
            )
        return self._seated[1].get(person)

    # -- the room

    async def save(self, room: Room) -> None:
        if room is self.room or room == self.room:
            return
        self.intended = room
        try:
            await self._rooms.save(room, self.epoch)
        except CodeTaken:
            await self.save(replace(room, code=self._dealer.code()))
        else:
            self._have(room)

    def _have(self, room: Room) -> None:
        """The room stands in the book."""
        old, self.room = self.room, room
        if room.clock is not old.clock:
            self.questions.relevel(room.clock, self.now())
            self._publish()
        self._name_seats()

    def _name_seats(self) -> None:
        """People may have another name than when they were dealt in."""
        live = self.running
        if live is not None:
            for seat in self.room.seats:
                if seat.person is not None:
                    live.rename(Seat(seat.number), seat.name)

    def _publish(self) -> None:
        if self.live is not None:
            self.questions.publish(self.live.awaited)

    # -- the match

    async def begin(self, room: Room, ranked: bool, here: Collection[PersonId]) -> None:
        """`room` is the room with its match begun, see seating.begun."""
        assert room.match is not None, "a match has an id"
        game = self._games[room.game]
        options = read_options(game, room.options)
        setup = Setup(len(room.seats), options, ranked)
        places = [
            Place(Seat(seat.number), seat.person, seat.bot, seat.name)
            for seat in sorted(room.seats, key=lambda seat: seat.number)
        ]
        self.intended = room
        secret = self._dealer.secret()
        epoch = await self._log.begin(room, game, setup, places, self.epoch, secret)
        self.room, self.live = room, LiveMatch(game, room.match, epoch, setup, places, secret)
        self.sealing = ShuffleRound(room.match, secret)
        self.questions = TurnClocks(room.clock, self._pace)
        self.questions.follow(self.live.prompts, self.now())
        self._publish()
        await self.settle(here)

    async def play(
        self, seat: Seat, key: str, move: Any, command: str | None, here: Collection[PersonId]
    ) -> None:
        """Raises RuleError; then nothing has changed."""
        await self._enter(Played(seat, key, move), command=command)
        await self.settle(here)

    async def expire(self, key: str, here: Collection[PersonId]) -> None:
        live = self._match
        await self._enter(Expired(key))
        assert all(prompt.key != key for prompt in live.prompts.values()), (
            "time was up and the question is still put"
        )
        await self.settle(here)

    async def last_deal(self, command: str, here: Collection[PersonId]) -> None:
        """Raises NotNow."""
        live = self._match
        if live.step(LastDeal()).state.public == live.state.public:
            raise NotNow("That changes nothing: the last deal is called, or this game knows none.")
        await self._enter(LastDeal(), command=command)
        await self.settle(here)

    async def stop(self, reason: str) -> None:
        """Breaks the match off; the ranks it had are kept."""
        live = self._match
        self.intended = room = self._gathered(self.room, live.playing)
        await self._log.stop(live.match, live.epoch, room, reason, self.epoch)
        self.live = None
        self._have(room)

    async def settle(self, here: Collection[PersonId]) -> None:
        """Chance gives what the rules wait for, once nobody has to be waited for who takes part in it; before a deal people come and go.
        `here`: who may be dealt in."""
        while (live := self.running) is not None and (
            n := live.game.pending_shuffle_size(live.state)
        ):
            change = None
            if live.game.may_reseat(live.state.public):
                change = seating.between_deals(
                    self.room,
                    len(live.places),
                    settings.most_seats(live.game),
                    self._fits,
                    here,
                    self._bot_name,
                )
            if change is None:
                shuffled = self._shuffled(live, n)
                if shuffled is None:
                    return
                await self._enter(shuffled)
            elif seating.inhabited(change.room):
                await self._enter(
                    Reseated(change.left, len(change.places)),
                    room=change.room,
                    places=change.places,
                )
                self.said.extend(change.lines)
            else:
                await self.stop("everybody-left")

    async def tend(self, here: Collection[PersonId]) -> bool:
        """Goes on with a shuffle that waited for somebody; whether anything came of it."""
        if (live := self.running) is None or not live.game.pending_shuffle_size(live.state):
            return False
        before = (live.ply, self.sealing and self.sealing.step)
        await self.settle(here)
        return self.running is not live or before != (live.ply, self.sealing and self.sealing.step)

    @property
    def shuffle_due(self) -> float | None:
        """When the wait for those who take part in a shuffle ends, on the monotonic clock; None: nobody is waited for."""
        return None if self.sealing is None else self.sealing.due

    def _shuffled(self, live: LiveMatch, n: int) -> Shuffled | None:
        """The order, with what shows that it is fair; None: somebody is waited for."""
        sealing = self.sealing
        if sealing is None:
            return Shuffled(self._dealer.order(self._dealer.secret(), n))
        now = self.now()
        for seat in sealing.left_out(now, live.playing):
            self.said.append(
                f"{live.names[seat]} had a part in the shuffle and did not open it; the deal is made without it."
            )
        willing = self._seats(live, self.able(True))
        if sealing.reopened:
            willing = self._seats(
                live, (seat.person for seat in self.room.seats if seat.person is not None)
            )
        if not sealing.ready(now, willing, self._seats(live, self.able(False))):
            return None
        return Shuffled(self._dealer.order(sealing.drawn(), n), sealing.proof())

    def _seats(self, live: LiveMatch, people: Iterable[PersonId]) -> frozenset[Seat]:
        seats = (seating.seat_of(self.room, person) for person in people)
        return frozenset(
            Seat(seat.number) for seat in seats if seat is not None and not seat.leaving
        ).intersection(live.playing)

    def _fits(self, seats: int) -> str | None:
        return settings.fits(self.game, self.room, seats)

    @property
    def _match(self) -> LiveMatch:
        live = self.running
        if live is None:
            raise NotNow("No match is running.")
        return live

    async def _enter(
        self,
        entry: Entry,
        command: str | None = None,
        room: Room | None = None,
        places: tuple[Place, ...] = (),
    ) -> None:
        live = self._match
        step = live.step(entry)
        if step.outcome is not None:
            room = self._gathered(room or self.room, live.game.active_seats(step.state.public))
        now = self._clock.now()
        link = live.link(entry, now)
        line = Line(
            match=live.match, epoch=live.epoch, ply=live.ply, at=now, entry=entry, command=command,
            standings=step.standings, outcome=step.outcome, places=places, room=room, room_epoch=self.epoch, hash=link,
        )  # fmt: skip
        await self._log.append(line)
        self._took(live, step, link, command, room, places)

    def _took(
        self,
        live: LiveMatch,
        step: Step,
        link: bytes,
        command: str | None,
        room: Room | None,
        places: tuple[Place, ...],
    ) -> None:
        """The step stands in the log."""
        if step.outcome is not None:
            live.viewers = {
                seat.person: Seat(seat.number)
                for seat in self.room.seats
                if seat.person is not None
            }
        public_changed = live.take(step, link, places, command)
        if isinstance(step.entry, Shuffled):
            self.questions.refill()
            self.sealing = self.sealing and self.sealing.next()
        self.questions.follow(live.prompts, self.now())
        if public_changed:
            self._publish()
        if room is not None:
            self._have(room)

    def _gathered(self, room: Room, order: Collection[Seat]) -> Room:
        return seating.gathered(room, tuple(order), settings.most_seats(self.game), self._bot_name)

    # -- from the store

    async def check_owner(self) -> None:
        """Before a new window is shown what this table remembers, or a move refused by it: another house may be further on. Raises
        Fenced, StoreAway."""
        if await self._rooms.epoch(self.room.id) != self.epoch:
            raise Fenced(f"room {self.room.id} is not ours under epoch {self.epoch}")

    async def load(self, here: Collection[PersonId]) -> None:
        """The room and its match as they stand in the store, both ours from now on. Raises RoomGone besides."""
        taken = await self._rooms.take(self.room.id)
        if taken is None:
            raise RoomGone("There is no such room any more.")
        room, self.epoch = taken
        if room.stage is Stage.PLAYING and room.match is not None:
            await self._claim(room, room.match)
            await self.settle(here)
            return
        if self.running is not None or self.live is None or self.live.match != room.match:
            await self._recall(room)
        self.room = room

    async def _recall(self, room: Room) -> None:
        """The match that ended last lies on its table again, as it does for whoever never left."""
        self.live = None
        if room.match is None:
            return
        game = self._games[room.game]
        record = await self._log.recall(room.match, game)
        if record is None:
            self.former = frozenset(
                (person, name.partition(":")[2])
                for person, name in await self._log.movers(room.match)
            )
            return
        self.live = over(game, record, room)

    async def _claim(self, room: Room, match: MatchId) -> None:
        game = self._games[room.game]
        record = await self._log.claim(match, game)
        if record.rules_version != game.rules_version:
            await self._log.stop(
                match, record.epoch, gathered := seating.resting(room), "rules-changed", self.epoch
            )
            self.said.append(
                "The rules of this game have changed since; the match was broken off. Finished deals count."
            )
            self.room, self.live = gathered, None
            return
        live, glimpses = rebuilt(game, record)
        self.sealing = sealing_of(live, self.sealing)
        queued = self.live.queued if self.live is not None and self.live.match == match else {}
        self.room, self.live = room, live
        live.queued.update(queued)
        self._name_seats()
        self.questions = timed(room.clock, self._pace, glimpses, self.now())
