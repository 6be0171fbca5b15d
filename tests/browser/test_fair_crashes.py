"""A real crash in the middle of a shuffle: no honest player is named, nothing is asked anew."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from app.table.model.match_messages import ShuffleShown
from tests.browser.conftest import PageOpener
from tests.browser.page_steps import (
    FOR_TWO,
    hand,
    invite_link,
    messages_to,
    open_table,
)
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.table.fair_check import opening, sealing
from tests.web.visitors import Message, TableConnection, Visitor

LOOK_MS = 20
MOST_LOOKS = 3_000
"""A minute."""


@pytest.fixture
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that the test may kill."""
    with new_server(PECKING_ORDER_PACE="1") as server:
        yield server


@pytest.fixture
def bob(live_server: ServerProcess) -> Iterator[Visitor]:
    person = Visitor(live_server.base_url, FOR_TWO.slug)
    yield person
    person.http.close()


class Program:
    """A program at seat 1 that seals and opens when the test says so."""

    def __init__(self, line: TableConnection, life: str) -> None:
        self.line, self._life = line, life
        assert line.ask("join-shuffles")["type"] == "done"

    def hear(self, opening: bool) -> Message:
        return self.line.find("shuffle", lambda said: said["opening"] is opening)

    def _part(self, coming: ShuffleShown) -> bytes:
        place = (coming.match, coming.number, coming.attempt)
        return sha256(f"{self._life} {place}".encode()).digest()

    def seal(self, coming: Message) -> None:
        shown = msgspec.convert(coming, ShuffleShown)
        self.line.do(sealing(shown, self._part(shown), "seal"))

    def open(self, coming: Message) -> None:
        shown = msgspec.convert(coming, ShuffleShown)
        self.line.do(opening(shown, self._part(shown), "open"))


def wait_until_taken(page: Page, heard: list[Message], said: list[Message], kind: str) -> None:
    """Returns when the server has answered such a command, whether or not the page was told."""
    for _ in range(MOST_LOOKS):
        taken = {one["id"] for one in heard if one["type"] == "done"}
        if any(one["id"] in taken for one in said if one["type"] == kind):
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"no {kind} was answered")


@pytest.mark.parametrize("moment", ["before-the-answer", "before-the-opening", "in-the-opening"])
def test_a_crash_names_nobody_and_gives_no_second_order(
    visit: PageOpener, live_server: ServerProcess, bob: Visitor, moment: str
) -> None:
    while_opening = moment == "in-the-opening"
    ann = visit()
    if moment == "before-the-answer":
        ann.add_init_script(LOSE_ANSWER)
    heard, said = messages_to(ann), commands_of(ann)
    open_table(ann, "Ann", game=FOR_TWO, clock="off", unfold=False)
    room = bob.join(invite_link(ann).rpartition("/")[2], "Bob").headers["location"]
    room = room.rpartition("/")[2]
    with bob.connect(room) as line:
        assert line.ask("ready", ready=True)["type"] == "done"
        first = Program(line, "before the crash")
        expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
        ann.get_by_role("region", name="Start").get_by_role("button", name="Start").click()
        coming = first.hear(opening=False)
        ann.wait_for_function(PART, arg="sealed")
        wait_until_taken(ann, heard, said, "seal")
        if while_opening:
            first.seal(coming)
            assert first.hear(opening=True)["sealed"] == [0, 1]
            ann.wait_for_function(PART, arg="opened")
        visit.allow_error("WebSocket connection|net::ERR_")  # the server dies
        live_server.kill()
    expect(ann.get_by_text("Disconnected")).to_be_visible()
    live_server.start()
    with bob.connect(room) as line:
        again = Program(line, "before the crash" if while_opening else "after the crash")
        if not while_opening:
            coming = again.hear(opening=False)
            ann.wait_for_function(PART, arg="sealed again")
            again.seal(coming)
        again.open(again.hear(opening=True))
        while not (dealt := find(line.received, "dealt")):
            line.receive()
    expect(hand(ann)).to_be_visible()
    expect(ann.locator(".fair-line")).to_contain_text("Your browser helped shuffle.")
    expect(ann.get_by_text("does not check out")).to_have_count(0)
    question = find(line.received, "shuffle", opening=True)
    assert (dealt["attempt"], question["refused"]) == (0, [])
    assert set(dealt["openings"]) == {"0", "1"}
    assert all(one["refused"] == [] for one in heard if one["type"] == "shuffle")
    seals = [one["seal"] for one in commands(said, "seal")]
    assert len(seals) == len(set(seals)) == (1 if while_opening else 2)
    parts = [one["entropy"] for one in commands(said, "open")]
    assert len(set(parts)) == 1
    assert len(parts) == 1 + while_opening, "what was asked is asked again, and opened again"


PART = """(state) => Object.keys(localStorage).some((key) => {
  if (!/^fair:[^:]+$/.test(key)) return false;
  const own = Object.values(JSON.parse(localStorage.getItem(key)).parts ?? {});
  return { sealed: own, opened: own.filter(([{ opened }]) => opened),
    "sealed again": own.filter((parts) => parts.length > 1) }[state].length > 0;
})"""
"""The page's own part of the shuffle is in that state."""

LOSE_ANSWER = """(() => {
  const { send } = WebSocket.prototype;
  const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  let lost = null;
  WebSocket.prototype.send = function (data) {
    const { type, id } = JSON.parse(data);
    if (type === "seal") lost ??= { id, socket: this };
    return send.call(this, data);
  };
  Object.defineProperty(WebSocket.prototype, "onmessage", { get, set(take) {
    set.call(this, (event) => {
      const { type, id } = JSON.parse(event.data);
      if (type !== "done" || this !== lost?.socket || id !== lost.id) take(event);
    });
  } });
})()"""
"""The answer to the first seal never arrives, so the page says that seal again."""


def commands_of(page: Page) -> list[dict[str, Any]]:
    """The commands that this page sends from its next connection on; the list grows."""
    sent: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda payload: sent.append(json.loads(payload))),
    )
    return sent


def commands(said: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """The commands of this kind in the first shuffle; one that was repeated counts once."""
    once = {one["id"]: one for one in said if (one["type"], one.get("number")) == (kind, 0)}
    return list(once.values())


def find(messages: list[dict[str, Any]], kind: str, **fields: Any) -> Any:
    wanted = {"type": kind} | fields
    return next((one for one in messages if wanted.items() <= one.items()), None)
