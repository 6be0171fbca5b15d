"""Faults of tables, lobby and store, each of which the simulation must find."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakSet

import pytest
from msgspec.structs import replace

from app.rules.game import Seat
from app.table.actor.messages import Drain, Message
from app.table.actor.table import Table
from app.table.actor.wakeup import WakeupTimer
from app.table.clients.outbox import Outbox
from app.table.match.event_log import EventLog
from app.table.match.live_match import LiveMatch, Step
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_proofs import ShownShuffles, ShuffleProof
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import TurnClocks
from app.table.model.records import LogLine, MatchRecord
from app.table.model.room import Room, RoomId
from app.table.ports import StoreAway
from app.table.turn import loading
from app.table.turn.change import Change
from app.table.turn.table_state import TableState
from tests.prove.runner.planting import Plant
from tests.prove.simulation.store_connection import StoreConnection
from tests.table.fake_store import FakeStore


def shown_before_stored(patch: pytest.MonkeyPatch) -> None:
    """A move is taken at once, and written when the store comes round to it."""

    async def enter(self: TableState, change: Change, step: Step, said: Any) -> None:
        live = self.running_match()
        now = self.services.clock.now()
        link = live.link(step.entry, now)
        line = self._line(live, change, step, said, now, link)
        self._later = asyncio.create_task(self.services.log.append(line))  # type: ignore[attr-defined]
        self._enter(live, change, step, link)

    patch.setattr(TableState, "_write_entry", enter)


def epoch_not_checked(patch: pytest.MonkeyPatch) -> None:
    """The store takes a line of whoever knows the next ply."""
    fenced = FakeStore._append

    def append(self: FakeStore, line: LogLine) -> None:
        fenced(self, replace(line, epoch=self.matches[line.match].epoch))

    patch.setattr(FakeStore, "_append", append)


def room_epoch_not_checked(patch: pytest.MonkeyPatch) -> None:
    """The store takes a room of whoever had it once."""
    patch.setattr(FakeStore, "_check_epoch", lambda self, room, epoch: None)


def room_read_before_taken(patch: pytest.MonkeyPatch) -> None:
    """A room is read before it is claimed, so a write in between is not seen."""
    take = StoreConnection.claim_room

    async def late(self: StoreConnection, room: RoomId) -> tuple[Room, int] | None:
        seen = await self.load(room)
        await asyncio.sleep(3.0)
        taken = await take(self, room)
        return None if seen is None or taken is None else (seen, taken[1])

    patch.setattr(StoreConnection, "claim_room", late)


def command_forgotten_after_a_rebuild(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(loading, "moves_in_log", lambda record, room: ())


def timer_outlives_its_question(patch: pytest.MonkeyPatch) -> None:
    follow = TurnClocks.follow_prompts

    def following(self: TurnClocks, *seen: Any) -> None:
        old = dict(self._open)
        follow(self, *seen)
        self._open = {**old, **self._open}

    patch.setattr(TurnClocks, "follow_prompts", following)


def queue_drops_a_frame(patch: pytest.MonkeyPatch) -> None:
    """A newer frame takes the place of an older one, whose events are lost."""
    replaced = Outbox._take_newest_frame

    def dropping(self: Outbox) -> None:
        replaced(self)

    patch.setattr(Outbox, "_take_newest_frame", dropping)


def shown_though_the_store_was_away(patch: pytest.MonkeyPatch) -> None:
    """A failed save of the room is taken for a success."""
    written = TableState._write_room

    async def write(self: TableState, change: Change, said: Any) -> None:
        try:
            await written(self, change, said)
        except StoreAway:
            if change.room is not None:
                self._adopt_room(change.room)

    patch.setattr(TableState, "_write_room", write)


def unknown_taken_for_written(patch: pytest.MonkeyPatch) -> None:
    """An append without an answer is believed to have arrived."""
    entered = TableState._write_entry

    async def enter(self: TableState, change: Change, step: Step, said: Any) -> None:
        live = self.running_match()
        link = live.link(step.entry, self.services.clock.now())
        try:
            await entered(self, change, step, said)
        except StoreAway:
            self._enter(live, change, step, link)

    patch.setattr(TableState, "_write_entry", enter)


def events_told_twice(patch: pytest.MonkeyPatch) -> None:
    """A reconnecting window gets one event twice."""
    news = EventLog.since
    patch.setattr(EventLog, "since", lambda self, *at: news(self, max(0, at[0] - 1), at[1]))


def never_asked_again(patch: pytest.MonkeyPatch) -> None:
    """A table whose store was away once waits for ever."""
    went_away = Table._store_went_away

    def for_ever(self: Table, error: StoreAway) -> None:
        went_away(self, error)
        self.outage.retry_at = float("inf")

    patch.setattr(Table, "_store_went_away", for_ever)


def alarm_rings_once(patch: pytest.MonkeyPatch) -> None:
    """A wakeup timer that has rung is not set again."""
    rung: WeakSet[WakeupTimer] = WeakSet()
    wind, rings = WakeupTimer.set, WakeupTimer._fire

    def ring(self: WakeupTimer) -> None:
        rung.add(self)
        rings(self)

    patch.setattr(WakeupTimer, "_fire", ring)
    patch.setattr(WakeupTimer, "set", lambda self, due: None if self in rung else wind(self, due))


def drain_ignored(patch: pytest.MonkeyPatch) -> None:
    """A table stays open when the server closes."""
    handle = Table._handle

    async def deaf(self: Table, message: Message) -> None:
        if not isinstance(message, Drain):
            await handle(self, message)

    patch.setattr(Table, "_handle", deaf)


def promise_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A table that comes back promises another secret for the same shuffle."""
    anew = loading.restored_shuffle_round

    def other(
        live: LiveMatch, before: ShuffleRound | None, record: MatchRecord
    ) -> ShuffleRound | None:
        if live.secret is not None:
            live.shown_shuffles = ShownShuffles(live.game, live.match, live.secret[::-1])
        return anew(live, before, record)

    patch.setattr(loading, "restored_shuffle_round", other)


