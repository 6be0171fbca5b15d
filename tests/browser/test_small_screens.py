"""The controls of every prompt of every game on the smallest phones, and under zoom.

All seats are taken, and the names are long.
"""

from functools import cache
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games import GAMES
from app.rules.game import AnyGame
from bench.engine_frames import frames
from tests.browser.page_steps import OpenPage, open_table

PHONE: Final[Any] = {"width": 360, "height": 740}
SMALLEST: Final[Any] = {"width": 320, "height": 568}
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
TABLET: Final[Any] = {"width": 700, "height": 1024}
ON_ITS_SIDE: Final[Any] = {"width": 844, "height": 390}
FELT: Final = """() => {
  const { width, height } = document.querySelector(".oval").getBoundingClientRect();
  return `${Math.round(width)} by ${Math.round(height)}`;
}"""
CARD: Final = ":is(.hand .card, .tile)"
ZOOMED: Final = ((320, 256, "100%"), (640, 512, "100%"), (360, 740, "200%"))
"""A window of 1280 by 1024 at 400 % and 200 %, and a phone with doubled text."""
NO_CARDS: Final = {("scum-the-masquerade", "declare")}
"""Questions to a player who has no cards yet."""
FAULTS: Final = """async ([width, height]) => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (innerWidth !== width || innerHeight !== height) await painted();
  await painted();
  const faults = [];
  const screen = document.scrollingElement;
  const wide = [...document.querySelectorAll("body *")].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1);
  if (screen.scrollWidth > innerWidth)
    faults.push(`${screen.scrollWidth} px wide by ${wide.map((one) => one.className)}`);
  const felt = document.querySelector(".felt"), box = felt.getBoundingClientRect();
  for (const trick of felt.querySelectorAll(":is(.trick, .duel, .pit) .card-svg")) {
    const { left, right, top, bottom } = trick.getBoundingClientRect();
    const cut = top < box.top || bottom > box.bottom || left < 0 || right > width;
    if (cut && trick.checkVisibility())
      faults.push(`a card from ${top} to ${bottom} on a felt from ${box.top} to ${box.bottom}`);
  }
  const reached = document.querySelectorAll(
    ".bar__ask, :is(.bar, .hand, .builder, .hand-tools) :is(button, input, select)");
  for (const one of reached) {
    one.focus({ preventScroll: true });
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const x = left + Math.min(14, (right - left) / 2), y = top + Math.min(14, (bottom - top) / 2);
    if (!one.contains(document.elementFromPoint(x, y)) || right > width + 1 || left < -1)
      faults.push(`out of reach: ${one.ariaLabel ?? one.textContent.trim()} ${one.className}`);
  }
  return faults;
}"""


WITHOUT_GAPS = """(() => {
  const wait = setTimeout;
  globalThis.setTimeout = (act, ms, ...more) => (ms === 2000 ? 0 : wait(act, ms, ...more));
})()"""
"""A page that never says that a deal came without a word about its shuffle: made-up ones do."""


class FrameSender:
    """Passes the server's messages to the page, and sends frames of its own.

    Make it before the page opens its table.
    """

    def __init__(self, page: Page) -> None:
        self._room: dict[str, Any] = {}
        self._page: WebSocketRoute | None = None
        page.add_init_script(WITHOUT_GAPS)
        page.route_web_socket("**/ws/**", self._connected)

    def show(self, game: AnyGame, frame: dict[str, Any], acting: bool = True) -> None:
        """Shows the table as if this match were running, with bots around the viewer.

        `acting`: False for a banner that says that another window plays.
        """
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
            "acting": acting,
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


@cache
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


def test_all_controls_of_a_prompt_are_in_sight_on_small_screens(visit: OpenPage) -> None:
    """A tablet has one size of felt, and a phone on its side room for a banner."""
    page = visit(viewport=PHONE, has_touch=True)
    sender = FrameSender(page)
    open_table(page, "Wilhelmina")
    seats = page.get_by_role("list", name="Seats in order of play")
    banner = page.get_by_text("You are playing in another window")
    faults, felts = [], set()
    for game in GAMES:
        for kind, frame in longest_prompts(game).items():
            for screen in (PHONE, SMALLEST, TABLET, ON_ITS_SIDE):
                page.set_viewport_size(screen)
                if screen in (PHONE, ON_ITS_SIDE):
                    sender.show(game, frame, acting=screen is PHONE)
                    expect(page.get_by_role("region", name="Your answer")).to_contain_text(
                        frame["prompt_text"]
                    )
                    expect(banner).to_have_count(0 if screen is PHONE else 1)
                try:
                    page.wait_for_function(ALL_IN_SIGHT)
                except WaitTimeout:
                    faults.append(f"{game.slug}, {kind} at {screen}")
                if screen is TABLET:
                    expect(seats.get_by_role("listitem").first).to_be_visible()
                    expect(page.get_by_role("region", name="Log")).to_be_visible()
                    felts.add(page.evaluate(FELT))
    assert faults == []
    assert len(felts) == 1, felts


def test_zoom_and_doubled_text_cut_nothing_off(visit: OpenPage) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    sender = FrameSender(page)
    open_table(page, "Wilhelmina")
    faults = []
    for game in GAMES:
        for kind, frame in longest_prompts(game).items():
            sender.show(game, frame)
            expect(page.get_by_role("region", name="Your answer")).to_contain_text(
                frame["prompt_text"]
            )
            for width, height, text in ZOOMED:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("(size) => (document.documentElement.style.fontSize = size)", text)
                found = page.evaluate(FAULTS, [width, height])
                faults += [f"{game.slug}, {kind} at {width} by {height}: {one}" for one in found]
    assert not faults, "\n".join(faults)
    for game in GAMES:
        for kind, frame in longest_prompts(game).items():
            if kind in ("lead", "declare") and (game.slug, kind) not in NO_CARDS:
                sender.show(game, frame)
                page.wait_for_selector(CARD)
                scrolls_by_touch(page)


def scrolls_by_touch(page: Page) -> None:
    """The page goes up with a finger that drags a card of the hand up."""
    card = page.locator(CARD).first
    card.evaluate("(card) => card.scrollIntoView({ block: 'end', behavior: 'instant' })")
    box, before = card.bounding_box(), page.evaluate("() => scrollY")
    assert box is not None
    touches = page.context.new_cdp_session(page)
    for kind, up in (("Start", 0), *(("Move", up) for up in range(10, 101, 10))):
        point = {"x": box["x"] + 8, "y": box["y"] + 8 - up}
        touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [point]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("(before) => scrollY - before > 50", arg=before)
