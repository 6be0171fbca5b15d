"""The commands about a room: each makes a new room and lines for the chat, or is refused.

Nothing here waits, writes or reads a clock; the table saves the room before anybody sees it.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.rules.game import AnyGame
from app.table.model import client_messages
from app.table.model.chat import ServerLine, server_line
from app.table.model.errors import NotHost, NotNow, NotSeated
from app.table.model.room import ClockLevel, Person, PersonId, Presence, Room, Stage
from app.table.room import membership, seating, settings
from app.table.room.display_names import bot_name

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

CLOCK_NAMES = {
    ClockLevel.OFF: "no clock",
    ClockLevel.SOFT: "a clock that only shows",
    ClockLevel.RELAXED: "a relaxed clock",
    ClockLevel.BRISK: "a brisk clock",
}


class RoomContext(msgspec.Struct, frozen=True):
    """Everything that a decision about a room depends on besides the room."""

    games: Mapping[str, AnyGame]
    strengths: tuple[str, ...]
    presence: Mapping[PersonId, Presence]
    draw: Callable[[], float]
    """From 0 to 1: picks a bot's name."""
    new_invite: str = ""
    """A new secret or code, for the command that asks for one."""


class RoomChange(msgspec.Struct, frozen=True):
    """A new room, and the lines that the server says about it."""

    room: Room
    lines: tuple[ServerLine, ...] = ()


def _change(room: Room, text: str = "", *about: PersonId | None) -> RoomChange:
    return RoomChange(room, (server_line(text, *about),) if text else ())


def check_host(room: Room, person: PersonId) -> None:
    """Raises NotHost."""
    if person != room.host:
        raise NotHost("Only the host can do that.")


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
        case client_messages.StandIn(seat=number, choice=choice):
            if choice == "without" and not game.reseats:
                raise NotNow(f"{game.title} is not played with fewer. Wait, or let a bot play on.")
            return _stand_in(room, sender, number, choice, context.presence)
        case client_messages.AddBot(strength=strength):
            if me != room.host:
                check_seated(room, me)
            return _add_bot(room, game, strength, context)
        case client_messages.Admit(person=person, admit=admit):
            check_seated(room, me)
            changed, knocker = membership.admit(room, person, admit)
            text = f"{sender.name} lets {knocker.name} in." if admit else ""
            return _change(changed, text, me, knocker.id)
        case client_messages.MakeHost(person=person):
            changed = membership.make_host(room, me, person)
            heir = membership.check_member(changed, person)
            return _change(changed, f"{heir.name} is the host now.", heir.id)
        case _:
            check_host(room, me)
            return _by_host(room, me, command, context)


def _by_host(room: Room, me: PersonId, command: RoomCommand, context: RoomContext) -> RoomChange:
    match command:
        case client_messages.SetOptions(options=options):
            changed = settings.with_options(room, context.games[room.game], options)
            text = "" if changed is room else "The host has changed the rules of the table."
            return _change(changed, text)
        case client_messages.SetGame(game=slug):
            changed = settings.with_game(room, game := settings.find_game(context.games, slug))
            return _change(changed, "" if changed is room else f"The game is {game.title} now.")
        case client_messages.SetRoom():
            changed = settings.with_settings(room, command, context.strengths)
            return RoomChange(changed, _settings_lines(room, changed))
        case client_messages.RemoveBot(seat=number):
            bot = seating.seat_numbered(room, number)
            when = settings.leaving_time(context.games[room.game])
            playing = room.stage is Stage.PLAYING
            text = f"{bot.name} leaves {when}." if playing else f"{bot.name} stands up."
            return _change(seating.remove_bot(room, number), text, bot.previous)
        case client_messages.Kick(person=person):
            changed, target = membership.kick(room, me, person)
            return _change(changed, f"The host shows {target.name} the door.", target.id)
        case client_messages.Ban(person=person):
            changed, target = membership.ban(room, me, person)
            text = f"The host shows {target.name} the door and locks it."
            return _change(changed, text, target.id)
        case client_messages.Unban(person=person):
            return _change(membership.unban(room, person))
        case client_messages.RenewInvite(what="link"):
            changed = replace(room, secret=context.new_invite)
            return _change(changed, "The invite link is a new one; the old one no longer works.")
        case client_messages.RenewInvite():
            changed = replace(room, code=context.new_invite)
            return _change(changed, "The code is a new one; the old one no longer works.")
        case _:
            raise AssertionError("every other command is answered above")


def _settings_lines(old: Room, new: Room) -> tuple[ServerLine, ...]:
    texts = []
    if new.clock != old.clock:
        texts.append(f"The table plays with {CLOCK_NAMES[new.clock]} now.")
    if new.listed != old.listed:
        listed = "The table is listed on the home page now."
        texts.append(listed if new.listed else "The table is private now.")
    if new.spectators != old.spectators:
        welcome = "Onlookers are welcome."
        texts.append(welcome if new.spectators else "Onlookers are asked to leave.")
    return tuple(map(server_line, texts))


