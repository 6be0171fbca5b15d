"""A whole match of a game for two, from the invite link to the replay.

Each page gets its own player's cards only.
"""

import re
from importlib import import_module
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.frame_hold import FrameHold
from tests.browser.page_player import PagePlayer, PageState, play
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    FOR_TWO,
    action_bar,
    choose,
    hand,
    invite_link,
    join,
    messages_to,
    open_table,
    play_out,
    start,
)
from tests.browser.test_phone import CORNERS, SMALLEST

CARD = re.compile(r'"((?:10|[2-9AJQK])[SHDC])"')
SHOWN_OF_HAND = """(names) => {
  const board = document.querySelector(".board")?.outerHTML ?? "";
  return names.filter((name) => board.includes(name));
}"""
MAX_READS = 50
READY = """() => document.title.startsWith("●") &&
  !document.querySelector('[aria-label="Your answer"] [aria-busy]')"""
"""It is this person's turn, and no answer is on its way."""
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
  return found;
}"""


def two_at_a_table(visit: PageOpener) -> tuple[Page, Page, list[list[dict[str, Any]]]]:
    """Ann hosts on a desk and Ben joins on a phone; also the messages of both pages."""
    ann = visit()
    messages = [messages_to(ann)]
    open_table(ann, "Ann", game=FOR_TWO, clock="off")
    expect(ann.get_by_role("radio", name="Best of 5", exact=True)).to_be_checked()
    choose(ann.get_by_role("radio", name="Best of 3", exact=True))
    ben = visit(
        invite_link(ann),
        viewport={"width": 390, "height": 780},
        has_touch=True,
    )
    messages.append(messages_to(ben))
    join(ben, "Ben")
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    return ann, ben, messages


def test_two_people_play_a_best_of_three_from_the_invitation_to_the_replay(
    visit: PageOpener,
) -> None:
    ann, ben, messages = two_at_a_table(visit)
    start(ann)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2, touch=True)
    reads = 0

    def half_a_hand_is_over(_: list[PageState]) -> bool:
        nonlocal reads
        reads += 1
        if reads % 20 == 0:
            nobody_is_shown_the_others_hand(*players)
        return min(player.answers for player in players) > 6

    play(*players, until=half_a_hand_is_over, seconds=120)
    nobody_is_shown_the_others_hand(*players)
    no_page_was_told_the_others_cards(messages)
    play_out(ann, ben)

    final = ann.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(final).to_have_count(2)
    expect(final.first).to_contain_text("2 game points")
    winner = "Ann" if "Ann" in final.first.inner_text() else "Ben"
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        expect(
            page.get_by_role(
                "heading", name="You won" if name == winner else f"{winner} won", exact=True
            )
        ).to_be_visible()
    the_replay_shows_what_was_hidden(ben)


def nobody_is_shown_the_others_hand(*players: PagePlayer) -> None:
    """No board shows a card that the other player holds.

    It reads many times, because a card may just be on its way.
    """
    for one, other in (players, players[::-1]):
        shown = held_by(other)
        for _ in range(MAX_READS):
            shown = set(one.page.evaluate(SHOWN_OF_HAND, sorted(shown & held_by(other))))
            if not shown:
                break
            one.page.wait_for_timeout(100)
        assert shown == set()


def held_by(player: PagePlayer) -> set[str]:
    return {card.name.removesuffix(", playable") for card in player.read().cards}


def no_page_was_told_the_others_cards(messages: list[list[dict[str, Any]]]) -> None:
    """No message names a hidden card of the other player at a moment that both pages know.

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
    read = reopened("/login").evaluate(
        READ_ALL, {"slug": FOR_TWO.slug, "tables": tables, "worth": worth}
    )
    assert len(read) == 2 * 2 * 2 * 52 * 51
    for table, order, free, upcard, card, way, wins, points in read:
        verdict = rules.judge(
            replace(lies[table], order=order_of[order], free=free, upcard=card_of[upcard]),
            card_of[card],
        )
        assert (way, wins, points) == (verdict.way, verdict.wins, verdict.points), (
            f"{card} on {upcard}, {order}, {free=}"
        )


def against_a_bot(page: Page) -> None:
    open_table(page, "Ann", game=FOR_TWO, bots=1, clock="off")
    start(page)


def wants_card(state: PageState) -> bool:
    """True if the page asks for a card."""
    return state.on_turn and not state.pending and any(card.playable for card in state.cards)


def test_thirteen_cards_the_upcard_and_the_buttons_fit_on_a_small_phone(visit: PageOpener) -> None:
    page = visit("/", viewport=SMALLEST, has_touch=True)
    against_a_bot(page)
    player = PagePlayer(page, touch=True)
    play(player, until=lambda states: wants_card(states[0]), seconds=30)
    corners = page.evaluate(CORNERS)
    assert len(corners) >= 12
    assert [card["name"] for card in corners if not card["free"] or not card["inside"]] == []
    chosen = next(card for card in player.read().cards if card.playable)
    player.press(chosen)
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
    # The number of cards says little: the trick may be over at once, and a card be drawn.
    expect(hand(page).get_by_role("button", name=chosen.kind)).to_have_count(0)


def test_a_hand_is_played_by_keys_alone(visit: PageOpener) -> None:
    page = visit("/")
    against_a_bot(page)
    ask = action_bar(page).get_by_role("button")
    playable = page.locator('[data-key][data-playable="true"]')
    before = hand(page).get_by_role("button").count()
    for _ in range(60):
        page.wait_for_function(READY)
        names = ask.evaluate_all("(all) => all.map((button) => button.textContent)")
        if "Challenge" in names:
            page.keyboard.press("x")
        elif any("Regal" in name for name in names):
            page.keyboard.press("1")
        elif hand(page).get_by_role("button").count() <= before - 3:
            break
        elif playable.count() == 0:
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("h")
            playable.first.focus()
            if playable.first.get_attribute("aria-pressed") == "false":
                page.keyboard.press("Space")
            page.keyboard.press("Enter")
    assert hand(page).get_by_role("button").count() <= before - 3


def test_its_rules_and_its_table_pass_axe(visit: PageOpener, review: PageReview) -> None:
    page = visit(f"/rules/{FOR_TWO.slug}")
    review.check(page, "duel-rules", PHONE, "light")
    hold = FrameHold(page)
    page.goto("/")
    against_a_bot(page)
    player = PagePlayer(page)
    hold.until(lambda frame: frame["prompt"] is not None and frame["prompt"]["kind"] == "answer")
    play(player, until=lambda states: hold.held, seconds=60)
    expect(action_bar(page).get_by_role("button", name="Challenge")).to_be_visible()
    review.check(page, "duel-answer", PHONE, "light", whole=False)
    review.check(page, "duel-answer", DESK, "dark", whole=False)
    hold.until(lambda frame: frame["view"]["public"]["phase"] == "interval")
    play(player, until=lambda states: hold.held, seconds=60)
    expect(
        page.get_by_text("Points are play points")
    ).to_be_visible()  # the last card of a hand stays for a moment
    review.check(page, "duel-interval", PHONE, "dark", whole=False)
    review.check(page, "duel-interval", DESK, "light", whole=False, axe=False)
