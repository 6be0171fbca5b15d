"""The stage of the browser benchmarks: a server, a Chromium, and the pages that are compared."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from app.rules.game import AnyGame
from bench.recorded_frames import Enough, Recorded, record
from bench.replayed_page import ReplayedPage, Screen, replayed
from bench.report import Ask, Progress

SLOWED: Final = 4.0
DESK: Final = Screen("desk", 1440, 900)
PHONE: Final = Screen("phone", 360, 740, touch=True)
Table = tuple[str, str, Sequence[Recorded]]
"""A room, its host's cookie, and the messages that were recorded there."""
Row = list[str | int | float | None]


class Stage:
    """A server, a browser, and the versions of the page to measure in turns."""

    def __init__(self, browser: Browser, port: int, ask: Ask) -> None:
        self._browser, self._port = browser, port
        self.progress = Progress(ask)
        self.versions: dict[str, Path | None] = {"this": None}
        if ask.against is not None:
            self.versions = {"other": ask.against / "static", "this": None}

    def record(self, game: AnyGame, seats: int, options: object, enough: Enough) -> Table:
        self.progress.say(f"{game.title}, {seats} seats: recording")
        recording = record(self._port, game, seats, options, enough)
        with ThreadPoolExecutor(1) as beside:  # Playwright's loop runs in this thread
            return beside.submit(asyncio.run, recording).result()

    @contextmanager
    def pages(
        self, table: Table, screen: Screen, preparing: Callable[[ReplayedPage], None]
    ) -> Iterator[dict[str, ReplayedPage]]:
        """A page of each version, all at the same place of the record."""
        room, cookie, messages = table
        address = f"http://127.0.0.1:{self._port}"
        with ExitStack() as stack:
            found = {}
            for name, static in self.versions.items():
                found[name] = stack.enter_context(
                    replayed(self._browser, address, room, cookie, messages, screen, static)
                )
                preparing(found[name])
            yield found
