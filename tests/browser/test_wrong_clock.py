"""A device whose clock is wrong: new chat lines are still announced as new."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import invite_link, join, open_table

PHONE = {"width": 390, "height": 780}
"""Its chat is behind a button, which counts the unread lines."""


def test_new_chat_lines_count_on_devices_whose_clocks_are_off(visit: PageOpener) -> None:
    ben = visit()
    open_table(ben, "Ben")
    say(ben, "before Ann came")
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("before Ann came")
    phones = []
    for name, minutes in (("Ann", 10), ("Cleo", -10)):
        phone = visit.new_page(visit.profile(viewport=PHONE), "about:blank")
        phone.clock.install(time=datetime.now(UTC) + timedelta(minutes=minutes))
        phone.goto(invite_link(ben))
        join(phone, name)
        expect(phone.get_by_role("button", name="Chat", exact=True)).to_be_visible()
        phones.append(phone)
    say(ben, "and now they are here")
    for phone in phones:
        expect(phone.get_by_role("button", name="Chat, 1 new", exact=True)).to_be_visible()


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()
