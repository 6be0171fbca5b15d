"""Shows every chair what changed for it: room, frame, chat. Whoever may no longer be here is sent away first."""

from operator import is_not

from msgspec.structs import replace

from app.rules.game import Seat
from app.table.clients.chat import ChatLog
from app.table.clients.client import Client
from app.table.clients.client_views import build_frame, build_room
from app.table.clients.connections import Connections
from app.table.match.live_match import LiveMatch, Premove
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
        self._rooms_source: tuple[object, ...] | None = None
        """Room, presence and chairs as they were last shown to everybody."""
        self._frames_source: tuple[object, ...] | None = None
        """What the frames were built from."""
        self._frames: dict[Seat | None, tuple[Premove | None, Frame]] = {}
        """By viewer, with the move that is queued there."""

    def update_all(self, around: RoomContext, now: float) -> None:
        """Brings every chair up to date with what is written."""
        gathered = (self._ledger.room, around.presence, self._crowd.changes)
        if self._rooms_source is None or any(map(is_not, self._rooms_source, gathered)):
            self._dismiss(now)
            watchers = self._spectator_count()
            for chair in self._crowd:
                self._send_room(chair, watchers, around)
            self._rooms_source = (*gathered[:2], self._crowd.changes)
        live, fair = self._shown_match(), self._shuffle_state()
        if live is not None:
            self._drop_stale_frames(live)
        for chair in self._crowd:
            if chair.outbox.closing:
                self._crowd.remove(chair, now)
                continue
            if chair.lines_sent != self._talk.line_count:
                self._send_chat(chair)
            if live is not None:
                self._send_frame(chair, live)
            if chair.shuffle_state != fair:
                self._send_shuffle(chair)
                chair.shuffle_state = fair

    # -- who may be here

    def _dismiss(self, now: float) -> None:
        room = self._ledger.room
        for chair in self._crowd:
            if not chair.outbox.closing:
                reason = dismissal(room, chair)
                if reason is None:
                    continue
                chair.bye(*reason)
            self._crowd.remove(chair, now)

    def _spectator_count(self) -> int:
        room = self._ledger.room
        people = {chair.person for chair in self._crowd if chair.person is not None}
        unseated = sum(seating.seat_of(room, person) is None for person in people)
        return unseated + sum(chair.person is None for chair in self._crowd)

    # -- what they see

    def _send_room(self, chair: Client, watchers: int, around: RoomContext) -> None:
        room, acting = self._ledger.room, self._crowd.is_acting(chair)
        source = (room, around.presence, acting, watchers)
        if chair.room_source is not None and all(
            old is new or old == new for old, new in zip(chair.room_source, source, strict=True)
        ):
            return
        chair.room_source = source
        shown = build_room(room, chair.person, acting, watchers, around)
        if shown != chair.room_shown:
            chair.room_shown = shown
            chair.outbox.put(shown)

    def _send_chat(self, chair: Client) -> None:
        """Chat is for those who belong to the room."""
        if seating.find_member(self._ledger.room, chair.person) is None:
            return
        lines = self._talk.since(chair.lines_sent)
        if lines:
            chair.lines_sent = self._talk.line_count
            chair.outbox.put(Chat(lines[-_LAST_LINES:]))

    def _shown_match(self) -> LiveMatch | None:
        """The present or last match; none once another game is chosen, whose page could not show it."""
        live = self._ledger.live
        return None if live is None or live.game.slug != self._ledger.room.game else live

    def _drop_stale_frames(self, live: LiveMatch) -> None:
        """What was built stands, unless something has changed that more than one viewer is shown."""
        questions = self._ledger.clocks
        framed = (live, live.changes, questions.changes, self._ledger.room.paused, questions)
        if self._frames_source != framed:
            self._frames_source = framed
            self._frames.clear()

    def _send_frame(self, chair: Client, live: LiveMatch) -> None:
        """One value for all chairs of one seat, and one for all spectators."""
        seat = self._ledger.seat_of(chair.person)
        if seat is None and not self._ledger.room.spectators:
            return
        if chair.match_shown != live.match:
            chair.match_shown, chair.events_sent, chair.frame_shown = live.match, 0, None
        queued = None if seat is None else live.premoves.get(seat)
        known = self._frames.get(seat)
        if known is None or known[0] is not queued:
            known = self._frames[seat] = (
                queued,
                build_frame(live, self._ledger.clocks, self._ledger.room.paused, seat),
            )
        frame = known[1]
        if chair.events_sent == live.event_count and (
            frame is chair.frame_shown or frame == chair.frame_shown
        ):
            return
        chair.outbox.put(replace(frame, events=live.events_since(chair.events_sent)))
        chair.frame_shown, chair.events_sent = frame, live.event_count

    def _shuffle_state(self) -> tuple[object, ...]:
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
            None if sealing is None or over else sealing.shown_state,
            self._rooms_source,
        )

    def _send_shuffle(self, chair: Client) -> None:
        """How the latest shuffle may be checked, and what is promised for the next: to whoever is shown frames."""
        live, sealing = self._ledger.live, self._ledger.sealing
        seat = self._ledger.seat_of(chair.person)
        if (
            live is None
            or chair.match_shown != live.match
            or (seat is None and not self._ledger.room.spectators)
        ):
            return
        dealt = None if live.shuffle_proof is None else live.shuffle_proof.message_for(seat)
        if dealt is not None and dealt is not chair.dealt_shown:
            chair.dealt_shown = dealt
            chair.outbox.put(dealt)
        coming = (
            None
            if sealing is None or self._ledger.running is None or live.outcome is not None
            else sealing.message_for(seat)
        )
        if coming is not None and coming != chair.shuffle_shown:
            chair.shuffle_shown = coming
            chair.outbox.put(coming)


def dismissal(room: Room, chair: Client) -> tuple[str, str] | None:
    """Why this chair cannot stay: a Bye's code and sentence."""
    if chair.person is not None and membership.is_banned(room, chair.person):
        return "banned", "The host has closed this room to you."
    if seating.find_member(room, chair.person) is not None:
        return None
    if chair.room_shown is not None and chair.room_shown.member:
        return "kicked", "The host has asked you to leave. The invite link still works."
    if room.listed and room.spectators:
        return None
    return "spectators-off", "This table is private now."


def may_watch(room: Room, person: PersonId | None) -> bool:
    """Whether a connection of this person may see the room at all."""
    return seating.find_member(room, person) is not None or (room.listed and room.spectators)
