"""Heartbeats of a table's page, and when it takes its connection for lost.

The test has its own clock and network.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Reopen

PLAY = """async (steps) => {
  let now = 1_000_000, beat;
  const lines = [];
  Date.now = () => now;
  globalThis.Worker = undefined;
  globalThis.setInterval = (call, every) => {
    beat = () => { now += every; call(); };
  };
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
  const onState = ({ phase }) => phases.push(phase);
  const table = new TableSocket({ url: "/ws/table/x", onMessage() {}, onState });
  table.open();
  lines[0].onopen();
  const hear = (type) => lines[0].onmessage({ data: JSON.stringify({ type }) });
  for (const step of steps) {
    if (step === "beat") beat();
    else if (step === "online") dispatchEvent(new Event("online"));
    else if (step === "resume") document.dispatchEvent(new Event("resume"));
    else if (typeof step === "number") now += step;
    else hear(step);
  }
  return { said: lines[0].said, phases, lines: lines.map((line) => line.readyState) };
}"""


FOLLOW = """async ([url, sent]) => {
  const asked = [];
  let line;
  globalThis.Worker = undefined;
  globalThis.setTimeout = (call, wait) => { if (wait < 1000) call(); };
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor(address) { asked.push(address); line = this; }
    send() {}
    close() {}
  };
  const { TableSocket } = await import("/static/js/table/net/socket.js");
  new TableSocket({ url, onMessage() {}, onState() {} }).open();
  for (const message of sent) {
    line.onopen();
    line.onmessage({ data: JSON.stringify(message) });
    line.onclose({ code: 1012 });
  }
  return asked;
}"""


@pytest.fixture
def page(reopened: Reopen) -> Page:
    return reopened("/fair")


OPEN, CLOSED = 1, 3
ASLEEP = 600_000
"""Milliseconds."""


def played(page: Page, *steps: str | int) -> dict[str, Any]:
    """The messages sent on the first connection, and the phases of the connection.

    A "beat" comes every two seconds, and a number is milliseconds without one; any other step is
    the type of a server message.
    """
    found: dict[str, Any] = page.evaluate(PLAY, list(steps))
    return {name: found[name] for name in ("said", "phases")}


def lines(page: Page, *steps: str | int) -> list[int]:
    """The states of the connections that it has made."""
    found: list[int] = page.evaluate(PLAY, list(steps))["lines"]
    return found


def test_a_page_pings_only_after_silence(page: Page) -> None:
    found = played(
        page, "beat", "pong", "beat", "beat", "pong", "beat", "frame", "beat", "frame", "beat"
    )
    assert found == {
        "said": ["ping", "heartbeat", "ping", "heartbeat", "heartbeat", "heartbeat"],
        "phases": ["open"],
    }


def test_a_page_without_answers_keeps_asking_and_then_reconnects(page: Page) -> None:
    found = played(page, "frame", *["beat"] * 5)
    assert found == {"said": ["heartbeat", *["ping"] * 4], "phases": ["open", "silent"]}
    found = played(page, "frame", *["beat"] * 6)
    assert found == {"said": ["heartbeat", *["ping"] * 4], "phases": ["open", "silent", "lost"]}, (
        "twelve seconds after it last heard something"
    )


def test_a_page_says_after_the_first_ping_without_an_answer_that_it_waits(page: Page) -> None:
    assert played(page, "beat")["phases"] == ["open"]
    assert played(page, "beat", "beat")["phases"] == ["open", "silent"]
    assert played(page, "beat", "beat", "pong")["phases"] == ["open", "silent", "open"]


def test_a_page_that_is_online_again_pings_at_once(page: Page) -> None:
    assert played(page, "frame", "online")["said"] == ["ping"]


@pytest.mark.parametrize("sign", ["resume", "online", "beat"])
def test_a_page_that_slept_does_not_wait_for_a_dead_line(page: Page, sign: str) -> None:
    assert lines(page, "frame", ASLEEP, sign) == [CLOSED, OPEN]
    assert lines(page, "frame", 2000, sign) == [OPEN], "after a nap a ping is enough"


def test_a_page_comes_back_to_the_process_that_it_was_told(page: Page) -> None:
    home = "wss://cards.example"
    sent = [
        {"type": "welcome", "build": ""},
        {"type": "welcome", "build": "", "at": "p1"},
        {"type": "bye", "code": "restart", "text": "", "retry_in": 500, "at": "p2"},
        {"type": "welcome", "build": ""},
    ]
    assert page.evaluate(FOLLOW, [f"{home}/ws/table/x?form=short", sent]) == [
        f"{home}{where}/ws/table/x?form=short" for where in ("", "", "/at/p1", "/at/p2", "/at/p2")
    ]
