"""A table that moved to another process: the page comes back, and says so only if it takes long."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_steps import open_table

MOVED = {
    "type": "bye",
    "code": "moved",
    "text": "The table moves to another machine.",
    "retry_in": 1,
}
NOTE_BANNERS = """() => {
  window.told = [];
  new MutationObserver(() => {
    const shown = document.querySelector(".banners .bad");
    if (shown) window.told.push(shown.textContent);
  }).observe(document.querySelector(".banners"), { childList: true, subtree: true });
}"""


def moved(page: Page, socket: EditedSocket, **more: object) -> None:
    page.evaluate(NOTE_BANNERS)
    socket.send({**MOVED, **more})
    socket.end()


def test_who_comes_back_at_once_is_told_nothing_and_who_does_not_is_told_why(
    visit: PageOpener,
) -> None:
    page = visit()
    socket = EditedSocket(page)
    open_table(page, "Ann", unfold=False)
    welcomes: list[Message] = []

    def note(message: Message) -> Message:
        if message["type"] == "welcome":
            welcomes.append(message)
        return message

    socket.edit = note
    moved(page, socket)
    page.get_by_role("textbox", name="Message").fill("Said on the way")
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Said on the way")
    assert len(welcomes) == 1
    assert page.evaluate("told") == []

    moved(page, socket, retry_in=60_000)
    expect(page.get_by_text("The table moves to another machine.")).to_be_visible()
