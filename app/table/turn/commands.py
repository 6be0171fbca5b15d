"""The commands of people at one table: each is refused, or is a change."""

from functools import partial
from math import ceil
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
from app.table.model.chat import Spoken
from app.table.model.client_messages import AnyCommand
from app.table.model.errors import (
    DISK_FULL,
    BadText,
    CannotSave,
    Elsewhere,
    NotMember,
    NotNow,
)
from app.table.model.room import Person, PersonId
from app.table.model.server_lines import LineCode, server_line
from app.table.model.server_messages import Poked, Reacted
from app.table.room import membership, room_commands, seating, slow
from app.table.turn import moves
from app.table.turn.change import Change, Passing
from app.table.turn.presence import of_room, room_context
from app.table.turn.questions import answer_compose, answer_explain, answer_hint
from app.table.turn.slow_change import with_pass, with_premove
from app.table.turn.table_state import TableState
from app.text.sanitize import visible_line

POKE_PAUSE: Final = 20.0
"""Seconds between two pokes of one person, no matter by whom."""
MAX_LINES: Final = 5
"""Lines and reactions that one person may send within CHAT_WINDOW."""
CHAT_WINDOW: Final = 10.0
"""Seconds in which one person may send MAX_LINES lines and reactions."""
SLOW: Final = (
    "The chat is slow for now: one line in {} seconds for each person. Yours can come in {} s."
)

SILENCED: Final = "You can write here again in {}. Your account page says why."

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
            return _say(state, sender, client, text)
        case messages.React(reaction=reaction):
            return _react(state, people, sender, client, reaction)
        case messages.Poke(seat=seat):
            return _poke(state, sender, seat)
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
    room_commands.check_start(state.room, sender, state.game, people.presence)
    services = state.services
    services.switches().check_begins(state.game, services.clock.now())
    ranked = keep_ranks and seating.may_keep_ranks(state.room)
    room = seating.begin_match(state.room, state.services.dealer.match_id(), ranked)
    return moves.begin(state, room, ranked)


def _react(
    state: TableState, people: People, sender: Person, client: Client, reaction: str
) -> Change:
    """Tells the people of the room, as chat does, and counts as a line of it.

    So it says nothing that a line could not say, to nobody else, and at no other time.
    Raises NotSeated, NotNow, TooMuch.
    """
    room_commands.check_seated(state.room, sender.id)
    if not state.room.reactions:
        raise NotNow("The host has turned reactions off.")
    noted = _check_may_write(state, sender, client)
    shown = Reacted(sender.id, reaction)
    present = (one.id for one in state.room.people if people.has_person(one.id))
    return Change(passing=(noted,), tells=tuple((one, shown) for one in present))


def _check_may_write(state: TableState, sender: Person, client: Client) -> Passing:
    """Counts one line or reaction, once it is made. Raises NotNow, TooMuch."""
    if (until := client.mutes.silenced_until) is not None:
        left = (until - state.services.clock.now()).total_seconds()
        if left > 0:
            raise NotNow(SILENCED.format(time_left(left)))
    now = state.services.clock.monotonic()
    why = "You are writing too fast; wait a few seconds."
    state.recent.check("say", sender.id, now, CHAT_WINDOW, why, most=MAX_LINES)
    if pause := state.services.switches().chat_pause:
        left = ceil(state.recent.left("say", sender.id, now, pause))
        state.recent.check("say", sender.id, now, pause, SLOW.format(pause, left))
    return partial(state.recent.note, "say", sender.id, now)


def time_left(seconds: float) -> str:
    """In words, rounded up: "3 minutes"."""
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds > size:
            return f"{ceil(seconds / size)} {unit}s"
    return f"{minutes} minutes" if (minutes := ceil(seconds / 60)) > 1 else "a minute"


def _say(state: TableState, sender: Person, client: Client, text: str) -> Change:
    """Raises NotNow, TooMuch, BadText."""
    noted = _check_may_write(state, sender, client)
    return Change(lines=(Spoken(sender.id, sender.name, readable(text)),), passing=(noted,))


def readable(text: str) -> str:
    """The text as it is shown. Raises BadText where nothing is left to read."""
    shown = visible_line(text)
    if not shown:
        raise BadText("That message has no visible text.")
    return shown


def _poke(state: TableState, sender: Person, seat: Seat) -> Change:
    """Reminds somebody whom the table visibly waits for: only what everybody sees decides.

    Raises NotSeated, NotNow, Unknown, TooMuch.
    """
    room, live = state.room, state.running
    room_commands.check_seated(room, sender.id)
    if live is None or room.paused:
        raise NotNow("The table is paused." if room.paused else "No match is running.")
    poked = seating.seat_numbered(room, seat)
    if poked.person is None or poked.stand_in is not None:
        raise NotNow(f"A bot plays for {poked.name}; there is nobody to poke.")
    if poked.person == sender.id:
        raise NotNow("You can’t poke yourself.")
    if seat not in live.moment.awaited:
        raise NotNow(f"Nobody is waiting for {poked.name} right now.")
    now = state.services.clock.monotonic()
    why = f"{poked.name} was poked a moment ago; wait a little."
    state.recent.check("poke", poked.person, now, POKE_PAUSE, why)
    return Change(
        lines=(server_line(LineCode.POKES, sender, poked),),
        passing=(partial(state.recent.note, "poke", poked.person, now),),
        tells=((poked.person, Poked(sender.id, sender.name)),),
    )


def _new_invite(state: TableState, command: AnyCommand) -> str:
    if not isinstance(command, messages.RenewInvite):
        return ""
    dealer = state.services.dealer
    return dealer.token(128) if command.what == "link" else dealer.code()


def _in_log(seat: Seat | None, command: AnyCommand) -> str:
    """The command's name in the log. It holds the seat (None: the host), so players' ids differ."""
    return f"{'host' if seat is None else seat}:{command.id}"
