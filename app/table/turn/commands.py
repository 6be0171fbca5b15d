"""The commands of people at one table: each is refused, or is a change."""

from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from app.rules.codec import read_move
from app.rules.errors import MalformedMove
from app.rules.game import Seat
from app.rules.play import say_offered
from app.table.clients.client import Client
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.shuffle_round import ShuffleRound
from app.table.model import client_messages as messages
from app.table.model.chat import LineCode, server_line
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import (
    DISK_FULL,
    CannotSave,
    Elsewhere,
    NotMember,
    NotNow,
)
from app.table.model.room import Person, PersonId
from app.table.room import membership, reseating, room_commands, slow, start
from app.table.turn import moves, talk
from app.table.turn.change import Change
from app.table.turn.presence import of_room, room_context
from app.table.turn.questions import answer_compose, answer_explain, answer_hint
from app.table.turn.slow_change import with_pass, with_premove
from app.table.turn.table_state import TableState

NOT_REMEMBERED: Final = (
    messages.PlayHere
    | messages.JoinShuffles
    | messages.SetPace
    | messages.Compose
    | messages.AskHint
    | messages.Explain
)
"""Commands that may be carried out again: they leave nothing that lasts, or nothing more."""


def remember(state: TableState, person: PersonId | None, command: AnyCommand) -> None:
    """Notes that the command was carried out, if carrying it out again could change anything."""
    if not isinstance(command, NOT_REMEMBERED):
        state.memory.remember(person, command.id, isinstance(command, messages.Play))


def obey(state: TableState, people: People, client: Client, command: AnyCommand) -> Change:
    """The change that the command makes. Raises TableError, RuleError: nothing changes."""
    if client.person is None:
        raise NotMember("You are watching this table. To take part, choose a name and come in.")
    sender = membership.check_member(state.room, client.person)
    if isinstance(command, messages.PlayHere):
        return Change(passing=(partial(people.make_acting, client),))
    if not people.is_acting(client):
        raise Elsewhere(
            "You are playing in another window or on another device. Choose “play here” to "
            "continue in this one."
        )
    if isinstance(command, messages.Play):
        _check_disk(state)
        return _play(state, sender, command)
    match command:
        case messages.JoinShuffles():
            return Change(passing=(client.join_shuffles,))
        case messages.SetPace(pace=pace):
            return Change(passing=(partial(client.set_pace, pace),))
        case messages.NextMove():
            return Change(passing=(client.tap,))
        case messages.Compose():
            return answer_compose(state, sender, command)
        case messages.AskHint():
            return answer_hint(state, sender, command)
        case messages.Explain():
            return answer_explain(state, sender, command)
    _check_disk(state)
    return _dispatch(state, people, sender, command, client)


def _check_disk(state: TableState) -> None:
    """Raises CannotSave."""
    if state.services.log.is_full():
        raise CannotSave(DISK_FULL)


def _dispatch(
    state: TableState, people: People, sender: Person, command: AnyCommand, client: Client
) -> Change:
    room = state.room
    match command:
        case messages.Premove(move=move):
            live, seat = state.own_seat(sender)
            queued = read_move(live.game, move)
            _check_premove(live, seat, queued)
            return Change(
                room=with_premove(room, seat, queued),
                passing=(partial(live.premoves.__setitem__, seat, Premove(queued)),),
            )
        case messages.PassTrick():
            return _pass_trick(state, sender)
        case messages.CancelPremove():
            live, seat = state.own_seat(sender)
            _check_premove(live, seat)
            return Change(
                room=with_premove(room, seat), passing=(partial(live.premoves.pop, seat, None),)
            )
        case messages.Seal(match=match, number=number, attempt=attempt, seal=sealed):
            coming, seat = _own_shuffle(state, sender, match)
            return Change(passing=(partial(coming.seal, seat, number, attempt, sealed, client),))
        case messages.Open(match=match, number=number, attempt=attempt, entropy=entropy, ask=ask):
            coming, seat = _own_shuffle(state, sender, match)
            part = bytes.fromhex(entropy)
            return Change(passing=(partial(coming.open, seat, number, attempt, part, ask),))
        case messages.Start(keep_ranks=keep_ranks):
            return _start(state, people, sender, keep_ranks)
        case messages.CallLastDeal():
            room_commands.check_host(room, sender.id)
            return moves.call_last_deal(state, _in_log(None, command))
        case messages.StopMatch():
            room_commands.check_host(room, sender.id)
            room_commands.check_playing(room)
            return moves.stop(state, "host", server_line(LineCode.STOPPED_BY_HOST, sender))
        case messages.Say(text=text):
            return talk.say(state, sender, client, text)
        case messages.React(reaction=reaction):
            return talk.react(state, people, sender, client, reaction)
        case messages.Poke(seat=seat):
            return talk.poke(state, sender, seat)
        case (
            messages.PlayHere()
            | messages.JoinShuffles()
            | messages.SetPace()
            | messages.NextMove()
            | messages.Compose()
            | messages.AskHint()
            | messages.Explain()
            | messages.Play()
        ):
            raise AssertionError("answered before")
        case _:
            context = room_context(state, people, _new_invite(state, command))
            change = of_room(state, room_commands.apply_command(room, sender, command, context))
            if isinstance(command, messages.SetGame) and command.game != room.game:
                state.services.switches().check_on_shelf(state.services.games[command.game])
            return change


