"""`bench line`: a table's page over a bad line, from the tap to what is drawn and what counts."""

import os
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from typing import Final

import msgspec
from playwright.sync_api import CDPSession, Page, sync_playwright
from websockets.exceptions import ConnectionClosed

from app.games import GAMES
from app.ops.doctor import browser as find_browser
from bench.bad_line import CLEAN, HOME, POOR, BadLine, Line
from bench.report import Ask, Bench, Progress, Sheet
from bench.wire import opened
from tests.browser.launch_arguments import LAUNCH_ARGUMENTS
from tests.browser.page_player import PagePlayer
from tests.browser.page_steps import connection, new_table, post, start
from tests.web.visitors import TableConnection

GAME: Final = next(game for game in GAMES if game.seats[0] == 2)
SLOWED: Final = 4.0
"""The factor by which the page's processor is made slower."""
TAPS: Final = 8
"""Cards of one's own for each line."""
TRIES: Final = 3
"""Times that each break of the line is tried, side by side."""
STAGGER: Final = 25.0
"""Seconds between two of them, so that a page comes back while no other is being set up."""
ASLEEP: Final = 600.0
"""Seconds that a phone sleeps: the server has given its connection up long before."""
BACK_LIMIT: Final = 1.0
"""Seconds from the line's return until the page is at the table again, in the middle, besides the
round trips of a new connection.
"""
ROUND_TRIPS: Final = 3
"""Those of TCP, of the handshake, and of the first message."""
DRAWN_LIMIT: Final = 50.0
"""Milliseconds from a tap until the frame with one's own card on its way is made, in the middle."""
HEAR: Final = """() => {
  globalThis.heard = 0;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => {
        if (/^.{0,40}"(frame|pong|chat)"/.test(data)) heard = Date.now();
      });
    }
  };
}"""
"""Notes when the page last heard that its table goes on."""
WATCH: Final = """() => {
  const felt = () => document.querySelector("[data-drop]");
  globalThis.seen = { taps: [], felt: [] };
  let current = null;
  const each = (look, done) => (look() ? done() : requestAnimationFrame(() => each(look, done)));
  addEventListener("click", (event) => {
    if (!event.target.closest(".bar__buttons button")) return;
    const tap = { at: performance.now() };
    current = tap;
    each(() => current !== tap || document.querySelector("[data-away]"), () => {
      if (current !== tap) return; // it sent no card
      setTimeout(() => (tap.drawn = performance.now() - tap.at)); // after this frame's paint
      each(() => !document.querySelector("[data-away]"), () => {
        tap.counts = performance.now() - tap.at;
        seen.taps.push(tap);
      });
    });
  }, true);
  new MutationObserver(() => requestAnimationFrame(() => seen.felt.push(Date.now())))
    .observe(document.body, { subtree: true, childList: true });
}"""
DRAWN_SINCE: Final = """(counted) => {
  const later = seen.felt.find((at) => at >= counted - 5);
  return later === undefined ? null : Math.max(0, later - counted);
}"""
"""Milliseconds from that moment until the page has drawn something."""
REST: Final = 1.5
"""Seconds for which nothing else asks the page for anything, after each move."""
BACK: Final = """(since) =>
  heard > since && !document.body.innerText.includes("Disconnected")"""
"""The page hears the table again, and no banner says otherwise."""


class Sitting:
    """Ann's page behind the line, and Ben at a socket beside it."""

    def __init__(self, page: Page, ben: TableConnection) -> None:
        self.page = page
        self.ben = ben
        self.player = PagePlayer(page, touch=True)
        self.theirs: list[float] = []
        """Milliseconds from Ben's move that counts until Ann's page has drawn something."""
        self._answered = ""

    def turn(self) -> None:
        """One answer of the seat that is asked. Nothing touches the page while it is drawn."""
        if self.player.act():
            time.sleep(REST)
        else:
            self._ben_answers()
            time.sleep(0.1)

    def _ben_answers(self) -> None:
        frames = [one for one in self.ben.received if one["type"] == "frame"]
        with suppress(TimeoutError):
            while True:
                message = self.ben.receive(0.01)
                frames += [message] if message["type"] == "frame" else []
        frame = frames[-1] if frames else None
        if not frame or not frame["moves"] or not frame["prompt"]:
            return
        if frame["prompt"]["key"] == self._answered:
            return
        self._answered = frame["prompt"]["key"]
        answer = self.ben.ask("play", key=self._answered, move=frame["moves"][0])
        if answer["type"] == "done":
            counted = time.time() * 1000
            time.sleep(REST)
            later = self.page.evaluate(DRAWN_SINCE, counted)
            if later is not None:
                self.theirs.append(later)


