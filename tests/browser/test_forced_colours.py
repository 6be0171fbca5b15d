"""Forced colours: a chosen option looks different from the others, and no frame strikes words."""

from typing import Any

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import open_table, start

LOOKS = """(radios) => radios.map((radio) => {
  const style = getComputedStyle(radio.closest("label"));
  const transparent = /, 0\\)$/.test(style.backgroundColor);
  const ground = transparent
    ? getComputedStyle(document.body).backgroundColor
    : style.backgroundColor;
  return [radio.checked, `${style.borderTopColor} ${style.borderTopWidth} ${ground}`];
})"""
"""The border and background of each option; a transparent one shows the page's."""

STRUCK = """(line) => {
  const button = line.querySelector("button");
  if (getComputedStyle(button).borderTopWidth === "0px") return false;
  const frame = button.getBoundingClientRect();
  const words = document.createRange();
  words.setStart(button.parentElement, 0);
  words.setEndBefore(button);
  return [...words.getClientRects()].some(
    (row) => row.bottom > frame.top + 1 && row.right > frame.left + 1 && row.top < frame.top,
  );
}"""
"""True if the frame of the line's button crosses the words before it."""


def looks(page: Any, selector: str) -> tuple[set[str], set[str]]:
    """The looks of the chosen options and of the others."""
    found = page.locator(selector).evaluate_all(LOOKS)
    return {how for checked, how in found if checked}, {
        how for checked, how in found if not checked
    }


def test_forced_colours_tell_options_apart_and_strike_no_words_through(visit: PageOpener) -> None:
    page = visit(forced_colors="active", viewport={"width": 1440, "height": 900})
    open_table(page, "Ann", bots=3, clock="off")
    page.get_by_role("group", name="Clock").wait_for()
    chosen, others = looks(page, ".choice input[type=radio]")
    assert chosen
    assert chosen.isdisjoint(others), "the clock and the options in the room"
    start(page)
    line = page.locator(".fair-line")
    line.get_by_text("Deal checked").click()
    assert not line.evaluate(STRUCK), "the words about the deal"
