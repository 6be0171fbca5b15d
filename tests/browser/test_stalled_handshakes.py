"""A handshake of the table's socket that is never answered: given up, and soon replaced."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_steps import open_table
from tests.browser.stalling_proxy import StallingProxy
from tests.server_process import ServerProcess

EVENTS = {
    "online": "dispatchEvent(new Event('online'))",
    "focus": "dispatchEvent(new Event('focus'))",
    "visible": "document.dispatchEvent(new Event('visibilitychange'))",
}
ATTEMPTS = """async ([age, event]) => {
  let now = 1_000_000, beat;
  Date.now = () => now;
  globalThis.setTimeout = () => 0;
  globalThis.Worker = undefined;
  globalThis.setInterval = (call) => (beat = call);
  const attempts = [];
  globalThis.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 0;
    constructor() { attempts.push(this); }
    close() { this.readyState = 3; }
  };
  const { TableSocket } = await import("/static/js/table/net/socket.js");
  new TableSocket({ url: "/ws/table/x", onMessage() {}, onState() {} }).open();
  now += age;
  if (event === "beat") beat();
  else dispatchEvent(new Event(event));
  return attempts.map((attempt) => attempt.readyState);
}"""
"""The states of all attempts after an event, when the first was `age` ms old and timers rest."""
CONNECTING, CLOSED = 0, 3


@pytest.fixture(scope="module")
def proxy(live_server: ServerProcess) -> Iterator[StallingProxy]:
    proxy = StallingProxy(live_server.port)
    yield proxy
    proxy.close()


@pytest.fixture(scope="module")
def room(browser: Browser, proxy: StallingProxy) -> Iterator[Page]:
    opener = PageOpener(browser, proxy)
    opener.allow_error("WebSocket connection to .* failed")
    opener.allow_error("net::ERR_")
    page = opener.new_page(opener.profile(), "about:blank")
    page.clock.install()
    open_table(page, "Ann", unfold=False)
    yield page
    opener.close()


@pytest.fixture
def stalled(room: Page, proxy: StallingProxy) -> Page:
    """The page of a room whose handshake is never answered, while the next one would be."""
    expect(room.get_by_text("Disconnected")).to_be_hidden()
    proxy.stall()
    proxy.wait_for_stalled_handshake()
    expect(room.get_by_text("Disconnected")).to_be_visible()
    proxy.let_through()
    return room


def test_an_attempt_without_an_answer_is_given_up_after_six_seconds(stalled: Page) -> None:
    stalled.clock.fast_forward(6_000)
    expect(stalled.get_by_text("Disconnected")).to_be_hidden()


@pytest.mark.parametrize("event", EVENTS)
def test_a_page_that_is_back_replaces_an_attempt_that_hangs(stalled: Page, event: str) -> None:
    stalled.clock.fast_forward(2_000)
    expect(stalled.get_by_text("Disconnected")).to_be_visible()
    stalled.evaluate(EVENTS[event])
    expect(stalled.get_by_text("Disconnected")).to_be_hidden()


def test_an_attempt_younger_than_a_second_is_not_replaced(reopened: Reopen) -> None:
    assert reopened("/fair").evaluate(ATTEMPTS, [900, "online"]) == [CONNECTING]
    assert reopened("/fair").evaluate(ATTEMPTS, [1_100, "online"]) == [CLOSED, CONNECTING]


def test_a_hidden_page_whose_timers_rest_gives_up_at_a_heartbeat(reopened: Reopen) -> None:
    assert reopened("/fair").evaluate(ATTEMPTS, [5_900, "beat"]) == [CONNECTING]
    assert reopened("/fair").evaluate(ATTEMPTS, [6_100, "beat"]) == [CLOSED]
