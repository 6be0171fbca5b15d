"""An automatic player that reads a table's page and presses what the page offers.

It knows no rules. It tries cards that the page marks as playable until the bar offers a new
button, and takes another answer when nothing fits. If the prompt changes meanwhile, it starts
again. It presses with a mouse or a finger at a point of the screen, and only where nothing covers
the button or card.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic

import msgspec
from playwright.sync_api import Error, Page

BUTTONS = '[aria-label="Your answer"] button'
CARDS = '[role="group"][aria-label^="Your hand"] button'
READ = """([buttons, cards]) => {
  const text = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const button = (element) => ({
    name: element.getAttribute("aria-label") ?? text(element),
    pressed: element.getAttribute("aria-pressed") === "true",
    disabled: element.getAttribute("aria-disabled") === "true",
    busy: element.getAttribute("aria-busy") === "true",
  });
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    on_turn: document.title.startsWith("●"),
    prompt: all('[aria-label="Your answer"] p').map(text)[0] ?? "",
    buttons: all(buttons).map(button),
    cards: all(cards).map(button),
    over: all('[aria-label="Final order"]').length > 0,
  };
}"""
WHERE = """([selectors, name]) => {
  const nameOf = (element) =>
    element.getAttribute("aria-label") ?? element.textContent.replace(/\\s+/g, " ").trim();
  const all = [selectors].flat().flatMap((one) => [...document.querySelectorAll(one)]);
  const element = all.find((element) => nameOf(element) === name);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  const x = box.left + Math.min(14, box.width / 2), y = box.top + Math.min(14, box.height / 2);
  return { x, y, uncovered: element.contains(document.elementFromPoint(x, y)) };
}"""
"""A point near the upper left corner, where a card has its index; is it uncovered?"""
LISTEN = """() => { globalThis.pressed = new Promise((done) =>
  addEventListener("click", () => done(true), { capture: true, once: true })) }"""
PRESSED = "(longest) => Promise.race([pressed, new Promise((done) => setTimeout(done, longest))])"
"""The click of a touch comes a moment after the finger was lifted."""
LONGEST_PRESS_MS = 2000
"""A touch that presses nothing takes as long."""
UNFINISHED = re.compile(
    r"^(Play|Play this card|Play these \d+|Choose .*|Pass on my turn|Passing on my turn.*)$"
)
"""Labels of the bar's button while the chosen cards are no answer yet."""
MAX_CARDS_ADDED = 6
STIRS = """(longest) => new Promise((done) => {
  const watch = new MutationObserver(() => { watch.disconnect(); setTimeout(done, 30); });
  const changes = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document, changes);
  setTimeout(() => { watch.disconnect(); done(); }, longest);
})"""
STILL_MS = 150
"""The longest between two reads while there is nothing to do."""
SETTLE_MS = 80
"""After this time the page shows that an answer on its way was taken."""
MAX_TURN_COST = 0.25
"""Seconds of a test's time limit that a turn costs at most, however busy the machine is."""


class Point(msgspec.Struct, frozen=True):
    """A point of the screen, in pixels."""

    x: float
    y: float
    uncovered: bool
    """Nothing else lies over it there."""


class PageButton(msgspec.Struct, frozen=True):
    """A button of the bar or a card of the hand."""

    name: str
    pressed: bool
    """For a card: chosen."""
    disabled: bool
    busy: bool
    """Pressed, and the server has not replied yet."""

    @property
    def playable(self) -> bool:
        return self.name.endswith(", playable")

    @property
    def kind(self) -> str:
        """For example "seven" for "seven, two of three, playable"."""
        return self.name.split(",")[0]


class PageState(msgspec.Struct, frozen=True):
    """The state of a table's page at one moment."""

    on_turn: bool
    """The tab's title says that it is this person's turn."""
    prompt: str
    buttons: tuple[PageButton, ...]
    """The buttons of the bar."""
    cards: tuple[PageButton, ...]
    over: bool
    """The match has ended and its result is shown."""

    @property
    def chosen(self) -> list[PageButton]:
        return [card for card in self.cards if card.pressed]

    @property
    def answers(self) -> list[PageButton]:
        return [
            button
            for button in self.buttons
            if not button.disabled and not UNFINISHED.match(button.name)
        ]

    @property
    def pending(self) -> bool:
        """True while an answer is on its way to the server."""
        return any(button.busy for button in self.buttons)


