"""The commands about a room: each makes a new room and lines for the chat, or is refused.

Nothing here waits, writes or reads a clock; the table saves the room before anybody sees it.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.rules.game import AnyGame
from app.table.model import client_messages
from app.table.model.chat import LineCode, Named, ServerLine, server_line
from app.table.model.errors import NotHost, NotNow, NotSeated
from app.table.model.room import Person, PersonId, Presence, Room, Stage
from app.table.room import membership, seating, settings, slow, votes
from app.table.room.display_names import bot_name
from app.table.room.votes import Waiting

RoomCommand: TypeAlias = (
    client_messages.Pause
    | client_messages.Resume
    | client_messages.StandIn
    | client_messages.Sit
    | client_messages.Stand
    | client_messages.Ready
    | client_messages.SetOptions
    | client_messages.SetGame
    | client_messages.SetRoom
    | client_messages.AddBot
    | client_messages.RemoveBot
    | client_messages.Kick
    | client_messages.Ban
    | client_messages.Unban
    | client_messages.MakeHost
    | client_messages.Admit
    | client_messages.RenewInvite
)


class RoomContext(msgspec.Struct, frozen=True):
    """Everything that a decision about a room depends on besides the room."""

    games: Mapping[str, AnyGame]
    strengths: tuple[str, ...]
    presence: Mapping[PersonId, Presence]
    draw: Callable[[], float]
    """A number from 0 to 1, which picks a bot's name."""
    waiting: Waiting
    new_invite: str = ""
    """A new secret or code, for the command that asks for one."""
    again_due: int | None = None
    """The time at which the next match begins by itself, in milliseconds since 1970."""
    screens: int = 0
    """The number of screens that show the room."""


class RoomChange(msgspec.Struct, frozen=True):
    """A new room, and the lines that the server says about it."""

    room: Room
    lines: tuple[ServerLine, ...] = ()


def _change(room: Room, *lines: ServerLine) -> RoomChange:
    return RoomChange(room, lines)


def check_host(room: Room, person: PersonId) -> None:
    """Raises NotHost."""
    if person != room.host:
        raise NotHost("Only the host can do that.")


def check_keeps_room(room: Room, person: PersonId) -> None:
    """For what outlives the evening, which a deputy leaves alone. Raises NotHost."""
    check_host(room, person)
    if room.host_away is not None:
        raise NotHost(
            "The host is away, and you stand in for them. Rules, settings, bans and invitations "
            "wait for the host."
        )


def check_seated(room: Room, person: PersonId) -> None:
    """Raises NotSeated."""
    if seating.seat_of(room, person) is None:
        raise NotSeated("Only people with a seat can do that.")


def check_playing(room: Room) -> None:
    """Raises NotNow."""
    if room.stage is not Stage.PLAYING:
        raise NotNow("No match is running.")


def apply_command(
    room: Room, sender: Person, command: RoomCommand, context: RoomContext
) -> RoomChange:
    """The outcome of a member's command. Raises a TableError; then nothing has changed."""
    me, game = sender.id, settings.find_game(context.games, room.game)
    match command:
        case client_messages.Sit():
            return _sit(room, sender, game)
        case client_messages.Stand():
            return _stand(room, sender, game)
        case client_messages.Ready(ready=ready):
            return _change(seating.set_ready(room, me, ready))
        case client_messages.Pause():
            return _pause(room, sender)
        case client_messages.Resume():
            return _resume(room, sender, context.presence)
        case client_messages.Kick(person=person) if me != room.host:
            return _kick_together(room, sender, person, context)
        case client_messages.StandIn(seat=number, choice=choice):
            if choice == "without" and not game.reseats:
                raise NotNow(f"{game.title} is not played with fewer. Wait, or let a bot play on.")
            return _stand_in(room, sender, number, choice, context)
        case client_messages.AddBot(strength=strength):
            if me != room.host:
                check_seated(room, me)
            return _add_bot(room, game, strength, context)
        case client_messages.Admit(person=person, admit=admit):
            if membership.is_kicked(room, person):
                check_host(room, me)
            else:
                check_seated(room, me)
            changed, knocker = membership.admit(room, person, admit)
            line = server_line(LineCode.LET_IN, sender, knocker)
            return _change(changed, line) if admit else _change(changed)
        case client_messages.MakeHost(person=person):
            changed = membership.make_host(room, me, person)
            heir = membership.check_member(changed, person)
            return _change(changed, server_line(LineCode.HOST_IS, heir))
        case client_messages.RemoveBot() | client_messages.Kick():
            check_host(room, me)
            return _by_host(room, me, command, context)
        case _:
            check_keeps_room(room, me)
            return _by_host(room, me, command, context)


