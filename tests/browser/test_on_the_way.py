"""One's own deed on its way: drawn at once, firm when it counts, back if it is refused."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import SMALL_DESK, PageOpener, Reopen
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import TWO_FRAMES
from tests.browser.page_steps import FOR_TWO, action_bar, cards_in, hand, open_table, start

KEPT_FOR = """async (person) => {
  const { TableSocket } = await import("/static/js/table/net/socket.js");
  const table = (one) =>
    new TableSocket({ url: "/ws/table/x", person: one, onMessage() {}, onState() {} });
  table("ann").send({ type: "play", id: "1" });
  return table(person).restored.length;
}"""


class HeldAnswers:
    """Keeps what a page answers from the server until it is let go. Make it before the page."""

    def __init__(self, page: Page) -> None:
        self.held: list[dict[str, Any]] = []
        self._holds = False
        self._server: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._connected)

    def hold(self) -> None:
        self._holds = True

    def let_go(self) -> None:
        """Sends what was held, the first of each id, and holds nothing more."""
        self._holds = False
        assert self._server is not None
        for message in {one["id"]: one for one in self.held}.values():
            self._server.send(msgspec.json.encode(message).decode())
        self.held = []

    def _connected(self, route: WebSocketRoute) -> None:
        server = self._server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = msgspec.json.decode(text)
            if self._holds and message["type"] == "play":
                self.held.append(message)
            else:
                server.send(text)

        route.on_message(pass_on)


def on_the_way(page: Page) -> Locator:
    return hand(page).locator("[data-away]")


Table = tuple[Page, HeldAnswers, PagePlayer]


@pytest.fixture(scope="module")
def one_table(visit_once: PageOpener) -> Table:
    """A table that the tests share; the match goes on from one to the next."""
    page = visit_once()
    answers = HeldAnswers(page)
    open_table(page, "Ann", game=FOR_TWO, bots=1, clock="off")
    start(page)
    return page, answers, PagePlayer(page)


@pytest.fixture
def table(one_table: Table) -> Table:
    """A page whose next answer is held; it chooses a card."""
    page, answers, player = one_table
    answers.let_go()
    expect(on_the_way(page)).to_have_count(0)
    play(
        player,
        until=lambda states: states[0].on_turn and any(one.playable for one in states[0].cards),
        seconds=60,
    )
    answers.hold()
    return one_table


def play_a_card(page: Page, player: PagePlayer) -> str:
    """The name of the card that is chosen and played."""
    card = next(one for one in player.read().cards if one.playable)
    player.press(card)
    action_bar(page).locator("button[aria-keyshortcuts=Enter]").click()
    return card.name


def test_a_played_card_lies_pale_on_the_table_before_the_server_has_heard_of_it(
    table: Table,
) -> None:
    page, answers, player = table
    before = len(cards_in(page))
    play_a_card(page, player)
    expect(on_the_way(page)).to_have_count(1)
    felt, card = page.locator("[data-drop]").first.bounding_box(), on_the_way(page).bounding_box()
    assert felt is not None
    assert card is not None
    assert felt["x"] <= card["x"] <= felt["x"] + felt["width"]
    assert felt["y"] <= card["y"] + card["height"] / 2 <= felt["y"] + felt["height"]
    assert on_the_way(page).evaluate("(card) => getComputedStyle(card).opacity") == "0.6"
    assert len(cards_in(page)) == before, "it has not left the hand"
    expect(action_bar(page).get_by_text("Sent. Waiting for the table.")).to_be_visible()
    answers.let_go()
    expect(on_the_way(page)).to_have_count(0)
    expect(hand(page).get_by_role("button")).to_have_count(before - 1)


def test_a_press_moves_its_card_and_lays_out_nothing_else(table: Table) -> None:
    page, answers, player = table
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="no-preference")
    while not player.read().chosen:  # cards may still fly
        player.press(next(one for one in player.read().cards if one.playable))
        page.wait_for_timeout(300)
    action_bar(page).locator("button[aria-keyshortcuts=Enter]").hover()
    page.wait_for_timeout(300)  # the choice is laid out
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.mouse.down()
    page.mouse.up()
    expect(on_the_way(page)).to_have_count(1)
    page.evaluate(TWO_FRAMES)
    metrics = session.send("Performance.getMetrics")["metrics"]
    assert {one["name"]: one["value"] for one in metrics}["LayoutCount"] == 0
    assert len(answers.held) == 1
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(SMALL_DESK)


def test_a_second_tap_sends_nothing_more(table: Table) -> None:
    page, answers, player = table
    play_a_card(page, player)
    expect(on_the_way(page)).to_have_count(1)
    action_bar(page).locator("[aria-busy=true]").click()
    page.keyboard.press("Enter")
    assert len({one["id"] for one in answers.held}) == 1


def test_what_is_on_its_way_survives_a_reload_and_counts_once(table: Table) -> None:
    page, answers, player = table
    before = len(cards_in(page))
    play_a_card(page, player)
    expect(on_the_way(page)).to_have_count(1)
    page.reload()
    expect(on_the_way(page)).to_have_count(1)
    assert len({one["id"] for one in answers.held}) == 1
    assert len(answers.held) > 1, "said again by the new page"
    answers.let_go()
    expect(on_the_way(page)).to_have_count(0)
    expect(hand(page).get_by_role("button")).to_have_count(before - 1)


def test_a_refused_card_goes_back_with_the_words(table: Table) -> None:
    page, answers, player = table
    before = cards_in(page)
    play_a_card(page, player)
    expect(on_the_way(page)).to_have_count(1)
    for one in answers.held:
        one["key"] = f"{one['key']}-gone"
    answers.let_go()
    expect(on_the_way(page)).to_have_count(0)
    expect(action_bar(page).get_by_role("status").filter(has_text=".")).to_have_count(1)
    assert cards_in(page) == before


def test_what_is_on_its_way_is_said_again_by_nobody_else(reopened: Reopen) -> None:
    page = reopened("/fair")
    assert page.evaluate(KEPT_FOR, "ben") == 0
    assert page.evaluate(KEPT_FOR, "ann") == 1
