"""A table's page held at one frame, for as long as a test looks at it."""

from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

ALWAYS_PASSED = ("pong", "composed", "hint", "explained", "done", "refused", "chat")
"""Messages that a held page still gets: without pongs it would take its connection for lost.

An answer comes before its `done`, so both pass or neither.
"""


class FrameHold:
    """Passes a table's messages on to its page, up to the first frame that fits.

    Make it before the page opens its table. Later messages wait until the hold is released.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wanted: Callable[[dict[str, Any]], bool] | None = None
        self._waiting: list[str | bytes] = []
        self._route: WebSocketRoute | None = None
        self.held = False
        page.route_web_socket("**/ws/**", self._connected)

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Lets the page go on, and holds it at the next frame for which `wanted(frame)`."""
        self._wanted, self.held = wanted, False
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self._forward(message)

    def wait(self) -> None:
        """Returns when the page is held."""
        while not self.held:
            self._page.wait_for_timeout(20)

    def skip_to(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Goes on at the first frame that fits: a slow page never gets those before it."""
        self.held = True
        while True:
            for at, message in enumerate(map(msgspec.json.decode, self._waiting)):
                if message["type"] == "frame" and wanted(message):
                    self._waiting = self._waiting[at:]
                    self.release()
                    return
            self._page.wait_for_timeout(20)

    def release(self) -> None:
        """Lets the page go on to the end."""
        self.until(lambda frame: False)

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._route = route
        server.on_message(self._forward)

    def _forward(self, text: str | bytes) -> None:
        message = msgspec.json.decode(text)
        if self.held and message["type"] not in ALWAYS_PASSED:
            self._waiting.append(text)
            return
        assert self._route is not None
        self._route.send(text)
        if message["type"] == "frame" and self._wanted is not None and self._wanted(message):
            self.held = True
