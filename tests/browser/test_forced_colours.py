"""Forced colours: a chosen option still looks different from the others."""

from typing import Any

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import open_table

LOOKS = """(radios) => radios.map((radio) => {
  const style = getComputedStyle(radio.closest("label"));
  const transparent = /, 0\\)$/.test(style.backgroundColor);
  const ground = transparent
    ? getComputedStyle(document.body).backgroundColor
    : style.backgroundColor;
  return [radio.checked, `${style.borderTopColor} ${style.borderTopWidth} ${ground}`];
})"""
"""The border and background of each option; a transparent one shows the page's."""


def looks(page: Any, selector: str) -> tuple[set[str], set[str]]:
    """The looks of the chosen options and of the others."""
    found = page.locator(selector).evaluate_all(LOOKS)
    return {how for checked, how in found if checked}, {
        how for checked, how in found if not checked
    }


def test_a_chosen_option_looks_different_in_forced_colours(visit: PageOpener) -> None:
    page = visit(forced_colors="active")
    open_table(page, "Ann")
    page.get_by_role("group", name="Clock").wait_for()
    chosen, others = looks(page, ".choice input[type=radio]")
    assert chosen
    assert chosen.isdisjoint(others), "the clock and the options in the room"
