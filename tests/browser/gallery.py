"""Every page as people meet it: pictures at three widths in two lights, nothing wider than the screen, and no fault that axe finds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute
from playwright.sync_api import TimeoutError as TooLate

from app.settings import ROOT

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1.min.js").read_text()
PICTURES = ROOT / "screenshots"
PHONE, TABLET, DESK = (360, 740), (768, 1024), (1440, 900)
TWO_FRAMES = "() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"
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
  const out = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || (box.right <= innerWidth + 1 && box.left >= -1) || !element.checkVisibility()) return false;
    for (let around = element.parentElement; around; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false;
    return true;
  };
  const all = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea");
  const lost = [...all].filter(out).map((element) => (element.getAttribute("aria-label") ?? element.textContent).trim());
  return { fits, lost, height: screen.scrollHeight };
}"""
"""Whether all is within the width of the screen, within five seconds: after a turn of the screen a layout may take a moment. What can be
pressed but lies beside the screen, where nobody can scroll. How high the page is, in pixels."""
PLAIN = (
    "* { background-image: none !important } *::before, *::after { background: none !important }"
)
"""The paper's grain is a picture, and axe judges no contrast on pictures: without them it does."""
FAULTS = """async (plain) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(plain);
  const sheets = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...sheets, sheet];
  const found = await axe.run(document, { resultTypes: ["violations"] });
  document.adoptedStyleSheets = sheets;
  const what = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
  return found.violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id} ${node.target.join(" ")}: ${what(node)}`));
}"""


class Gallery:
    """Collects what is wrong with all pages of a test, so that one run tells everything."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        PICTURES.mkdir(exist_ok=True)

    def show(self, page: Page, name: str, whole: bool = True) -> None:
        """Three widths by light, the desk by dark, and the phone too where it is a table (not `whole`: as long as the screen)."""
        self.look(page, name, PHONE, "light", whole)
        self.look(page, name, TABLET, "light", whole, axe=False)
        self.look(page, name, DESK, "light", whole, axe=not whole)
        self.look(page, name, DESK, "dark", whole)
        if not whole:
            self.look(page, name, PHONE, "dark", whole, axe=False)
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    def look(
        self,
        page: Page,
        name: str,
        size: tuple[int, int],
        light: Any,
        whole: bool = True,
        axe: bool = True,
    ) -> None:
        """`light`: "light" or "dark"."""
        page.emulate_media(color_scheme=light)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        seen = page.evaluate(MEASURE)
        title = f"{name} at {size[0]} px, {light}"
        if not seen["fits"]:
            self.faults.append(f"{title}: wider than the screen")
        if seen["lost"]:
            self.faults.append(f"{title}: out of sight: {seen['lost']}")
        if not whole and not settles(
            page, "() => document.scrollingElement.scrollHeight <= innerHeight + 1"
        ):
            self.faults.append(f"{title}: higher than the screen")
        if (
            whole and seen["height"] > size[1]
        ):  # or what sticks to the foot of the screen would lie across the middle of the picture
            page.set_viewport_size({"width": size[0], "height": seen["height"]})
            page.evaluate(TWO_FRAMES)
        file = PICTURES / f"{name}-{size[0]}{'' if light == 'light' else '-dark'}.jpg"
        page.screenshot(
            path=file, full_page=whole, type="jpeg", quality=85
        )  # a third of the time of a PNG
        if axe:
            self.faults += [f"{title}: {fault}" for fault in lasting_faults_of(page)]

    def close(self) -> None:
        """Raises AssertionError with all that was wrong."""
        assert not self.faults, "\n".join(self.faults)


def settles(page: Page, condition: str) -> bool:
    """Whether that comes true within five seconds: after a turn of the screen a layout may take a moment."""
    try:
        page.wait_for_function(condition, timeout=5_000)
    except TooLate:
        return False
    return True


def faults_of(page: Page) -> list[str]:
    """What axe finds on the page as it is now."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FAULTS, PLAIN)
    return found


def lasting_faults_of(page: Page) -> list[str]:
    """What axe finds again and again: it reads one colour after the other, and a table at play changes in between."""
    found = faults_of(page)
    for _ in range(3):
        if not found:
            break
        page.evaluate(TWO_FRAMES)
        again = faults_of(page)
        found = [fault for fault in found if fault in again]
    return found


class Still:
    """Holds a table's page at the first frame that fits, for as long as one likes; later frames wait until it is let go.

    To be made before the page opens its table. Pongs pass, so the page does not think that it is alone.
    """

    def __init__(self, page: Page) -> None:
        self._wanted: Callable[[dict[str, Any]], bool] | None = None
        self._waiting: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        self.held = False
        page.route_web_socket("**/ws/**", self._connected)

    def at(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Lets the page go on, and holds it at the next frame for which `wanted(frame)`."""
        self._wanted, self.held = wanted, False
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self._heard(message)

    def go(self) -> None:
        """Lets the page go on and holds it no more."""
        self.at(lambda frame: False)

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._page = route
        server.on_message(self._heard)

    def _heard(self, message: str | bytes) -> None:
        notice = msgspec.json.decode(message)
        if self.held and notice["type"] not in ("pong", "done", "refused", "chat"):
            self._waiting.append(message)
            return
        assert self._page is not None
        self._page.send(message)
        if notice["type"] == "frame" and self._wanted is not None and self._wanted(notice):
            self.held = True
