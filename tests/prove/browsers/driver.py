"""A tab of some browser, in the words of Playwright's page that tests/browser/page_player.py uses.

So one automatic player plays in every browser. Actions are those of the WebDriver standard
(https://www.w3.org/TR/webdriver2/#actions), which every browser takes.
"""

import time
from typing import Any, Final, Protocol, Self

KEYS: Final = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Space": " ",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}
"""Names of keys, and their signs in the standard."""
CALL: Final = "async (text) => JSON.stringify((await (%s)(JSON.parse(text))) ?? null)"
"""A function of JSON, made of one of values: drivers disagree about values."""


class Tab:
    """The tab of one person; `mouse` and `keyboard` are the tab itself."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        """Errors of scripts, as far as the browser tells."""

    def goto(self, url: str) -> None:
        raise NotImplementedError

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """The result of a JavaScript function, or what it promises, as JSON. Raises Error."""
        raise NotImplementedError

    def perform(self, source: dict[str, Any]) -> None:
        """Carries out the actions of one source of input."""
        raise NotImplementedError

    @property
    def mouse(self) -> Self:
        return self

    @property
    def keyboard(self) -> Self:
        return self

    def click(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.perform({"type": "pointer", "id": "mouse", "actions": [at, down, up]})

    def press(self, key: str) -> None:
        """One key, or several that are held together: "Shift+Tab"."""
        signs = [KEYS.get(one, one) for one in key.split("+")]
        self._press(*(("Down", sign) for sign in signs), *(("Up", sign) for sign in signs[::-1]))

    def type(self, text: str) -> None:
        self._press(*((way, sign) for sign in text for way in ("Down", "Up")))

    def _press(self, *steps: tuple[str, str]) -> None:
        actions = [{"type": f"key{way}", "value": sign} for way, sign in steps]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)


class Browser(Protocol):
    """A browser in which each tab is another person."""

    def new_tab(self, width: int, height: int) -> Tab: ...
