"""All that one table knows of its room and match, and the one way in which that changes.

`commit` writes a change in one transaction, then takes it over. Nothing else here changes what a
store keeps.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, Seat
from app.rules.replay import Shuffled
from app.table.clients.mailbox import CommandMemory
from app.table.match.live_match import LiveMatch, Step
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import TurnClocks
from app.table.model.chat import ChatEntry
from app.table.model.errors import NotNow, NotSeated
from app.table.model.notation import to_milliseconds
from app.table.model.records import LogLine, Question, Said
from app.table.model.room import SLOW, Person, PersonId, Room, Stage
from app.table.ports import CodeTaken, Fenced, TableServices
from app.table.room import seating
from app.table.room.visibility import hands_seen
from app.table.turn.change import Change, NewMatch
from app.table.turn.recent import ChatLog, Recent
from app.table.turn.slow_change import let_go, with_deadlines


class Intended(NamedTuple):
    """The room and the lines that the present command tried to write."""

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
        self.compared: dict[PersonId, tuple[str, Comparison | None]] = {}
        """By person: the last hint's command, and the comparison that it waited for."""
        self.again: Instant | None = None
        """The end of the count to the next match; None: there is no count. See room/start.py."""
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

    def own_seat(self, sender: Person, shuffles: bool = False) -> tuple[LiveMatch, Seat]:
        """The match and the seat for which the sender may act, or take part in shuffles.

        Raises NotNow, NotSeated.
        """
        live, own = self.running_match(), seating.seat_of(self.room, sender.id)
        if own is None:
            raise NotSeated("You have no seat in this match.")
        if own.leaving:
            raise NotSeated(
                "You have left your seat, and a bot plays for you. Take a seat to have it back."
            )
        if own.silent and not shuffles:
            raise NotSeated(
                "A bot plays for you, because the table waited. Choose “I’m back” to play again."
            )
        return live, Seat(own.number)

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

    async def commit(self, change: Change, own: bool = False) -> None:
        """Writes the change, then takes it over. `own`: it is a command's, and not what follows.

        Raises Fenced if another server owns the room or the match, and StoreAway if it is unknown
        whether the change was written. Then nothing here has changed, and `load` must be called
        before anything is shown.
        """
        said: tuple[ChatEntry, ...] = ()
        if self.room.clock in SLOW:
            change = with_deadlines(
                self.room, self.live, change, self.services.pace, self.now().wall
            )
        if change.room is not None or change.lines:
            if change.room == self.room:
                change = replace(change, room=None)
            at = to_milliseconds(self.services.clock.now())
            said = tuple(ChatEntry(at, line) for line in change.lines)
            if own:
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
            if self.intended.room is room:
                self.intended = Intended(other, said)
            await self._write_room(replace(change, room=other), said)

    def _begin(self, room: Room, new: NewMatch, epoch: int) -> None:
        assert room.match is not None, "a match has an id"
        self.room = room
        self.again = None
        self.memory.keep_moves(())
        self.live = LiveMatch(new.game, room.match, epoch, new.setup, new.places, new.secret)
        shown = self.live.shown_shuffles
        self.shuffle_round = None if shown is None else ShuffleRound(room.match, shown.promise)
        self.clocks = TurnClocks(room.clock, self.services.pace)
        self.clocks.follow_prompts(self.live.moment.open_to, self.now(), self.live.moment.spans)
        self._publish_clocks()

    def _adopt_room(self, room: Room) -> None:
        """Takes over a room that was saved."""
        old, self.room = self.room, room
        if room.clock is not old.clock:
            self.clocks.change_level(room.clock, self.now())
            self._publish_clocks()
        if room.slow is not None:
            self.clocks.hold_to(room.slow, self.now())
            if self.live is not None:
                let_go(self.live, room)
        self.update_names()

    def update_names(self) -> None:
        """Takes over names that people have changed since they were dealt in."""
        live = self.running
        if live is not None:
            for seat in self.room.seats:
                if seat.person is not None or seat.previous is not None:
                    live.rename(Seat(seat.number), seat.name)

    def names(self, person: PersonId) -> bool:
        """True if the chat names the person, or a seat of the match."""
        live = self.live
        return self.chat.names(person) or (live is not None and bool(live.seats_of(person)))

    def count_again(self, until: Instant | None) -> None:
        self.again = until

    def _publish_clocks(self) -> None:
        if self.live is not None:
            self.clocks.publish(self.live.moment.awaited)

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
