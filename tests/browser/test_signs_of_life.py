"""How a table's page shows that it is there, and when it takes its connection for dead: on a clock and a network of the test's own."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Doorkeeper

PLAY = """async (steps) => {
  let now = 1_000_000, beat;
  const lines = [];
  Date.now = () => now;
  globalThis.Worker = undefined;
  globalThis.setInterval = (call, every) => { beat = () => { now += every; call(); }; };
  globalThis.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 1;
    said = [];
    constructor() { lines.push(this); }
    send(text) { this.said.push(JSON.parse(text).type); }
    close() { this.readyState = 3; }
  };
  const { TableSocket } = await import("/static/js/table/net/socket.js");
  const phases = [];
  const table = new TableSocket({ url: "/ws/table/x", onMessage() {}, onState: ({ phase }) => phases.push(phase) });
  table.open();
  lines[0].onopen();
  const hear = (type) => lines[0].onmessage({ data: JSON.stringify({ type }) });
  for (const step of steps) {
    if (step === "beat") beat();
    else if (step === "online") dispatchEvent(new Event("online"));
    else hear(step);
  }
  return { said: lines[0].said, phases };
}"""


@pytest.fixture
def page(visit: Doorkeeper) -> Page:
    return visit("/fair")


def played(page: Page, *steps: str) -> dict[str, Any]:
    """What was said on the first connection, and what became of it. A beat comes every two seconds; all else is a notice's type."""
    found: dict[str, Any] = page.evaluate(PLAY, list(steps))
    return found


def test_a_page_asks_for_an_answer_only_where_it_has_heard_nothing_lately(page: Page) -> None:
    found = played(
        page, "beat", "pong", "beat", "beat", "pong", "beat", "frame", "beat", "frame", "beat"
    )
    assert found == {
        "said": ["ping", "heartbeat", "ping", "heartbeat", "heartbeat", "heartbeat"],
        "phases": ["open"],
    }


def test_a_page_that_is_not_answered_goes_on_asking_and_then_comes_again(page: Page) -> None:
    found = played(page, "frame", *["beat"] * 5)
    assert found == {"said": ["heartbeat", *["ping"] * 4], "phases": ["open"]}
    found = played(page, "frame", *["beat"] * 6)
    assert found == {"said": ["heartbeat", *["ping"] * 4], "phases": ["open", "lost"]}, (
        "twelve seconds after it last heard something"
    )


def test_a_page_that_is_back_in_a_network_wants_to_know_at_once(page: Page) -> None:
    assert played(page, "frame", "online")["said"] == ["ping"]