class PagePlayer:
    """Plays at one page by mouse or touch. No test may press buttons there at the same time."""

    def __init__(self, page: Page, seed: int = 1, touch: bool = False) -> None:
        self.page = page
        self.answers = 0
        """The number of answers that it has pressed."""
        self._random = Random(seed)
        self._touch = touch
        self._buttons_without_cards: set[str] = set()
        """The bar's answers while no card was chosen: none of them plays cards."""
        self._last_played: list[PageButton] = []
        """The cards of the last answer; if they are still chosen, the server has refused them."""

    def read(self) -> PageState:
        return msgspec.convert(self.page.evaluate(READ, [BUTTONS, CARDS]), PageState)

    def locate(self, button: PageButton) -> Point | None:
        """The point to press; None if it is gone. Buttons come before cards of the same name."""
        found = self.page.evaluate(WHERE, [[BUTTONS, CARDS], button.name])
        return None if found is None else msgspec.convert(found, Point)

    def act(self, state: PageState | None = None) -> bool:
        """Answers the prompt if there is one; returns True if it pressed an answer."""
        state = state or self.read()
        if not state.on_turn or not state.buttons or state.pending:
            return False
        try:
            return self._answer(state)
        except Error:  # the page went away under it
            return False

    def press(self, button: PageButton) -> bool:
        """Presses it if it is there and uncovered; returns True if it did."""
        point = self.locate(button)
        if point is None or not point.uncovered:
            return False
        if self._touch:
            tap(self.page, point.x, point.y)
        else:
            self.page.mouse.click(point.x, point.y)
        return True

    def _answer(self, state: PageState) -> bool:
        prompt = state.prompt
        if state.chosen:
            if state.chosen != self._last_played and self._finish(state, prompt):
                return True
            self._last_played = []
            self._put_back()
            return False
        self._buttons_without_cards = {button.name for button in state.answers}
        playable = [card for card in state.cards if card.playable]
        if playable and (not state.answers or self._random.random() < 0.95):
            for card in self._to_try(playable):
                self.press(card)
                now = self.read()
                if self._finish(now, prompt):
                    return True
                if now.prompt != prompt:
                    return False
                self._put_back()
        if state.answers and self.read().prompt == prompt:
            self._press_answer(self._random.choice(state.answers))
            return True
        return False

    def _finish(self, state: PageState, prompt: str) -> bool:
        """Adds cards to the chosen ones until they answer `prompt`, and presses that answer."""
        for _ in range(MAX_CARDS_ADDED):
            if not state.on_turn or state.prompt != prompt or not state.chosen or state.pending:
                return False
            ready = [
                button for button in state.answers if button.name not in self._buttons_without_cards
            ]
            if ready:
                self._last_played = state.chosen
                self._press_answer(self._random.choice(ready))
                return True
            more = [card for card in state.cards if card.playable and not card.pressed]
            if not more:
                return False
            equal = [card for card in more if card.kind == state.chosen[0].kind]
            self.press(equal[0] if equal else more[-1])
            state = self.read()
        return False

    def _press_answer(self, button: PageButton) -> None:
        self.answers += self.press(button)

    def _put_back(self) -> None:
        for card in self.read().chosen:
            self.press(card)

    def _to_try(self, playable: list[PageButton]) -> list[PageButton]:
        """At most three cards, each of another kind; mostly the worst first."""
        kinds = list({card.kind: card for card in reversed(playable)}.values())
        if self._random.random() < 0.25:
            self._random.shuffle(kinds)
        return kinds[:3]


def wait_for_change(page: Page) -> None:
    """Waits until a moment after the page has changed, which it does with all that happens.

    To ask it again and again costs more than what it does meanwhile.
    """
    with suppress(Error):  # it is loaded anew
        page.evaluate(STIRS, STILL_MS)


def tap(page: Page, x: float, y: float) -> None:
    """Touches that point and waits for the click."""
    page.evaluate(LISTEN)
    page.touchscreen.tap(x, y)
    page.evaluate(PRESSED, LONGEST_PRESS_MS)


def play(*players: PagePlayer, until: Callable[[list[PageState]], bool], seconds: float) -> None:
    """Lets the players act in turns until `until` holds, and still holds a moment later.

    Raises AssertionError after twice `seconds`; on a busy machine a turn costs MAX_TURN_COST.
    """
    left = 2 * seconds
    while True:
        begun = monotonic()
        states = [player.read() for player in players]
        if until(states):
            players[0].page.wait_for_timeout(SETTLE_MS)
            states = [player.read() for player in players]
            if until(states):
                return
        assert left > 0, f"not there after {seconds} s:\n" + "\n".join(map(str, states))
        acted = [player.act(state) for player, state in zip(players, states, strict=True)]
        if not any(acted):
            wait_for_change(players[0].page)
        left -= min(monotonic() - begun, MAX_TURN_COST)
