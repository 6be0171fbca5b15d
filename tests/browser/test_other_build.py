"""An old page after a new deploy: it never mixes two builds, and reloads itself at most once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.conftest import PageOpener
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import (
    action_bar,
    add_bots,
    connection,
    hand,
    open_table,
    prepare,
    seats,
    start,
    to_follow,
)
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match

NEW_WORDS = "asked by the new server"
RELOAD_AGAIN_AND_AGAIN = """async () => {
  const { reloadFor } = await import("/static/js/site/reload.js");
  setInterval(() => reloadFor("0123456789ab"), 10);
}"""
A_MOMENT_MS = 200
MAIN_SCRIPT = re.compile(r"/~[0-9a-f]+/js/table/shell/main\.js")


class Loads:
    """Counts how often a page is asked for from now on.

    The event "load" would not do: a page may reload itself before that event.
    """

    def __init__(self, page: Page) -> None:
        self.number = 0
        page.on("request", self._count)

    def _count(self, request: Request) -> None:
        if request.is_navigation_request() and request.method == "GET":
            self.number += 1


def after_a_deploy(times: int) -> Callable[[Message], Message]:
    """The messages of a server of another build; after this many connections, of the page's own."""
    left = times

    def edit(message: Message) -> Message:
        nonlocal left
        if message["type"] == "welcome":
            left -= 1
            if left >= 0:
                return {**message, "build": "0123456789ab"}
        if left >= 0 and message["type"] == "frame":
            return {**message, "prompt_text": NEW_WORDS}
        return message

    return edit


@pytest.fixture(scope="module")
def opened(visit_once: PageOpener) -> tuple[Page, EditedSocket]:
    page = visit_once()
    socket = EditedSocket(page)
    open_table(page, "Ann", unfold=False)
    return page, socket


@pytest.fixture
def table(opened: tuple[Page, EditedSocket]) -> tuple[Page, EditedSocket]:
    """Ann's page at her table, and its socket; nothing was reloaded so far."""
    page, socket = opened
    socket.edit = after_a_deploy(times=0)
    page.evaluate("() => sessionStorage.clear()")
    page.reload()
    expect(seats(page)).to_contain_text("Ann")
    return page, socket


def told(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="New version")


def test_a_page_that_is_not_asked_reloads_itself_at_once_and_only_once(
    table: tuple[Page, EditedSocket],
) -> None:
    page, socket = table
    loads = Loads(page)
    socket.edit = after_a_deploy(times=1000)
    with page.expect_event("load"):
        socket.cut()
    expect(told(page)).to_contain_text("another version")
    socket.cut()
    add_bots(page, 1)
    expect(seats(page)).to_contain_text("Ann")
    assert loads.number == 1, "what a reload does not help is said, and the table goes on"


def test_a_reload_that_worked_does_not_keep_a_page_from_the_next(
    table: tuple[Page, EditedSocket],
) -> None:
    """In an upgrade one table after the other moves, and a person may visit two of them."""
    page, socket = table
    page.evaluate(
        """() => sessionStorage.setItem("reloaded", JSON.stringify(
            { build: document.documentElement.dataset.build, at: Date.now(), count: 1 }))"""
    )
    page.reload()
    expect(seats(page)).to_contain_text("Ann")
    loads = Loads(page)
    socket.edit = after_a_deploy(times=1)
    with page.expect_event("load"):
        socket.cut()
    expect(seats(page)).to_contain_text("Ann")
    assert loads.number == 1
    expect(told(page)).to_be_hidden()


def test_a_reload_on_its_way_is_not_begun_again_by_the_next_messages(visit: PageOpener) -> None:
    """A table asks for its reload after each message, also while the new page is on its way."""
    page = visit("/")
    loads = Loads(page)

    def answer_late(route: Route) -> None:
        page.wait_for_timeout(A_MOMENT_MS)
        route.continue_()

    page.route("/", answer_late)
    with page.expect_event("load"):
        page.evaluate(RELOAD_AGAIN_AND_AGAIN)
    assert loads.number == 1


def test_a_page_waits_while_somebody_writes_and_keeps_the_words(
    table: tuple[Page, EditedSocket],
) -> None:
    page, socket = table
    field = page.get_by_role("textbox", name="Message")
    field.fill("Hello, is")
    socket.edit = after_a_deploy(times=1)
    socket.cut()
    with page.expect_event("load"):
        told(page).get_by_role("button", name="Reload").click()
    expect(field).to_have_value("Hello, is")
    field.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Hello, is")


def test_a_page_that_is_asked_reloads_itself_after_the_answer(
    table: tuple[Page, EditedSocket],
) -> None:
    page, socket = table
    with connection(page, page.url) as line:
        prepare(line, 3, "steady", "off", None)
    start(page)
    play(PagePlayer(page), until=lambda states: to_follow(states[0]), seconds=60)
    asked = action_bar(page).inner_text()
    loads = Loads(page)
    socket.edit = after_a_deploy(times=1)
    socket.cut()
    expect(told(page)).to_contain_text("The server was updated")
    assert action_bar(page).inner_text() == asked, "frames of another build are not drawn"
    assert loads.number == 0, "nobody is interrupted"
    with page.expect_event("load"):
        action_bar(page).get_by_role("button", name="Pass").click()
    expect(hand(page)).to_be_visible()
    expect(told(page)).to_be_hidden()
    assert loads.number == 1


def test_a_page_whose_scripts_are_gone_reloads_itself_once(visit: PageOpener) -> None:
    """It came from the old server, and its scripts were asked of the new one."""
    visit.allow_error("status of 410")
    page = visit("/")
    loads, gone_until = Loads(page), 1

    def answer(route: Route) -> None:
        if loads.number <= gone_until:
            route.fulfill(status=410, body="gone")
        else:
            route.continue_()

    page.route(MAIN_SCRIPT, answer)
    open_table(page, "Ann")
    assert loads.number == 2
    gone_until = 1000
    page.reload()
    page.wait_for_load_state("networkidle")
    assert loads.number == 3


def test_a_replay_of_another_build_reloads_itself_where_it_stands(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    with paused_match(visitor) as scene:
        page, match = visit.of(scene.host, ""), scene.match
    old = 1

    def answer(route: Route) -> None:
        nonlocal old
        got = route.fetch()
        changed = {**got.json(), "build": "0123456789ab"} if old > 0 else got.json()
        old -= 1
        route.fulfill(response=got, json=changed)

    page.route("**/api/matches/*/steps*", answer)
    loads = Loads(page)
    page.goto(f"/match/{match}#step=1")
    expect(page.locator(".replay")).to_be_visible()
    expect(page.get_by_text("another version")).to_be_hidden()
    assert loads.number == 2
    assert "step=1" in page.url
    old = 1000
    page.reload()
    expect(page.get_by_text("another version")).to_be_visible()
    assert loads.number == 3
