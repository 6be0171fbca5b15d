"""A player that knows a page and nothing else: reads what is marked and written, and presses what is offered.

It knows no rule and no game. It tries cards that the page marks as playable until the bar offers something that it did not offer
before, and takes one of the other answers when nothing fits. When something else is asked in the midst of that, it begins anew:
what it meant was meant for another question.
It presses with a mouse or a finger at a point of the screen, and only where the thing it means is what lies there.
"""

import re
from collections.abc import Callable
from random import Random
from time import monotonic

import msgspec
from playwright.sync_api import Error, Page

BUTTONS = '[aria-label="Your answer"] button'
CARDS = '[role="group"][aria-label^="Your hand"] button'
READ = """([buttons, cards]) => {
  const text = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const seen = (element) => ({
    name: element.getAttribute("aria-label") ?? text(element),
    on: element.getAttribute("aria-pressed") === "true",
    off: element.getAttribute("aria-disabled") === "true",
    busy: element.getAttribute("aria-busy") === "true",
  });
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    asked: document.title.startsWith("●"),
    ask: all('[aria-label="Your answer"] p').map(text)[0] ?? "",
    buttons: all(buttons).map(seen),
    cards: all(cards).map(seen),
    over: all('[aria-label="Final order"]').length > 0,
  };
}"""
WHERE = """([selector, name]) => {
  const named = (element) => (element.getAttribute("aria-label") ?? element.textContent.replace(/\\s+/g, " ").trim()) === name;
  const element = [...document.querySelectorAll(selector)].find(named);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  const x = box.left + Math.min(14, box.width / 2), y = box.top + Math.min(14, box.height / 2);
  return { x, y, free: element.contains(document.elementFromPoint(x, y)) };
}"""
"""A point near the upper left corner, where a card has its index, and whether anything else lies over it."""
LISTEN = "() => { globalThis.pressed = new Promise((done) => addEventListener('click', () => done(true), { capture: true, once: true })) }"
PRESSED = "(longest) => Promise.race([pressed, new Promise((done) => setTimeout(done, longest))])"
"""A finger is no mouse: what it pressed is known a moment after it was lifted."""
LONGEST_PRESS = 2000
"""Milliseconds; a touch that presses nothing takes as long."""
UNFINISHED = re.compile(
    r"^(Play|Play this card|Play these \d+|Choose .*|Pass when .*|Passing next .*)$"
)
"""What the bar's button says while the chosen cards are no answer yet, or before the question is drawn."""
MOST_ADDED = 6
PAUSE = 30
"""Milliseconds between two looks while there is nothing to do."""
SETTLED = 80
"""Milliseconds after which an answer that was on its way is seen to have been taken."""
LONGEST_TURN = 0.25
"""Seconds that a turn costs of the time a story is given, though a busy machine may need more for it."""


class Point(msgspec.Struct, frozen=True):
    """A point of the screen, in pixels."""

    x: float
    y: float
    free: bool
    """Nothing covers there what was looked for."""


class Thing(msgspec.Struct, frozen=True):
    """A button of the bar, or a card of the hand."""

    name: str
    on: bool
    """Chosen, or pressed."""
    off: bool
    """Cannot be pressed as things are."""
    busy: bool
    """Pressed, and not answered yet."""

    @property
    def playable(self) -> bool:
        return self.name.endswith(", playable")

    @property
    def kind(self) -> str:
        """ "seven" for "seven, two of three, playable"."""
        return self.name.split(",")[0]


class Seen(msgspec.Struct, frozen=True):
    """What one look at a table's page shows."""

    asked: bool
    """The tab's title says that it is this person's turn."""
    ask: str
    buttons: tuple[Thing, ...]
    """Those of the bar."""
    cards: tuple[Thing, ...]
    over: bool
    """The match has ended and its result is shown."""

    @property
    def chosen(self) -> list[Thing]:
        return [card for card in self.cards if card.on]

    @property
    def answers(self) -> list[Thing]:
        return [
            button
            for button in self.buttons
            if not button.off and not UNFINISHED.match(button.name)
        ]

    @property
    def waiting(self) -> bool:
        """An answer is on its way to the table."""
        return any(button.busy for button in self.buttons)