def _by_host(room: Room, me: PersonId, command: RoomCommand, context: RoomContext) -> RoomChange:
    match command:
        case client_messages.SetOptions(options=options):
            changed = settings.with_options(room, context.games[room.game], options)
            lines = () if changed is room else (server_line(LineCode.OPTIONS_CHANGED),)
            return _change(changed, *lines)
        case client_messages.SetGame(game=slug):
            changed = settings.with_game(room, game := settings.find_game(context.games, slug))
            line = server_line(LineCode.GAME_CHANGED, value=game.title)
            return _change(changed) if changed is room else _change(changed, line)
        case client_messages.SetRoom():
            game = context.games[room.game]
            changed = settings.with_settings(room, command, context.strengths, game)
            return RoomChange(changed, _settings_lines(room, changed))
        case client_messages.RemoveBot(seat=number):
            bot = seating.seat_numbered(room, number)
            line = server_line(LineCode.STANDS_UP, bot)
            if room.stage is Stage.PLAYING:
                when = settings.leaving_time(context.games[room.game])
                line = server_line(LineCode.LEAVES, bot, value=when)
            return _change(seating.remove_bot(room, number), line)
        case client_messages.Kick(person=person):
            changed, target = membership.kick(room, me, person)
            return _change(changed, server_line(LineCode.KICKED, target))
        case client_messages.Ban(person=person):
            changed, target = membership.ban(room, me, person)
            return _change(changed, server_line(LineCode.BANNED, target))
        case client_messages.Unban(person=person):
            return _change(membership.unban(room, person))
        case client_messages.RenewInvite(what="link"):
            changed = replace(room, secret=context.new_invite)
            return _change(changed, server_line(LineCode.LINK_RENEWED))
        case client_messages.RenewInvite():
            changed = replace(room, code=context.new_invite)
            return _change(changed, server_line(LineCode.CODE_RENEWED))
        case _:
            raise AssertionError("every other command is answered above")


def _settings_lines(old: Room, new: Room) -> tuple[ServerLine, ...]:
    lines = []
    if new.clock != old.clock:
        lines.append(server_line(LineCode.CLOCK_CHANGED, value=new.clock))
    if new.listed != old.listed:
        lines.append(server_line(LineCode.LISTED if new.listed else LineCode.UNLISTED))
    if new.spectators != old.spectators:
        let_in, sent_out = LineCode.SPECTATORS_LET_IN, LineCode.SPECTATORS_SENT_OUT
        lines.append(server_line(let_in if new.spectators else sent_out))
    if new.hints != old.hints:
        lines.append(server_line(LineCode.HINTS_ON if new.hints else LineCode.HINTS_OFF))
    if new.reactions != old.reactions:
        lines.append(
            server_line(LineCode.REACTIONS_ON if new.reactions else LineCode.REACTIONS_OFF)
        )
    return tuple(lines)


# -- seats


