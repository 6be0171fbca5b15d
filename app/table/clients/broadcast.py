"""Shows every chair what changed for it: room, frame, chat. Whoever may no longer be here is sent away first."""

from operator import is_not

from msgspec.structs import replace

from app.rules.game import Seat
from app.table.clients.chat import ChatLog
from app.table.clients.client import Client
from app.table.clients.client_views import frame_shown, room_shown
from app.table.clients.connections import Connections
from app.table.match.live_match import LiveMatch, Queued
from app.table.match.table_state import TableState
from app.table.model.room import PersonId, Room
from app.table.model.server_messages import Chat, Frame
from app.table.room import membership, seating
from app.table.room.room_commands import RoomContext

_LAST_LINES = 100


class Broadcaster:
    """What was shown is remembered per chair, so that a chair for which nothing changed hears nothing."""

    def __init__(self, ledger: TableState, talk: ChatLog, crowd: Connections) -> None:
        self._ledger, self._talk, self._crowd = ledger, talk, crowd
        self._gathered: tuple[object, ...] | None = None
        """Room, presence and chairs as they were last shown to everybody."""
        self._framed: tuple[object, ...] | None = None
        """What the frames were built from."""
        self._frames: dict[Seat | None, tuple[Queued | None, Frame]] = {}
        """By viewer, with the move that is queued there."""

    def everybody(self, around: RoomContext, now: float) -> None:
        """Brings every chair up to date with what is written."""
        gathered = (self._ledger.room, around.presence, self._crowd.changes)
        if self._gathered is None or any(map(is_not, self._gathered, gathered)):
            self._send_away(now)
            watchers = self._watchers()
            for chair in self._crowd:
                self._room(chair, watchers, around)
            self._gathered = (*gathered[:2], self._crowd.changes)
        live, fair = self._on_the_table(), self._fairness()
        if live is not None:
            self._begin_frames(live)
        for chair in self._crowd:
            if chair.outbox.closing:
                self._crowd.remove(chair, now)
                continue
            if chair.lines != self._talk.count:
                self._talk_to(chair)
            if live is not None:
                self._frame(chair, live)
            if chair.fairness != fair:
                self._fair(chair)
                chair.fairness = fair

    # -- who may be here

    def _send_away(self, now: float) -> None:
        room = self._ledger.room
        for chair in self._crowd:
            if not chair.outbox.closing:
                reason = farewell(room, chair)
                if reason is None:
                    continue
                chair.bye(*reason)
            self._crowd.remove(chair, now)

    def _watchers(self) -> int:
        room = self._ledger.room
        people = {chair.person for chair in self._crowd if chair.person is not None}
        unseated = sum(seating.seat_of(room, person) is None for person in people)
        return unseated + sum(chair.person is None for chair in self._crowd)

    # -- what they see

    def _room(self, chair: Client, watchers: int, around: RoomContext) -> None:
        room, acting = self._ledger.room, self._crowd.acts(chair)
        source = (room, around.presence, acting, watchers)
        if chair.room_source is not None and all(
            old is new or old == new for old, new in zip(chair.room_source, source, strict=True)
        ):
            return
        chair.room_source = source
        shown = room_shown(room, chair.person, acting, watchers, around)
        if shown != chair.room_shown:
            chair.room_shown = shown
            chair.outbox.put(shown)

    def _talk_to(self, chair: Client) -> None:
        """Chat is for those who belong to the room."""
        if seating.member(self._ledger.room, chair.person) is None:
            return
        lines = self._talk.since(chair.lines)
        if lines:
            chair.lines = self._talk.count
            chair.outbox.put(Chat(lines[-_LAST_LINES:]))

    def _on_the_table(self) -> LiveMatch | None:
        """The present or last match; none once another game is chosen, whose page could not show it."""
        live = self._ledger.live
        return None if live is None or live.game.slug != self._ledger.room.game else live

    def _begin_frames(self, live: LiveMatch) -> None:
        """What was built stands, unless something has changed that more than one viewer is shown."""
        questions = self._ledger.questions
        framed = (live, live.changes, questions.changes, self._ledger.room.paused, questions)
        if self._framed != framed:
            self._framed = framed
            self._frames.clear()

    def _frame(self, chair: Client, live: LiveMatch) -> None:
        """One value for all chairs of one seat, and one for all spectators."""
        seat = self._ledger.seat_of(chair.person)
        if seat is None and not self._ledger.room.spectators:
            return
        if chair.match != live.match:
            chair.match, chair.told, chair.shown = live.match, 0, None
        queued = None if seat is None else live.queued.get(seat)
        known = self._frames.get(seat)
        if known is None or known[0] is not queued:
            known = self._frames[seat] = (
                queued,
                frame_shown(live, self._ledger.questions, self._ledger.room.paused, seat),
            )
        frame = known[1]
        if chair.told == live.count and (frame is chair.shown or frame == chair.shown):
            return
        chair.outbox.put(replace(frame, events=live.news(chair.told)))
        chair.shown, chair.told = frame, live.count

    def _fairness(self) -> tuple[object, ...]:
        """Another one whenever somebody is to be shown something about a shuffle."""
        live, sealing, room = self._ledger.live, self._ledger.sealing, self._ledger.room
        if live is None:
            return ()
        over = self._ledger.running is None or live.outcome is not None
        return (
            live.match,
            live.shuffles,
            over,
            room.spectators,
            None if sealing is None or over else sealing.mark,
            self._gathered,
        )

    def _fair(self, chair: Client) -> None:
        """How the latest shuffle may be checked, and what is promised for the next: to whoever is shown frames."""
        live, sealing = self._ledger.live, self._ledger.sealing
        seat = self._ledger.seat_of(chair.person)
        if (
            live is None
            or chair.match != live.match
            or (seat is None and not self._ledger.room.spectators)
        ):
            return
        dealt = None if live.deal is None else live.deal.shown(seat)
        if dealt is not None and dealt is not chair.dealt_shown:
            chair.dealt_shown = dealt
            chair.outbox.put(dealt)
        coming = (
            None
            if sealing is None or self._ledger.running is None or live.outcome is not None
            else sealing.shown(seat)
        )
        if coming is not None and coming != chair.shuffle_shown:
            chair.shuffle_shown = coming
            chair.outbox.put(coming)


def farewell(room: Room, chair: Client) -> tuple[str, str] | None:
    """Why this chair cannot stay: a Bye's code and sentence."""
    if chair.person is not None and membership.is_banned(room, chair.person):
        return "banned", "The host has closed this room to you."
    if seating.member(room, chair.person) is not None:
        return None
    if chair.room_shown is not None and chair.room_shown.member:
        return "kicked", "The host has asked you to leave. The invite link still works."
    if room.listed and room.spectators:
        return None
    return "spectators-off", "This table is private now."


def may_watch(room: Room, person: PersonId | None) -> bool:
    """Whether a connection of this person may see the room at all."""
    return seating.member(room, person) is not None or (room.listed and room.spectators)
