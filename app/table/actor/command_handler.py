"""Carries out what people ask for at one table, and what becomes of those who are silent. Writes through the ledger only."""

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
from app.table.match.live_match import LiveMatch, Queued
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.table_state import TableState
from app.table.model import client_messages
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import Elsewhere, NotMember, NotNow, NotSeated, RoomFull, TooMuch
from app.table.model.room import MatchId, Person, PersonId, Room, RoomSeat, Stage
from app.table.ports import Clock, Dealer
from app.table.room import membership, room_commands, seating, settings
from app.table.room.room_commands import Presence, RoomContext

REMEMBERED: Final = 512
"""Commands of this table's people that are known again; moves are known again for as long as their match is."""
KNOCK_PAUSE: Final = 10.0
"""Seconds between two knocks of one person."""


class CommandHandler:
    """Every method may raise StoreAway or Fenced; a TableError or RuleError means that nothing has changed."""

    def __init__(
        self,
        ledger: TableState,
        talk: ChatLog,
        crowd: Connections,
        games: Mapping[str, AnyGame],
        strengths: tuple[str, ...],
        clock: Clock,
        dealer: Dealer,
    ) -> None:
        self.ledger, self.talk, self.crowd = ledger, talk, crowd
        self._games, self._strengths, self._clock, self._dealer = games, strengths, clock, dealer
        self._done: OrderedDict[tuple[PersonId, str], None] = OrderedDict()
        self._knocked: dict[PersonId, float] = {}
        self._pokes = Pokes(crowd, clock)
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
        return self.ledger.room

    @property
    def surroundings(self) -> RoomContext:
        """The same value for as long as nobody comes, goes or falls silent."""
        if self._around is None or self._around.presence is not self.presence:
            self._around = self.around()
        return self._around

    def around(self, fresh: str = "") -> RoomContext:
        return RoomContext(
            self._games,
            self._strengths,
            self.presence,
            lambda: self._dealer.between(0.0, 1.0),
            fresh,
        )

    @property
    def here(self) -> frozenset[PersonId]:
        if self._here[0] is not self.presence:
            self._here = (
                self.presence,
                frozenset(
                    person for person, presence in self.presence.items() if presence != "gone"
                ),
            )
        return self._here[1]

    # -- commands

    async def obey(self, chair: Client, command: AnyCommand) -> None:
        """Does what `command` says, once: a command that is known was done already. Raises TableError, RuleError."""
        if chair.person is None:
            raise NotMember("You are watching this table; to take part, choose a name and come in.")
        if self.knows(chair.person, command):
            return
        who = membership.check_member(self.room, chair.person)
        if isinstance(command, client_messages.PlayHere):
            self.crowd.let_act(chair)
            return
        if not self.crowd.acts(chair):
            raise Elsewhere(
                "You play in another window or on another device; choose “play here” to go on in this one."
            )
        if isinstance(command, client_messages.JoinShuffles):
            chair.partakes = True
            return
        await (
            self._play(who, command)
            if isinstance(command, client_messages.Play)
            else self._do(who, command)
        )
        self.remember(who.id, command)

    def knows(self, person: PersonId, command: AnyCommand) -> bool:
        """Whether the command was carried out already, as far as this table remembers."""
        if (person, command.id) in self._done:
            return True
        if isinstance(command, client_messages.Play) and (person, command.id) in self.ledger.former:
            return True
        live = self.ledger.live
        if live is None:
            return False
        if isinstance(command, client_messages.Play):
            return any(
                _in_log(seat, command) in live.known
                for seat in {self.ledger.seat_of(person), *live.seats_of(person)}
            )
        return (
            isinstance(command, client_messages.CallLastDeal)
            and person == self.room.host
            and _in_log(None, command) in live.known
        )

    def remember(self, person: PersonId, command: AnyCommand) -> None:
        self._done[person, command.id] = None
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)

    async def _do(self, who: Person, command: AnyCommand) -> None:
        match command:
            case client_messages.Premove(move=move):
                live, seat = self._playing(who)
                live.queued[seat] = Queued(read_move(live.game, move))
            case client_messages.CancelPremove():
                live, seat = self._playing(who)
                live.queued.pop(seat, None)
            case client_messages.Seal(match=match, number=number, attempt=attempt, seal=sealed):
                sealing, seat = self._sealing(who, match)
                sealing.seal(seat, number, attempt, sealed)
            case client_messages.Open(match=match, number=number, attempt=attempt, entropy=entropy):
                sealing, seat = self._sealing(who, match)
                sealing.open(seat, number, attempt, bytes.fromhex(entropy))
            case client_messages.Start(keep_ranks=keep_ranks):
                await self._start(who, keep_ranks)
            case client_messages.CallLastDeal():
                room_commands.check_host(self.room, who.id)
                await self.ledger.last_deal(_in_log(None, command), self.here)
            case client_messages.StopMatch():
                room_commands.check_host(self.room, who.id)
                room_commands.check_playing(self.room)
                await self.ledger.stop("host")
                await self.talk.house(f"{who.name} breaks the match off. Finished deals count.")
            case client_messages.Say(text=text):
                await self.talk.say(who, text)
            case client_messages.Poke(seat=seat):
                poked = self._pokes.poke(self.room, self.ledger.running, who, seat)
                await self.talk.house(f"{who.name} pokes {poked.name}.")
            case (
                client_messages.PlayHere() | client_messages.JoinShuffles() | client_messages.Play()
            ):
                raise AssertionError("answered before")
            case _:
                await self._keep(
                    room_commands.answer(self.room, who, command, self.around(self._fresh(command)))
                )

    def _fresh(self, command: AnyCommand) -> str:
        if not isinstance(command, client_messages.RenewInvite):
            return ""
        return self._dealer.token(128) if command.what == "link" else self._dealer.code()

    async def _keep(self, answer: room_commands.RoomChange) -> None:
        await self.ledger.save(answer.room)
        for line in answer.lines:
            await self.talk.house(line)

    def _playing(self, who: Person) -> tuple[LiveMatch, Seat]:
        """Raises NotNow, NotSeated."""
        live, own = self.ledger.running, seating.seat_of(self.room, who.id)
        if live is None:
            raise NotNow("No match is running.")
        if own is None:
            raise NotSeated("You have no seat in this match.")
        if own.leaving:
            raise NotSeated(
                "You have stood up and a bot plays your cards; sit down again to take them back."
            )
        return live, Seat(own.number)

    def _sealing(self, who: Person, match: str) -> tuple[ShuffleRound, Seat]:
        """Raises NotNow, NotSeated."""
        live, seat = self._playing(who)
        if self.ledger.sealing is None or live.match != match or seat not in live.playing:
            raise NotNow("You have no part in a shuffle of that match.")
        return self.ledger.sealing, seat

    async def _play(self, who: Person, command: client_messages.Play) -> None:
        live, seat = self._playing(who)
        if self.room.paused:
            raise NotNow("The table is paused; nobody can move before it plays on.")
        move = read_move(live.game, command.move)
        await self.ledger.play(seat, command.key, move, _in_log(seat, command), self.here)
        live.queued.pop(seat, None)

    async def _start(self, who: Person, keep_ranks: bool) -> None:
        room_commands.check_start(self.room, who, self.ledger.game, self.presence)
        ranked = keep_ranks and seating.may_keep_ranks(self.room)
        room = seating.begun(self.room, MatchId(self._dealer.token(128)), ranked)
        await self.ledger.begin(room, ranked, self.here)

    # -- through the door

    async def enter(self, person: Person, sit: bool) -> None:
        """Raises Banned, RoomFull."""
        room = membership.entered(self.room, person)
        known = seating.member(self.room, person.id) is not None
        person = membership.check_member(room, person.id)  # as the room calls them
        game = settings.game_named(self._games, room.game)
        lines = [] if known else [f"{person.name} comes in."]
        self.crowd.heard(person.id, self._clock.monotonic())
        if sit and not _seated(seating.seat_of(room, person.id)) and person.id not in room.joining:
            try:
                room = seating.sit(
                    room,
                    person,
                    settings.most_seats(game),
                    lambda seats: settings.fits_in(game, room, seats),
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
        await self._keep(room_commands.RoomChange(room, tuple(lines)))

    async def knock(self, person: Person) -> None:
        """Raises Banned, TooMuch."""
        now = self._clock.monotonic()
        room = membership.knocked(self.room, person)
        if room == self.room:
            return
        before = self._knocked.get(person.id)
        if before is not None and now < before + KNOCK_PAUSE:
            raise TooMuch("You have knocked a moment ago; give them time.")
        self._knocked[person.id] = now
        await self.ledger.save(room)

    async def rename(self, person: Person) -> None:
        await self.ledger.save(membership.renamed(self.room, person))

    async def remove(self, person: PersonId) -> None:
        known = seating.member(self.room, person)
        lines = () if known is None else (f"{known.name} no longer belongs to this room.",)
        await self._keep(room_commands.RoomChange(membership.gone(self.room, person), lines))

    async def stop(self, match: MatchId, reason: str) -> bool:
        """Raises BadText."""
        live = self.ledger.running
        if live is None or live.match != match:
            return False
        reason = readable(reason)
        await self.ledger.stop(reason)
        await self.talk.house(f"The house breaks the match off: {reason}")
        return True

    # -- the silent

    def look(self, now: float) -> None:
        """Brings presence up to date; the mapping stays the same one while nothing has changed."""
        if self._looked.holds(self.room, self.crowd, now):
            return
        presence = {person.id: self.crowd.presence(person.id, now) for person in self.room.people}
        if presence != self.presence:
            self.presence = presence
        self.crowd.watch(now)
        until = self.crowd.next_change((person.id for person in self.room.people), now)
        self._looked = PresenceSnapshot(
            now,
            self.room,
            self.crowd.changes,
            tuple(chair for chair in self.crowd if chair.missed),
            until,
        )

    @property
    def next_look(self) -> float | None:
        """When silence may next mean something; rather too early than too late."""
        return self._looked.until

    @property
    def next_silence(self) -> float | None:
        """The same, with the signs of life since then: in the past where somebody has been silent for too long by now."""
        return self.crowd.next_change((person.id for person in self.room.people), self._looked.at)

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
                room = seating.came_back(room, seat.person)
                lines.append(f"{seat.name} is back.")
        host = seating.member(room, room.host)
        heir = (
            seating.heir(room, self.presence)
            if host is None or self.crowd.silent_for(host.id, self.crowd.patience.host, now)
            else None
        )
        if heir is not None:
            room = replace(room, host=heir.id)
            lines.append(f"The host has been away for a while; {heir.name} is the host now.")
        if room.paused and room_commands.all_want_to_resume(room, self.presence):
            room = room_commands.resumed(room)
            lines.append("The table plays on.")
        if room is self.room:
            self._reviewed = self._looked
        await self._keep(room_commands.RoomChange(room, tuple(lines)))
        if room.stage is Stage.PLAYING and not seating.inhabited(room):
            await self.ledger.stop("everybody-left")
            await self.talk.house(
                "Nobody is left at the table; the match was broken off. Finished deals count."
            )


def _in_log(seat: Seat | None, command: AnyCommand) -> str:
    """How the log knows a command of a seat or (None) of the host: one player's ids cannot be mistaken for another's."""
    return f"{'host' if seat is None else seat}:{command.id}"


def _seated(seat: RoomSeat | None) -> bool:
    return seat is not None and not seat.leaving