def question_not_written(patch: pytest.MonkeyPatch) -> None:
    """Parts are asked for, and a crash forgets it."""
    patch.setattr(FakeStore, "_ask", lambda self, *args: None)


def card_of_another_opened(patch: pytest.MonkeyPatch) -> None:
    """Each seat is opened what was dealt to the first one."""
    patch.setattr(ShuffleProof, "_opened_to", lambda self, viewer: self._opened.get(Seat(0), []))


def wall_clock_deadlines(patch: pytest.MonkeyPatch) -> None:
    """Deadlines are read off the wall clock."""

    def expired(self: TurnClocks, now: Instant) -> tuple[str, ...]:
        if self._frozen is not None:
            return ()
        return tuple(
            key
            for key, one in self._open.items()
            if one.enforced and one.due is not None and one.due.wall <= now.wall
        )

    patch.setattr(TurnClocks, "expired", expired)


def no_grace(patch: pytest.MonkeyPatch) -> None:
    """After a restart the clocks have run on."""
    patch.setattr(TurnClocks, "grant_grace", lambda self, now: None)


PLANTED: Final[Mapping[str, tuple[str, Plant]]] = {
    "shown-before-stored": ("P1", shown_before_stored),
    "epoch-not-checked": ("P4", epoch_not_checked),
    "room-epoch-not-checked": ("P4", room_epoch_not_checked),
    "room-read-before-taken": ("P4", room_read_before_taken),
    "command-forgotten": ("P2", command_forgotten_after_a_rebuild),
    "timer-outlives-question": ("P12", timer_outlives_its_question),
    "frame-dropped": ("P5", queue_drops_a_frame),
    "room-shown-unsaved": ("P13", shown_though_the_store_was_away),
    "unknown-is-written": ("P1", unknown_taken_for_written),
    "wall-clock-deadlines": ("P12", wall_clock_deadlines),
    "no-grace": ("P12", no_grace),
    "never-asked-again": ("P9", never_asked_again),
    "alarm-rings-once": ("P9", alarm_rings_once),
    "drain-ignored": ("P9", drain_ignored),
    "promise-forgotten": ("P11", promise_forgotten),
    "question-not-written": ("P11", question_not_written),
    "another-card-opened": ("P3", card_of_another_opened),
    "events-told-twice": ("P5", events_told_twice),
}
"""By name: the promise that it breaks, and the fault."""