# -- seats


def _sit(room: Room, sender: Person, game: AnyGame) -> RoomChange:
    most = settings.max_seats(game)
    seated = seating.sit(
        room, sender, most, lambda seats: settings.running_seats_problem(game, room, seats)
    )
    later = sender.id in seated.joining
    action = "will be dealt in at the next deal" if later else "sits down"
    return _change(seated, f"{sender.name} {action}.", sender.id)


def _stand(room: Room, sender: Person, game: AnyGame) -> RoomChange:
    standing = seating.stand(room, sender.id, room.bot_strength)
    text = f"{sender.name} stands up."
    if seating.seat_of(standing, sender.id) is not None:
        text = f"{sender.name} leaves {settings.leaving_time(game)}; a bot plays until then."
    return _change(standing, text, sender.id)


def _add_bot(room: Room, game: AnyGame, strength: str, context: RoomContext) -> RoomChange:
    settings.check_strength(strength, context.strengths)
    name, most = bot_name(room, context.draw()), settings.max_seats(game)
    added = seating.add_bot(
        room, strength, name, most, lambda seats: settings.running_seats_problem(game, room, seats)
    )
    if room.stage is Stage.PLAYING:
        return _change(added, "A bot will be dealt in at the next deal.")
    return _change(added, f"{name}, a bot, sits down.")


def _stand_in(
    room: Room, sender: Person, number: int, choice: str, presence: Mapping[PersonId, Presence]
) -> RoomChange:
    check_playing(room)
    check_seated(room, sender.id)
    seat = seating.seat_numbered(room, number)
    changed = seating.stand_in(room, number, choice, room.bot_strength)
    assert seat.person is not None
    if presence.get(seat.person, "gone") != "gone":
        raise NotNow(f"{seat.name} is still here.")
    text = {
        "wait": f"The table waits for {seat.name}.",
        "bot": f"A bot plays for {seat.name} until {seat.name} is back.",
        "without": f"A bot plays for {seat.name}; from the next deal on the table plays without.",
    }[choice]
    return _change(changed, text, seat.person)


# -- pauses


def _pause(room: Room, sender: Person) -> RoomChange:
    check_playing(room)
    check_seated(room, sender.id)
    if room.paused:
        raise NotNow("The table is paused already.")
    paused = replace(room, paused=True, resume_wanted=())
    return _change(paused, f"{sender.name} pauses the table.", sender.id)


def _resume(room: Room, sender: Person, presence: Mapping[PersonId, Presence]) -> RoomChange:
    check_playing(room)
    if sender.id != room.host:
        check_seated(room, sender.id)
    if not room.paused:
        raise NotNow("The table is not paused.")
    wanted = room
    if sender.id not in room.resume_wanted:
        wanted = replace(room, resume_wanted=(*room.resume_wanted, sender.id))
    if sender.id == room.host or all_want_to_resume(wanted, presence):
        return _change(end_pause(room), "The table plays on.")
    text = "" if wanted is room else f"{sender.name} wants to play on."
    return _change(wanted, text, sender.id)


def end_pause(room: Room) -> Room:
    return replace(room, paused=False, resume_wanted=())


def all_want_to_resume(room: Room, presence: Mapping[PersonId, Presence]) -> bool:
    """True if somebody asked to play on, and every seated person who is not gone agreed."""
    present = [
        seat.person
        for seat in room.seats
        if seat.person is not None and presence.get(seat.person, "gone") != "gone"
    ]
    return bool(room.resume_wanted) and all(person in room.resume_wanted for person in present)


# -- a match begins


def check_start(
    room: Room, sender: Person, game: AnyGame, presence: Mapping[PersonId, Presence]
) -> None:
    """Raises NotHost, NotNow or BadOptions with the reason why the match cannot start."""
    check_host(room, sender.id)
    if room.stage is not Stage.GATHERING:
        raise NotNow("The match has begun already.")
    if (why := settings.config_problem(game, room)) is not None:
        raise NotNow(why)
    if waiting := not_ready_names(room, presence):
        raise NotNow(f"Not ready yet: {', '.join(waiting)}.")


def not_ready_names(
    room: Room, presence: Mapping[PersonId, Presence], viewer: PersonId | None = None
) -> tuple[str, ...]:
    """The people who are here and not ready, the viewer first as "you". The host need not be."""
    return tuple(
        "you" if seat.person == viewer else seat.name
        for seat in sorted(room.seats, key=lambda seat: (seat.person != viewer, seat.number))
        if seat.person is not None
        and not seat.ready
        and seat.person != room.host
        and presence.get(seat.person, "gone") != "gone"
    )
