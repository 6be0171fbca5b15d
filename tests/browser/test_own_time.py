"""Moments stand on pages in the reader's own time; the house, and whoever runs no scripts, have them in UTC."""

from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.browser.conftest import Doorkeeper
from tests.browser.party import open_table

FAR = "Asia/Kathmandu"
"""No other place is a quarter of an hour off in that way."""


def test_moments_are_told_in_the_readers_own_time(visit: Doorkeeper) -> None:
    page = visit("/", timezone_id=FAR)
    open_table(page, "Ann")
    page.goto("/account")
    seen = page.locator("td time").first
    when = datetime.fromisoformat(seen.get_attribute("datetime") or "")
    here = when.astimezone(ZoneInfo(FAR))
    expect(seen).to_have_text(f"{here.day} {here:%b %Y, %H:%M}")
    expect(seen).to_have_attribute("title", f"{when.day} {when:%b %Y, %H:%M} UTC")
