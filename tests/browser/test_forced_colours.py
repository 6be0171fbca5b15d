"""Who lets the system choose all colours still sees what is chosen."""

from typing import Any

from tests.browser.conftest import Doorkeeper
from tests.browser.party import open_table

LOOKS = """(radios) => radios.map((radio) => {
  const style = getComputedStyle(radio.closest("label"));
  const ground = /, 0\\)$/.test(style.backgroundColor) ? getComputedStyle(document.body).backgroundColor : style.backgroundColor;
  return [radio.checked, `${style.borderTopColor} ${style.borderTopWidth} ${ground}`];
})"""
"""Where there is no ground, the page's is seen."""


def looks(page: Any, selector: str) -> tuple[set[str], set[str]]:
    """How the chosen ones look, and how the others."""
    found = page.locator(selector).evaluate_all(LOOKS)
    return {how for checked, how in found if checked}, {
        how for checked, how in found if not checked
    }


def test_what_is_chosen_looks_otherwise_also_in_the_systems_colours(visit: Doorkeeper) -> None:
    page = visit("/", forced_colors="active")
    chosen, others = looks(page, "#games input[type=radio]")
    assert chosen
    assert chosen.isdisjoint(others), "the game on the home page"
    open_table(page, "Ann")
    page.get_by_role("group", name="Clock").wait_for()
    chosen, others = looks(page, ".choice input[type=radio]")
    assert chosen
    assert chosen.isdisjoint(others), "the clock and the options in the room"
