"""Carries out what people ask for at one table, and what becomes of those who are silent. Writes through the state only."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from app.rules.codec import read_move
from app.rules.game import AnyGame, Seat
from app.table.actor.pokes import Pokes
from app.table.clients.chat import ChatLog, readable
from app.table.clients.client import Client
from app.table.clients.connections import Connections, PresenceSnapshot
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.table_state import TableState
from app.table.model import client_messages
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import Elsewhere, NotMember, NotNow, NotSeated, RoomFull, TooMuch
from app.table.model.room import MatchId, Person, PersonId, Room, RoomSeat, Stage
from app.table.ports import Clock, Dealer
from app.table.room import membership, room_commands, seating, settings
from app.table.room.room_commands import Presence, RoomContext

MAX_REMEMBERED: Final = 512
"""Commands of this table's people that are known again; moves are known again for as long as their match is."""
KNOCK_PAUSE: Final = 10.0
"""Seconds between two knocks of one person."""


class CommandHandler:
    """Every method may raise StoreAway or Fenced; a TableError or RuleError means that nothing has changed."""

    def __init__(
        self,
        state: TableState,
        chat: ChatLog,
        connections: Connections,
        games: Mapping[str, AnyGame],
        strengths: tuple[str, ...],
        clock: Clock,
        dealer: Dealer,
    ) -> None:
        self.state, self.chat, self.connections = state, chat, connections
        self._games, self._strengths, self._clock, self._dealer = games, strengths, clock, dealer
        self._done: OrderedDict[tuple[PersonId, str], None] = OrderedDict()
        self._knocked_at: dict[PersonId, float] = {}
        self._pokes = Pokes(connections, clock)
        self.presence: dict[PersonId, Presence] = {}
        self._around: RoomContext | None = None
        self._here: tuple[dict[PersonId, Presence], frozenset[PersonId]] = (
            self.presence,
            frozenset(),
        )
        self._looked = PresenceSnapshot(self._clock.monotonic(), None, 0, (), None)
        self._reviewed: PresenceSnapshot | None = None
        """After which look there was nothing to be done."""

    @property
    def room(self) -> Room:
        return self.state.room

    @property
    def context(self) -> RoomContext:
        """The same value for as long as nobody comes, goes or falls silent."""
        if self._around is None or self._around.presence is not self.presence:
            self._around = self.new_context()
        return self._around

    def new_context(self, fresh: str = "") -> RoomContext:
        return RoomContext(
            self._games,
            self._strengths,
            self.presence,
            lambda: self._dealer.uniform(0.0, 1.0),
            fresh,
        )

    @property
    def present(self) -> frozenset[PersonId]:
        if self._here[0] is not self.presence:
            self._here = (
                self.presence,
                frozenset(
                    person for person, presence in self.presence.items() if presence != "gone"
                ),
            )
        return self._here[1]

    # -- commands

    async def carry_out(self, client: Client, command: AnyCommand) -> None:
        """Does what `command` says, once: a command that is known was done already. Raises TableError, RuleError."""
        if client.person is None:
            raise NotMember("You are watching this table; to take part, choose a name and come in.")
        if self.is_known(client.person, command):
            return
        who = membership.check_member(self.room, client.person)
        if isinstance(command, client_messages.PlayHere):
            self.connections.make_acting(client)
            return
        if not self.connections.is_acting(client):
            raise Elsewhere(
                "You play in another window or on another device; choose “play here” to go on in this one."
            )
        if isinstance(command, client_messages.JoinShuffles):
            client.joins_shuffles = True
            return
        await (
            self._play(who, command)
            if isinstance(command, client_messages.Play)
            else self._dispatch(who, command)
        )
        self.remember(who.id, command)

    def is_known(self, person: PersonId, command: AnyCommand) -> bool:
        """Whether the command was carried out already, as far as this table remembers."""
        if (person, command.id) in self._done:
            return True
        if (
            isinstance(command, client_messages.Play)
            and (person, command.id) in self.state.former_moves
        ):
            return True
        live = self.state.live
        if live is None:
            return False
        if isinstance(command, client_messages.Play):
            return any(
                _in_log(seat, command) in live.known
                for seat in {self.state.seat_of(person), *live.seats_of(person)}
            )
        return (
            isinstance(command, client_messages.CallLastDeal)
            and person == self.room.host
            and _in_log(None, command) in live.known
        )

    def remember(self, person: PersonId, command: AnyCommand) -> None:
        self._done[person, command.id] = None
        if len(self._done) > MAX_REMEMBERED:
            self._done.popitem(last=False)

    async def _dispatch(self, who: Person, command: AnyCommand) -> None:
        match command:
            case client_messages.Premove(move=move):
                live, seat = self._own_seat(who)
                live.premoves[seat] = Premove(read_move(live.game, move))
            case client_messages.CancelPremove():
                live, seat = self._own_seat(who)
                live.premoves.pop(seat, None)
            case client_messages.Seal(match=match, number=number, attempt=attempt, seal=sealed):
                shuffle_round, seat = self._own_shuffle(who, match)
                shuffle_round.seal(seat, number, attempt, sealed)
            case client_messages.Open(match=match, number=number, attempt=attempt, entropy=entropy):
                shuffle_round, seat = self._own_shuffle(who, match)
                shuffle_round.open(seat, number, attempt, bytes.fromhex(entropy))
            case client_messages.Start(keep_ranks=keep_ranks):
                await self._start(who, keep_ranks)
            case client_messages.CallLastDeal():
                room_commands.check_host(self.room, who.id)
                await self.state.call_last_deal(_in_log(None, command), self.present)
            case client_messages.StopMatch():
                room_commands.check_host(self.room, who.id)
                room_commands.check_playing(self.room)
                await self.state.stop_match("host")
                await self.chat.add_server_line(
                    f"{who.name} breaks the match off. Finished deals count."
                )
            case client_messages.Say(text=text):
                await self.chat.say(who, text)
            case client_messages.Poke(seat=seat):
                poked = self._pokes.poke(self.room, self.state.running, who, seat)
                await self.chat.add_server_line(f"{who.name} pokes {poked.name}.")
            case (
                client_messages.PlayHere() | client_messages.JoinShuffles() | client_messages.Play()
            ):
                raise AssertionError("answered before")
            case _:
                await self._save_change(
                    room_commands.apply_command(
                        self.room, who, command, self.new_context(self._new_invite(command))
                    )
                )

    def _new_invite(self, command: AnyCommand) -> str:
        if not isinstance(command, client_messages.RenewInvite):
            return ""
        return self._dealer.token(128) if command.what == "link" else self._dealer.code()

    async def _save_change(self, answer: room_commands.RoomChange) -> None:
        await self.state.save_room(answer.room)
        for line in answer.lines:
            await self.chat.add_server_line(line)

    def _own_seat(self, who: Person) -> tuple[LiveMatch, Seat]:
        """Raises NotNow, NotSeated."""
        live, own = self.state.running, seating.seat_of(self.room, who.id)
        if live is None:
            raise NotNow("No match is running.")
        if own is None:
            raise NotSeated("You have no seat in this match.")
        if own.leaving:
            raise NotSeated(
                "You have stood up and a bot plays your cards; sit down again to take them back."
            )
        return live, Seat(own.number)

    def _own_shuffle(self, who: Person, match: str) -> tuple[ShuffleRound, Seat]:
        """Raises NotNow, NotSeated."""
        live, seat = self._own_seat(who)
        if self.state.shuffle_round is None or live.match != match or seat not in live.active_seats:
            raise NotNow("You have no part in a shuffle of that match.")
        return self.state.shuffle_round, seat

    async def _play(self, who: Person, command: client_messages.Play) -> None:
        live, seat = self._own_seat(who)
        if self.room.paused:
            raise NotNow("The table is paused; nobody can move before it plays on.")
        move = read_move(live.game, command.move)
        await self.state.play(seat, command.key, move, _in_log(seat, command), self.present)
        live.premoves.pop(seat, None)

    async def _start(self, who: Person, keep_ranks: bool) -> None:
        room_commands.check_start(self.room, who, self.state.game, self.presence)
        ranked = keep_ranks and seating.may_keep_ranks(self.room)
        room = seating.begin_match(self.room, MatchId(self._dealer.token(128)), ranked)
        await self.state.begin_match(room, ranked, self.present)

    # -- through the door

    async def enter(self, person: Person, sit: bool) -> None:
        """Raises Banned, RoomFull."""
        room = membership.enter(self.room, person)
        known = seating.find_member(self.room, person.id) is not None
        person = membership.check_member(room, person.id)  # as the room calls them
        game = settings.find_game(self._games, room.game)
        lines = [] if known else [f"{person.name} comes in."]
        self.connections.note_alive(person.id, self._clock.monotonic())
        if sit and not _seated(seating.seat_of(room, person.id)) and person.id not in room.joining:
            try:
                room = seating.sit(
                    room,
                    person,
                    settings.max_seats(game),
                    lambda seats: settings.running_seats_problem(game, room, seats),
                )
            except RoomFull:
                pass
            else:
                later = person.id in room.joining
                lines = [
                    f"{person.name} comes in and will be dealt in at the next deal."
                    if later
                    else f"{person.name} sits down."
                ]
        await self._save_change(room_commands.RoomChange(room, tuple(lines)))

    async def knock(self, person: Person) -> None:
        """Raises Banned, TooMuch."""
        now = self._clock.monotonic()
        room = membership.knock(self.room, person)
        if room == self.room:
            return
        before = self._knocked_at.get(person.id)
        if before is not None and now < before + KNOCK_PAUSE:
            raise TooMuch("You have knocked a moment ago; give them time.")
        self._knocked_at[person.id] = now
        await self.state.save_room(room)

    async def rename(self, person: Person) -> None:
        await self.state.save_room(membership.rename(self.room, person))

    async def remove(self, person: PersonId) -> None:
        known = seating.find_member(self.room, person)
        lines = () if known is None else (f"{known.name} no longer belongs to this room.",)
        await self._save_change(
            room_commands.RoomChange(membership.leave(self.room, person), lines)
        )

    async def stop(self, match: MatchId, reason: str) -> bool:
        """Raises BadText."""
        live = self.state.running
        if live is None or live.match != match:
            return False
        reason = readable(reason)
        await self.state.stop_match(reason)
        await self.chat.add_server_line(f"The house breaks the match off: {reason}")
        return True

    # -- the silent

    def refresh(self, now: float) -> None:
        """Brings presence up to date; the mapping stays the same one while nothing has changed."""
        if self._looked.holds(self.room, self.connections, now):
            return
        presence = {
            person.id: self.connections.presence(person.id, now) for person in self.room.people
        }
        if presence != self.presence:
            self.presence = presence
        self.connections.mark_silent(now)
        until = self.connections.next_presence_change(
            (person.id for person in self.room.people), now
        )
        self._looked = PresenceSnapshot(
            now,
            self.room,
            self.connections.changes,
            tuple(client for client in self.connections if client.silent),
            until,
        )

    @property
    def next_check(self) -> float | None:
        """When silence may next mean something; rather too early than too late."""
        return self._looked.until

    @property
    def next_silence(self) -> float | None:
        """The same, with the signs of life since then: in the past where somebody has been silent for too long by now."""
        return self.connections.next_presence_change(
            (person.id for person in self.room.people), self._looked.at
        )

    @property
    def reviewed(self) -> bool:
        """Whether nothing can have changed since there was nothing to be done."""
        return self._reviewed is self._looked

    async def review(self, now: float) -> None:
        """Gives returned people their seats back, passes an absent host's role on, ends a pause that nobody wants any more."""
        room, lines = self.room, list[str]()
        for seat in room.seats:
            if (
                seat.missing
                and seat.person is not None
                and self.presence.get(seat.person) != "gone"
            ):
                room = seating.return_seat(room, seat.person)
                lines.append(f"{seat.name} is back.")
        host = seating.find_member(room, room.host)
        heir = (
            seating.next_host(room, self.presence)
            if host is None
            or self.connections.is_silent_for(host.id, self.connections.patience.host, now)
            else None
        )
        if heir is not None:
            room = replace(room, host=heir.id)
            lines.append(f"The host has been away for a while; {heir.name} is the host now.")
        if room.paused and room_commands.all_want_to_resume(room, self.presence):
            room = room_commands.end_pause(room)
            lines.append("The table plays on.")
        if room is self.room:
            self._reviewed = self._looked
        await self._save_change(room_commands.RoomChange(room, tuple(lines)))
        if room.stage is Stage.PLAYING and not seating.has_people(room):
            await self.state.stop_match("everybody-left")
            await self.chat.add_server_line(
                "Nobody is left at the table; the match was broken off. Finished deals count."
            )


def _in_log(seat: Seat | None, command: AnyCommand) -> str:
    """How the log knows a command of a seat or (None) of the host: one player's ids cannot be mistaken for another's."""
    return f"{'host' if seat is None else seat}:{command.id}"


def _seated(seat: RoomSeat | None) -> bool:
    return seat is not None and not seat.leaving