class Robot:
    """Plays at one page, by mouse or by touch. Not to be used while a test presses things there itself."""

    def __init__(self, page: Page, seed: int = 1, touch: bool = False) -> None:
        self.page = page
        self.answers = 0
        """How many answers it has pressed."""
        self._chance = Random(seed)
        self._touch = touch
        self._bare: set[str] = set()
        """What the bar offered when no card was chosen: none of it says what to do with cards."""

    def look(self) -> Seen:
        return msgspec.convert(self.page.evaluate(READ, [BUTTONS, CARDS]), Seen)

    def where(self, thing: Thing) -> Point | None:
        """Where to press it; None where it is gone. Buttons before cards, should both have the name."""
        for selector in (BUTTONS, CARDS):
            found = self.page.evaluate(WHERE, [selector, thing.name])
            if found is not None:
                return msgspec.convert(found, Point)
        return None

    def act(self, seen: Seen | None = None) -> bool:
        """Answers what is asked of this page, if anything is; whether it pressed an answer."""
        seen = seen or self.look()
        if not seen.asked or not seen.buttons or seen.waiting:
            return False
        try:
            return self._answer(seen)
        except Error:  # the page went away under it
            return False

    def press(self, thing: Thing) -> bool:
        """Presses it if it is there and nothing lies over it; whether it did."""
        point = self.where(thing)
        if point is None or not point.free:
            return False
        if self._touch:
            tap(self.page, point.x, point.y)
        else:
            self.page.mouse.click(point.x, point.y)
        return True

    def _answer(self, seen: Seen) -> bool:
        ask = seen.ask
        if seen.chosen:
            if self._finish(seen, ask):
                return True
            self._put_back()
            return False
        self._bare = {button.name for button in seen.answers}
        playable = [card for card in seen.cards if card.playable]
        if playable and (not seen.answers or self._chance.random() < 0.95):
            for card in self._to_try(playable):
                self.press(card)
                now = self.look()
                if self._finish(now, ask):
                    return True
                if now.ask != ask:
                    return False
                self._put_back()
        if seen.answers and self.look().ask == ask:
            self._press_answer(self._chance.choice(seen.answers))
            return True
        return False

    def _finish(self, seen: Seen, ask: str) -> bool:
        """Adds cards to the chosen ones until they are an answer to `ask`, and presses it."""
        for _ in range(MOST_ADDED):
            if not seen.asked or seen.ask != ask or not seen.chosen or seen.waiting:
                return False
            ready = [button for button in seen.answers if button.name not in self._bare]
            if ready:
                self._press_answer(self._chance.choice(ready))
                return True
            more = [card for card in seen.cards if card.playable and not card.on]
            if not more:
                return False
            equal = [card for card in more if card.kind == seen.chosen[0].kind]
            self.press(equal[0] if equal else more[-1])
            seen = self.look()
        return False

    def _press_answer(self, button: Thing) -> None:
        self.answers += self.press(button)

    def _put_back(self) -> None:
        for card in self.look().chosen:
            self.press(card)

    def _to_try(self, playable: list[Thing]) -> list[Thing]:
        """One card of each kind, worst first more often than not."""
        kinds = list({card.kind: card for card in reversed(playable)}.values())
        if self._chance.random() < 0.25:
            self._chance.shuffle(kinds)
        return kinds[:3]


def tap(page: Page, x: float, y: float) -> None:
    """One touch, and what it pressed has been pressed."""
    page.evaluate(LISTEN)
    page.touchscreen.tap(x, y)
    page.evaluate(PRESSED, LONGEST_PRESS)


def play(*robots: Robot, until: Callable[[list[Seen]], bool], seconds: float) -> None:
    """Lets the robots act in turns until what they see fits, and still does a moment later: an answer may have been on its way.

    Raises AssertionError after so many seconds, and as many again; where the machine is busy, after so many turns as fit into that.
    """
    left = 2 * seconds
    while True:
        begun = monotonic()
        seen = [robot.look() for robot in robots]
        if until(seen):
            robots[0].page.wait_for_timeout(SETTLED)
            seen = [robot.look() for robot in robots]
            if until(seen):
                return
        assert left > 0, f"not there after {seconds} s:\n" + "\n".join(map(str, seen))
        acted = [robot.act(look) for robot, look in zip(robots, seen, strict=True)]
        if not any(acted):
            robots[0].page.wait_for_timeout(PAUSE)
        left -= min(monotonic() - begun, LONGEST_TURN)
