"""The browser's witness compares a hand with the deal that it came from, and no other."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PageOpener
from tests.fair.sample_match import Deal

MATCH = "made-up-match"
LISTEN = """async ([match, said]) => {
  const { Witness } = await import("/static/js/fair/witness.js");
  let lies = [];
  const onChange = (found) => (lies = found.lies.map(({ says }) => says));
  const nothing = async () => null;
  const witness = new Witness({ send: nothing, fetchShuffles: nothing, onChange });
  const reading = {
    handOf: (own) => own.cards,
    chapter: ({ deal }) => ({ deal }),
    freshDeal: ({ view }) => view.public.fresh,
  };
  for (const one of said) {
    if (one.type === "dealt") witness.receive(one);
    else {
      const game = one.early ? null : reading;
      const frame = { match, outcome: null, view: one };
      witness.update({ frame, acting: true, member: true, game });
    }
  }
  localStorage.clear();
  return lies;
}"""
OTHER = "The hand on your screen is not the one that was sealed for you."


@pytest.fixture
def page(visit: PageOpener) -> Page:
    return visit("/fair")


def dealt(number: int) -> dict[str, Any]:
    return {"type": "dealt", **Deal(MATCH, number).dealt()}


def shown(
    deal: int, cards: list[str], unused_name: bool = True, early: bool = False
) -> dict[str, Any]:
    """A frame of that deal; `early`: before the page knows how to read it."""
    return {
        "public": {"deal": deal, "fresh": unused_name},
        "private": {"cards": cards},
        "early": early,
    }


def hand(number: int) -> list[str]:
    return [card["card"] for card in dealt(number)["cards"]]


def lies(page: Page, *said: dict[str, Any]) -> list[str]:
    found: list[str] = page.evaluate(LISTEN, [MATCH, list(said)])
    return found


def test_the_hand_that_was_dealt_is_believed_and_another_one_is_not(page: Page) -> None:
    wrong = hand(2)
    assert lies(page, shown(1, hand(1)), dealt(1), shown(2, hand(2)), dealt(2)) == []
    assert lies(page, shown(1, wrong), dealt(1)) == [OTHER]
    assert lies(page, shown(1, hand(1)), dealt(1), shown(2, hand(1)), dealt(2)) == [OTHER]
    assert lies(page, shown(1, wrong, early=True), dealt(1), shown(1, wrong)) == [OTHER], (
        "once the page can read it"
    )


def test_the_next_deal_is_not_held_against_the_one_in_which_a_page_came(page: Page) -> None:
    """A page loaded in the middle of a hand shows the next hand before it gets that deal."""
    played = hand(1)[3:]
    assert (
        lies(page, shown(1, played, unused_name=False), dealt(1), shown(2, hand(2)), dealt(2)) == []
    )
    assert (
        lies(
            page,
            shown(1, played, unused_name=False, early=True),
            dealt(1),
            shown(2, hand(2)),
            dealt(2),
        )
        == []
    )


def test_a_page_that_came_in_the_middle_of_a_hand_finds_the_next_lie(page: Page) -> None:
    played = hand(1)[3:]
    assert lies(
        page, shown(1, played, unused_name=False), dealt(1), shown(2, hand(3)), dealt(2)
    ) == [OTHER]


def test_a_deal_that_is_told_before_it_is_shown_is_believed(page: Page) -> None:
    """On a slow network the newest frame comes last."""
    assert lies(page, shown(1, hand(1)), dealt(1), dealt(2), shown(2, hand(2))) == []
