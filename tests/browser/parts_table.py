"""A page at a table of the game that does not exist: the test makes its frames and answers it."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.browser.page_steps import FOR_TWO, seats
from tests.browser.parts_frames import MODULE, NAMES, frame

NO_SPANS: Final[Mapping[str, int]] = {}
LOOK_MS: Final = 20
MOST_LOOKS: Final = 3000
"""A minute; only a failure takes that long."""
Message = dict[str, Any]


class PartsTable:
    """A page at a table of the game that does not exist; plays and steps are answered here."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._forget()
        self._room: Message = {}
        self._route: WebSocketRoute | None = None
        self._number = 0
        page.route("**/games/*/table.js*", self._module)
        page.route_web_socket("**/ws/**", self._connected)

    def _forget(self) -> None:
        self.compose: Callable[[Message], Message] = lambda sent: refusal("No such step.")
        self.play: Callable[[Message], Message] = lambda sent: {"type": "done"}
        self.sent: list[Message] = []

    def begin_again(self, size: ViewportSize) -> None:
        """Loads the page anew, in its room before the match, so that tests may share it."""
        self._forget()
        self._number = 0
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(size)
        self.page.reload()
        expect(seats(self.page)).to_be_visible()

    def show(self, spans: Mapping[str, int] = NO_SPANS, **fields: Any) -> None:
        """Shows a frame of the match. `spans`: the seconds that are left, by key."""
        self._number += 1
        own = self._room["seats"][0]
        others = [
            {**own, "number": seat, "person": None, "bot": "steady", "name": name}
            for seat, name in enumerate(NAMES)
        ]
        room = {**self._room, "game": FOR_TWO.slug, "stage": "playing", "match": "parts"}
        self._send({**room, "seats": [own, *others[1:]], "acting": True})
        now = int(time.time() * 1000)
        clocks = [{"key": key, "due": now + 1000 * left} for key, left in spans.items()]
        self._send(frame(self._number, now=now, spans=clocks, **fields))

    def wait_for_move(self, move: Message, key: str | None = None) -> None:
        """Waits until the page's last command plays this move, as an answer to `key` if given."""
        wanted = {"move": move} if key is None else {"move": move, "key": key}
        for _ in range(MOST_LOOKS):
            if self.sent and wanted.items() <= self.sent[-1].items():
                return
            self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"{wanted} is not the last of {self.sent}")

    def _module(self, route: Any) -> None:
        route.fulfill(body=MODULE, content_type="text/javascript")

    def _connected(self, route: WebSocketRoute) -> None:
        self._route, server = route, route.connect_to_server()
        server.on_message(self._from_server)
        route.on_message(lambda text: self._from_page(text, server))

    def _from_server(self, text: str | bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "room":
            self._room = message
            if self._number:
                return
        if message["type"] != "frame":
            self._send(message)

    def _from_page(self, text: str | bytes, server: WebSocketRoute) -> None:
        """Answers a play or a step; the server answers all else."""
        message = msgspec.json.decode(text)
        if message["type"] not in ("play", "compose"):
            server.send(text)
            return
        self.sent.append(message)
        answer = (self.play if message["type"] == "play" else self.compose)(message)
        self._send({**answer, "id": message["id"]})
        if answer["type"] == "composed":
            self._send({"type": "done", "id": message["id"]})

    def _send(self, message: Message) -> None:
        assert self._route is not None
        self._route.send(msgspec.json.encode(message).decode())


def refusal(text: str) -> Message:
    return {"type": "refused", "code": "illegal-move", "reason": "too-few", "text": text}


def composed(**fields: Any) -> Message:
    return {"type": "composed", "step": None, "move": None, "text": "", **fields}
