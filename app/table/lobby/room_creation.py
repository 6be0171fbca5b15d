"""The creation of a room, with a code that is free."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.table.model.errors import CannotSave
from app.table.model.room import ClockLevel, Person, Room, RoomId
from app.table.ports import CodeTaken, StoreAway, TableServices
from app.table.room import reseating, seating, settings
from app.table.room.display_names import bot_name

CODE_ATTEMPTS: Final = 20
"""Codes that are tried for a new room."""
BOT_STRENGTH: Final = "steady"
"""The bots of a room for one person."""


async def create_room(
    services: TableServices, host: Person, game: str, options: Mapping[str, Any], listed: bool
) -> RoomId:
    """A new room with its host seated. Raises Unknown, BadOptions, CannotSave."""
    return await _save(services, new_room(services, host, game, options, listed))


async def create_solo_room(services: TableServices, host: Person, game: str) -> RoomId:
    """A private room for one person and bots, with the game's quickest preset and no clock.

    The person has the first rank: nobody draws for it, and a game that asks rank 1 first asks them.

    Raises Unknown, CannotSave.
    """
    played = settings.find_game(services.games, game)
    room = new_room(services, host, game, played.presets[0].options, listed=False)
    strengths = services.bots.strengths
    strength = BOT_STRENGTH if BOT_STRENGTH in strengths else room.bot_strength
    for _ in range((played.solo_seats or played.seats[0]) - 1):
        name = bot_name(room, services.dealer.uniform(0, 1))
        room = seating.add_bot(room, strength, name, settings.max_seats(played), lambda _: None)
    standing = tuple(map(reseating.standing_key, room.seats))
    return await _save(services, replace(room, clock=ClockLevel.OFF, standing=standing))


def new_room(
    services: TableServices, host: Person, game: str, options: Mapping[str, Any], listed: bool
) -> Room:
    """A room without a code that nobody has saved. Raises Unknown, BadOptions."""
    played = settings.find_game(services.games, game)
    strengths = services.bots.strengths
    room = Room(
        id=RoomId(services.dealer.token(128)),
        code="",
        secret=services.dealer.token(128),
        game=game,
        options=settings.normalize_options(played, options),
        clock=ClockLevel.RELAXED,
        host=host.id,
        first_host=host.id,
        people=(host,),
        created=services.clock.now(),
        listed=listed,
    )
    if room.bot_strength not in strengths and strengths:
        room = replace(room, bot_strength=strengths[-1])
    return seating.sit(room, host, settings.max_seats(played), lambda _: None)


async def _save(services: TableServices, room: Room) -> RoomId:
    """Saves it with a code that is free. Raises CannotSave."""
    for _ in range(CODE_ATTEMPTS):
        try:
            await services.rooms.save(replace(room, code=services.dealer.code()))
        except CodeTaken:
            continue
        except StoreAway:
            break
        return room.id
    raise CannotSave("We can’t open a table at the moment. Try again soon.")
