"""All that one table knows of its room and match, and the one way in which that changes.

`commit` writes a change in one transaction, then takes it over. Nothing else here changes what a
store keeps.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from app.rules.game import AnyGame, Seat
from app.rules.replay import Shuffled
from app.table.clients.command_memory import CommandMemory
from app.table.match.live_match import LiveMatch, Step, rebuild
from app.table.match.prompt_clock import Instant
from app.table.match.recovery import (
    RulesChanged,
    finished_match,
    first_shuffle_round,
    moves_in_log,
    read_former_moves,
    restored_clocks,
    restored_shuffle_round,
    stop_unreadable_match,
)
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import TurnClocks
from app.table.model.chat import ChatEntry
from app.table.model.errors import NotNow, RoomGone
from app.table.model.room import MatchId, PersonId, Room, Stage
from app.table.model.server_lines import LineCode, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.ports import CodeTaken, Fenced, LogLine, Question, Said, TableServices
from app.table.room.visibility import hands_seen
from app.table.turn.change import Change, NewMatch
from app.table.turn.chat import MAX_CHAT_LINES, ChatLog
from app.table.turn.recent import Recent


class Intended(NamedTuple):
    """The room and the lines that the present message tried to write."""

    room: Room | None = None
    said: tuple[ChatEntry, ...] = ()


class TableState:
    """One room with its chat, and at most one match."""

    def __init__(self, room: Room, services: TableServices) -> None:
        self.room = room
        self.epoch = 0
        """The epoch under which the room is ours; 0 until it is loaded."""
        self.chat = ChatLog()
        self.live: LiveMatch | None = None
        """The match that is shown: running, or over and still on the table."""
        self.shuffle_round: ShuffleRound | None = None
        """The shuffle to come; None: no match, or one without a secret."""
        self.clocks = TurnClocks(room.clock, services.pace)
        self.services = services
        self.recent = Recent()
        self.memory = CommandMemory()
        self.intended = Intended()
        self._hands: tuple[Room, Mapping[PersonId, Seat]] = (room, hands_seen(room))
        """The hands that people see, and the room from which that follows."""

    # -- readings

    @property
    def running(self) -> LiveMatch | None:
        """The match while it goes on."""
        return self.live if self.live is not None and self.room.stage is Stage.PLAYING else None

    def running_match(self) -> LiveMatch:
        """Raises NotNow."""
        live = self.running
        if live is None:
            raise NotNow("No match is running.")
        return live

    @property
    def game(self) -> AnyGame:
        return self.services.games[self.room.game]

    def now(self) -> Instant:
        clock = self.services.clock
        return Instant(clock.monotonic(), to_milliseconds(clock.now()))

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

    @property
    def shuffle_due(self) -> float | None:
        """The end of the wait in a shuffle, on the monotonic clock; None: nobody is waited for."""
        return None if self.shuffle_round is None else self.shuffle_round.due

    # -- one change

    async def commit(self, change: Change) -> None:
        """Writes the change, then takes it over.

        Raises Fenced if another server owns the room or the match, and StoreAway if it is unknown
        whether the change was written. Then nothing here has changed, and `load` must be called
        before anything is shown.
        """
        said: tuple[ChatEntry, ...] = ()
        if change.room is not None or change.lines:
            if change.room == self.room:
                change = replace(change, room=None)
            at = to_milliseconds(self.services.clock.now())
            said = tuple(ChatEntry(at, line) for line in change.lines)
            self.intended = Intended(change.room, said)
        if change.step is not None:
            await self._write_entry(change, change.step, said)
        elif change.question is not None:
            await self._write_question(change.question, said)
        elif change.room is not None or said:
            await self._write_room(change, said)
        if said:
            self.chat.add(said)
        for act in change.passing:
            act()

    async def _write_entry(self, change: Change, step: Step, said: tuple[ChatEntry, ...]) -> None:
        live, now = self.running_match(), self.services.clock.now()
        link = live.link(step.entry, now)
        await self.services.log.append(self._line(live, change, step, said, now, link))
        self._enter(live, change, step, link)

    def _line(
        self,
        live: LiveMatch,
        change: Change,
        step: Step,
        said: tuple[ChatEntry, ...],
        now: datetime,
        link: bytes,
    ) -> LogLine:
        return LogLine(
            match=live.match,
            epoch=live.epoch,
            ply=live.ply,
            at=now,
            entry=step.entry,
            command=change.command,
            standings=step.standings,
            outcome=step.after.outcome,
            places=change.places,
            room=change.room,
            room_epoch=self.epoch,
            rated=not (self.room.hints or self.room.unrated),
            hash=link,
            said=said,
        )

    def _enter(self, live: LiveMatch, change: Change, step: Step, link: bytes) -> None:
        """Takes over an entry that stands in the log."""
        if step.after.outcome is not None:
            live.final_seats = dict(hands_seen(self.room))
        public_changed = live.apply(step, link, change.places)
        if isinstance(step.entry, Shuffled):
            self.clocks.refill_time_banks()
            if self.shuffle_round is not None and live.shown_shuffles is not None:
                self.shuffle_round = self.shuffle_round.next_round(live.shown_shuffles.head)
        self.clocks.follow_prompts(live.moment.open_to, self.now(), live.moment.spans)
        if public_changed:
            self._publish_clocks()
        if change.room is not None:
            self._adopt_room(change.room)

    async def _write_question(self, question: Question, said: tuple[ChatEntry, ...]) -> None:
        live, coming = self.running_match(), self.shuffle_round
        assert coming is not None, "only a proven shuffle asks"
        assert live.shown_shuffles is not None, "the match has a secret"
        if question.seals or not question.ask:  # else nobody is asked, and the deal follows
            words = Said(self.room.id, self.epoch, said) if said else None
            await self.services.log.ask(live.match, live.epoch, live.ply, question, words)
        coming.take_over(question, live.shown_shuffles.decks(live.shuffles, live.state))

    async def _write_room(self, change: Change, said: tuple[ChatEntry, ...]) -> None:
        """Writes the room and what begins or ends with it, or the lines alone."""
        room, rooms, moves = change.room, self.services.rooms, self.services.log
        if room is None:
            await rooms.add_chat_lines(self.room.id, said, self.epoch)
            return
        try:
            if (new := change.begins) is not None:
                epoch = await moves.begin(
                    room, new.game, new.setup, new.places, new.secret, self.epoch
                )
                self._begin(room, new, epoch)
            elif (stop := change.stop) is not None:
                live = self.running_match()
                await moves.stop(
                    live.match, live.epoch, room, stop.reason, self.epoch, stop.order, said
                )
                self.live = None
                self._adopt_room(room)
            else:
                await rooms.save(room, self.epoch, said)
                self._adopt_room(room)
        except CodeTaken:
            other = replace(room, code=self.services.dealer.code())
            self.intended = Intended(other, said)
            await self._write_room(replace(change, room=other), said)

    def _begin(self, room: Room, new: NewMatch, epoch: int) -> None:
        assert room.match is not None, "a match has an id"
        self.room = room
        self.memory.keep_moves(())
        self.live = LiveMatch(new.game, room.match, epoch, new.setup, new.places, new.secret)
        self.shuffle_round = first_shuffle_round(self.live)
        self.clocks = TurnClocks(room.clock, self.services.pace)
        self.clocks.follow_prompts(self.live.moment.open_to, self.now(), self.live.moment.spans)
        self._publish_clocks()

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

    def forget(self, person: PersonId) -> None:
        """Takes an erased person's name and words from everything but the room."""
        self.chat.forget(person)
        self.recent.forget(person)
        self.intended = Intended()
        if self.live is not None:
            self.live.forget(person)

    # -- from the store

    def has_arrived(self) -> bool:
        """True if what was intended stands in the store, from which this was loaded since."""
        room, said = self.intended
        return (room is not None and room == self.room) or any(map(self.chat.has, said))

    async def check_owner(self) -> None:
        """Checks that the room is still ours, before a new window or a refused move relies on it.

        Raises Fenced, StoreAway.
        """
        if await self.services.rooms.owner_epoch(self.room.id) != self.epoch:
            raise Fenced(f"room {self.room.id} is not ours under epoch {self.epoch}")

    async def load(self) -> None:
        """Reads the room, its chat and its match from the store, and becomes their owner.

        After an outage what was sealed and opened meanwhile counts no more if another server had
        the room: then it raises Fenced, so that everybody comes back. Raises RoomGone as well.
        """
        if self.epoch:
            await self.check_owner()
        taken = await self.services.rooms.claim_room(self.room.id)
        if taken is None:
            raise RoomGone("There is no such table any more.")
        room, epoch = taken
        if self.epoch and epoch != self.epoch + 1:
            raise Fenced(f"room {room.id} had another owner after epoch {self.epoch}")
        self.epoch = epoch
        if room.stage is Stage.PLAYING and room.match is not None:
            await self._load_running(room, room.match)
        else:
            if self.running is not None or self.live is None or self.live.match != room.match:
                await self._load_finished(room)
            self.room = room
        self.chat.add_missing(await self.services.rooms.chat_lines(room.id, MAX_CHAT_LINES))

    async def _load_finished(self, room: Room) -> None:
        """Shows the match that ended last again."""
        self.live = None
        if room.match is None:
            return
        game, moves = self.services.games[room.game], self.services.log
        record = await moves.load_finished(room.match, game)
        if record is None:
            self.memory.keep_moves(await read_former_moves(moves, room.match))
            return
        self.live = finished_match(game, record, room)
        self.memory.keep_moves(moves_in_log(record, room))

    async def _load_running(self, room: Room, match: MatchId) -> None:
        game = self.services.games[room.game]
        record = await self.services.log.claim(match, game)
        try:
            if record.rules_version != game.rules_version:
                raise RulesChanged
            live, glimpses = rebuild(game, record)
            self.shuffle_round = restored_shuffle_round(live, self.shuffle_round, record)
        except RulesChanged:
            at = to_milliseconds(self.services.clock.now())
            said = (ChatEntry(at, server_line(LineCode.RULES_CHANGED)),)
            self.room = await stop_unreadable_match(
                self.services.log, record, room, self.epoch, said
            )
            self.live = None
            return
        queued = self.live.premoves if self.live is not None and self.live.match == match else {}
        self.room, self.live = room, live
        self.memory.keep_moves(moves_in_log(record, room))
        live.premoves.update(queued)
        self._update_names()
        self.clocks = restored_clocks(room.clock, self.services.pace, glimpses, self.now())
