"""Motion costs what has moved: few flights, few measurements, and no trees of the past."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from app.games import BY_SLUG
from app.rules.game import Seat
from tests.browser.conftest import PageOpener, Reopen
from tests.browser.moment_stage import MomentStage
from tests.browser.page_review import DESK
from tests.js.moments import steps_of_tests

SKUNCUM = BY_SLUG["skuncum"]

PREPARE = """async () => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const { Moving } = await import("/static/js/table/ui/motion.js");
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const counts = { measured: 0, flights: 0 };
  const counted = (name, on, method) => {
    const was = on[method];
    on[method] = function (...how) { counts[name] += 1; return was.apply(this, how); };
  };
  counted("measured", Element.prototype, "getBoundingClientRect");
  counted("flights", Element.prototype, "animate");
  const frames = (number) => new Promise((done) =>
    requestAnimationFrame(() => (number ? frames(number - 1).then(done) : setTimeout(done))));
  globalThis.rest = async () => {
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
    for (let at = performance.now(); performance.now() - at < 350; ) await frames(1);
  };
  globalThis.show = ({ names, word = "", from = null, motion = "play", gather = null }) => {
    Object.assign(counts, { measured: 0, flights: 0 });
    render(html`<${Moving} class="board"><p>${word}</p>
      <span data-spot="deck">deck</span>
      ${names.map((name) => html`<p key=${name} data-flip=${name} data-motion=${motion}
        data-from=${from} data-gather=${gather}>${name}</p>`)}
    </${Moving}>`, place);
    return { ...counts };
  };
}"""
ASKED = """() => {
  globalThis.asked = 0;
  Element.prototype.getAnimations = () => { asked += 1; return []; };
}"""
WATCH_BODY = """() => {
  globalThis.changes = 0;
  new MutationObserver((found) => { changes += found.length; })
    .observe(document.body, { childList: true });
}"""
TREE = """async () => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const Fixed = () => html`<p><b>always the same</b></p>`;
  const draw = (word) => render(html`<ol>
    ${Array.from({ length: 300 }, (_, i) => html`<li key=${i}><i>${word}</i><${Fixed} /></li>`)}
  </ol>`, place);
  draw("one"), draw("two"), draw("three");
  render(null, place);
}"""
LIST = """async () => {
  const { render } = await import("preact");
  const { useRef } = await import("preact/hooks");
  const { html } = await import("/static/js/html.js");
  const { useStickToBottom } = await import("/static/js/table/room/log.js");
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const Lines = ({ number }) => {
    const list = useRef(null);
    useStickToBottom(list, number);
    return html`<div ref=${list} id="lines" style="height: 100px; overflow-y: auto"><ol>
      ${Array.from({ length: number }, (_, i) => html`<li key=${i}>a line</li>`)}
    </ol></div>`;
  };
  let asked = 0;
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight");
  Object.defineProperty(Element.prototype, "scrollHeight", {
    get() { asked += 1; return get.call(this); },
  });
  globalThis.draw = (number) => {
    asked = 0;
    render(html`<${Lines} number=${number} />`, place);
    return asked;
  };
  globalThis.scroll = (up) => { document.getElementById("lines").scrollTop -= up; };
  globalThis.below = () => {
    const { scrollHeight, scrollTop, clientHeight } = document.getElementById("lines");
    return Math.round(scrollHeight - scrollTop - clientHeight);
  };
}"""
LATER = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
FLY = """async () => {
  const all = [...document.querySelectorAll(".oval [data-flip]")];
  const flights = all.map((one) => one.animate(
    [{ transform: "translate(-9px, -9px)" }, { transform: "none" }],
    { duration: 60, fill: "backwards" }));
  await Promise.all(flights.map(({ finished }) => finished));
  await frames(3);
  return [...new Set(all.map(({ dataset }) => dataset.flip.split(":")[0]))].sort();
}"""
"""Everything on the felt that may fly does so once; the kinds of it."""
CARDS = [f"card:{number}" for number in range(30)]
TWICE = """([first, then]) => {
  const flights = [first, then].map((names) => show({ names }).flights);
  return [...flights, document.getAnimations().length];
}"""
"""Draws one order and at once another: the flights of each, and those in the air."""


def show(page: Page, names: Sequence[str], **more: str) -> Mapping[str, int]:
    """Draws these things; the numbers of measurements and flights that it took."""
    found: dict[str, int] = page.evaluate("(what) => show(what)", {"names": names, **more})
    return found


def rest(page: Page) -> None:
    """Waits until all has landed, and a moment."""
    page.evaluate("() => rest()")


@pytest.fixture
def page(reopened: Reopen) -> Page:
    """A page whose measurements and flights are counted."""
    page = reopened("/")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(PREPARE)
    return page


def test_an_update_that_moves_nothing_measures_nothing(page: Page) -> None:
    show(page, CARDS)
    rest(page)
    assert show(page, CARDS, word="somebody passes") == {"measured": 0, "flights": 0}


def test_only_what_has_other_neighbours_is_measured(page: Page) -> None:
    show(page, CARDS)
    rest(page)
    found = show(page, [CARDS[1], CARDS[0], *CARDS[2:]])
    assert found["flights"] == 2
    assert found["measured"] <= 3  # the third has another neighbour, and lies where it lay


def test_at_most_twelve_fly_at_once(page: Page) -> None:
    show(page, [])
    rest(page)
    dealt = show(page, CARDS, **{"from": "spot:deck", "motion": "deal"})
    assert dealt["flights"] == 12
    rest(page)
    show(page, CARDS, gather="deck")
    assert show(page, [], gather="deck")["flights"] == 12


def test_what_is_gathered_comes_and_goes_in_a_layer_of_its_own(page: Page) -> None:
    """A child of `body` that comes or goes makes the style of the whole page be looked at."""
    for _ in range(2):  # the first makes the layer
        page.evaluate(WATCH_BODY)
        show(page, CARDS, gather="deck")
        assert show(page, [], gather="deck")["flights"] == 12
        rest(page)
    assert page.evaluate("() => changes") == 0


def test_the_end_of_a_flight_lays_nothing_out(page: Page) -> None:
    show(page, CARDS[:6])
    rest(page)
    page.evaluate(ASKED)
    assert show(page, CARDS[5::-1])["flights"] == 6
    rest(page)
    assert page.evaluate("() => asked") == 0
    assert page.locator("[data-flying]").count() == 0


def test_flights_over_the_felt_lay_nothing_out_as_they_begin_and_as_they_land(
    visit: PageOpener,
) -> None:
    page = visit(viewport={"width": DESK[0], "height": DESK[1]})
    stage = MomentStage(page)
    stage.lay(SKUNCUM, steps_of_tests(SKUNCUM)[0][0], Seat(0))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        found: float = next(one["value"] for one in metrics if one["name"] == "LayoutCount")
        return found

    found = []
    for _ in range(3):  # what the page loads late may be laid out beside one of them
        before = layouts()
        assert page.evaluate(FLY) == ["board", "seat"]
        found.append(layouts() - before)
    assert min(found) == 0, found


def test_nothing_flies_where_updates_come_before_flights_have_landed(page: Page) -> None:
    show(page, CARDS[:6])
    rest(page)
    turned = CARDS[5::-1]
    assert page.evaluate(TWICE, [turned, [*turned[3:], *turned[:3]]]) == [6, 0, 0]


def test_a_list_stays_at_its_newest_line_and_lays_nothing_out_while_it_is_drawn(
    reopened: Reopen,
) -> None:
    """To ask where its end is would lay out the page once more: 10 to 70 ms on a slow phone."""
    page = reopened("/rules")
    page.evaluate(LIST)
    for number in (30, 31, 60):
        assert page.evaluate("(number) => draw(number)", number) == 0
        page.wait_for_function("() => below() === 0")
    page.evaluate("() => scroll(300)")
    page.wait_for_function("() => below() === 300")
    page.evaluate(LATER)
    page.evaluate("() => draw(61)")
    page.evaluate(LATER)
    assert page.evaluate("() => below()") > 300, "its reader has scrolled up"


def test_a_part_that_is_always_the_same_holds_no_tree_that_has_gone(reopened: Reopen) -> None:
    page = reopened("/")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def nodes() -> float:
        session.send("HeapProfiler.collectGarbage")
        found: Any = session.send("Performance.getMetrics")
        return float(next(one["value"] for one in found["metrics"] if one["name"] == "Nodes"))

    page.evaluate("() => document.body.replaceChildren()")
    before = nodes()
    page.evaluate(TREE)
    assert nodes() - before < 300
