"""A hand of cards on any screen: indices stay visible, cards touchable, and choices last."""

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import play
from tests.browser.page_steps import (
    OpenPage,
    hand,
    open_table,
    start,
    table_of_bots,
    to_play,
)

ARRANGE = """
async ({groups, room, limit, largest, suited, target}) => {
  const { arrange } = await import("/static/js/cards/fan.js");
  return arrange(groups, room, limit, largest, suited, target);
}
"""
TARGET = 44
EQUAL = 38
"""Of equal cards any is the same one: the choice takes them by their number."""


@pytest.fixture(scope="module")
def page(lasting: tuple[PageOpener, Page]) -> Page:
    """Any page of ours: what is asked of it leaves nothing behind."""
    page = lasting[1]
    page.goto("/login")
    return page


def runs(chance: random.Random, cards: int) -> list[int]:
    """Sizes of the runs of equal cards in a hand of this many cards."""
    sizes: list[int] = []
    while (left := cards - sum(sizes)) > 0:
        sizes.append(min(left, chance.randint(1, 7)))
    return sizes


def seen_of(fan: dict[str, Any], at: int) -> tuple[int, int]:
    """Width and height of the corner of a card that no later card covers."""
    card, width, height = fan["cards"][at], fan["width"], fan["height"]
    for other in fan["cards"][at + 1 :]:
        if other["row"] == card["row"]:
            width = min(width, other["x"] - card["x"])
        elif abs(other["x"] - card["x"]) < fan["width"]:
            height = min(height, other["y"] - card["y"])
    return width, height


@pytest.mark.parametrize("room", [304, 344, 744, 1000])
def test_no_index_is_ever_covered_and_every_card_can_be_touched(page: Page, room: int) -> None:
    chance = random.Random(room)
    for cards in range(1, 31):
        groups = runs(chance, cards)
        fan = page.evaluate(
            ARRANGE,
            {"groups": groups, "room": room, "limit": 198, "largest": 62 if room < 520 else 92},
        )
        first = {sum(groups[:at]) for at in range(len(groups))}
        for at, card in enumerate(fan["cards"]):
            width, height = seen_of(fan, at)
            equal = at + 1 < cards and at + 1 not in first
            assert width >= (EQUAL if equal else TARGET), (groups, at)
            assert height >= TARGET, (groups, at)
            assert card["x"] >= 0, (groups, at)
            assert card["x"] + fan["width"] <= room + 1, (groups, at)


@pytest.mark.parametrize("room", [304, 344, 374])
def test_equal_cards_never_lie_in_two_rows_of_a_phone(page: Page, room: int) -> None:
    chance = random.Random(room)
    for cards in range(1, 31):
        groups = runs(chance, cards)
        fan = page.evaluate(ARRANGE, {"groups": groups, "room": room, "limit": 230, "largest": 62})
        rows = [card["row"] for card in fan["cards"]]
        for at, size in enumerate(groups):
            begin = sum(groups[:at])
            assert len(set(rows[begin : begin + size])) == 1, (groups, at)


def test_twelve_equal_cards_lie_in_one_row_of_a_phone(page: Page) -> None:
    fan = page.evaluate(ARRANGE, {"groups": [2, 12, 1], "room": 344, "limit": 230, "largest": 62})
    assert [card["row"] for card in fan["cards"]] == [0, 0, *[1] * 12, 2]
    assert max(card["x"] for card in fan["cards"]) + fan["width"] <= 345
    assert min(seen_of(fan, at)[0] for at in range(2, 14)) >= 24


def test_a_hand_of_eighteen_takes_less_than_a_third_of_a_small_phone(page: Page) -> None:
    fan = page.evaluate(
        ARRANGE, {"groups": [2, 1, 3, 4, 4, 4], "room": 344, "limit": 198, "largest": 62}
    )
    assert fan["total"] <= 640 / 3


def test_five_cards_lie_in_one_row_on_the_smallest_phone(page: Page) -> None:
    """Two rows would take too much room from the felt."""
    fan = page.evaluate(ARRANGE, {"groups": [1] * 5, "room": 304, "limit": 204, "largest": 62})
    assert {card["row"] for card in fan["cards"]} == {0}
    assert fan["width"] >= 54


@pytest.mark.parametrize("groups", [[1] * 16, [1] * 18, [2] * 9, [4, 3, 3, 2, 2, 1, 1, 1, 1]])
@pytest.mark.parametrize(("limit", "suited"), [(170, True), (243, False)])
def test_a_long_hand_lies_in_one_row_on_a_desk(
    page: Page, groups: list[int], limit: int, suited: bool
) -> None:
    """As in a hand that is held: cards overlap, and two rows would take the height of the felt."""
    screen = {"room": 790, "limit": limit, "largest": 92, "target": 36}
    fan = page.evaluate(ARRANGE, {"groups": groups, "suited": suited, **screen})
    assert {card["row"] for card in fan["cards"]} == {0}
    assert fan["width"] >= 60
    assert all(min(seen_of(fan, at)) >= 36 for at in range(sum(groups)))
    assert max(card["x"] for card in fan["cards"]) + fan["width"] <= 791


def test_thirteen_cards_by_suit_lie_in_two_rows_on_a_small_phone(page: Page) -> None:
    """Equal cards stay together; a suit may go on in the next row, so that rows do not overlap."""
    chance = random.Random(13)
    for _ in range(60):
        cuts = [0, *sorted(chance.randint(0, 13) for _ in range(3)), 13]
        suits = [end - begin for begin, end in pairwise(cuts) if end > begin]
        fan = page.evaluate(
            ARRANGE, {"groups": suits, "room": 344, "limit": 198, "largest": 62, "suited": True}
        )
        assert {card["row"] for card in fan["cards"]} == {0, 1}, suits
        assert fan["whole"], suits
        assert fan["total"] <= 198, suits
        assert all(min(seen_of(fan, at)) >= TARGET for at in range(13)), suits
        assert max(card["x"] for card in fan["cards"]) + fan["width"] <= 345, suits


def test_a_choice_outlives_a_reload(visit: OpenPage) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True)
    open_table(page, "Nell", bots=3, clock="off")
    start(page)
    worst = (
        hand(page).get_by_role("button").last
    )  # the best cards may leave as a bonus, and a worse one may come
    card = hand(page).locator(f'[data-key="{worst.get_attribute("data-key")}"]')
    card.tap(position={"x": 10, "y": 10})
    expect(card).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(card).to_have_attribute("aria-pressed", "true")


def test_the_arrow_keys_walk_through_the_hand_and_space_chooses(reopened: Reopen) -> None:
    page = reopened("/login")
    player = table_of_bots(page, "Nell")
    play(
        player, until=lambda states: to_play(states[0]), seconds=60
    )  # before that cards come and go as bonuses
    cards = hand(page).get_by_role("button")
    page.keyboard.press("h")  # to where one was last
    page.keyboard.press("Home")
    expect(cards.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    page.keyboard.press("Space")
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    expect(cards.last).to_be_focused()
