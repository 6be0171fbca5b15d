"""The creation of a room, with a code that is free."""

from typing import Any, Final

from msgspec.structs import replace

from app.table.model.errors import CannotSave
from app.table.model.room import ClockLevel, Person, Room, RoomId
from app.table.ports import CodeTaken, StoreAway, TableServices
from app.table.room import seating, settings

CODE_ATTEMPTS: Final = 20
"""Codes that are tried for a new room."""


async def create_room(
    services: TableServices, host: Person, game: str, options: dict[str, Any], listed: bool
) -> RoomId:
    """A new room with its host seated. Raises Unknown, BadOptions, CannotSave."""
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
    room = seating.sit(room, host, settings.max_seats(played), lambda _: None)
    await _save_with_free_code(services, room)
    return room.id


async def _save_with_free_code(services: TableServices, room: Room) -> None:
    for _ in range(CODE_ATTEMPTS):
        try:
            await services.rooms.save(replace(room, code=services.dealer.code()))
        except CodeTaken:
            continue
        except StoreAway:
            break
        return
    raise CannotSave("We can't create a room at the moment. Try again soon.")
