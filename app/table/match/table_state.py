"""The durable state of a table: its room and match, written before anybody sees a change.

A method that writes raises Fenced if another server owns the room or the match. It raises StoreAway
if it is unknown whether the change was written. Then nothing here has changed, and `load` must be
called before anything is shown.
"""

from collections.abc import Collection, Mapping
from typing import Any

import structlog
from msgspec.structs import replace

from app.rules.codec import read_options
from app.rules.game import AnyGame, Seat
from app.rules.play import clock_keys
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Setup, Shuffled
from app.table.match.live_match import LiveMatch, Step, rebuild
from app.table.match.prompt_clock import Instant
from app.table.match.recovery import (
    RulesChanged,
    finished_match,
    first_shuffle_round,
    read_former_moves,
    restored_clocks,
    restored_shuffle_round,
    stop_unreadable_match,
)
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.shuffler import Shuffler, ShuffleWitnesses
from app.table.match.turn_clocks import TurnClocks
from app.table.model.errors import NotNow, RoomGone
from app.table.model.room import MatchId, PersonId, Room, Stage
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.ports import (
    AdminStop,
    CodeTaken,
    Fenced,
    LogLine,
    Place,
    Question,
    TableServices,
)
from app.table.room import seating, settings
from app.table.room.display_names import bot_name
from app.table.room.reseating import Reseating
from app.table.room.visibility import hands_seen

log = structlog.get_logger(__name__)


