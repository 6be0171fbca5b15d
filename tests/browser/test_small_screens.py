"""The controls of every prompt of every game are in sight on the smallest phones.

All seats are taken, and the names are long.
"""

from typing import Any, Final

import msgspec
from playwright.sync_api import Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games import GAMES
from app.rules.game import AnyGame
from bench.engine_frames import frames
from tests.browser.page_steps import OpenPage, open_table

SCREENS: Final = ((360, 740), (320, 568))
NAME: Final = "Wilhelmina Wimblew"
"""With the seat's number it is as long as a name may be."""
ALL_IN_SIGHT: Final = """() => {
  const screen = document.scrollingElement;
  const offScreen = (element) => {
    const box = element.getBoundingClientRect();
    const outside =
      box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1;
    return element.checkVisibility() && box.width > 2 && outside;
  };
  const controls = [...document.querySelectorAll(
    ":is(.bar, .hand, .builder, .hand-tools) :is(button, input, select)")];
  const fits =
    screen.scrollHeight <= innerHeight + 1 && screen.scrollWidth <= innerWidth;
  return controls.length > 0 && fits && !controls.some(offScreen);
}"""


class FrameSender:
    """Passes the server's messages to the page, and sends frames of its own.

    Make it before the page opens its table.
    """

    def __init__(self, page: Page) -> None:
        self._room: dict[str, Any] = {}
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._connected)

    def show(self, game: AnyGame, frame: dict[str, Any]) -> None:
        """Shows the table as if this match were running, with bots around the viewer."""
        assert self._page is not None
        own = self._room["seats"][0]
        bots = [
            {**own, "number": seat, "person": None, "bot": "steady", "name": name}
            for seat, name in enumerate(frame["names"])
        ]
        room = {
            "game": game.slug,
            "stage": "playing",
            "match": frame["match"],
            "seats": [own, *bots[1:]],
            "acting": True,
        }
        self._page.send(msgspec.json.encode({**self._room, **room}).decode())
        self._page.send(msgspec.json.encode(frame).decode())

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._page = route
        server.on_message(self._forward)

    def _forward(self, text: str | bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "room":
            self._room = message
        assert self._page is not None
        self._page.send(text)


def longest_prompts(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The longest frame of a random match with each kind of prompt to the first seat."""
    seats = game.seats[-1]
    longest: dict[str, bytes] = {}
    for frame in list(frames(game, seats, 1, 300))[1 :: seats + 1]:
        asked = msgspec.json.decode(frame)["prompt"]
        if asked is not None and len(frame) > len(longest.get(asked["kind"], b"")):
            longest[asked["kind"]] = frame
    return {
        kind: msgspec.json.decode(frame.replace(b"Player ", NAME.encode()))
        for kind, frame in longest.items()
    }


def test_all_controls_of_a_prompt_are_in_sight_on_the_smallest_phones(visit: OpenPage) -> None:
    page = visit("about:blank", viewport={"width": 360, "height": 740}, has_touch=True)
    sender = FrameSender(page)
    page.goto("/")
    open_table(page, "Wilhelmina")
    faults = []
    for game in GAMES:
        for kind, frame in longest_prompts(game).items():
            page.set_viewport_size({"width": 360, "height": 740})
            sender.show(game, frame)
            expect(page.get_by_role("region", name="Your answer")).to_contain_text(
                frame["prompt_text"]
            )
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                try:
                    page.wait_for_function(ALL_IN_SIGHT)
                except WaitTimeout:
                    faults.append(f"{game.slug}, {kind} at {width} by {height}")
    assert faults == []
