"""What becomes of a room when one of its people says something about it: a new room and a dry line for the chat, or a refusal.

Nothing here waits, writes or reads a clock; the table saves the room before anybody sees it.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.rules.game import AnyGame
from app.table.model import client_messages
from app.table.model.errors import NotHost, NotNow, NotSeated
from app.table.model.room import ClockLevel, Person, PersonId, Room, Stage
from app.table.room import membership, seating, settings
from app.table.room.display_names import bot_name

Presence: TypeAlias = Literal["present", "shaky", "gone"]

RoomCommand: TypeAlias = (
    client_messages.Pause | client_messages.Resume | client_messages.StandIn | client_messages.Sit | client_messages.Stand | client_messages.Ready | client_messages.SetOptions
    | client_messages.SetGame | client_messages.SetRoom | client_messages.AddBot | client_messages.RemoveBot | client_messages.Kick | client_messages.Ban | client_messages.Unban
    | client_messages.MakeHost | client_messages.Admit | client_messages.RenewInvite
)  # fmt: skip

CLOCK_NAMES = {
    ClockLevel.OFF: "no clock",
    ClockLevel.SOFT: "a clock that only shows",
    ClockLevel.RELAXED: "a relaxed clock",
    ClockLevel.BRISK: "a brisk clock",
}


class RoomContext(msgspec.Struct, frozen=True):
    """What a decision about a room needs to know besides the room."""

    games: Mapping[str, AnyGame]
    strengths: tuple[str, ...]
    presence: Mapping[PersonId, Presence]
    draw: Callable[[], float]
    """From 0 to 1: picks a bot's name."""
    new_invite: str = ""
    """A new secret or code, where the command asks for one."""


class RoomChange(msgspec.Struct, frozen=True):
    room: Room
    lines: tuple[str, ...] = ()
    """What the house says about it."""


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
    """What `command` by the member `who` comes to. Raises a TableError; then nothing has changed."""
    me, game = sender.id, settings.find_game(context.games, room.game)
    most = settings.max_seats(game)
    match command:
        case client_messages.Sit():
            seated = seating.sit(
                room, sender, most, lambda seats: settings.running_seats_problem(game, room, seats)
            )
            later = me in seated.joining
            return RoomChange(
                seated,
                (
                    f"{sender.name} will be dealt in at the next deal."
                    if later
                    else f"{sender.name} sits down.",
                ),
            )
        case client_messages.Stand():
            standing = seating.stand(room, me, room.bot_strength)
            later = seating.seat_of(standing, me) is not None
            line = (
                f"{sender.name} leaves {settings.leaving_time(game)}; a bot plays until then."
                if later
                else f"{sender.name} stands up."
            )
            return RoomChange(standing, (line,))
        case client_messages.Ready(ready=ready):
            return RoomChange(seating.set_ready(room, me, ready))
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
            settings.check_strength(strength, context.strengths)
            name = bot_name(room, context.draw())
            added = seating.add_bot(
                room,
                strength,
                name,
                most,
                lambda seats: settings.running_seats_problem(game, room, seats),
            )
            later = room.stage is Stage.PLAYING
            return RoomChange(
                added,
                (
                    "A bot will be dealt in at the next deal."
                    if later
                    else f"{name}, a bot, sits down.",
                ),
            )
        case client_messages.Admit(person=person, admit=admit):
            check_seated(room, me)
            changed, knocker = membership.admit(room, person, admit)
            return RoomChange(changed, (f"{sender.name} lets {knocker.name} in.",) if admit else ())
        case client_messages.MakeHost(person=person):
            changed = membership.make_host(room, me, person)
            heir = membership.check_member(changed, person)
            return RoomChange(changed, (f"{heir.name} is the host now.",))
        case _:
            check_host(room, me)
            return _by_host(room, me, command, context)


