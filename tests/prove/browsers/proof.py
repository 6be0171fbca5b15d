"""The proof `browsers`: matches of all games in Firefox and WebKit, by page alone."""

import os
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from playwright.sync_api import Error

from app.games import BY_SLUG, GAMES
from app.rules.game import AnyGame
from app.settings import ROOT
from app.web.rendering.static_files import Assets
from tests.browser.stalling_proxy import StallingProxy
from tests.prove.browsers import firefox, webkit
from tests.prove.browsers.driver import Browser
from tests.prove.browsers.story import Faulty, play_match
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import logged_errors, temp_server

Opener = Callable[[], AbstractContextManager[Browser]]
BROWSERS: Final[dict[str, tuple[Callable[[], bool], Opener]]] = {
    "Firefox": (firefox.is_here, firefox.firefox),
    "WebKit": (webkit.is_here, webkit.webkit),
}
QUICK: Final = GAMES[1:2]
"""The games of a quick run: one whose match is short."""
PACE: Final = "0.2"


def matches(
    progress: Progress, games: Sequence[AnyGame], names: Sequence[str], *patches: Patch
) -> tuple[list[tuple[int, int]], list[str]]:
    """The answers by key and by pointer of each match, and the faults.

    The browsers play beside each other: each waits for its pages most of the time.
    """
    played: list[tuple[int, int]] = []
    faults: list[str] = []

    def play_all(name: str) -> None:
        proxy = StallingProxy(server.port)
        for game in games:
            with BROWSERS[name][1]() as browser:
                try:
                    played.append(play_match(browser, game, proxy))
                except (Faulty, AssertionError, Error) as error:
                    faults.append(f"{name}, {game.slug}: {error}")
            progress.show(f"{len(played)} matches, {len(faults)} faults")
        proxy.close()

    with (
        temp_server(*patches, PECKING_ORDER_PACE=PACE, PECKING_ORDER_LIMITS="100") as server,
        ThreadPoolExecutor(len(names)) as pool,
    ):
        list(pool.map(play_all, names))
        faults += logged_errors(server)
    return played, faults


def prove(options: RunOptions) -> Findings:
    """Without a browser the findings say so; with REQUIRE_BROWSER that is a fault."""
    here = [name for name, (is_here, _) in BROWSERS.items() if is_here()]
    away = " and ".join(name for name in BROWSERS if name not in here)
    missing = (f"{away} is not here",) if away and os.environ.get("REQUIRE_BROWSER") else ()
    if not here:
        return Findings({"P16": f"{away} is not here"}, missing, f"there is no {away}")
    whole = options.minutes >= 1
    games = [BY_SLUG[slug] for slug in options.games] or (GAMES if whole else QUICK)
    played, faults = matches(Progress(options), games, here)
    keys, pointers = (sum(kind) for kind in zip(*played, strict=True)) if played else (0, 0)
    figure = (
        f"{len(faults)} faults in {len(played)} matches in {' and '.join(here)}, with {keys} "
        f"answers by keys alone and {pointers} by a pointer, a lost connection in each"
    )
    return Findings({"P16": figure}, (*faults, *missing))


# -- planted faults: what no test in Chromium would notice first


def edited(path: str, more: str) -> None:
    """Serves a copy of static/ in which that file has some `more` at its end."""
    folder = Path(mkdtemp(prefix="prove-"), "static")
    shutil.copytree(ROOT / "static", folder)
    file = folder / path
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    made = Assets.__init__

    def init(self: Assets, _: Path, **more: Any) -> None:
        made(self, folder, **more | {"bundle_folder": None})

    Assets.__init__ = init  # type: ignore[method-assign,assignment]


def only_in_chromium() -> None:
    """The table's page reads something that Chromium alone has."""
    edited("js/table/core/store.js", "\nnavigator.userAgentData.brands;\n")


def too_wide_elsewhere() -> None:
    """A rule that Firefox alone follows makes the page wider than a phone."""
    edited("css/base.css", "\n@supports (-moz-appearance: none) { main { min-width: 90rem } }\n")


def planted(patch: Patch) -> PlantedFault:
    def run(options: RunOptions) -> Findings:
        return Findings({}, tuple(matches(Progress(options), QUICK, ["Firefox"], patch)[1]))

    return PlantedFault("P16", run)


PROOF: Final = Proof(
    "browsers",
    ("P16",),
    "matches by page in Firefox and WebKit, by keys alone and on a narrow screen",
    prove,
    quick=0.5,
    planted={
        "only-in-chromium": planted(only_in_chromium),
        "too-wide-elsewhere": planted(too_wide_elsewhere),
    },
)
