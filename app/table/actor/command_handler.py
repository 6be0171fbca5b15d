"""The commands of people at one table: checked, then carried out."""

from collections import OrderedDict
from typing import Any, Final

from msgspec.structs import replace

from app.rules.codec import read_move, to_json
from app.rules.composing import compose
from app.rules.errors import MalformedMove
from app.rules.game import Seat
from app.rules.play import find_prompt, say_offered
from app.table.actor.covered_answers import CoveredAnswers
from app.table.actor.hints import Hints
from app.table.actor.pokes import Pokes
from app.table.actor.presence_policy import PresencePolicy, save_change
from app.table.clients.chat import ChatLog
from app.table.clients.client import Client
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.table_state import TableState
from app.table.model import client_messages
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import (
    DISK_FULL,
    CannotSave,
    Elsewhere,
    NotMember,
    NotNow,
    NotSeated,
)
from app.table.model.room import Person, PersonId, Room
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.model.server_messages import Composed
from app.table.ports import TableServices
from app.table.room import membership, room_commands, seating
from app.table.room.room_commands import RoomChange

MAX_REMEMBERED: Final = 512
"""Commands that the table knows again; moves are known for as long as their match is kept."""


class CommandHandler:
    """Every method may raise StoreAway or Fenced.

    A TableError or RuleError means that nothing has changed, and Held that nothing has yet.
    """

    def __init__(
        self,
        state: TableState,
        chat: ChatLog,
        people: People,
        policy: PresencePolicy,
        covered: CoveredAnswers,
        services: TableServices,
    ) -> None:
        self._state, self._chat, self._people = state, chat, people
        self._policy, self._clock, self._dealer = policy, services.clock, services.dealer
        self._covered, self._log = covered, services.log
        self._done: OrderedDict[tuple[PersonId, str], None] = OrderedDict()
        self._pokes = Pokes(people, services.clock)
        self._hints = Hints(services.clock)

    @property
    def room(self) -> Room:
        return self._state.room

    async def carry_out(self, client: Client, command: AnyCommand) -> None:
        """Carries out the command, unless it was carried out before.

        Raises TableError, RuleError.
        """
        if client.person is None:
            raise NotMember("You are watching this table. To take part, choose a name and come in.")
        if self.is_known(client.person, command):
            return
        sender = membership.check_member(self.room, client.person)
        if isinstance(command, client_messages.PlayHere):
            self._people.make_acting(client)
            return
        if not self._people.is_acting(client):
            raise Elsewhere(
                "You are playing in another window or on another device. Choose “play here” to "
                "continue in this one."
            )
        if isinstance(command, client_messages.JoinShuffles):
            client.joins_shuffles = True
            return
        if isinstance(command, client_messages.Compose):
            self._compose(sender, command, client)
            return
        if isinstance(command, client_messages.AskHint | client_messages.Explain):
            await self._answer_question(sender, command, client)
            return
        if self._log.is_full():
            raise CannotSave(DISK_FULL)
        await (
            self._play(sender, command)
            if isinstance(command, client_messages.Play)
            else self._dispatch(sender, command, client)
        )
        self.remember(sender.id, command)

    def is_known(self, person: PersonId, command: AnyCommand) -> bool:
        """True if this table remembers that the command was carried out."""
        if (person, command.id) in self._done:
            return True
        if (
            isinstance(command, client_messages.Play)
            and (person, command.id) in self._state.former_moves
        ):
            return True
        live = self._state.live
        if live is None:
            return False
        if isinstance(command, client_messages.Play):
            own, dealt = self._state.seat_of(person), live.seats_of(person)
            seats = dealt if own in dealt else (own, *dealt)
            return any(_in_log(seat, command) in live.known_commands for seat in seats)
        return (
            isinstance(command, client_messages.CallLastDeal)
            and person == self.room.host
            and _in_log(None, command) in live.known_commands
        )

    def remember(self, person: PersonId, command: AnyCommand) -> None:
        self._done[person, command.id] = None
        if len(self._done) > MAX_REMEMBERED:
            self._done.popitem(last=False)

    async def _dispatch(self, sender: Person, command: AnyCommand, client: Client) -> None:
        match command:
            case client_messages.Premove(move=move):
                live, seat = self._own_seat(sender)
                queued = read_move(live.game, move)
                self._check_premove(live, seat, queued)
                live.premoves[seat] = Premove(queued)
            case client_messages.CancelPremove():
                live, seat = self._own_seat(sender)
                self._check_premove(live, seat)
                live.premoves.pop(seat, None)
            case client_messages.Seal(match=match, number=number, attempt=attempt, seal=sealed):
                shuffle_round, seat = self._own_shuffle(sender, match)
                shuffle_round.seal(seat, number, attempt, sealed, client)
            case client_messages.Open(
                match=match, number=number, attempt=attempt, entropy=entropy, ask=ask
            ):
                shuffle_round, seat = self._own_shuffle(sender, match)
                shuffle_round.open(seat, number, attempt, bytes.fromhex(entropy), ask)
            case client_messages.Start(keep_ranks=keep_ranks):
                await self._start(sender, keep_ranks)
            case client_messages.CallLastDeal():
                room_commands.check_host(self.room, sender.id)
                await self._state.call_last_deal(_in_log(None, command))
            case client_messages.StopMatch():
                room_commands.check_host(self.room, sender.id)
                room_commands.check_playing(self.room)
                await self._state.stop_match("host")
                await self._say(server_line(LineCode.STOPPED_BY_HOST, sender))
            case client_messages.Say(text=text):
                await self._chat.say(sender, text)
            case client_messages.Poke(seat=seat):
                poked = self._pokes.poke(self.room, self._state.running, sender, seat)
                await self._say(server_line(LineCode.POKES, sender, poked))
            case (
                client_messages.PlayHere()
                | client_messages.JoinShuffles()
                | client_messages.Compose()
                | client_messages.AskHint()
                | client_messages.Explain()
                | client_messages.Play()
            ):
                raise AssertionError("answered before")
            case _:
                await self._save_change(
                    room_commands.apply_command(
                        self.room,
                        sender,
                        command,
                        self._policy.new_context(self._new_invite(command)),
                    )
                )

    def _new_invite(self, command: AnyCommand) -> str:
        if not isinstance(command, client_messages.RenewInvite):
            return ""
        return self._dealer.token(128) if command.what == "link" else self._dealer.code()

    async def _save_change(self, change: RoomChange) -> None:
        await save_change(self._state, self._chat, change)

    async def _say(self, line: ServerLine) -> None:
        await self._chat.add_server_line(line)

    def _own_seat(self, sender: Person, shuffles: bool = False) -> tuple[LiveMatch, Seat]:
        """The seat for which the sender may act, or take part in shuffles.

        Raises NotNow, NotSeated.
        """
        live, own = self._state.running, seating.seat_of(self.room, sender.id)
        if live is None:
            raise NotNow("No match is running.")
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

    def _check_premove(self, live: LiveMatch, seat: Seat, move: Any = None) -> None:
        """Raises NotNow where the seat's premove stands and is not this move."""
        queued = live.premoves.get(seat)
        if queued is None or queued.move == move:
            return
        if live.game.premove_stands(live.view(seat), queued.move):
            raise NotNow("You chose that before your turn, and at this table it stands.")

    def _own_shuffle(self, sender: Person, match: str) -> tuple[ShuffleRound, Seat]:
        """Raises NotNow, NotSeated."""
        live, seat = self._own_seat(sender, shuffles=True)
        if (
            self._state.shuffle_round is None
            or live.match != match
            or seat not in live.active_seats
        ):
            raise NotNow("You take no part in a shuffle of that match.")
        return self._state.shuffle_round, seat

    def _compose(self, sender: Person, command: client_messages.Compose, client: Client) -> None:
        """Raises RuleError, NotNow, NotSeated."""
        live, seat = self._own_seat(sender)
        seen = live.view(seat)
        found = compose(live.game, seen, find_prompt(live.game, seen, command.key), command.picks)
        client.outbox.put(Composed(command.id, found.step, to_json(found.move), found.text))

    async def _answer_question(
        self,
        sender: Person,
        command: client_messages.AskHint | client_messages.Explain,
        client: Client,
    ) -> None:
        """Raises RuleError, NotNow, NotSeated, TooMuch, Unknown, CannotSave."""
        if isinstance(command, client_messages.AskHint):
            found = self._hints.find(self.room, *self._own_seat(sender), command, sender.id)
            if not self.room.unrated:
                if self._log.is_full():
                    raise CannotSave(DISK_FULL)
                await self._save_change(RoomChange(replace(self.room, unrated=True)))
            self._hints.show(found, sender.id, client)
            return
        if self._state.live is None:
            raise NotNow("No match is running.")
        own = seating.seat_of(self.room, sender.id) if self._state.running else None
        seat = Seat(own.number) if own is not None and not own.leaving else None
        self._hints.explain(self._state.live, seat, command, client)

    async def _play(self, sender: Person, command: client_messages.Play) -> None:
        live, seat = self._own_seat(sender)
        if self.room.paused:
            raise NotNow("The table is paused; nobody can move until it resumes.")
        try:
            move = read_move(live.game, command.move)
        except MalformedMove as error:
            offered = say_offered(live.game, live.view(seat), command.key)
            raise MalformedMove(f"{error.sentence} {offered}".rstrip()) from None
        self._check_premove(live, seat, move)
        self._covered.check(live, seat, command.key, move)
        await self._state.play(seat, command.key, move, _in_log(seat, command))
        live.premoves.pop(seat, None)

    async def _start(self, sender: Person, keep_ranks: bool) -> None:
        room_commands.check_start(self.room, sender, self._state.game, self._people.presence)
        ranked = keep_ranks and seating.may_keep_ranks(self.room)
        room = seating.begin_match(self.room, self._dealer.match_id(), ranked)
        await self._state.begin_match(room, ranked)


def _in_log(seat: Seat | None, command: AnyCommand) -> str:
    """The command's name in the log. It holds the seat (None: the host), so players' ids differ."""
    return f"{'host' if seat is None else seat}:{command.id}"
