"""The game for two: a whole match from the invitation to the replay, and its table's controls.

The page of a player gets that player's cards only.
"""

import re
from importlib import import_module
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from app.rules.replay import Setup
from tests.browser.answering_stage import AnsweringStage, Question, questions
from tests.browser.company import answering, seated
from tests.browser.conftest import SMALL_DESK, PageOpener, Reopen
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    FOR_TWO,
    action_bar,
    choose,
    hand,
    messages_to,
    open_table,
    play_out,
    start,
)
from tests.browser.test_phone import CORNERS, SMALLEST

CARD = re.compile(r'"((?:10|[2-9AJQK])[SHDC])"')
ON_A_PLAYABLE_CARD = "() => document.activeElement.dataset.playable === 'true'"
READ_ALL = """async ({ slug, tables, worth }) => {
  const { moveEffect } = await import(`/static/games/${slug}/move_effects.js`);
  const { RANKS, SUITS } = await import("/static/js/cards/french.js");
  const pack = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit));
  const found = [];
  const states = tables.flatMap((points) => ["regal", "common"].flatMap((order) =>
    [false, true].map((free) => ({ points, order, free }))));
  for (const { points, order, free } of states)
    for (const upcard of pack)
      for (const card of pack) {
        if (card === upcard) continue;
        const read = moveEffect({ upcard, order, free, worth, options: { points } }, card);
        found.push([points, order, free, upcard, card, read.way, read.wins, read.points]);
      }
  return JSON.stringify(found);
}"""


def test_two_people_play_a_best_of_three_from_the_invitation_to_the_replay(
    visit: PageOpener,
) -> None:
    page = visit()
    messages = messages_to(page)
    open_table(page, "Ann", game=FOR_TWO, clock="off")
    expect(page.get_by_role("radio", name="Best of 5", exact=True)).to_be_checked()
    choose(page.get_by_role("radio", name="Best of 3", exact=True))
    with seated(page, "Ben") as ben:
        expect(page.get_by_text("Everybody is ready.")).to_be_visible()
        start(page)
        player = PagePlayer(page)
        with answering(ben):
            play(player, until=lambda states: player.answers > 6, seconds=60)
            play_out(page)
        nobody_was_told_the_others_cards([messages, ben.received])

    final = page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(final).to_have_count(2)
    expect(final.first).to_contain_text("2 game points")
    won = "You won" if "Ann" in final.first.inner_text() else "Ben won"
    expect(page.get_by_role("heading", name=won, exact=True)).to_be_visible()
    the_replay_shows_what_was_hidden(page)


def nobody_was_told_the_others_cards(messages: list[list[dict[str, Any]]]) -> None:
    """No message names a hidden card of the other player at a moment that both know.

    Hidden are hands, Downcards and the card that lies across.
    """
    secrets: list[dict[Any, set[str]]] = []
    for received in messages:
        moments = {}
        for frame in frames_in_play(received):
            own = frame["view"]["private"]
            held = {
                *own.get("cards", ()),
                *(card for card, _ in own.get("downcards", ())),
                *([own["rising"]] if "rising" in own else []),
            }
            moments[moment(frame)] = held
        secrets.append(moments)
    both = 0
    for seat, received in enumerate(messages):
        for frame in frames_in_play(received):
            others = secrets[1 - seat].get(moment(frame), set())
            both += bool(others)
            telling = {**frame, "events": []}  # an event of the hand before may name its Downcards
            assert not others & set(CARD.findall(msgspec.json.encode(telling).decode()))
    assert both > 12