def _by_host(room: Room, me: PersonId, command: RoomCommand, context: RoomContext) -> RoomChange:
    match command:
        case client_messages.SetOptions(options=options):
            changed = settings.with_options(room, context.games[room.game], options)
            return RoomChange(
                changed,
                () if changed is room else ("The host has changed the rules of the table.",),
            )
        case client_messages.SetGame(game=slug):
            changed = settings.with_game(room, game := settings.find_game(context.games, slug))
            return RoomChange(
                changed, () if changed is room else (f"The game is {game.title} now.",)
            )
        case client_messages.SetRoom():
            changed = settings.with_settings(room, command, context.strengths)
            return RoomChange(changed, _settings_lines(room, changed))
        case client_messages.RemoveBot(seat=number):
            bot = seating.seat_numbered(room, number)
            line = (
                f"{bot.name} leaves {settings.leaving_time(context.games[room.game])}."
                if room.stage is Stage.PLAYING
                else f"{bot.name} stands up."
            )
            return RoomChange(seating.remove_bot(room, number), (line,))
        case client_messages.Kick(person=person):
            changed, target = membership.kick(room, me, person)
            return RoomChange(changed, (f"The host shows {target.name} the door.",))
        case client_messages.Ban(person=person):
            changed, target = membership.ban(room, me, person)
            return RoomChange(changed, (f"The host shows {target.name} the door and locks it.",))
        case client_messages.Unban(person=person):
            return RoomChange(membership.unban(room, person))
        case client_messages.RenewInvite(what="link"):
            return RoomChange(
                replace(room, secret=context.new_invite),
                ("The invite link is a new one; the old one no longer works.",),
            )
        case client_messages.RenewInvite():
            return RoomChange(
                replace(room, code=context.new_invite),
                ("The code is a new one; the old one no longer works.",),
            )
        case _:
            raise AssertionError("every other command is answered above")


def _settings_lines(old: Room, new: Room) -> tuple[str, ...]:
    lines = []
    if new.clock != old.clock:
        lines.append(f"The table plays with {CLOCK_NAMES[new.clock]} now.")
    if new.listed != old.listed:
        lines.append(
            "The table is listed on the home page now."
            if new.listed
            else "The table is private now."
        )
    if new.spectators != old.spectators:
        lines.append(
            "Onlookers are welcome." if new.spectators else "Onlookers are asked to leave."
        )
    return tuple(lines)


def _pause(room: Room, who: Person) -> RoomChange:
    check_playing(room)
    check_seated(room, who.id)
    if room.paused:
        raise NotNow("The table is paused already.")
    return RoomChange(
        replace(room, paused=True, resume_wanted=()), (f"{who.name} pauses the table.",)
    )


def _resume(room: Room, who: Person, presence: Mapping[PersonId, Presence]) -> RoomChange:
    check_playing(room)
    if who.id != room.host:
        check_seated(room, who.id)
    if not room.paused:
        raise NotNow("The table is not paused.")
    wanted = (
        room
        if who.id in room.resume_wanted
        else replace(room, resume_wanted=(*room.resume_wanted, who.id))
    )
    if who.id == room.host or all_want_to_resume(wanted, presence):
        return RoomChange(end_pause(room), ("The table plays on.",))
    return RoomChange(wanted, () if wanted is room else (f"{who.name} wants to play on.",))


def end_pause(room: Room) -> Room:
    return replace(room, paused=False, resume_wanted=())


def all_want_to_resume(room: Room, presence: Mapping[PersonId, Presence]) -> bool:
    """Whether somebody asked to play on and every seated person who is not gone did."""
    present = [
        seat.person
        for seat in room.seats
        if seat.person is not None and presence.get(seat.person, "gone") != "gone"
    ]
    return bool(room.resume_wanted) and all(person in room.resume_wanted for person in present)


def _stand_in(
    room: Room, who: Person, number: int, choice: str, presence: Mapping[PersonId, Presence]
) -> RoomChange:
    check_playing(room)
    check_seated(room, who.id)
    seat = seating.seat_numbered(room, number)
    changed = seating.stand_in(room, number, choice, room.bot_strength)
    assert seat.person is not None
    if presence.get(seat.person, "gone") != "gone":
        raise NotNow(f"{seat.name} is still here.")
    said = {
        "wait": f"The table waits for {seat.name}.",
        "bot": f"A bot plays for {seat.name} until {seat.name} is back.",
        "without": f"A bot plays for {seat.name}; from the next deal on the table plays without.",
    }
    return RoomChange(changed, (said[choice],))


# -- a match begins


def check_start(
    room: Room, who: Person, game: AnyGame, presence: Mapping[PersonId, Presence]
) -> None:
    """Raises NotHost, NotNow, BadOptions: why the match cannot start, or says whom it waits for."""
    check_host(room, who.id)
    if room.stage is not Stage.GATHERING:
        raise NotNow("The match has begun already.")
    if (why := settings.config_problem(game, room)) is not None:
        raise NotNow(why)
    if waiting := not_ready_names(room, presence):
        raise NotNow(f"Not ready yet: {', '.join(waiting)}.")


def not_ready_names(
    room: Room, presence: Mapping[PersonId, Presence], viewer: PersonId | None = None
) -> tuple[str, ...]:
    """Names of those who are here and have not said that they are ready, "you" for whoever reads it; the host need not."""
    return tuple(
        "you" if seat.person == viewer else seat.name for seat in sorted(room.seats, key=lambda seat: (seat.person != viewer, seat.number))
        if seat.person is not None and not seat.ready and seat.person != room.host and presence.get(seat.person, "gone") != "gone"
    )  # fmt: skip