class TableState:
    """One room, at most one match, and every step from one written state to the next."""

    def __init__(self, room: Room, services: TableServices, witnesses: ShuffleWitnesses) -> None:
        self.room = room
        self.epoch = 0
        """The epoch under which the room is ours; 0 until it is loaded."""
        self.live: LiveMatch | None = None
        """The match that is shown: running, or over and still on the table."""
        self.shuffle_round: ShuffleRound | None = None
        """The shuffle to come; None: no match, or one without a secret."""
        self.clocks = TurnClocks(room.clock, services.pace)
        self.intended_room: Room | None = None
        """The room that the present command tried to save; every command begins with None."""
        self.former_moves: frozenset[tuple[PersonId, str]] = frozenset()
        """Moves of a match that was stopped before this table opened: person and command id."""
        self.server_lines: list[ServerLine] = []
        """Lines that the server has still to say in the chat."""
        self._shuffler = Shuffler(services.dealer, witnesses)
        self._hands: tuple[Room, Mapping[PersonId, Seat]] = (room, hands_seen(room))
        """The hands that people see, and the room from which that follows."""
        self._games, self._log, self._rooms = services.games, services.log, services.rooms
        self._clock, self._dealer, self._pace = services.clock, services.dealer, services.pace

    @property
    def running(self) -> LiveMatch | None:
        """The match while it goes on."""
        return self.live if self.live is not None and self.room.stage is Stage.PLAYING else None

    @property
    def game(self) -> AnyGame:
        return self._games[self.room.game]

    def now(self) -> Instant:
        return Instant(self._clock.monotonic(), to_milliseconds(self._clock.now()))

    def seat_of(self, person: PersonId | None) -> Seat | None:
        """The seat whose hand the person sees in the shown match."""
        if self.live is None or person is None:
            return None
        if self.room.stage is not Stage.PLAYING:
            return self.live.final_seats.get(person)
        if self._hands[0] is not self.room:
            self._hands = (self.room, hands_seen(self.room))
        return self._hands[1].get(person)

    def waited_for(self, number: int) -> float:
        """The seconds for which the table has visibly waited for that seat; 0: it does not."""
        live, seat = self.running, Seat(number)
        if live is None or seat not in live.moment.awaited:
            return 0.0
        return self.clocks.waited_for(seat, self.now())

    def _bot_name(self, room: Room) -> str:
        return bot_name(room, self._dealer.uniform(0.0, 1.0))

    # -- the room

    async def save_room(self, room: Room) -> None:
        if room is self.room or room == self.room:
            return
        self.intended_room = room
        try:
            await self._rooms.save(room, self.epoch)
        except CodeTaken:
            await self.save_room(replace(room, code=self._dealer.code()))
        else:
            self._adopt_room(room)

    def _adopt_room(self, room: Room) -> None:
        """Takes over a room that was saved."""
        old, self.room = self.room, room
        if room.clock is not old.clock:
            self.clocks.change_level(room.clock, self.now())
            self._publish_clocks()
        self._update_names()

    def _update_names(self) -> None:
        """Takes over names that people have changed since they were dealt in."""
        live = self.running
        if live is not None:
            for seat in self.room.seats:
                if seat.person is not None:
                    live.rename(Seat(seat.number), seat.name)

    def _publish_clocks(self) -> None:
        if self.live is not None:
            self.clocks.publish(self.live.moment.awaited)

    # -- the match

    async def begin_match(self, room: Room, ranked: bool) -> None:
        """Begins a match. `room` has its match begun already; see seating.begin_match."""
        assert room.match is not None, "a match has an id"
        game = self._games[room.game]
        options = read_options(game, room.options)
        setup = Setup(len(room.seats), options, ranked)
        places = [
            Place(Seat(seat.number), seat.person, seat.bot, seat.name)
            for seat in sorted(room.seats, key=lambda seat: seat.number)
        ]
        self.intended_room = room
        secret = self._dealer.match_secret()
        epoch = await self._log.begin(room, game, setup, places, secret, self.epoch)
        self.room, self.live = room, LiveMatch(game, room.match, epoch, setup, places, secret)
        self.shuffle_round = first_shuffle_round(self.live)
        self.clocks = TurnClocks(room.clock, self._pace)
        self.clocks.follow_prompts(self.live.moment.open_to, self.now(), self.live.moment.spans)
        self._publish_clocks()
        await self.run_shuffles()

    async def play(self, seat: Seat, key: str, move: Any, command: str | None) -> None:
        """Raises RuleError; then nothing has changed."""
        await self._append(Played(seat, key, move), command=command)
        await self.run_shuffles()

    async def expire(self, key: str) -> None:
        live = self._running_match
        await self._append(Expired(key))
        assert key not in clock_keys(live.moment.open_to, live.moment.spans), (
            "time was up, and the question or span is still open"
        )
        await self.run_shuffles()

    async def call_last_deal(self, command: str) -> None:
        """Raises NotNow."""
        live = self._running_match
        if live.step(LastDeal()).after.state.public == live.state.public:
            raise NotNow("This is the last hand already, or this game has none.")
        await self._append(LastDeal(), command=command)
        await self.run_shuffles()

    async def stop_match(self, reason: str, order: AdminStop | None = None) -> None:
        """Stops the match; its ranks so far are kept."""
        live = self._running_match
        self.intended_room = room = self._room_after_match(
            self.room, live.active_seats, stopped=True
        )
        await self._log.stop(live.match, live.epoch, room, reason, self.epoch, order)
        self.live = None
        self._adopt_room(room)

    async def run_shuffles(self) -> None:
        """Makes the shuffles that the rules wait for, once nobody who takes part is waited for.

        People come and go before a deal; only those who are present are dealt in.
        """
        while (live := self.running) is not None and live.game.pending_shuffle_size(live.state):
            coming, now = self.shuffle_round, self.now()
            step = self._shuffler.next_step(live, self.room, coming, now)
            match step:
                case None:
                    return
                case Question():
                    await self._log.ask(live.match, live.epoch, live.ply, step)
                    self.server_lines += self._shuffler.take_over(live, coming, step)
                case Shuffled():
                    await self._append(step)
                case Reseating() if seating.has_people(step.room):
                    await self._append(
                        Reseated(step.left, len(step.places)), room=step.room, places=step.places
                    )
                    self.server_lines += step.lines
                case Reseating():
                    await self.stop_match("everybody-left")

    @property
    def shuffle_due(self) -> float | None:
        """The end of the wait in a shuffle, on the monotonic clock; None: nobody is waited for."""
        return None if self.shuffle_round is None else self.shuffle_round.due

    @property
    def _running_match(self) -> LiveMatch:
        live = self.running
        if live is None:
            raise NotNow("No match is running.")
        return live

    async def _append(
        self,
        entry: Entry,
        command: str | None = None,
        room: Room | None = None,
        places: tuple[Place, ...] = (),
    ) -> None:
        live = self._running_match
        step = live.step(entry)
        if step.after.outcome is not None:
            room = self._room_after_match(
                room or self.room, live.game.active_seats(step.after.state.public)
            )
        now = self._clock.now()
        link = live.link(entry, now)
        line = LogLine(
            match=live.match,
            epoch=live.epoch,
            ply=live.ply,
            at=now,
            entry=entry,
            command=command,
            standings=step.standings,
            outcome=step.after.outcome,
            places=places,
            room=room,
            room_epoch=self.epoch,
            rated=not (self.room.hints or self.room.unrated),
            hash=link,
        )
        await self._log.append(line)
        self._apply(live, step, link, command, room, places)
        if live.has_no_end and self.running is live:
            log.error("match without end", game=live.game.slug, match=live.match, ply=live.ply)
            await self.stop_match("without-end")
            self.server_lines.append(server_line(LineCode.WITHOUT_END))

    def _apply(
        self,
        live: LiveMatch,
        step: Step,
        link: bytes,
        command: str | None,
        room: Room | None,
        places: tuple[Place, ...],
    ) -> None:
        """Takes over a step that stands in the log."""
        if step.after.outcome is not None:
            live.final_seats = dict(hands_seen(self.room))
        public_changed = live.apply(step, link, places, command)
        if isinstance(step.entry, Shuffled):
            self.clocks.refill_time_banks()
            if self.shuffle_round is not None and live.shown_shuffles is not None:
                self.shuffle_round = self.shuffle_round.next_round(live.shown_shuffles.head)
        self.clocks.follow_prompts(live.moment.open_to, self.now(), live.moment.spans)
        if public_changed:
            self._publish_clocks()
        if room is not None:
            self._adopt_room(room)

    def _room_after_match(self, room: Room, order: Collection[Seat], stopped: bool = False) -> Room:
        most = settings.max_seats(self.game)
        return seating.end_match(room, tuple(order), most, self._bot_name, stopped)

    # -- from the store

    async def check_owner(self) -> None:
        """Checks that the room is still ours, before a new window or a refused move relies on it.

        Raises Fenced, StoreAway.
        """
        if await self._rooms.owner_epoch(self.room.id) != self.epoch:
            raise Fenced(f"room {self.room.id} is not ours under epoch {self.epoch}")

    async def load(self) -> None:
        """Reads the room and its match from the store and becomes their owner.

        After an outage what was sealed and opened meanwhile counts no more if another server had
        the room: then it raises Fenced, so that everybody comes back. Raises RoomGone as well.
        """
        if self.epoch:
            await self.check_owner()
        taken = await self._rooms.claim_room(self.room.id)
        if taken is None:
            raise RoomGone("There is no such table any more.")
        room, epoch = taken
        if self.epoch and epoch != self.epoch + 1:
            raise Fenced(f"room {room.id} had another owner after epoch {self.epoch}")
        self.epoch = epoch
        if room.stage is Stage.PLAYING and room.match is not None:
            await self._load_running(room, room.match)
            await self.run_shuffles()
            return
        if self.running is not None or self.live is None or self.live.match != room.match:
            await self._load_finished(room)
        self.room = room

    async def _load_finished(self, room: Room) -> None:
        """Shows the match that ended last again."""
        self.live = None
        if room.match is None:
            return
        game = self._games[room.game]
        record = await self._log.load_finished(room.match, game)
        if record is None:
            self.former_moves = await read_former_moves(self._log, room.match)
            return
        self.live = finished_match(game, record, room)

    async def _load_running(self, room: Room, match: MatchId) -> None:
        game = self._games[room.game]
        record = await self._log.claim(match, game)
        try:
            if record.rules_version != game.rules_version:
                raise RulesChanged
            live, glimpses = rebuild(game, record)
            self.shuffle_round = restored_shuffle_round(live, self.shuffle_round, record)
        except RulesChanged:
            self.room = await stop_unreadable_match(self._log, record, room, self.epoch)
            self.live = None
            self.server_lines.append(server_line(LineCode.RULES_CHANGED))
            return
        queued = self.live.premoves if self.live is not None and self.live.match == match else {}
        self.room, self.live = room, live
        live.premoves.update(queued)
        self._update_names()
        self.clocks = restored_clocks(room.clock, self._pace, glimpses, self.now())
