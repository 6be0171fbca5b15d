"""Players who know only frames.

They move at random, repeat unanswered commands, and always come back.
"""

import asyncio
import json
from collections import deque
from hashlib import sha256
from random import Random
from time import monotonic
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.table.model.match_messages import ShuffleShown
from tests.prove.clients.bot_tables import open_room
from tests.prove.clients.client import table_socket
from tests.prove.clients.decisions import Message, gathering, question, random_play
from tests.prove.clients.player_memory import PlayerMemory, SentCommand
from tests.table.fair_check import opening, sealing
from tests.web.visitors import Visitor

AGAIN = 0.7
"""Seconds without an answer until a command is repeated; doubled each time, since a table takes
sixteen at once."""
TWICE = 0.1
"""The chance that a command is sent twice at once."""
PAUSE = (0.01, 0.06)
"""Seconds between two looks at the table, least and most."""
LAST_DEAL = 0.002
"""The chance that the host ends the match with the present deal, so that matches end."""


class PlayedTable:
    """A room of the campaign, as its players found it."""

    def __init__(self, room: str, game: str, base_url: str) -> None:
        self.room, self.game = room, game
        self.base_url = base_url
        """The server that its players connect to."""
        self.steps = 0
        """The number of new frames shown there."""
        self.since = 0
        """`steps` when the server or its store last came back."""
        self.back: float | None = 0.0
        """Seconds that the present return took; None: nothing new was shown since."""


class Pending(msgspec.Struct):
    """A command that waits for its answer."""

    said: SentCommand
    text: str
    sent: float
    by: ClientConnection
    wait: float = AGAIN


