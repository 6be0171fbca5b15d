"""A client of one table over a real socket."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.prove.clients.decisions import question
from tests.web.visitors import ANSWER_SECONDS, Visitor

Message = dict[str, Any]
_numbers = count(1)


def table_socket(base_url: str, room: str, cookie: str, path: str = "", **timeouts: Any) -> connect:
    """A connection to that table, without compression and pings of its own; not open yet.

    `path`: its address, where a page was told another one than the usual.
    """
    return connect(
        f"ws{base_url[4:]}{path or f'/ws/table/{room}'}",
        origin=Origin(base_url),
        additional_headers={"Cookie": cookie},
        compression=None,
        ping_interval=None,
        **timeouts,
    )


class TableClient:
    """One connection of one person.

    `open` makes it; what arrives is kept in `room`, `frame` and `answers`.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.room: Message = {}
        self.frame: Message = {}
        self.answers: dict[str, tuple[str, float]] = {}
        """By the command's id: "done" or the code of its refusal, and when it came."""
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, visitor: Visitor, room: str) -> "TableClient":
        socket = await table_socket(
            visitor.base_url, room, visitor.cookie, open_timeout=ANSWER_SECONDS
        )
        window = cls(socket)
        await window.until(lambda: bool(window.room))
        return window

    @property
    def me(self) -> str:
        return str(self.room["you"])

    @property
    def seated(self) -> set[str]:
        """The people with a seat, as this client sees them."""
        return {seat["person"] for seat in self.room["seats"] if seat["person"] is not None}

    @property
    def has_prompt(self) -> bool:
        """The client may move now."""
        return question(self.frame) is not None

    def is_asked(self, key: str) -> bool:
        """This prompt is open here."""
        return self.has_prompt and bool(self.frame["prompt"]["key"] == key)

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            match message["type"]:
                case "room":
                    self.room = message
                case "frame":
                    self.frame = message
                case "done":
                    self.answers[message["id"]] = ("done", perf_counter())
                case "refused":
                    self.answers[message["id"]] = (message["code"], perf_counter())
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

    async def require(self, kind: str, **fields: Any) -> None:
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
