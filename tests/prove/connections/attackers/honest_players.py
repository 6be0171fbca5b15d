"""`python -m tests.prove.connections.attackers.honest_players SECONDS`: measured players.

It reads its places as one line of JSON and prints a line once somebody was answered. It plays until
its input ends, waits SECONDS for open answers, and prints what it saw as one line of JSON.
"""

import asyncio
import json
import sys
from random import Random
from time import monotonic
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.prove.clients.bot_tables import Place
from tests.prove.clients.client import table_socket
from tests.prove.clients.decisions import Message, gathering, question, random_play
from tests.prove.runner.proof import print_line

PAUSE = (0.15, 0.35)
"""Seconds before each command; slower than the server's limit on messages."""
PINGS = 0.5
LONG = 120.0
"""Seconds that a connection may take to open."""


class Seen(msgspec.Struct):
    """The measurements, in seconds of the monotonic clock, which all processes share."""

    answers: list[tuple[float, float]] = []
    """The time of each command, and the seconds until its answer."""
    unanswered: list[float] = []
    """The times of commands without an answer at the end."""
    lost: list[str] = []
    """Connections that ended, and how."""
    moves: int = 0


class HonestPlayer:
    """One honest person with one connection."""

    def __init__(self, place: Place, chance: Random, seen: Seen) -> None:
        self._place, self._chance, self._seen = place, chance, seen
        self._room: dict[str, Any] | None = None
        self._frame: dict[str, Any] | None = None
        self._asked: dict[str, float] = {}
        self._pinged: float | None = None
        self._answered: tuple[str, str] | None = None
        self._number = 0
        self.leaving = False
        """Asks nothing any more."""

    async def run(self) -> None:
        """Until cancelled."""
        place = self._place
        while True:
            try:
                async with table_socket(
                    place.origin, place.room, place.cookie, open_timeout=LONG
                ) as socket:
                    await self._stay(socket)
            except (OSError, WebSocketException) as error:
                self._seen.lost.append(repr(error))
            await asyncio.sleep(0.2)

    async def _stay(self, socket: ClientConnection) -> None:
        acting, pinging = (
            asyncio.create_task(self._act(socket)),
            asyncio.create_task(self._ping(socket)),
        )
        try:
            async for text in socket:
                self._hear(json.loads(text))
        finally:
            acting.cancel()
            pinging.cancel()
            await asyncio.gather(acting, pinging, return_exceptions=True)

    def _hear(self, message: dict[str, Any]) -> None:
        now = monotonic()
        match message["type"]:
            case "room":
                self._room = message
            case "frame":
                self._frame = message
            case "done" | "refused":
                asked = self._asked.pop(str(message["id"]), None)
                if asked is not None:
                    self._seen.answers.append((asked, now - asked))
                self._seen.moves += message["type"] == "done"
            case "pong" if self._pinged is not None:
                self._seen.answers.append((self._pinged, now - self._pinged))
                self._pinged = None

    async def _ping(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(PINGS * self._chance.uniform(0.8, 1.2))
            if self._pinged is None and not self.leaving:
                self._pinged = monotonic()
                await socket.send('{"type":"ping"}')

    async def _act(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(*PAUSE))
            room, frame = self._room, self._frame
            if room is None or self._asked or self.leaving:
                continue
            if room["stage"] == "gathering":
                if (command := gathering(room, self._place.host)) is not None:
                    await self._say(socket, command)
            elif frame is not None and question(frame) not in (None, self._answered):
                self._answered = question(frame)
                await self._say(socket, random_play(frame, self._chance))

    async def _say(self, socket: ClientConnection, command: Message) -> None:
        self._number += 1
        named = f"h{self._number}"
        self._asked[named] = monotonic()
        await socket.send(json.dumps(command | {"id": named}))

    @property
    def waiting(self) -> list[float]:
        """The times of commands without an answer yet."""
        return [*self._asked.values(), *([] if self._pinged is None else [self._pinged])]


async def main() -> None:
    loop = asyncio.get_running_loop()
    places = msgspec.json.decode(await asyncio.to_thread(sys.stdin.readline), type=list[Place])
    seen, chance = Seen(), Random(4)
    players = [HonestPlayer(place, chance, seen) for place in places]
    tasks = [loop.create_task(player.run()) for player in players]
    while not seen.answers:
        await asyncio.sleep(0.01)
    print_line("playing")
    await asyncio.to_thread(sys.stdin.read)
    for player in players:
        player.leaving = True
    end = monotonic() + float(sys.argv[1])
    while any(player.waiting for player in players) and monotonic() < end:
        await asyncio.sleep(0.01)
    seen.unanswered = [asked for player in players for asked in player.waiting]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    sys.stdout.write(msgspec.json.encode(seen).decode() + "\n")


if __name__ == "__main__":
    asyncio.run(main())
