"""WebKit by WebDriver (https://www.w3.org/TR/webdriver2), in WebKitGTK's small browser."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError, URLError

from playwright.sync_api import Error

from tests.prove.browsers.driver import CALL, Tab

DRIVER: Final = "WebKitWebDriver"
BROWSERS: Final = "webkit2gtk-*/MiniBrowser"
FOLDERS: Final = (Path("/usr/lib"), Path("/usr/libexec"))
START_TIMEOUT: Final = 60.0
TIMEOUT: Final = 120.0
SIZE: Final = "() => [innerWidth, innerHeight]"
SETTINGS: Final = "[Settings]\ngtk-enable-animations=0\n"
STYLE: Final = "button, entry { min-width: 0; padding: 0; }"
"""The window's bar is no wider than a phone."""
OF_ROOT: Final = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
"""WebKit's own sandbox does not start for root. Only pages of our own server are opened."""


class WebKitTab(Tab):
    """A browser of its own, since all windows of one share their cookies."""

    def __init__(self, driver: str, width: int, height: int) -> None:
        super().__init__()
        self._driver = driver
        self._session = ""
        options = {"binary": str(mini_browser()), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = "/session/" + self._ask("/session", capabilities=wanted)["sessionId"]
        self._ask("/window/rect", width=width, height=height)
        inner = self.evaluate(SIZE)  # the window has a bar
        self._ask("/window/rect", width=2 * width - inner[0], height=2 * height - inner[1])
        end = time.monotonic() + START_TIMEOUT
        while (inner := self.evaluate(SIZE)) != [width, height]:
            if time.monotonic() > end:
                raise Error(f"a window of {inner} pixels instead of {width} by {height}")
            time.sleep(0.05)

    def _ask(self, path: str, **params: Any) -> Any:
        """The value of a command's answer. Raises Error."""
        body = json.dumps(params).encode()
        request = urllib.request.Request(f"{self._driver}{self._session}{path}", body)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            with error:
                value = json.load(error)["value"]
            raise Error(f"{path}: {value['error']}: {value['message']}") from None

    def goto(self, url: str) -> None:
        self._ask("/url", url=url)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        script = f"return ({CALL % function})(arguments[0])"
        return json.loads(self._ask("/execute/sync", script=script, args=[json.dumps(argument)]))

    def perform(self, source: dict[str, Any]) -> None:
        self._ask("/actions", actions=[source])


class WebKit:
    """Opens a browser for each person."""

    def __init__(self, stack: ExitStack, surroundings: dict[str, str]) -> None:
        self._stack = stack
        self._surroundings = surroundings

    def new_tab(self, width: int, height: int) -> Tab:
        driver = self._stack.enter_context(webdriver(self._surroundings))
        return WebKitTab(driver, width, height)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """WebKit on a screen that nobody sees, without motion."""
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory())
        settings = Path(home, "gtk-3.0")
        settings.mkdir()
        (settings / "settings.ini").write_text(SETTINGS)
        (settings / "gtk.css").write_text(STYLE)
        surroundings = {**os.environ, **OF_ROOT, "XDG_CONFIG_HOME": home}
        yield WebKit(stack, {**surroundings, "DISPLAY": stack.enter_context(screen())})


@contextmanager
def screen() -> Iterator[str]:
    """A display of Xvfb's own choice."""
    reader, writer = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writer),
        "-screen",
        "0",
        "1600x1200x24",
        "-nolisten",
        "tcp",
    ]
    process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as said:
            yield f":{said.readline().strip()}"
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def webdriver(surroundings: dict[str, str]) -> Iterator[str]:
    """The address of a driver, which has one browser."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [DRIVER, f"--port={port}"],
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait(10)


def wait_for(address: str) -> None:
    end = time.monotonic() + START_TIMEOUT
    while True:
        try:
            with urllib.request.urlopen(f"{address}/status", timeout=TIMEOUT):
                return
        except URLError:
            if time.monotonic() > end:
                raise Error("WebKit's driver did not start") from None
            time.sleep(0.05)


def mini_browser() -> Path:
    """The browser, where the distribution has put it. Raises Error."""
    for folder in FOLDERS:
        for found in folder.rglob(BROWSERS):
            return found
    raise Error("WebKit's MiniBrowser is not here")


def is_here() -> bool:
    return all(map(shutil.which, (DRIVER, "Xvfb")))
