"""The tables of lessons: lobbies of their own, with guided games and a store in memory.

Nothing here is shared with other tables but the clock. So no lesson is counted anywhere, and its
fixed cards can come to no other table.

A lesson's id names the process that has it, so that the others lead there. It ends with that
process.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec.structs import replace as changed

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView
from app.rules.guided import guided
from app.table.lobby.lesson_store import LessonStore
from app.table.lobby.lobby import Lobby
from app.table.lobby.room_creation import new_room
from app.table.model.room import ClockLevel, Person, RoomId
from app.table.ports import TableServices
from app.table.room import seating, settings
from app.table.room.display_names import bot_name
from app.table.system import SystemDealer

STRENGTH: Final = "steady"
"""The name under which a lesson's bots are listed; their moves are the lesson's."""
MARK: Final = "lesson"
"""The beginning of every lesson's id, and of hardly any other room's."""
_LESSON: Final = re.compile(rf"{MARK}([\w-]{{6}})[\w-]{{10}}", re.ASCII)
TOKEN_BITS: Final = 56
"""Chance in a lesson's id. It opens nothing: a lesson is shown to its learner alone."""


def lesson_id(process: int, token: str) -> RoomId:
    """The id of a lesson of the process with that number; `token` has TOKEN_BITS of chance.

    >>> process_of_lesson(lesson_id(1234567, "x" * 10))
    1234567
    """
    number = urlsafe_b64encode(process.to_bytes(4, "big")).decode().rstrip("=")
    return RoomId(MARK + number + token)


def process_of_lesson(room: str) -> int | None:
    """The number of the process that has the lesson; None for another room.

    >>> process_of_lesson("another" * 3 + "z")
    """
    if (found := _LESSON.fullmatch(room)) is None:
        return None
    number = int.from_bytes(urlsafe_b64decode(f"{found[1]}=="), "big")
    return number if number < 2**31 else None  # made up: no process has such a number


class LessonDealer(SystemDealer):
    """Makes no secret: a guided game fixes the order of its cards, and nothing is to be proved."""

    def match_secret(self) -> bytes | None:
        return None


class LessonBots:
    """Implements ports.Bots. A guided game offers them one move at a time."""

    strengths: tuple[str, ...] = (STRENGTH,)

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        return moves[0]

    async def ponder(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any | None:
        return None

    async def compare(
        self, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Comparison | None:
        return None


class Lessons:
    """All lessons of this process."""

    def __init__(self, services: TableServices, process: int = 0) -> None:
        """`services`: those of the other tables, for games, clock and patience.

        `process`: the number of this one, by which others know its lessons.
        """
        self._process = process
        self.rooms = LessonStore(self, services.clock, services.limits)
        self._services = replace(
            services, log=self.rooms, rooms=self.rooms, dealer=LessonDealer(), bots=LessonBots()
        )
        most = max([1, *(len(game.lessons) for game in services.games.values())])
        lobbies: list[Lobby] = []
        for number in reversed(range(most)):
            lobbies.append(Lobby(self._of(number), beside=lobbies[-1] if lobbies else None))
        self._lobbies = tuple(reversed(lobbies))
        """One for all games' lessons of one number: a lobby knows a game by one set of rules."""
        self.lobby = self._lobbies[0]
        """The others are beside it."""

    def _of(self, number: int) -> TableServices:
        games = self._services.games.items()
        has_it = {slug: game for slug, game in games if number < len(game.lessons)}
        return replace(
            self._services, games={slug: guided(game, number) for slug, game in has_it.items()}
        )

    def lobby_of(self, room: RoomId) -> Lobby:
        return self._lobbies[self.rooms.number_of(room)]

    def has_visitors(self, room: RoomId) -> bool:
        return self.lobby_of(room).has_visitors(room)

    def forget_room(self, room: RoomId) -> None:
        for lobby in self._lobbies:
            lobby.forget_room(room)

    def are_in_use(self) -> bool:
        """True while somebody is connected to one."""
        return any(lobby.has_visitors(room) for lobby in self._lobbies for room in lobby.open_rooms)

    def create(self, learner: Person, game: str, network: str, number: int = 0) -> RoomId:
        """A new room for the game's lesson of that number, in place of the learner's last one.

        Raises Unknown if the game has none, TooMuch if too many lessons are in use.
        """
        services = self._of(number)
        played = settings.find_game(services.games, game)
        lesson = played.lessons[number]
        room = new_room(services, learner, game, lesson.options, listed=False)
        for _ in range(lesson.seats - 1):
            name = bot_name(room, 0.0)
            room = seating.add_bot(room, STRENGTH, name, settings.max_seats(played), lambda _: None)
        room = changed(
            room,
            id=lesson_id(self._process, services.dealer.token(TOKEN_BITS)),
            code=services.dealer.code(),
            clock=ClockLevel.OFF,
            spectators=False,
        )
        self.rooms.add(room, network, number)
        return room.id
