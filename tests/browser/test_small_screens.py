"""Every question of every game, with the most players and long names, on the smallest phones: all that answers it is in sight."""

from typing import Any, Final

import msgspec
from playwright.sync_api import Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as TooLate

from app.games import GAMES
from app.rules.game import AnyGame
from bench.engine_frames import frames
from tests.browser.conftest import Visit
from tests.browser.party import open_table

SCREENS: Final = ((360, 740), (320, 568))
NAME: Final = "Wilhelmina Wimblew"
"""With the number of the seat the longest that a name may be."""
ALL_IN_SIGHT: Final = """() => {
  const screen = document.scrollingElement;
  const beside = (element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && box.width > 2 && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1);
  };
  const answers = [...document.querySelectorAll(":is(.bar, .hand, .builder, .hand-tools) :is(button, input, select)")];
  return answers.length > 0 && screen.scrollHeight <= innerHeight + 1 && screen.scrollWidth <= innerWidth && !answers.some(beside);
}"""


class Director:
    """Passes what the house says to the page, and says more: to be made before the page opens its table."""

    def __init__(self, page: Page) -> None:
        self._told: dict[str, Any] = {}
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._connected)

    def show(self, game: AnyGame, frame: dict[str, Any]) -> None:
        """The table as if this match were on, with bots around the viewer."""
        assert self._page is not None
        own = self._told["seats"][0]
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
        self._page.send(msgspec.json.encode({**self._told, **room}).decode())
        self._page.send(msgspec.json.encode(frame).decode())

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._page = route
        server.on_message(self._heard)

    def _heard(self, message: str | bytes) -> None:
        notice = msgspec.json.decode(message)
        if notice["type"] == "room":
            self._told = notice
        assert self._page is not None
        self._page.send(message)


def questions(game: AnyGame) -> dict[str, dict[str, Any]]:
    """Of each kind of question to the first seat the longest frame of a match that chance plays."""
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


def test_all_that_answers_a_question_is_in_sight_on_the_smallest_phones(visit: Visit) -> None:
    page = visit("about:blank", viewport={"width": 360, "height": 740}, has_touch=True)
    director = Director(page)
    page.goto("/")
    open_table(page, "Wilhelmina")
    faults = []
    for game in GAMES:
        for kind, frame in questions(game).items():
            page.set_viewport_size({"width": 360, "height": 740})
            director.show(game, frame)
            expect(page.get_by_role("region", name="Your answer")).to_contain_text(
                frame["prompt_text"]
            )
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                try:
                    page.wait_for_function(ALL_IN_SIGHT)
                except TooLate:
                    faults.append(f"{game.slug}, {kind} at {width} by {height}")
    assert faults == []
