"""Firefox by WebDriver BiDi, which it speaks by itself (https://w3c.github.io/webdriver-bidi)."""

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Error
from websockets.sync.client import ClientConnection, connect

from tests.prove.browsers.driver import CALL, Tab

NAMES: Final = ("firefox", "firefox-esr")
LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES: Final = 'user_pref("ui.prefersReducedMotion", 1);\n'
GIVEN_UP: Final = re.compile(r"establish a connection to the server at ws|connection to ws\S+ was")
"""Lines about a connection that a page gave up: it says so in its own words, and tries again."""
START_TIMEOUT: Final = 60.0
TIMEOUT: Final = 120.0


class Firefox:
    """A running Firefox; each tab has cookies of its own."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._last = 0
        self._front = ""
        self._tabs: dict[str, FirefoxTab] = {}
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a command. Raises Error."""
        self._last += 1
        self._line.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            got = json.loads(self._line.recv(TIMEOUT))
            if got.get("method") == "log.entryAdded":
                self._note(got["params"])
            if got.get("id") == self._last:
                if got["type"] == "error":
                    raise Error(f"{method}: {got['error']}: {got['message']}")
                return got["result"]

    def new_tab(self, width: int, height: int) -> Tab:
        person = self.ask("browser.createUserContext")["userContext"]
        tab = self.ask("browsingContext.create", type="window", userContext=person)["context"]
        viewport = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=tab, viewport=viewport)
        self._tabs[tab] = FirefoxTab(self, tab)
        return self._tabs[tab]

    def bring_to_front(self, context: str) -> None:
        """Only the window in front takes keys."""
        if context != self._front:
            self.ask("browsingContext.activate", context=context)
            self._front = context

    def _note(self, entry: dict[str, Any]) -> None:
        tab = self._tabs.get(entry["source"].get("context", ""))
        if tab is None or GIVEN_UP.search(entry["text"]):
            return
        if entry["level"] == "error":
            tab.errors.append(entry["text"])


class FirefoxTab(Tab):
    """One window of one person."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        super().__init__()
        self._firefox = firefox
        self._context = context

    def goto(self, url: str) -> None:
        where = {"context": self._context, "url": url}
        self._firefox.ask("browsingContext.navigate", **where, wait="complete")

    def evaluate(self, function: str, argument: Any = None) -> Any:
        done = self._firefox.ask(
            "script.callFunction",
            functionDeclaration=CALL % function,
            arguments=[{"type": "string", "value": msgspec.json.encode(argument).decode()}],
            awaitPromise=True,
            target={"context": self._context},
        )
        if done["type"] == "exception":
            raise Error(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    def perform(self, source: dict[str, Any]) -> None:
        self._firefox.bring_to_front(self._context)
        self._firefox.ask("input.performActions", context=self._context, actions=[source])


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox without windows, with a fresh profile."""
    program = next(filter(None, map(shutil.which, NAMES)))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "user.js").write_text(PREFERENCES)
        printed = Path(folder, "printed")
        command = [program, "--headless", "--no-remote", "--profile", folder]
        command += ["--remote-debugging-port", "0"]
        with printed.open("w") as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        try:
            with connect(f"{address(printed)}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()
            process.wait(10)


def is_here() -> bool:
    return any(map(shutil.which, NAMES))


def address(printed: Path) -> str:
    end = time.monotonic() + START_TIMEOUT
    while not (found := LISTENS.search(printed.read_text())):
        if time.monotonic() > end:
            raise Error(f"Firefox did not start: {printed.read_text()}")
        time.sleep(0.05)
    return found[1]
