"""A page's layout and axe's verdict at three widths in two themes, with screenshots if wanted."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as WaitTimeout

from app.settings import ROOT

OUTLINE = """;
{
  const { id, options } = axe._audit.checks["color-contrast"];
  axe.configure({ checks: [{ id, options: { ...options, textStrokeEmMin: 0.2 } }] });
}"""
"""Axe takes a stroke of 0.03 em for the colour of the letters. A stamp's, of 0.16 em, lies behind
them (`paint-order`): axe judges the letters, and tests/static/test_contrast.py both colours."""
AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1.min.js").read_text() + OUTLINE
SCREENSHOTS = ROOT / "screenshots"
PICTURES = os.environ.get("PICTURES") == "1"
"""Take screenshots too. They are for people, prove nothing and take a third of the time."""
PHONE, TABLET, DESK = (360, 740), (768, 1024), (1440, 900)
TWO_FRAMES = """() => document.fonts.ready.then(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""
MEASURE = """async () => {
  const screen = document.scrollingElement;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const settles = async (fits) => {
    for (const end = Date.now() + 5000; !fits() && Date.now() < end; ) await frame();
    return fits();
  };
  await document.fonts.ready;
  await frame();
  await frame();
  const fits = await settles(() => screen.scrollWidth <= innerWidth);
  const offScreen = (element) => {
    const box = element.getBoundingClientRect();
    const inside = box.right <= innerWidth + 1 && box.left >= -1;
    if (box.width < 2 || inside || !element.checkVisibility()) return false;
    for (let around = element.parentElement; around; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false;
    return true;
  };
  const all = document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, summary, textarea");
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
  const lost = [...all].filter(offScreen).map(nameOf);
  return { fits, lost, height: screen.scrollHeight };
}"""
"""The layout of a page: does it fit the width within five seconds, its height in pixels, and the
controls that lie beside the screen where nobody can scroll."""
WIDE = """() => [...document.querySelectorAll("body *")]
  .map((one) => [one, Math.round(one.getBoundingClientRect().right)])
  .filter(([one, right]) => one.checkVisibility() && right > innerWidth + 1)
  .map(([one, right]) => `${one.localName}.${one.className} ${right}`)
  .slice(0, 12)"""
"""The elements that reach beyond the right edge."""
NO_BACKGROUND_IMAGES = (
    "* { background-image: none !important } *::before, *::after { background: none !important }"
)
"""The paper's grain is an image, and axe judges no contrast on images."""
FAULTS = """async (plain, part = null, selectors = true) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(plain);
  const sheets = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...sheets, sheet];
  const found = await axe.run(
    part ?? document, { resultTypes: ["violations"], preload: false, selectors });
  document.adoptedStyleSheets = sheets;
  const what = (node) =>
    [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
  return found.violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id} ${node.target?.join(" ")}: ${what(node)}`));
}"""
"""The faults. To find a selector for each element takes a third of the time."""


class PageReview:
    """The faults of all pages of a test, collected so that one run reports everything."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        if PICTURES:
            SCREENSHOTS.mkdir(exist_ok=True)

    def check_all_sizes(
        self, page: Page, name: str, whole: bool = True, part: str | None = None
    ) -> None:
        """Three widths; axe reads the phone in the light theme and the desk in the dark one.

        A theme is colours alone (`light-dark` in tokens.css), so no layout follows it. With
        pictures wanted, all three widths are photographed in both.
        """
        self.check(page, name, PHONE, "light", whole, part=part)
        self.check_doubled_text(page, name)
        self.check(page, name, TABLET, "light", whole, axe=False)
        self.check(page, name, DESK, "dark", whole, part=part)
        if PICTURES:
            for size, theme in ((DESK, "light"), (TABLET, "dark"), (PHONE, "dark")):
                self.check(page, name, size, theme, whole, axe=False)
        self.back_to_light_desk(page)

    def check_doubled_text(self, page: Page, name: str) -> None:
        """A phone on which text is twice as large: nothing lies beside the screen."""
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        measured = page.evaluate(MEASURE)
        if not measured["fits"] or measured["lost"]:
            wide = page.evaluate(WIDE)
            self.faults.append(f"{name} with doubled text: beside the screen: {wide}")
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")

    def check(
        self,
        page: Page,
        name: str,
        size: tuple[int, int],
        theme: Any,
        whole: bool = True,
        axe: bool = True,
        part: str | None = None,
    ) -> None:
        """One size in one theme, "light" or "dark".

        `part`: the selector of what axe reads, where another look reads all around it.
        """
        page.wait_for_load_state()  # a click ends when the new page begins, and it is empty then
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        measured = page.evaluate(MEASURE)
        title = f"{name} at {size[0]} px, {theme}"
        if not measured["fits"]:
            self.faults.append(f"{title}: wider than the screen")
        if measured["lost"]:
            self.faults.append(f"{title}: out of sight: {measured['lost']}")
        if not whole and not comes_true(
            page, "() => document.scrollingElement.scrollHeight <= innerHeight + 1"
        ):
            self.faults.append(f"{title}: higher than the screen")
        if whole and measured["height"] > size[1] and (axe or PICTURES):
            # otherwise a bar at the foot of the screen would lie in the middle of the page
            page.set_viewport_size({"width": size[0], "height": measured["height"]})
            page.evaluate(TWO_FRAMES)
        if PICTURES:
            file = SCREENSHOTS / f"{name}-{size[0]}{'' if theme == 'light' else '-dark'}.jpg"
            # a JPEG takes a third of the time of a PNG
            page.screenshot(path=file, full_page=whole, type="jpeg", quality=85)
        if axe:
            self.faults += [f"{title}: {fault}" for fault in lasting_faults_of(page, part)]

    def back_to_light_desk(self, page: Page) -> None:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    def close(self) -> None:
        """Raises AssertionError with all that was wrong."""
        assert not self.faults, "\n".join(self.faults)


def comes_true(page: Page, condition: str) -> bool:
    """True if the condition holds within five seconds: a layout may take a moment to settle."""
    try:
        page.wait_for_function(condition, timeout=5_000)
    except WaitTimeout:
        return False
    return True


def faults_of(page: Page, part: str | None = None) -> list[str]:
    """The faults that axe finds on the page as it is now."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE)
    judge = f"(given) => ({FAULTS})(...given)"
    found: list[str] = page.evaluate(judge, [NO_BACKGROUND_IMAGES, part, False])
    if found:
        found = page.evaluate(judge, [NO_BACKGROUND_IMAGES, part, True])
    return found


def lasting_faults_of(page: Page, part: str | None = None) -> list[str]:
    """The faults that axe finds every time.

    It reads one colour after the other, and a table at play changes in between.
    """
    found = faults_of(page, part)
    for _ in range(3):
        if not found:
            break
        page.evaluate(TWO_FRAMES)
        again = faults_of(page, part)
        found = [fault for fault in found if fault in again]
    return found