def _play(state: TableState, sender: Person, command: messages.Play) -> Change:
    live, seat = state.own_seat(sender)
    if state.room.paused:
        raise NotNow("The table is paused; nobody can move until it resumes.")
    try:
        move = read_move(live.game, command.move)
    except MalformedMove as error:
        offered = say_offered(live.game, live.view(seat), command.key)
        raise MalformedMove(f"{error.sentence} {offered}".rstrip()) from None
    _check_premove(live, seat, move)
    change = moves.play(state, seat, command.key, move, _in_log(seat, command))
    queued = live.premoves.get(seat)
    if queued is None or (queued.trick is not None and queued.move == move):
        return change
    return replace(change, passing=(partial(live.premoves.pop, seat, None),))


def _pass_trick(state: TableState, sender: Person) -> Change:
    """Raises NotNow, NotSeated."""
    live, seat = state.own_seat(sender)
    if not slow.plays_slowly(state.room):
        raise NotNow(slow.SLOW_ONLY)
    found = live.game.trick_pass(live.view(seat))
    if found is None:
        raise NotNow("There is no trick now that you could pass until it ends.")
    _check_premove(live, seat, found.move)
    kept = Premove(found.move, found.trick)
    return Change(
        room=with_pass(state.room, seat, found.trick),
        passing=(partial(live.premoves.__setitem__, seat, kept),),
    )


def _check_premove(live: LiveMatch, seat: Seat, move: Any = None) -> None:
    """Raises NotNow where the seat's premove stands and is not this move."""
    queued = live.premoves.get(seat)
    if queued is None or queued.move == move:
        return
    if live.game.premove_stands(live.view(seat), queued.move):
        raise NotNow("You chose that before your turn, and at this table it stands.")


def _own_shuffle(state: TableState, sender: Person, match: str) -> tuple[ShuffleRound, Seat]:
    """Raises NotNow, NotSeated."""
    live, seat = state.own_seat(sender, shuffles=True)
    if state.shuffle_round is None or live.match != match or seat not in live.active_seats:
        raise NotNow("You take no part in a shuffle of that match.")
    return state.shuffle_round, seat


def _start(state: TableState, people: People, sender: Person, keep_ranks: bool) -> Change:
    start.check_start(state.room, sender, state.game, people.presence)
    services = state.services
    services.switches().check_begins(state.game, services.clock.now())
    ranked = keep_ranks and reseating.may_keep_ranks(state.room)
    room = reseating.begin_match(state.room, state.services.dealer.match_id(), ranked)
    return moves.begin(state, room, ranked)


def _new_invite(state: TableState, command: AnyCommand) -> str:
    if not isinstance(command, messages.RenewInvite):
        return ""
    dealer = state.services.dealer
    return dealer.token(128) if command.what == "link" else dealer.code()


def _in_log(seat: Seat | None, command: AnyCommand) -> str:
    """The command's name in the log. It holds the seat (None: the host), so players' ids differ."""
    return f"{'host' if seat is None else seat}:{command.id}"
