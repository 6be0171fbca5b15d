"""The budgets of a first visit to a table: requests and bytes, with and without the bundle."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import invite_link, join, open_table
from tests.server_process import ServerProcess


class Transfer:
    """Counts the requests of a page, and the bytes of their answers, from now on."""

    def __init__(self, page: Page) -> None:
        self.paths: list[str] = []
        self.bytes = 0
        network = page.context.new_cdp_session(page)
        network.on("Network.requestWillBeSent", lambda it: self.paths.append(it["request"]["url"]))
        network.on("Network.loadingFinished", self._finished)
        network.send("Network.enable")

    def _finished(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])


def first_visit(visit: PageOpener, base_url: str) -> Transfer:
    """The requests of a guest's browser from the form of an invitation until the table stands.

    The page of the invitation has brought the fonts and the first style sheet.
    """
    host = visit()
    open_table(host, "Ann")
    guest = visit(invite_link(host), lifelike=True)
    transfer = Transfer(guest)
    join(guest, "Ben")
    guest.wait_for_load_state("networkidle")
    return transfer


def test_a_first_visit_without_the_bundle_keeps_its_budget(
    plain_visit: PageOpener, plain_server: ServerProcess
) -> None:
    transfer = first_visit(plain_visit, plain_server.base_url)
    assert len(transfer.paths) > 60, "a bundle was sent"
    assert len(transfer.paths) <= 138
    # of it 6.5 kB for the portraits, 9.5 for what lies before seats, 2 for the pace of bots, 1 to
    # keep tricks, 0.5 to bring the end of a match, 0.3 to bring tips, 1.6 for
    # screens and to bring the device, 0.3 for new names; with the bundle 3.9, 2.6, 0.4, 0.5, 0.3,
    # 0.2, 0.4 and 0.1, and 0.2 for the end of a silence and the way to a club; 0.7, bundled 0.3, to
    # say hours and days and to bring what a slow table says; 1.1, bundled 0, for a module of who
    # sits where; 0.5, bundled 0.4, for rules without a slow clock, the badge and a screen's sound;
    # 0.2 of style, bundled too, for the log and the chat under the ladder of a narrow desk, and
    # 0.1 for a style sheet for each part of a table
    assert transfer.bytes <= 337_500


def test_a_first_visit_with_the_bundle_keeps_its_budget(
    visit: PageOpener, live_server: ServerProcess, bundle: Path | None
) -> None:
    if bundle is None:
        pytest.skip("run.py bundle was never run: it installs esbuild")
    transfer = first_visit(visit, live_server.base_url)
    assert len(transfer.paths) <= 28
    assert transfer.bytes <= 131_900
