"""Times on pages are in the reader's time zone; without scripts they are in UTC."""

from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import new_table

FAR = "Asia/Kathmandu"
"""Its offset is unusual, 5 h 45 min, so no other zone gives the same time."""


def test_times_are_in_the_readers_time_zone(visit: PageOpener) -> None:
    page = visit(timezone_id=FAR)
    new_table(page, "Ann")
    page.goto("/account")
    seen = page.locator("td time").first
    when = datetime.fromisoformat(seen.get_attribute("datetime") or "")
    local = when.astimezone(ZoneInfo(FAR))
    expect(seen).to_have_text(f"{local.day} {local:%b %Y, %H:%M}")
    expect(seen).to_have_attribute("title", f"{when.day} {when:%b %Y, %H:%M} UTC")