@contextmanager
def seated(line: Line) -> Iterator[tuple[Sitting, BadLine]]:
    """A match of two on a server of its own; Ann's line becomes that one once she has her cards."""
    with opened({"PECKING_ORDER_PACE": "1"}) as (server, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=LAUNCH_ARGUMENTS)
        with BadLine(server.port) as bad:
            ann, ben = (
                browser.new_context(base_url=base, viewport={"width": 390, "height": 844},
                                    has_touch=True).new_page()
                for base in (bad.base_url, server.base_url)
            )  # fmt: skip
            table = new_table(ann, "Ann", game=GAME)
            room = table.rpartition("/")[2]
            with connection(ann, table) as host:
                secret = host.receive_until("room")["secret"]
                host.ask("set-room", clock="off")
            post(ben, f"/join/{secret}", {"name": "Ben"})
            with connection(ben, f"{server.base_url}/table/{room}") as friend:
                friend.ask("ready", ready=True)
                ann.add_init_script(f"({HEAR})()")
                ann.goto(table)
                start(ann)
                ann.evaluate(WATCH)
                session(ann).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
                bad.line = line
                yield Sitting(ann, friend), bad
        browser.close()


def session(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def moves(progress: Progress) -> Sheet:
    """The sheet of taps and others' moves on each line."""
    rows = [moves_on(line, progress.tell) for line in (CLEAN, HOME, POOR)]
    columns = ["line", "own card drawn, ms", "worst", "it counts, ms", "worst",
               "another's move drawn, ms", "worst", "bytes a move"]  # fmt: skip
    notes = [HOME.words, POOR.words, f"the page's processor is {SLOWED:.0f} times slower"]
    passed = all(float(row[1] or 0) <= DRAWN_LIMIT for row in rows)
    return Sheet("From the tap", columns, rows, notes, passed)


def moves_on(line: Line, say: Callable[[str], None]) -> list[str | float | None]:
    """The row of a line: drawn, counted, theirs (p50 and worst), bytes a move."""
    with seated(line) as (sitting, bad):
        before = bad.bytes
        taps: list[dict[str, float]] = []
        while len(taps) < TAPS:
            sitting.turn()
            taps = sitting.page.evaluate("() => seen.taps")
            say(f"{line.name}: {len(taps)} of {TAPS} taps")
            if sitting.player.read().over:
                break
        moved = len(taps) + len(sitting.theirs)
        row: list[str | float | None] = [line.name]
        for values in ([tap["drawn"] for tap in taps], [tap["counts"] for tap in taps],
                       sitting.theirs):  # fmt: skip
            row += [round(statistics.median(values)), round(max(values))] if values else [None] * 2
        return [*row, (bad.bytes - before) // max(1, moved)]


def tried(name: str, number: int) -> float:
    """Seconds from the line's return until the page is at the table again."""
    time.sleep(number * STAGGER)
    with seated(HOME) as (sitting, bad):
        for _ in range(6):
            sitting.turn()
        BREAKS[name].break_line(sitting, bad)
        returned = time.time()
        with suppress(ConnectionClosed):  # the server has given up who said nothing for long
            sitting.ben.send("say", text="Back?")  # else a page that missed nothing hears nothing
        sitting.page.wait_for_function(BACK, arg=returned * 1000, timeout=60_000)
        return time.time() - returned


def broken(name: str) -> Sheet:
    """The sheet of a break; each try is a process with its own server and page."""
    with ProcessPoolExecutor(TRIES, get_context("spawn")) as pool:
        back = list(pool.map(tried, [name] * TRIES, range(TRIES)))
    middle = statistics.median(back)
    columns = ["break", "back, s", *["a try"] * TRIES]
    row: list[str | float] = [BREAKS[name].words, middle, *sorted(back)]
    passed = middle <= BACK_LIMIT + ROUND_TRIPS * 2 * HOME.delay
    return Sheet("After the line is back", columns, [row], [HOME.words], passed)


def hole(seconds: float) -> Callable[[Sitting, BadLine], None]:
    def break_line(sitting: Sitting, bad: BadLine) -> None:
        with bad.hole():
            sitting.page.wait_for_timeout(seconds * 1000)

    return break_line


def other_network(sitting: Sitting, bad: BadLine) -> None:
    bad.cut()


def sleep(sitting: Sitting, bad: BadLine) -> None:
    """The browser stands still and its connection is dead, as when a phone lies in a pocket.

    Nothing but the clock tells the page afterwards. (A page that the browser calls frozen goes on.)
    """
    browser = sitting.page.context.browser
    assert browser is not None
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    processes = [int(one["id"]) for one in found["processInfo"]]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    bad.forget()
    time.sleep(ASLEEP)
    for process in processes:
        os.kill(process, signal.SIGCONT)


class Break(msgspec.Struct, frozen=True):
    """A way in which the line breaks and comes back."""

    words: str
    break_line: Callable[[Sitting, BadLine], None]


BREAKS: Final = {
    "hole": Break("a hole of 3 s", hole(3)),
    "long-hole": Break("a hole of 30 s", hole(30)),
    "network": Break("another network", other_network),
    "sleep": Break(f"asleep for {ASLEEP:.0f} s", sleep),
}
PARTS: Final = ("moves", *BREAKS)


def run(ask: Ask) -> Iterator[Sheet]:
    progress = Progress(ask)
    for part in PARTS:
        if not ask.parts or part in ask.parts:
            progress.say(part)
            yield moves(progress) if part == "moves" else broken(part)


BENCH: Final = Bench("line", "a page over a bad line: taps, others' moves, returns", run, long=True)
