"""The people of several processes: they come back as a page does, and remember names.

A page leaves a connection on which nothing comes, and keeps the address that it was given at
first, which names the process that ran the table then.
"""

import asyncio
import json
import re
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.games import GAMES
from tests.prove.clients.bot_tables import open_room
from tests.prove.clients.client import table_socket
from tests.prove.clients.player_memory import Fault, PlayerMemory
from tests.prove.clients.random_player import PlayedTable, RandomPlayer
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

QUIET: Final = 3.0
SILENCE: Final = 7.0
"""Seconds without a message until a page asks, and from there until it leaves; as socket.js."""
HANDSHAKE: Final = 6.0
SHARP_EVERY: Final = 12
"""One table of this many has sharp bots, whose search takes most of a processor."""
PERSON: Final = "Piper"
PASSER_BY: Final = "Finch"
_NAMES: Final = re.compile(rf"{PERSON} (\d+) (\d+)(?: v(\d+))?(?![\d])")
_PASSERS_BY: Final = re.compile(rf"{PASSER_BY} \d+")
_PATH: Final = re.compile(r"/at/[a-z0-9.-]+/ws/table/[\w-]+")
Who = tuple[int, int]
"""Table and number there."""


class Names:
    """The names that people have had, and those that must not be seen again."""

    def __init__(self) -> None:
        self.newest: dict[Who, int] = {}
        """By person: how often they took another name, as far as a server said so."""
        self.erased: set[str] = set()
        self.passed_by = 1000
        self.changes = 0
        self.came_back: list[Fault] = []

    def former(self, text: str) -> list[str]:
        """The names in that text that somebody no longer has."""
        found = [name[0] for name in _NAMES.finditer(text) if self._is_former(name)]
        return [*found, *self.erased.intersection(_PASSERS_BY.findall(text))]

    def _is_former(self, name: "re.Match[str]") -> bool:
        return int(name[3] or 0) < self.newest.get((int(name[1]), int(name[2])), 0)


def name_of(who: Who, taken: int) -> str:
    """The name of a person who took another one so often."""
    return f"{PERSON} {who[0]} {who[1]}" + (f" v{taken}" if taken else "")


class PagePlayer(RandomPlayer):
    """A player who comes back as the table's page does."""

    pause = (0.1, 0.5)

    def __init__(
        self,
        memory: PlayerMemory,
        chance: Random,
        table: PlayedTable,
        visitor: Visitor,
        who: Who,
        names: Names,
    ) -> None:
        super().__init__(memory, chance, table, visitor, host=who[1] == 0)
        self.who, self.visitor, self.room = who, visitor, table.room
        self._names = names
        self._seen: dict[Who, int] = {}
        """The newest name of each person that was shown here."""
        self._heard = 0.0
        self._path = self.secret = ""
        """Addresses, of the table's socket if this page was told, and of its invitation."""

    def load_page(self) -> None:
        """Learns the address of the table's socket."""
        page = self.visitor.get(f"/table/{self._table.room}")
        found = _PATH.search(page.text)
        assert found is not None, page.status_code
        self._path = found[0]

    def _connect(self) -> connect:
        return table_socket(
            self._table.base_url,
            self._table.room,
            self.cookie,
            self._path,
            open_timeout=HANDSHAKE,
            close_timeout=0.2,
        )

    async def _stay(self, socket: ClientConnection) -> None:
        self._heard = monotonic()
        watching = asyncio.create_task(self._watch(socket))
        try:
            await super()._stay(socket)
        finally:
            watching.cancel()

    async def _watch(self, socket: ClientConnection) -> None:
        asked = 0.0
        while True:
            await asyncio.sleep(1)
            now = monotonic()
            if self._heard > asked:
                asked = 0.0
            if asked and now - asked > SILENCE:
                self.leave()
                return
            if not asked and now - self._heard > QUIET:
                asked = now
                await socket.send('{"type":"ping"}')

    def _hear(self, message: dict[str, Any]) -> None:
        self._heard = monotonic()
        if message["type"] == "room":
            self.secret = message.get("secret") or self.secret
            self._compare_names(json.dumps(message))
        elif "at" in message:
            self._path = f"/at/{message['at']}/ws/table/{self.room}"
        super()._hear(message)

    def _compare_names(self, text: str) -> None:
        """A name that was followed by a newer one here is never shown again."""
        for name in _NAMES.finditer(text):
            who, taken = (int(name[1]), int(name[2])), int(name[3] or 0)
            if taken < self._seen.get(who, 0):
                self._names.came_back.append(Fault("name", f"{name[0]!r} was shown again"))
            self._seen[who] = max(taken, self._seen.get(who, 0))

    @property
    def shown(self) -> str:
        """The room as it was shown last."""
        return json.dumps(self._room)


def again(visitor: Visitor, base_url: str) -> Visitor:
    """The same person with a connection of their own to that address."""
    same = Visitor(base_url, visitor.game)
    same.http.cookies.update(visitor.http.cookies)
    return same


def open_many_table(
    opened_at: str,
    base_url: str,
    memory: PlayerMemory,
    chance: Random,
    names: Names,
    number: int,
) -> tuple[PlayedTable, list[PagePlayer]]:
    """A table of the next game in turn, with two or three people and bots, some of them sharp.

    It is opened at one server, and its people come back to the address of all.
    """
    game = GAMES[number % len(GAMES)]
    seats = chance.choice([size for size in game.seats if size <= 5])
    visitors = [Visitor(opened_at, game.slug) for _ in range(min(seats, 2 + number % 2))]
    strength = "casual" if number % SHARP_EVERY else "sharp"
    clock = "off" if chance.random() < 0.5 else None
    room = open_room(visitors, f"{PERSON} {number}", seats - len(visitors), clock, strength)
    table = PlayedTable(room, game.slug, base_url)
    players = [
        PagePlayer(memory, chance, table, again(visitor, base_url), (number, place), names)
        for place, visitor in enumerate(visitors)
    ]
    for player in players:
        names.newest[player.who] = 0
        if chance.random() < 0.5:
            player.load_page()
    return table, players


async def visit(server: ServerProcess, person: PagePlayer) -> None:
    """The person opens one more window at that server, and closes it."""
    opened = table_socket(server.base_url, person.room, person.cookie, open_timeout=HANDSHAKE)
    with suppress(OSError, TimeoutError, WebSocketException):
        async with opened as socket, asyncio.timeout(1):
            async for _ in socket:
                pass