def _sit(room: Room, sender: Person, game: AnyGame) -> RoomChange:
    most = settings.max_seats(game)
    own = seating.seat_of(room, sender.id)
    seated = seating.sit(
        room, sender, most, lambda seats: settings.running_seats_problem(game, room, seats)
    )
    if own is not None and own.silent:
        return _change(seated, server_line(LineCode.IS_BACK, own))
    later = sender.id in seated.joining
    return _change(seated, server_line(LineCode.JOINS if later else LineCode.SITS_DOWN, sender))


def _stand(room: Room, sender: Person, game: AnyGame) -> RoomChange:
    standing = seating.stand(room, sender.id, room.bot_strength)
    if seating.seat_of(standing, sender.id) is None:
        return _change(standing, server_line(LineCode.STANDS_UP, sender))
    when = settings.leaving_time(game)
    return _change(standing, server_line(LineCode.LEAVES_TO_BOT, sender, value=when))


def _add_bot(room: Room, game: AnyGame, strength: str, context: RoomContext) -> RoomChange:
    settings.check_strength(strength, context.strengths)
    name, most = bot_name(room, context.draw()), settings.max_seats(game)
    added = seating.add_bot(
        room, strength, name, most, lambda seats: settings.running_seats_problem(game, room, seats)
    )
    if room.stage is Stage.PLAYING:
        return _change(added, server_line(LineCode.BOT_JOINS))
    return _change(added, server_line(LineCode.BOT_SITS_DOWN, Named(None, name)))


def _stand_in(
    room: Room, sender: Person, number: int, choice: str, context: RoomContext
) -> RoomChange:
    check_playing(room)
    slow.check_stand_in(room)
    check_seated(room, sender.id)
    seat = seating.seat_numbered(room, number)
    changed = seating.stand_in(room, number, choice, room.bot_strength)
    assert seat.person is not None
    if not seat.silent and context.presence.get(seat.person, "gone") != "gone":
        if choice != "bot":
            raise NotNow(f"{seat.name} is still here.")
        changed, decided = votes.let_bot_play(room, sender, seat, context.presence, context.waiting)
        if not decided:
            return _change(changed, server_line(LineCode.WANTS_BOT, sender, seat))
    code = {
        "wait": LineCode.WAITS,
        "bot": LineCode.BOT_STANDS_IN,
        "without": LineCode.GOES_ON_WITHOUT,
    }[choice]
    return _change(changed, server_line(code, seat))


def _kick_together(
    room: Room, sender: Person, person: PersonId, context: RoomContext
) -> RoomChange:
    check_seated(room, sender.id)
    changed, target, decided = votes.kick_together(
        room, sender, person, context.presence, context.waiting
    )
    if not decided:
        return _change(changed, server_line(LineCode.WANTS_KICK, sender, target))
    return _change(changed, server_line(LineCode.KICKED_BY_PLAYERS, target))


# -- pauses


def _pause(room: Room, sender: Person) -> RoomChange:
    check_playing(room)
    slow.check_pause(room)
    check_seated(room, sender.id)
    if room.paused:
        raise NotNow("The table is paused already.")
    votes.check_may_pause(room, sender.id)
    paused = replace(room, paused=True, resume_wanted=(), paused_by=sender.id)
    return _change(paused, server_line(LineCode.PAUSES, sender))


def _resume(room: Room, sender: Person, presence: Mapping[PersonId, Presence]) -> RoomChange:
    check_playing(room)
    if sender.id != room.host:
        check_seated(room, sender.id)
    if not room.paused:
        raise NotNow("The table is not paused.")
    wanted = room
    if sender.id not in room.resume_wanted:
        wanted = replace(room, resume_wanted=(*room.resume_wanted, sender.id))
    if sender.id == room.host:
        return _change(votes.end_pause(wanted), server_line(LineCode.RESUMED))
    agreed, needed = votes.votes_to_resume(wanted, presence)
    if agreed >= needed:
        return _change(votes.end_pause(wanted), server_line(LineCode.RESUMED))
    lines = () if wanted is room else (server_line(LineCode.WANTS_TO_RESUME, sender),)
    return _change(wanted, *lines)