class RandomPlayer:
    """One person with one connection at a time. `run` goes on until cancelled."""

    pause = PAUSE

    def __init__(
        self, memory: PlayerMemory, chance: Random, table: PlayedTable, visitor: Visitor, host: bool
    ) -> None:
        self.connected = False
        self._memory, self._chance, self._table, self._host = memory, chance, table, host
        self.cookie = visitor.cookie
        self._socket: ClientConnection | None = None
        self._room: dict[str, Any] | None = None
        self._frame: dict[str, Any] | None = None
        self._pending: Pending | None = None
        self._answered: tuple[str, str] | None = None
        self._mark = b""
        self._coming: dict[str, Any] | None = None
        """The shuffle to come, if there is something to be said about it on this connection."""
        self._not_before = 0.0
        self._recent: deque[SentCommand] = deque(maxlen=20)
        """The last commands sent: an answer may come twice, and late."""

    async def run(self) -> None:
        while True:
            try:
                async with self._connect() as socket:
                    self.connected, self._socket = True, socket
                    await self._stay(socket)
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self.connected = False
            await asyncio.sleep(self._chance.uniform(0.05, 0.3))

    def _connect(self) -> connect:
        """A connection that is not open yet."""
        table = self._table
        return table_socket(
            table.base_url, table.room, self.cookie, open_timeout=30, close_timeout=0.2
        )

    def leave(self) -> None:
        """Cuts the connection, without a word to whoever is at its other end."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _stay(self, socket: ClientConnection) -> None:
        self._room = self._frame = self._coming = None
        acting = asyncio.create_task(self._act(socket))
        try:
            async for text in socket:
                self._hear(json.loads(text))
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "room":
                self._room = message
            case "frame":
                self._frame = message
                if message["seat"] is not None:
                    mark = self._memory.frame(message)
                    if mark != self._mark:
                        self._mark = mark
                        self._table.steps += 1
            case "shuffle":
                self._memory.promised(message)
                self._coming = message
            case "dealt":
                self._memory.promised(message)
            case "done" | "refused":
                self._answer(message)

    def _answer(self, message: dict[str, Any]) -> None:
        said = next(
            (one for one in self._recent if one.name.partition(":")[2] == message["id"]), None
        )
        if said is None:
            return
        said.unanswered -= 1
        if message["type"] == "done":
            self._memory.done += not said.done
            said.done = True
            if said.key is not None:
                self._answered = (said.match, said.key)
        else:
            if not said.unanswered:
                said.refused = message["code"]
            self._not_before = monotonic() + self._chance.uniform(0.05, 0.3)
        self._memory.heard(said)
        if self._pending is not None and self._pending.said is said:
            self._pending = None

    # -- acting

    async def _act(self, socket: ClientConnection) -> None:
        await socket.send(self._text({"type": "join-shuffles"}, self._id()))
        while True:
            await asyncio.sleep(self._chance.uniform(*self.pause))
            if self._coming is not None:
                coming, self._coming = self._coming, None
                await self._take_part(socket, coming)
            if self._room is None or monotonic() < self._not_before:
                continue
            if self._pending is not None:
                if (
                    self._pending.by is not socket
                    or self._pending.sent + self._pending.wait < monotonic()
                ):
                    self._pending.wait = (
                        AGAIN if self._pending.by is not socket else 2 * self._pending.wait
                    )
                    self._pending.by, self._pending.sent = socket, monotonic()
                    self._pending.said.unanswered += 1
                    await socket.send(self._pending.text)
            elif self._room["stage"] == "gathering":
                if (command := gathering(self._room, self._host)) is not None:
                    await socket.send(self._text(command, self._id()))
                self._not_before = monotonic() + 0.2
            elif self._frame is not None:
                await self._move(socket, self._frame)

    async def _take_part(self, socket: ClientConnection, coming: dict[str, Any]) -> None:
        """Seals its part of the coming shuffle, and opens it when asked."""
        shown = msgspec.convert(coming, ShuffleShown)
        if shown.seat is None or shown.seat in shown.refused:
            return
        about = f"{self.cookie} {shown.match} {shown.number} {shown.attempt}"
        part = sha256(about.encode()).digest()
        if not shown.opening:
            await socket.send(msgspec.json.encode(sealing(shown, part, self._id())).decode())
        elif shown.seat in shown.sealed and shown.due is not None:
            self._memory.parts += 1
            await socket.send(msgspec.json.encode(opening(shown, part, self._id())).decode())

    async def _move(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        seat, asked = frame["seat"], question(frame)
        if seat is None or frame["outcome"]:
            return
        if self._host and self._chance.random() < LAST_DEAL:
            named = self._id()
            await self._say(
                socket,
                SentCommand(frame["match"], f"host:{named}", None, None, None),
                self._text({"type": "call-last-deal"}, named),
            )
        elif asked is not None and self._answered != asked:
            named, play = self._id(), random_play(frame, self._chance)
            said = SentCommand(frame["match"], f"{seat}:{named}", seat, play["key"], play["move"])
            await self._say(socket, said, self._text(play, named))

    async def _say(self, socket: ClientConnection, said: SentCommand, text: str) -> None:
        self._memory.said[said.match][said.name] = said
        self._recent.append(said)
        self._pending = Pending(said, text, monotonic(), socket)
        said.unanswered += 1
        await socket.send(text)
        if self._chance.random() < TWICE:
            said.unanswered += 1
            await socket.send(text)

    def _id(self) -> str:
        return f"{self._chance.getrandbits(80):x}"

    @staticmethod
    def _text(command: Message, named: str) -> str:
        return json.dumps(command | {"id": named})


def open_table(
    base_url: str, memory: PlayerMemory, chance: Random, games: list[tuple[str, range]], number: int
) -> tuple[PlayedTable, list[RandomPlayer]]:
    """A table of the next game in turn with up to three players, nobody connected yet."""
    slug, sizes = games[number % len(games)]
    seats = chance.choice([size for size in sizes if size <= 5])
    visitors = [Visitor(base_url, slug) for _ in range(min(seats, 3))]
    clock = "off" if chance.random() < 0.5 else None
    room = open_room(visitors, f"Player {number}", seats - len(visitors), clock)
    table = PlayedTable(room, slug, base_url)
    return table, [
        RandomPlayer(memory, chance, table, visitor, visitor is visitors[0]) for visitor in visitors
    ]
