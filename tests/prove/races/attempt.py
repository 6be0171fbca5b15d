"""One racer's attempt, and a race of several at the same moment."""

import asyncio
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from tests.prove.clients.client import TableClient, new_id, text_of


class Attempt:
    """One racer's command, perhaps after a `play-here`, and its answer."""

    def __init__(
        self, client: TableClient, kind: str, act_here: bool = False, **fields: Any
    ) -> None:
        self.window, self.named = client, new_id()
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
        """Waits for the probe: a table answers in order, so the command is answered by then or
        never."""
        await self.window.until(lambda: self.probe in self.window.answers)
        self.code, at = self.window.answers.get(self.named, ("", began))
        self.after = at - began
        self.window.answers.clear()


async def race(wanted: Sequence[Attempt], chance: Random) -> None:
    """Sends all at once, in a random order; returns when everybody has an answer."""
    lined_up = chance.sample(wanted, len(wanted))
    began = perf_counter()
    await asyncio.gather(*(one.speak() for one in lined_up))
    await asyncio.gather(*(one.hear(began) for one in wanted))
