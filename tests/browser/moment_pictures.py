"""Sheets of frames of a game's moments, for people to look at: two widths, two themes, three times.

`PICTURES=1 run.py test tests/browser/test_staged_moments.py` puts them into `screenshots`.
"""

import base64
import re
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.moment_stage import MomentStage, Staged
from tests.browser.page_review import SCREENSHOTS

SIZES: Final = ((1440, 900), (390, 844))
THEMES: Final[tuple[Any, ...]] = ("light", "dark")
PARTS: Final = (0.08, 0.4, 0.8)
"""Of a moment's time: its cards gather, the stamp stands, its amount is on its way."""
AT: Final = """(part) => {
  const place = document.querySelector(".moments");
  const time = parseFloat(getComputedStyle(place.firstElementChild).getPropertyValue("--time"));
  for (const one of document.getAnimations()) {
    if (!place.contains(one.effect.target)) one.finish();
    else { one.pause(); one.currentTime = part * time; }
  }
}"""
SHEET: Final = "<body style='margin:0;background:#888;display:flex;flex-wrap:wrap;gap:6px'>{}"


def take(stage: MomentStage, one: Staged) -> None:
    """A sheet for each moment of that step."""
    page = stage.page
    shots: dict[tuple[str, str], list[tuple[int, bytes]]] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        stage.show(one)
        for moment in one.moments:
            key = moment["stamp"], moment["greatness"]
            shots.setdefault(key, []).extend((width, each) for each in _frames(page))
            stage.go_on()
    for key, each in shots.items():
        name = re.sub(r"\W+", "-", f"moment-{one.game.slug}-{'-'.join(key)}").lower()
        _sheet(page, name, each)


def _frames(page: Page) -> list[bytes]:
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for part in PARTS:
            page.evaluate(AT, part)
            found.append(page.screenshot(type="jpeg", quality=80))
    return found


def _sheet(page: Page, name: str, shots: list[tuple[int, bytes]]) -> None:
    sheet = page.context.new_page()
    sheet.set_viewport_size({"width": 1932, "height": 1000})
    images = [
        f"<img width={640 if width > 1000 else 316} "
        f"src=data:image/jpeg;base64,{base64.b64encode(shot).decode()}>"
        for width, shot in shots
    ]
    sheet.set_content(SHEET.format("".join(images)))
    SCREENSHOTS.mkdir(exist_ok=True)
    sheet.screenshot(path=SCREENSHOTS / f"{name}.jpg", type="jpeg", quality=80, full_page=True)
    sheet.close()
