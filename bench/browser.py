"""`bench browser`: the table's page in a slowed Chromium, at real matches that were recorded."""

from collections.abc import Iterator, Sequence
from typing import Final

from playwright.sync_api import sync_playwright

from app.games import GAMES
from app.ops.doctor import browser as find_browser
from bench.browser_stage import DESK, PHONE, SLOWED, Row, Stage
from bench.moment_frames import moments
from bench.recorded_frames import Enough, Recorded
from bench.replayed_page import Cost, ReplayedPage, cost_between
from bench.report import Ask, Bench, Sheet
from bench.wire import opened
from bench.wire_load import at
from tests.browser.launch_arguments import LAUNCH_ARGUMENTS

LIMITS: Final = {"desk": (60.0, 150.0), "phone": (45.0, 100.0)}
"""Milliseconds of script, style and layout for a frame: p50 and p99."""
TAP_LIMIT: Final = 100.0
"""Milliseconds from a tap in the word builder to its paint: p98."""
GROWTH_LIMIT: Final = 1.15
"""Heap and nodes at the end of a session, as a share of those after the first match."""
SESSION: Final = 2400
"""Frames."""
FRAMES: Final = 40
"""Measured in one go, before the other page's turn."""
ROUNDS: Final = 4
PAUSE: Final = 400.0
"""Milliseconds between two frames: flights end in it."""
TAPS: Final = 30
START: Final = 60
"""Frames before the first that is measured, so that the log is no longer empty."""
SEATS: Final = 10
TILES: Final = ".builder [data-key]"
MEASURES: Final = {"Nodes": 1, "JSEventListeners": 1, "JSHeapUsedSize": 2**20}
GAME: Final = GAMES[0]
WORDS: Final = next(game for game in GAMES if not game.reveals_after_match)


def run(ask: Ask) -> Iterator[Sheet]:
    with opened({"PECKING_ORDER_PACE": "0.02"}) as (server, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=LAUNCH_ARGUMENTS)
        stage = Stage(browser, server.port, ask)
        for name, part in PARTS.items():
            if not ask.parts or name in ask.parts:
                yield part(stage, ask)
        browser.close()


def frames(stage: Stage, ask: Ask) -> Sheet:
    """The cost of each frame, at both sizes."""
    few = FRAMES if ask.seconds is None else max(1, int(ask.seconds * 1000 / PAUSE))
    wanted = START + few * ROUNDS
    table = stage.record(GAME, SEATS, GAME.options(), lambda got: len(frames_of(got)) >= wanted)
    start = table[2].index(frames_of(table[2])[START])

    def prepare(page: ReplayedPage) -> None:
        page.hurry(start)
        page.slow_down(SLOWED)

    rows: list[Row] = []
    kept = True
    for screen in (DESK, PHONE):
        costs: dict[str, list[Cost]] = {name: [] for name in stage.versions}
        with stage.pages(table, screen, prepare) as pages:
            for number in range(ROUNDS):
                for name, page in pages.items():
                    stage.progress.tell(f"{screen.name}, {name}: round {number + 1} of {ROUNDS}")
                    page.page.bring_to_front()
                    costs[name] += page.deliver(few, PAUSE)
        for name, found in costs.items():
            whole = sorted(cost.all for cost in found)
            p50, p99 = at(whole, 0.5), at(whole, 0.99)
            if name == "this":
                kept = kept and p50 <= LIMITS[screen.name][0] and p99 <= LIMITS[screen.name][1]
            each = [
                at(sorted(getattr(cost, part) for cost in found), 0.5)
                for part in ("script", "style", "layout")
            ]
            rows.append([screen.name, name, len(found), p50, p99, *each])
    return Sheet(
        f"{GAME.title}, {SEATS} players, slowed {SLOWED:g} times: script, style and layout a frame",
        ("screen", "page", "frames", "p50 ms", "p99 ms", "script p50", "style p50", "layout p50"),
        rows,
        [f"limits {limits[0]:g} and {limits[1]:g} on a {name}" for name, limits in LIMITS.items()],
        passed=kept,
    )


