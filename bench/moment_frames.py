"""The longest frame of each moment and of cards that travel: recorded matches in a slowed Chromium.

Chromium's own trace says how long each task took.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

import msgspec

from app.games import GAMES
from app.rules.game import AnyGame
from bench.browser_stage import DESK, PHONE, SLOWED, Row, Stage, Table
from bench.replayed_page import ReplayedPage
from bench.report import Ask, Sheet

LIMIT: Final = 50.0
"""Milliseconds of the main thread's CPU for a frame while a moment is shown."""
SEATS: Final = 5
MESSAGES: Final = 600
"""Recorded of each game."""
SETTLED: Final = 40
"""Messages before the first moment that is measured: scripts are loaded, the log is not empty."""
TIMES: Final = 3
"""The most that each moment is measured on each page."""
REST: Final = 400.0
"""Milliseconds before a moment: all flights have landed."""
SHOWN: Final = 1000.0
"""Milliseconds that are traced: all flights of a moment end in it."""
ON: Final = "moment on: "
OFF: Final = "moment off"
TRAVEL: Final = "cards travel"
"""The name of what is no moment: the cards of a trade or a swap fly from seat to seat."""
HEAR: Final = f"""() => {{
  globalThis.stamps = [];
  let last = null;
  new MutationObserver(() => {{
    const shown = document.querySelector(".moment, .travel");
    if (shown === last) return;
    const stamp = shown?.querySelector(".moment__stamp")?.textContent ?? "{TRAVEL}";
    if (shown) stamps.push(stamp);
    performance.mark(shown ? `{ON}${{stamp}}` : "{OFF}");
    last = shown;
  }}).observe(document.body, {{ childList: true, subtree: true }});
}}"""
END: Final = """() => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  return stamps.splice(0);
}"""
"""Ends what is shown; the stamps since the last call."""
TASK: Final = "ThreadControllerImpl::RunTask"


class Longest(msgspec.Struct, frozen=True):
    """The longest task of the page's main thread while one moment or travel was shown."""

    stamp: str
    milliseconds: float
    """CPU time of the thread; on a slowed page that includes what slows it."""


def moments(stage: Stage, ask: Ask) -> Sheet:
    """Each moment of each game, by its stamp, at both sizes."""
    times = TIMES if ask.seconds is None else max(1, int(ask.seconds))
    messages = MESSAGES if ask.minutes is None else int(MESSAGES * ask.minutes)
    found: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for game in GAMES:
        for key, longest in _of_game(stage, game, messages, times):
            found[key].append(longest)
    rows: list[Row] = []
    kept = True
    for key, each in sorted(found.items()):
        middle = median(each)
        kept = kept and (key[3] != "this" or middle <= LIMIT)
        rows.append([*key, len(each), middle, max(each)])
    return Sheet(
        f"slowed {SLOWED:g} times: the longest task of the main thread while a moment is shown",
        ("game", "screen", "moment", "page", "times", "median ms", "longest ms"),
        rows,
        [f"limit {LIMIT:g} for the median of each", "CPU time; a busy machine adds to it"],
        passed=kept,
    )


def _of_game(
    stage: Stage, game: AnyGame, messages: int, times: int
) -> Iterator[tuple[tuple[str, ...], float]]:
    seats = min(SEATS, game.seats[1])
    table = stage.record(game, seats, game.options(), lambda got: len(got) >= messages)
    places = _places(stage, table, times)
    for screen in (DESK, PHONE):
        with stage.pages(table, screen, _heard) as pages:
            for place in places:
                for name, page in pages.items():
                    stage.progress.tell(f"{game.title}, {screen.name}, {name}: message {place}")
                    page.page.bring_to_front()
                    longest = _measured(page, place)
                    if longest is not None:
                        yield (game.slug, screen.name, longest.stamp, name), longest.milliseconds


def _places(stage: Stage, table: Table, times: int) -> Sequence[int]:
    """The messages that bring moments: of each stamp the first ones."""
    found: dict[str, list[int]] = defaultdict(list)
    with stage.pages(table, DESK, _heard) as pages:
        page = pages["this"]
        page.page.bring_to_front()
        for place in range(len(table[2])):
            page.hurry(place + 1)
            for stamp in page.page.evaluate(END):
                if place >= SETTLED:
                    found[stamp].append(place)
    return sorted({place for places in found.values() for place in places[:times]})


def _heard(page: ReplayedPage) -> None:
    page.page.evaluate(HEAR)


def _measured(page: ReplayedPage, place: int) -> Longest | None:
    """None where the page showed no moment: an earlier message can take its time."""
    page.slow_down(1)
    page.hurry(place)
    page.page.evaluate(END)
    page.slow_down(SLOWED)
    page.page.wait_for_timeout(REST)
    found = longest_task(json.loads(page.trace(SHOWN))["traceEvents"])
    page.page.evaluate(END)
    return found


def longest_task(trace: Sequence[Mapping[str, Any]]) -> Longest | None:
    """The longest task from the one that draws the first moment to the last one's end."""
    marks = [each for each in trace if each["name"].startswith(ON)]
    if not marks:
        return None
    first = min(marks, key=lambda each: float(each["ts"]))
    ends = [float(each["ts"]) for each in trace if each["name"] == OFF]
    start, end = float(first["ts"]), max(ends, default=float("inf"))
    tasks = [
        float(each["tdur"]) / 1000
        for each in trace
        if (each["name"], each["pid"], each["tid"]) == (TASK, first["pid"], first["tid"])
        and "tdur" in each
        and each["ts"] + each["dur"] >= start
        and each["ts"] < end
    ]
    return Longest(first["name"].removeprefix(ON), max(tasks, default=0.0))
