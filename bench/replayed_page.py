"""A table's page in Chromium that gets recorded messages one by one, and what each costs it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, Route

from bench.recorded_frames import Recorded

SOCKET: Final = """
globalThis.recording = [];
let nowConnected;
globalThis.connected = new Promise((done) => (nowConnected = done));
globalThis.WebSocket = class {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 0;
  constructor() {
    globalThis.replayed = this;
    setTimeout(() => { this.readyState = 1; this.onopen(); nowConnected(); });
  }
  send(text) {
    if (JSON.parse(text).type === "ping")
      setTimeout(() => this.onmessage({ data: `{"type":"pong","now":${Date.now()}}` }));
  }
  close() {}
};
globalThis.deliver = (i, pause) => new Promise((done) => {
  replayed.onmessage({ data: recording[i] });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, pause)));
});
globalThis.taps = new Map();
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) taps.set(interactionId, Math.max(duration, taps.get(interactionId) ?? 0));
}).observe({ type: "event", durationThreshold: 16 });
"""
"""Takes the place of the page's socket, and notes how long each tap waited for its paint."""
STATIC: Final = re.compile(r"/static/(?:~[0-9a-f]+/)?([^?]+)")
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


TRACED: Final = ("toplevel", "blink.user_timing")
"""Categories of a trace: the tasks of each thread, and the marks that the page sets."""
TAP_PAUSE: Final = 400.0
"""Milliseconds between two taps: what the first moved has come to rest."""


class Screen(msgspec.Struct, frozen=True):
    """The size of a screen, in pixels."""

    name: str
    width: int
    height: int
    touch: bool = False


class Cost(msgspec.Struct, frozen=True):
    """The cost of one message for the page's main thread, in milliseconds of its CPU time."""

    script: float
    style: float
    layout: float

    @property
    def all(self) -> float:
        return self.script + self.style + self.layout


def cost_between(before: Mapping[str, float], after: Mapping[str, float]) -> Cost:
    names = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
    return Cost(*(1000 * (after[name] - before[name]) for name in names))


class ReplayedPage:
    """One page; the messages go to it in their order."""

    def __init__(self, page: Page, session: CDPSession, messages: Sequence[Recorded]) -> None:
        self.page = page
        self._session = session
        self._messages = messages
        self._next = 0

    def slow_down(self, times: float) -> None:
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def metrics(self) -> dict[str, float]:
        """The counters of Chromium's main thread, with times in seconds."""
        found: Any = self._session.send("Performance.getMetrics")
        return {metric["name"]: metric["value"] for metric in found["metrics"]}

    def cpu(self) -> float:
        """Milliseconds of CPU that all processes of this browser have taken so far."""
        browser = self.page.context.browser
        assert browser is not None, "a page of a launched browser"
        session = browser.new_browser_cdp_session()
        found: Any = session.send("SystemInfo.getProcessInfo")
        session.detach()
        return 1000 * float(sum(process["cpuTime"] for process in found["processInfo"]))

    def after_collection(self) -> dict[str, float]:
        """The counters once everything unreachable is gone."""
        for _ in range(3):
            self._session.send("HeapProfiler.collectGarbage")
            self.page.wait_for_timeout(100)
        return self.metrics()

    def deliver(self, frames: int, pause: float) -> Iterator[Cost]:
        """Delivers until this many frames were shown, each followed by `pause` milliseconds."""
        while frames and self._next < len(self._messages):
            before = self.metrics()
            self.page.evaluate("([i, pause]) => deliver(i, pause)", [self._next, pause])
            after = self.metrics()
            kind = self._messages[self._next].type
            self._next += 1
            if kind == "frame":
                frames -= 1
                yield cost_between(before, after)

    def trace(self, pause: float) -> bytes:
        """Delivers the next message: Chromium's trace of it and of `pause` milliseconds more."""
        browser = self.page.context.browser
        assert browser is not None, "a page of a launched browser"
        browser.start_tracing(page=self.page, categories=list(TRACED))
        self.page.evaluate("([i, pause]) => deliver(i, pause)", [self._next, pause])
        self._next += 1
        return browser.stop_tracing()

    def place_of_frame(self, number: int) -> int:
        """The place of the frame with that number, from 0, among the messages."""
        return [i for i, one in enumerate(self._messages) if one.type == "frame"][number]

    def hurry(self, until: int) -> None:
        """Delivers all messages before this one without a look at their cost."""
        while self._next < until:
            self.page.evaluate("(i) => deliver(i, 0)", self._next)
            self._next += 1

    def tap_around(self, selector: str, times: int, touch: bool) -> list[float]:
        """Taps one of those elements after the other: milliseconds until each was painted."""
        self.page.evaluate("() => taps.clear()")
        for number in range(times):
            all_of_them = self.page.locator(selector)
            one = all_of_them.nth((number * 7) % all_of_them.count())
            one.scroll_into_view_if_needed()
            box = one.bounding_box()
            assert box is not None, "it is shown"
            device = self.page.touchscreen.tap if touch else self.page.mouse.click
            device(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.wait_for_timeout(TAP_PAUSE)
        return list(self.page.evaluate("() => [...taps.values()]"))


@contextmanager
def replayed(
    browser: Browser,
    address: str,
    room: str,
    cookie: str,
    messages: Sequence[Recorded],
    screen: Screen,
    static: Path | None,
) -> Iterator[ReplayedPage]:
    """The page of that room; `static`: another folder that its scripts and styles come from."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": screen.width, "height": screen.height},
        has_touch=screen.touch,
    )
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    context.add_init_script(SOCKET)
    if static is not None:
        context.route(STATIC, lambda route: _other(route, static))
    page = context.new_page()
    try:
        page.goto(f"/table/{room}")
        page.evaluate("() => connected")
        page.evaluate("(texts) => { recording = texts; }", [one.text for one in messages])
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        yield ReplayedPage(page, session, messages)
    finally:
        context.close()


def _other(route: Route, static: Path) -> None:
    """Answers with that folder's file; joined style sheets are put together."""
    found = STATIC.search(route.request.url)
    assert found is not None, "the route's own pattern"
    path = static / found[1]
    parts = [path.parent / f"{name}.css" for name in path.stem.split("+")]
    files = parts if "+" in path.stem else [path]
    if not all(file.exists() for file in files):
        route.continue_()
        return
    route.fulfill(
        body=b"\n".join(file.read_bytes() for file in files),
        content_type=TYPES.get(path.suffix, "font/woff2"),
    )
