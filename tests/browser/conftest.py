"""A real Chromium, one for each worker, and pages in it that are each a person of their own.

Playwright's synchronous interface: a browser test is a story and reads as one. It keeps a loop in our thread while it is open, so it is
open only while tests of this folder run.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from app.ops.doctor import browser as find_browser
from tests.server_process import House

NEEDLESS = (
    # For each new person Chromium opens a window that nobody sees, and loads two pages of its own for its address bar, 140 modules,
    # and a process for a page that may come next: twice the work of the house's page itself.
    *(
        "WebUIOmniboxPopup",
        "WebUIOmniboxAimPopup",
        "WebUIOmniboxFullPopup",
        "SpareRendererForSitePerProcess",
    ),
    # What Playwright turns off: of two such lists Chromium reads the last.
    *(
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "HttpsFirstBalancedModeAutoEnable",
    ),
    *(
        "LensOverlay",
        "MediaRouter",
        "PaintHolding",
        "ThirdPartyStoragePartitioning",
        "AvoidCorsURLLoaderRestartOnRedirect",
    ),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""Features of Chromium that no story looks at; names that a version does not know are ignored."""
ARGUMENTS = [
    f"--disable-features={','.join(NEEDLESS)}",
    "--no-sandbox",  # it will not start as root without
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
]
SMALL_DESK = {"width": 1000, "height": 640}
"""The smallest screen with the table's large layout: half as many pixels to paint as on most desks."""
PATIENT = 60_000
"""Milliseconds to wait for anything: a busy machine is no fault, and only a failure takes that long."""
LONGEST = (
    "test_main_job.py",
    "test_every_page.py",
    "test_duel.py",
    "test_fair.py",
    "test_company.py",
)
"""Longest first, so that no worker waits for another's long story at the end."""
GENEROUS = {"PECKING_ORDER_LIMITS": "1000"}
"""Everybody here comes from one address."""


class Visit(Protocol):
    def __call__(self, path: str = "/", **options: Any) -> Page: ...


class Doorkeeper:
    """Opens pages as new people, and hears what goes wrong on any of them."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house
        self._contexts: list[BrowserContext] = []
        self._faults: list[str] = []
        self._excused: list[re.Pattern[str]] = []

    def __call__(self, path: str = "/", **options: Any) -> Page:
        """A page in a fresh profile, with a context's options (viewport, color_scheme, ...)."""
        return self.again(self.profile(**options), path)

    def profile(self, **options: Any) -> BrowserContext:
        """A fresh profile. People here like things quick: no motion and a small desk, unless a test asks for more."""
        usual = {
            "base_url": self._house.base_url,
            "reduced_motion": "reduce",
            "viewport": SMALL_DESK,
        }
        context = self._browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENT)
        context.on("request", self._asked)
        self._contexts.append(context)
        return context

    def again(self, context: BrowserContext, path: str) -> Page:
        """One more page of the same person."""
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._faults.append(str(error)))
        page.goto(path)
        return page

    def excuse(self, pattern: str) -> None:
        """Errors that match are part of this test's story."""
        self._excused.append(re.compile(pattern))

    def close(self) -> None:
        """Raises AssertionError where a page threw an error, wrote one to its console (a blocked script or style does), or asked
        another host for anything."""
        for context in self._contexts:
            context.close()
        faults = [
            fault
            for fault in self._faults
            if not any(pattern.search(fault) for pattern in self._excused)
        ]
        assert not faults, "\n".join(faults)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._faults.append(f"{message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._house.base_url + "/", "data:", "blob:")):
            self._faults.append(f"asked another host: {request.url}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder carry the marker: `-m browser` and `-m "not browser"` choose. The longest begin."""
    places = [place for place, item in enumerate(items) if "tests/browser/" in item.nodeid]
    stories = sorted(
        (items[place] for place in places),
        key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else 9,
    )
    for place, story in zip(places, stories, strict=True):
        story.add_marker(pytest.mark.browser)
        items[place] = story


def pytest_runtest_setup() -> None:
    """Without a browser these tests are skipped, with one line for all of them, or fail with REQUIRE_BROWSER=1."""
    if find_browser() is None:
        reason = (
            "no Chromium here (Debian: apt install chromium; elsewhere set CHROMIUM to its path)"
        )
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {reason}", pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of all tests in this folder."""
    found = find_browser()
    expect.set_options(timeout=PATIENT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def house_url(new_database: Callable[[], str]) -> str:
    """The database of this worker's house."""
    return new_database()


@pytest.fixture(scope="session")
def live_server(house_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The house of this worker's browser tests: quick, and patient with so many people from one address."""
    folder = tmp_path_factory.mktemp("live_server")
    yield from opened(
        House(folder, "tests.browser.waiting_house", DATABASE_URL=house_url, **GENEROUS)
    )


@pytest.fixture
def visit(browser: Browser, live_server: House) -> Iterator[Doorkeeper]:
    """`visit("/", **options)` opens a page as a new person. See Doorkeeper."""
    doorkeeper = Doorkeeper(browser, live_server)
    yield doorkeeper
    doorkeeper.close()


def opened(house: House) -> Iterator[House]:
    house.start()
    yield house
    house.stop()


def house_of_its_own(folder: Path, url: str, **environment: str) -> House:
    return House(folder, DATABASE_URL=url, **GENEROUS, **environment)