def cpu(stage: Stage, ask: Ask) -> Sheet:
    """The CPU of the whole browser for a frame, with paint and raster; not slowed down."""
    few = FRAMES if ask.seconds is None else max(1, int(ask.seconds * 1000 / PAUSE))
    rows: list[Row] = []
    for game, seats in ((GAME, SEATS), (GAMES[-1], 6)):
        wanted = START + few * ROUNDS
        table = stage.record(game, seats, game.options(), _enough(wanted))
        spent = dict.fromkeys(stage.versions, 0.0)
        with stage.pages(table, DESK, _at_start) as pages:
            for number in range(ROUNDS):
                for name, page in pages.items():
                    stage.progress.tell(f"{game.title}, {name}: round {number + 1} of {ROUNDS}")
                    page.page.bring_to_front()
                    before = page.cpu()
                    for _ in page.deliver(few, PAUSE):
                        pass
                    spent[name] += page.cpu() - before
        rows += [
            [game.title, name, few * ROUNDS, milliseconds / few / ROUNDS]
            for name, milliseconds in spent.items()
        ]
    return Sheet(
        "all processes of Chromium at 1440 by 900, painting in software",
        ("game", "page", "frames", "CPU ms a frame"),
        rows,
    )


def _enough(frames: int) -> Enough:
    return lambda got: len(frames_of(got)) >= frames


def _at_start(page: ReplayedPage) -> None:
    page.hurry(page.place_of_frame(START))


def taps(stage: Stage, ask: Ask) -> Sheet:
    """From a tap on a card in the word builder to the paint that shows it."""
    table = stage.record(WORDS, 6, WORDS.options(), lambda got: got[-1].prompt == "declare")

    def prepare(page: ReplayedPage) -> None:
        page.hurry(len(table[2]))
        page.slow_down(SLOWED)

    few = TAPS if ask.seconds is None else max(2, int(ask.seconds / 0.4))
    rows: list[Row] = []
    kept = True
    for screen in (DESK, PHONE):
        waits: dict[str, list[float]] = {name: [] for name in stage.versions}
        busy = dict.fromkeys(stage.versions, 0.0)
        with stage.pages(table, screen, prepare) as pages:
            for _ in range(ROUNDS):
                for name, page in pages.items():
                    stage.progress.tell(f"{screen.name}, {name}: taps")
                    page.page.bring_to_front()
                    before = page.metrics()
                    waits[name] += page.tap_around(TILES, few, screen.touch)
                    busy[name] += cost_between(before, page.metrics()).all / few / ROUNDS
        for name, found in waits.items():
            found.sort()
            if name == "this":
                kept = kept and at(found, 0.98) <= TAP_LIMIT
            rows.append(
                [screen.name, name, len(found), at(found, 0.5), at(found, 0.98), busy[name]]
            )
    return Sheet(
        f"{WORDS.title}, the word builder, slowed {SLOWED:g} times: from a tap to its paint",
        ("screen", "page", "taps", "p50 ms", "p98 ms", "script, style and layout ms"),
        rows,
        [f"limit {TAP_LIMIT:g}, on the clock, in multiples of 8; the last column is CPU time"],
        passed=kept,
    )


def session(stage: Stage, ask: Ask) -> Sheet:
    """Heap and nodes after the first match of many, and after the last."""
    most = SESSION if ask.minutes is None else int(SESSION * ask.minutes)
    options = GAME.options(ending="deals", end_deals=1)
    table = stage.record(GAME, SEATS, options, lambda got: len(frames_of(got)) >= most)
    shown = frames_of(table[2])
    second = next(one for one in shown if one.match != shown[0].match)
    rows: list[Row] = []
    kept = True
    with stage.pages(table, DESK, lambda page: page.hurry(table[2].index(second))) as pages:
        for name, page in pages.items():
            stage.progress.say(f"a session, {name}")
            page.page.bring_to_front()
            first = page.after_collection()
            last = table[2].index(next(one for one in shown if one.match == shown[-1].match))
            page.hurry(last)
            end = page.after_collection()
            for what, unit in MEASURES.items():
                ratio = end[what] / first[what]
                if name == "this":
                    kept = kept and ratio <= GROWTH_LIMIT
                rows.append([name, what, first[what] / unit, end[what] / unit, ratio])
    return Sheet(
        f"{GAME.title}, {SEATS} players, {len(shown)} frames in"
        f" {len({one.match for one in shown})} matches",
        ("page", "what", "after the first match", "at the end", "ratio"),
        rows,
        [f"limit {GROWTH_LIMIT:g}"],
        passed=kept,
    )


def frames_of(messages: Sequence[Recorded]) -> list[Recorded]:
    return [one for one in messages if one.type == "frame"]


PARTS: Final = {
    "frames": frames,
    "moments": moments,
    "cpu": cpu,
    "taps": taps,
    "session": session,
}
BENCH: Final = Bench(
    "browser",
    "the table's page in a slowed Chromium: frames, moments, taps and a long session",
    run,
    long=True,
)
