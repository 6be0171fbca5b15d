"""The broadcast of a table: every client is shown the room, frames and chat that changed for it."""

from operator import is_not
from typing import TypeAlias

from app.table.clients.client import Client
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import Room
from app.table.model.server_messages import AnyServerMessage, Chat
from app.table.room import membership, seating, visibility
from app.table.room.room_commands import RoomContext
from app.table.show.frames import Frames
from app.table.show.room_view import build_room
from app.table.turn.presence import room_context
from app.table.turn.table_state import TableState

_LAST_LINES = 100

Replies: TypeAlias = dict[Client, list[AnyServerMessage]]
"""The answers to commands that wait, by the client that sent them."""


class Broadcaster:
    """Remembers what each client was shown, so nothing is sent twice."""

    def __init__(self, state: TableState, people: People) -> None:
        self._state, self._chat, self._people = state, state.chat, people
        self._rooms_source: tuple[object, ...] | None = None
        """Room, presence and clients as everybody was last shown them."""
        self._frames: Frames | None = None
        self._fair: tuple[object, ...] = ()
        """All that is shown of shuffles; the same value while nothing about them changes."""

    def update_all(self, now: float, replies: Replies) -> None:
        """Brings every client up to date with what is written, and sends the replies.

        A reply follows the frame that shows what was done. It comes before what is told of a
        shuffle, where a page must know whether its part was taken in time. Clients that may not
        stay are sent away.
        """
        state, people = self._state, self._people
        gathered = (state.room, people.presence, people.changes, state.again)
        if self._rooms_source is None or any(map(is_not, self._rooms_source, gathered)):
            self._dismiss(now)
            context = room_context(self._state, self._people)
            spectators = self._spectator_count()
            for client in self._people:
                self._send_room(client, spectators, context)
            self._rooms_source = (*gathered[:2], people.changes, state.again)
        live, lines = self._shown_match(), self._chat.line_count
        if (fair := self._shuffle_state()) != self._fair:
            self._fair = fair
        if live is not None:
            if self._frames is None or self._frames.live is not live:
                self._frames = Frames(live)
            self._frames.follow(self._state.clocks, self._state.room.paused)
        self._chat.follow_people(state.room.people)
        anew = self._chat.take_changed()
        for client in self._people:
            if client.outbox.closing:
                self._people.remove(client, now)
                continue
            if anew or client.lines_sent != lines:
                self._send_chat(client, anew)
            if live is not None:
                self._send_frame(client, live)
            for reply in replies.pop(client, ()):
                client.outbox.put(reply)
            if client.shuffle_state is not self._fair:
                self._send_shuffle(client)
                client.shuffle_state = self._fair
        replies.clear()

    # -- who may be here

    def _dismiss(self, now: float) -> None:
        room = self._state.room
        for client in self._people:
            if not client.outbox.closing:
                reason = dismissal(room, client)
                if reason is None:
                    continue
                client.bye(*reason)
            self._people.remove(client, now)

    def _spectator_count(self) -> int:
        room = self._state.room
        people = {client.person for client in self._people if client.person is not None}
        unseated = sum(seating.seat_of(room, person) is None for person in people)
        strangers = sum(client.person is None for client in self._people)
        return unseated + strangers - self._people.screens

    # -- what they see

    def _send_room(self, client: Client, spectators: int, context: RoomContext) -> None:
        room, acting = self._state.room, self._people.is_acting(client)
        blocked = client.mutes.blocked
        source = (
            room, context.presence, acting, spectators, context.screens, blocked, context.again_due
        )  # fmt: skip
        if client.room_source is not None and all(
            old is new or old == new for old, new in zip(client.room_source, source, strict=True)
        ):
            return
        client.room_source = source
        shown = build_room(room, client.person, acting, spectators, context, blocked)
        if shown != client.room_shown:
            client.room_shown = shown
            client.outbox.put(shown)

    def _send_chat(self, client: Client, anew: bool) -> None:
        """Chat is for members of the room. `anew`: all of it, since earlier lines have changed."""
        if seating.find_member(self._state.room, client.person) is None:
            return
        whole = anew and client.lines_sent > 0
        lines = self._chat.since(0 if whole else client.lines_sent)
        if lines or whole:
            client.lines_sent = self._chat.line_count
            client.tell(Chat(lines[-_LAST_LINES:], whole))

    def _shown_match(self) -> LiveMatch | None:
        """The present or last match; None once another game is chosen."""
        live = self._state.live
        return None if live is None or live.game.slug != self._state.room.game else live

    def _send_frame(self, client: Client, live: LiveMatch) -> None:
        """Sends the frame: one value for all clients of a seat, and one for all spectators."""
        seat, room, log = self._state.seat_of(client.person), self._state.room, live.event_log
        if not visibility.sees_match(room, seat):
            return
        if client.match_shown != live.match:
            client.match_shown, client.events_sent, client.frame_shown = live.match, 0, None
        assert self._frames is not None, "the match is shown"
        frame = self._frames.of(seat)
        events = () if client.events_sent == log.count else log.since(client.events_sent, seat)
        client.events_sent = log.count
        if events or not (frame is client.frame_shown or frame == client.frame_shown):
            client.outbox.put_frame(frame, events)
            client.frame_shown = frame

    def _shuffle_state(self) -> tuple[object, ...]:
        """Changes whenever something about a shuffle is to be shown."""
        live, coming = self._state.live, self._coming_shuffle()
        if live is None or live.shown_shuffles is None:
            return ()
        return (
            live.match,
            live.shuffles,
            live.shown_shuffles.opened,
            self._state.room.spectators,
            coming and coming.progress,
            self._rooms_source,
        )

    def _coming_shuffle(self) -> ShuffleRound | None:
        running = self._state.running
        return None if running is None or running.moment.outcome else self._state.shuffle_round

    def _send_shuffle(self, client: Client) -> None:
        """Sends what was dealt and opened since, and the coming shuffle."""
        live, coming = self._state.live, self._coming_shuffle()
        if live is None:
            client.shuffles.wait()
            return
        seat = self._state.seat_of(client.person)
        if (
            live.shown_shuffles is None
            or client.match_shown != live.match
            or not visibility.sees_match(self._state.room, seat)
        ):
            return
        client.shuffles.show(seat, live.shown_shuffles, coming, client.outbox.put)


def dismissal(room: Room, client: Client) -> tuple[str, str] | None:
    """The reason why this client cannot stay: a Bye's code and sentence."""
    if client.person is not None and membership.is_banned(room, client.person):
        return "banned", "The host has banned you from this table."
    member = seating.find_member(room, client.person) is not None
    if not member and client.room_shown is not None and client.room_shown.member:
        return "kicked", "You were kicked. The invite link asks the host to let you in again."
    if visibility.sees_room(room, client.shown_by if client.person is None else client.person):
        return None
    return "spectators-off", "This table is private now. Use its invite link to come in."
