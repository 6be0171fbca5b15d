"""A real Chromium, one for each worker, and pages in it that are each a person of their own.

Playwright's synchronous interface: a browser test is a story and reads as one. It keeps a loop in our thread while it is open, so it is
open only while tests of this folder run.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from app.ops.doctor import browser as find_browser
from tests.house import House

ARGUMENTS = [
    "--no-sandbox",  # it will not start as root without
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder carry the marker: `-m browser` and `-m "not browser"` choose."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


def pytest_runtest_setup() -> None:
    """Without a browser these tests are skipped, with one line for all of them, or fail with REQUIRE_BROWSER=1."""
    if find_browser() is None:
        reason = "no Chromium here (Debian: apt install chromium; elsewhere set CHROMIUM to its path)"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {reason}", pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of all tests in this folder."""
    found = find_browser()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, live_server: House) -> Iterator[Visit]:
    """`visit("/", **options)` opens a page as a new person, with a context's options (viewport, color_scheme, ...).

    At the end of the test no page may have thrown an error or written one to its console: that includes a blocked script or style.
    """
    contexts = []
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"{message.text} ({message.location.get('url')})")

    def open_page(path: str = "/", **options: Any) -> Page:
        context = browser.new_context(**{"base_url": live_server.base_url, **options})
        context.set_default_timeout(5_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
