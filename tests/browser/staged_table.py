"""A table at rest, to whose page a test sends frames with events of its own."""

import copy
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from app.rules.game import AnyGame
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import GAME, open_table, start, to_play

NOTHING: Mapping[str, Any] = {}
AT_REST = """async (prefs) => {
  localStorage.setItem("table-prefs", prefs);
  dispatchEvent(new StorageEvent("storage", { key: "table-prefs" }));
  // a moment of the match itself may be on
  await new Promise((done) => setTimeout(done, 300));
  dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  Object.assign(globalThis, { shown: [], onMoment: null });
}"""
"""Nothing is shown nor noted, and the preferences are as at first."""
RECORD = """() => {
  let last = null;
  const look = () => {
    const moment = document.querySelector(".moment");
    if (moment !== last && last) shown.at(-1).gone = performance.now();
    if (moment !== last && moment) {
      const { left, top, width, height } = moment.getBoundingClientRect();
      const middle = document.elementFromPoint(left + width / 2, top + height / 2);
      shown.push({
        stamp: moment.querySelector(".moment__stamp").textContent,
        at: performance.now(),
        cards: moment.querySelectorAll(".card-svg").length,
        covers: middle.closest(".moments") !== null,
        flies: moment.parentElement.getAnimations({ subtree: true }).length > 0,
      });
    }
    last = moment;
    if (moment && onMoment) {
      const act = onMoment;
      onMoment = null;
      act(shown.at(-1));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes each moment, so that no test must catch it while it is shown."""


class StagedTable:
    """A person at a table with bots who is asked, so that nothing else comes."""

    def __init__(self, page: Page, game: AnyGame = GAME, bots: int = 3) -> None:
        self.page = page
        self.frame: Message = {}
        self.socket = EditedSocket(page)
        self.socket.edit = self._seen
        open_table(page, "Ann", game=game, bots=bots, clock="off", unfold=False)
        start(page)
        play(PagePlayer(page), until=lambda states: to_play(states[0]), seconds=60)
        self.begin()
        self.page.evaluate(RECORD)

    def begin(self) -> None:
        """Ends and forgets what a test before has shown, so that tests may share the table."""
        self.socket.edit = self._seen
        self.page.evaluate(AT_REST, '{"tips": false}')

    @property
    def seat(self) -> int:
        found: int = self.frame["seat"]
        return found

    def bring(self, *events: Mapping[str, Any], public: Mapping[str, Any] = NOTHING) -> None:
        """Sends the next frame with these events, and these fields of the public part."""
        self.frame = copy.deepcopy(self.frame)
        self.frame["n"] += 1
        self.frame["events"] = [
            {"event": dict(event), "text": f"{event['type']} happens."} for event in events
        ]
        self.frame["view"]["public"].update(public)
        self.socket.send(self.frame)

    def shown(self, number: int = 1) -> list[dict[str, Any]]:
        """All moments so far, once this many have come and gone."""
        done = "(number) => shown.length >= number && !document.querySelector('.moment')"
        self.page.wait_for_function(done, arg=number)
        found: list[dict[str, Any]] = self.page.evaluate("() => shown")
        return found

    def at_moment(self, act: str) -> None:
        """At the next moment the page does this, with what is noted of it as `noted`."""
        self.page.evaluate(f"() => {{ globalThis.onMoment = (noted) => {{ {act} }} }}")

    def _seen(self, message: Message) -> Message:
        if message["type"] == "frame":
            self.frame = message
        return message
