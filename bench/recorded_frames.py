"""The messages that one page gets during real matches, recorded at a real table of bots."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from app.rules.game import AnyGame
from bench.wire_load import post
from bench.wire_socket import TableSocket

NOISE: Final = {"pong", "done", "refused", "poked", "shuffle", "dealt", "cards-opened"}
"""Types that a replay leaves out. A page would find its own part missing from the proofs."""
PATIENCE: Final = 240.0
"""Seconds."""


class Recorded(msgspec.Struct, frozen=True):
    """One message of the server."""

    type: str
    text: str
    match: str | None
    """The match that a frame belongs to; None for another message."""
    prompt: str | None
    """The kind of the question that a frame puts to this person."""


Enough = Callable[[Sequence[Recorded]], bool]


class Recorder(TableSocket):
    """The host of a table of bots, who plays random legal moves and keeps what comes."""

    def __init__(
        self, port: int, room: str, cookie: str, seats: int, options: Any, enough: Enough
    ) -> None:
        super().__init__(port, room, cookie)
        self._seats, self._options, self._enough = seats, options, enough
        self._chance = random.Random(1)
        self._answered = ""
        self._prepared = self._started = False
        self.messages: list[Recorded] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def closed(self, why: str) -> None:
        if not self.done.done():
            self.done.set_exception(ConnectionError(why))

    def hear(self, text: bytes) -> None:
        if self.done.done():
            return
        heard = msgspec.json.decode(text)
        if heard["type"] in NOISE:
            return
        prompt = heard.get("prompt")
        self.messages.append(
            Recorded(
                heard["type"],
                text.decode(),
                heard["match"] if heard["type"] == "frame" else None,
                prompt and prompt["kind"],
            )
        )
        if self._enough(self.messages):
            self.done.set_result(None)
        elif heard["type"] == "room":
            self._gather(heard)
        elif prompt and heard["moves"] and prompt["key"] != self._answered:
            self._answered = prompt["key"]
            self.play(self._answered, msgspec.json.encode(self._chosen(heard["moves"])))

    def _chosen(self, moves: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """A random move; one that gives up only where there is no other."""
        kept = [move for move in moves if move["type"] not in ("pass", "fold")]
        return self._chance.choice(kept or moves)

    def _gather(self, room: dict[str, Any]) -> None:
        if room["stage"] != "gathering":
            self._started = False
        elif not self._prepared:
            self._prepared = True
            self.say("set-options", options=msgspec.json.encode(self._options).decode())
            self.say("set-room", clock='"off"')
            for _ in range(self._seats - 1):
                self.say("add-bot", strength=msgspec.json.encode(room["bots"][0]).decode())
        elif (
            len(room["seats"]) == self._seats
            and room["config_problem"] is None
            and not self._started
        ):
            self._started = True
            self.say("start")


async def record(
    port: int, game: AnyGame, seats: int, options: Any, enough: Enough
) -> tuple[str, str, list[Recorded]]:
    """The room, its host's cookie, and the messages until there are `enough`.

    Raises TimeoutError, ConnectionError.
    """
    where, cookie = await post(port, "/rooms", {"name": "Recorder", "game": game.slug})
    room = where.rpartition("/")[2]
    _, recorder = await asyncio.get_running_loop().create_connection(
        lambda: Recorder(port, room, cookie, seats, options, enough), "127.0.0.1", port
    )
    async with asyncio.timeout(PATIENCE):
        await recorder.done
    recorder.cut()
    return room, cookie, recorder.messages