def frames_in_play(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    frames = [message for message in messages if message["type"] == "frame"]
    return [frame for frame in frames if frame["view"]["public"]["phase"] in ("leading", "play")]


def moment(frame: dict[str, Any]) -> tuple[int, int]:
    public = frame["view"]["public"]
    return public["hand"], public.get("questions", 0)


def the_replay_shows_what_was_hidden(page: Page) -> None:
    page.get_by_role("link", name="Watch the replay").click()
    controls = page.get_by_role("region", name="Replay")
    expect(controls).to_be_visible()
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    expect(controls).to_contain_text("hand 1, card")
    controls.get_by_role("button", name="Previous turn").click()
    expect(controls).to_contain_text("hand 1")
    controls.get_by_label("See").select_option(label="all hands")
    hands = page.get_by_role("region", name="All hands")
    expect(hands).to_contain_text("Ann")
    expect(hands.get_by_role("img").first).to_be_visible()
    page.keyboard.press("End")
    expect(controls).to_contain_text("the end")


def test_the_buttons_say_what_the_rules_give(reopened: Reopen) -> None:
    """The page and the rules agree on the effect of every card on every Upcard."""
    rules = import_module(f"app.games.{FOR_TWO.slug}.plays")
    worth, tables = 7, ("olde", "alternative")
    lies = {
        table: replace(FOR_TWO.setup(2, FOR_TWO.options(points=table), False).public, worth=worth)
        for table in tables
    }
    card_of = {str(card): card for card in rules.Card}
    order_of = {str(order): order for order in rules.Order}
    given = {"slug": FOR_TWO.slug, "tables": tables, "worth": worth}
    read = msgspec.json.decode(reopened("/login").evaluate(READ_ALL, given))
    assert len(read) == 2 * 2 * 2 * 52 * 51
    lie, told = None, None
    for table, order, free, upcard, card, way, wins, points in read:
        if lie != (table, order, free, upcard):
            lie = table, order, free, upcard
            told = replace(lies[table], order=order_of[order], free=free, upcard=card_of[upcard])
        verdict = rules.judge(told, card_of[card])
        assert (way, wins, points) == (verdict.way, verdict.wins, verdict.points), (
            f"{card} on {upcard}, {order}, {free=}"
        )


@pytest.fixture(scope="module")
def asked() -> dict[str, Question]:
    """A question of each kind."""
    found = questions({FOR_TWO: Setup(2, FOR_TWO.options(), ranked=True)}, range(1), 1)
    return {kind: question for (_, kind), (question,) in found.items()}


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> AnsweringStage:
    return AnsweringStage(visit_once(viewport=SMALLEST, has_touch=True))


def test_thirteen_cards_the_upcard_and_the_buttons_fit_on_a_small_phone(
    stage: AnsweringStage, asked: dict[str, Question]
) -> None:
    page = stage.page
    page.set_viewport_size(SMALLEST)
    stage.ask(asked["play"])
    corners = page.evaluate(CORNERS)
    assert len(corners) >= 12
    assert [card["name"] for card in corners if not card["free"] or not card["inside"]] == []
    chosen = hand(page).get_by_role("button", name=re.compile(", playable$")).first
    name = (chosen.get_attribute("aria-label") or "").removesuffix(", playable")
    chosen.tap()
    expect(
        action_bar(page).get_by_role("button", name=re.compile(r"^(Score|Follow|Usurp|Sluff off)"))
    ).to_be_enabled()
    for thing in (
        page.get_by_role("group", name="The Upcard"),
        *action_bar(page).get_by_role("button").all(),
    ):
        box = thing.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640
    assert page.evaluate(
        """() => document.scrollingElement.scrollHeight <= innerHeight
          && document.scrollingElement.scrollWidth <= innerWidth"""
    )
    action_bar(page).get_by_role("button", name="Uprise").tap()
    assert stage.answer() == asked["play"].key
    # The number of cards says little: the trick may be over at once, and a card be drawn.
    expect(hand(page).get_by_role("button", name=name)).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "keys"), [("name-order", "1"), ("play", "h Space Enter"), ("answer", "x")]
)
def test_a_question_is_answered_by_keys_alone(
    stage: AnsweringStage, asked: dict[str, Question], kind: str, keys: str
) -> None:
    stage.page.set_viewport_size(SMALL_DESK)
    stage.ask(asked[kind])
    for key in keys.split():
        stage.page.keyboard.press(key)
        while key == "h" and not stage.page.evaluate(ON_A_PLAYABLE_CARD):
            stage.page.keyboard.press("ArrowRight")
    assert stage.answer() == asked[kind].key


def test_its_table_passes_axe(
    stage: AnsweringStage, asked: dict[str, Question], review: PageReview
) -> None:
    page = stage.page
    stage.ask(asked["answer"])
    expect(action_bar(page).get_by_role("button", name="Challenge")).to_be_visible()
    review.check(page, "duel-answer", PHONE, "light", whole=False)
    review.check(page, "duel-answer", DESK, "dark", whole=False)
    stage.ask(asked["interval"])
    expect(page.get_by_text("Points are play points")).to_be_visible()
    review.check(page, "duel-interval", DESK, "light", whole=False, part=".felt, .bar")
    review.check(page, "duel-interval", PHONE, "dark", whole=False, axe=False)


def test_its_rules_pass_axe(reopened: Reopen, review: PageReview) -> None:
    review.check(reopened(f"/rules/{FOR_TWO.slug}"), "duel-rules", PHONE, "light")
