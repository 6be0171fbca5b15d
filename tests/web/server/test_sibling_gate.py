"""The relay between a browser and the owner of its table: nothing said last gets lost."""

import asyncio
from typing import Self, cast

from starlette.types import Message
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from app.web.server.sibling_gate import RESTART, relay


class ClosedByOwner:
    """The way to an owner that has said its last word; nothing reaches it any more."""

    close_code = RESTART
    close_reason = "moved"

    def __init__(self) -> None:
        self._words = ["bye"]

    async def send(self, text: str) -> None:
        raise ConnectionClosedError(None, None)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        for _ in range(3):  # the word is read from the wire after the visitor has been heard
            await asyncio.sleep(0)
        if not self._words:
            raise StopAsyncIteration
        return self._words.pop()


async def test_the_owners_last_word_reaches_whoever_spoke_while_it_closed() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": "a move"}

    async def send(message: Message) -> None:
        sent.append(message)

    never = asyncio.Event()
    await relay(cast("ClientConnection", ClosedByOwner()), receive, send, never.wait())
    assert sent == [
        {"type": "websocket.send", "text": "bye"},
        {"type": "websocket.close", "code": RESTART, "reason": "moved"},
    ]
