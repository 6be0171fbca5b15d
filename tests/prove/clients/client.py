"""Who races: windows at a table over real sockets, that can be made to speak at the same moment."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.visitors import ANSWER_SECONDS, Visitor

Notice = dict[str, Any]
_numbers = count(1)


class TableClient:
    """One connection of one person. Use `open`; everything it hears is kept in `room`, `frame` and `answers`."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.room: Notice = {}
        self.frame: Notice = {}
        self.answers: dict[str, tuple[str, float]] = {}
        """By the command's id: "done" or the code of its refusal, and when it came."""
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, visitor: Visitor, room: str) -> "TableClient":
        url = f"ws{visitor.base_url[4:]}/ws/table/{room}"
        socket = await connect(
            url, origin=Origin(visitor.base_url), additional_headers={"Cookie": visitor.cookie}, compression=None, ping_interval=None,
            open_timeout=ANSWER_SECONDS,
        )  # fmt: skip
        window = cls(socket)
        await window.until(lambda: bool(window.room))
        return window

    @property
    def me(self) -> str:
        return str(self.room["you"])

    @property
    def seated(self) -> set[str]:
        """The people who have a seat, as this window sees it."""
        return {seat["person"] for seat in self.room["seats"] if seat["person"] is not None}

    async def _read(self) -> None:
        async for text in self.socket:
            notice = json.loads(text)
            match notice["type"]:
                case "room":
                    self.room = notice
                case "frame":
                    self.frame = notice
                case "done":
                    self.answers[notice["id"]] = ("done", perf_counter())
                case "refused":
                    self.answers[notice["id"]] = (notice["code"], perf_counter())
            self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits for a state. Raises TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def ask(self, kind: str, **fields: Any) -> str:
        """Says a command and waits for its answer."""
        named = new_id()
        await self.socket.send(text_of(kind, named, **fields))
        await self.until(lambda: named in self.answers)
        return self.answers.pop(named)[0]

    async def sure(self, kind: str, **fields: Any) -> None:
        answer = await self.ask(kind, **fields)
        assert answer == "done", f"{kind} was refused: {answer}"

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self.socket.close()


def new_id() -> str:
    return f"r{next(_numbers)}"


def text_of(kind: str, named: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "id": named, **fields})


class Attempt:
    """What one racer says: a command, perhaps with others before it in the same breath."""

    def __init__(
        self, window: TableClient, kind: str, act_here: bool = False, **fields: Any
    ) -> None:
        self.window, self.named = window, new_id()
        self.probe = new_id()
        before = [text_of("play-here", new_id())] if act_here else []
        self.texts = (
            *before,
            text_of(kind, self.named, **fields),
            text_of("cancel-premove", self.probe),
        )
        self.code = ""
        """"done", the code of the refusal, or "" for no answer at all."""
        self.after = 0.0
        """Seconds until the answer."""

    async def speak(self) -> None:
        for text in self.texts:
            await self.window.socket.send(text)

    async def hear(self, began: float) -> None:
        """A table answers in order: once the probe is answered, what came before it was answered or never will be."""
        await self.window.until(lambda: self.probe in self.window.answers)
        self.code, at = self.window.answers.get(self.named, ("", began))
        self.after = at - began
        self.window.answers.clear()


async def race(wanted: Sequence[Attempt], chance: Random) -> None:
    """All at once, in an order drawn by chance; returns when everybody has an answer."""
    lined_up = chance.sample(wanted, len(wanted))
    began = perf_counter()
    await asyncio.gather(*(one.speak() for one in lined_up))
    await asyncio.gather(*(one.hear(began) for one in wanted))
