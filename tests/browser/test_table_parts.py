"""The parts of a table that any game can use, on a table whose frames the test makes.

The game does not exist: its page is made by the description in parts_game.js alone.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import PageOpener
from tests.browser.heard_log import LISTEN
from tests.browser.page_review import PageReview
from tests.browser.page_steps import open_table
from tests.browser.parts_frames import (
    BOARD,
    CARDS,
    NAMES,
    PARTNERS,
    asked,
    cards_step,
    offer,
)
from tests.browser.parts_table import Message, PartsTable, composed, refusal
from tests.server_process import ServerProcess

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
MOST_PX: Final = 300
"""The height that the question may take on a phone."""
GIFT: Final = {"type": "give", "to": 2, "cards": ["3C", "9D"]}


def gift(sent: Message) -> Message:
    """A partner, then two cards."""
    if len(sent["picks"]) == 1:
        return composed(step=cards_step(CARDS, least=2, most=2))
    to, cards = sent["picks"]
    move = {"type": "give", "to": to[0], "cards": sorted(cards)}
    return composed(move=move, text=f"{NAMES[to[0]]} gets two cards.")


@pytest.fixture(scope="module")
def one_table(browser: Browser, plain_server: ServerProcess) -> Iterator[PartsTable]:
    """The toy game imports the scripts themselves."""
    opener = PageOpener(browser, plain_server)
    page = opener(viewport=PHONE, has_touch=True)
    page.add_init_script(LISTEN)
    found = PartsTable(page)
    open_table(page, NAMES[0])
    yield found
    opener.close()


@pytest.fixture
def table(one_table: PartsTable) -> PartsTable:
    one_table.begin_again(PHONE)
    return one_table


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Your answer")


def heard(page: Page) -> str:
    return " ".join(page.evaluate("() => heard.filter((one) => one.main).map((one) => one.text)"))


def focused(page: Page) -> Any:
    return page.evaluate(
        "() => document.activeElement.getAttribute('aria-label')"
        " ?? document.activeElement.textContent.replace(/\\s+/g, ' ').trim()"
    )


def height(page: Page) -> float:
    box = bar(page).bounding_box()
    assert box is not None
    return box["height"]


def test_an_offer_is_composed_in_steps_and_never_disturbs_the_question(table: PartsTable) -> None:
    page, ask = table.page, bar(table.page)
    table.compose = gift
    trade = offer("trade", "Offer a trade.", moves=[], complete=False, step=PARTNERS)
    table.show(hand=["KS", "2S"], more=[trade, offer("object", "Object.")])
    expect(ask.get_by_role("group", name="You may")).to_contain_text("Offer a trade")
    expect(ask).not_to_have_attribute("data-yours", "")
    expect(page.locator("#announcements")).to_contain_text("You may: Offer a trade. Object.")
    assert "Your turn" not in heard(page)

    ask.get_by_role("button", name="Offer a trade").focus()
    page.keyboard.press("Enter")
    expect(ask.get_by_text("To whom?")).to_be_visible()
    expect(ask.get_by_role("paragraph").first).to_have_text("Offer a trade.")
    speak = asked("speak", "Speak, or pass.", [{"type": "pass"}])
    table.show(hand=["KS", "2S"], more=[trade], **speak)
    expect(ask).to_contain_text("Speak, or pass.")
    expect(ask.get_by_text("To whom?")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Pick Ben")).click()
    expect(ask.get_by_text("Which cards?")).to_be_focused()
    ask.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Pick Ben"))).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("2")
    expect(ask.get_by_text("Which cards?")).to_be_focused()
    for name in ("the 9D", "the 3C"):
        ask.get_by_role("button", name=name).click()
    table.show(hand=["KS"], more=[trade], **speak)
    expect(ask.get_by_role("button", name="the 9D")).to_have_attribute("aria-pressed", "true")
    expect(ask.get_by_role("button", name="the AS")).to_have_attribute("aria-disabled", "true")
    ask.get_by_role("button", name="Next").click()
    expect(ask.get_by_text("Cleo gets two cards.")).to_be_focused()
    table.play = lambda sent: refusal("That card has gone.")
    page.keyboard.press("Enter")
    expect(ask.get_by_role("status").filter(has_text="That card has gone.")).to_be_visible()
    expect(ask.get_by_text("Cleo gets two cards.")).to_be_visible()
    table.play = lambda sent: {"type": "done"}
    ask.get_by_role("button", name="give 2").click()
    expect(ask.get_by_role("button", name="pass")).to_be_visible()
    table.wait_for_move(GIFT, "trade")
    table.show(**speak)
    expect(ask.get_by_role("group", name="You may")).to_have_count(0)
    assert heard(page).count("Offer a trade.") == 1, "an offer is told once"


def test_the_question_stays_low_on_a_phone_however_much_it_offers(table: PartsTable) -> None:
    page, ask = table.page, bar(table.page)
    offers = [offer(f"act-{i}", f"Do act number {i} at once.") for i in range(8)]
    moves = [{"type": f"say-word-{i}"} for i in range(200)]
    many = asked("say", "Say one of two hundred words, and think well before. " * 3, moves)
    table.show(hand=CARDS[:13], more=offers, **many)
    expect(ask.get_by_role("button", name="say-word-199")).to_be_attached()
    assert height(page) <= MOST_PX
    page.wait_for_function("() => document.scrollingElement.scrollHeight <= innerHeight")
    ask.get_by_text("You may do 8 things").click()
    expect(ask.get_by_role("button", name="Do act number 7")).to_be_attached()
    assert height(page) <= MOST_PX
    last = ask.get_by_role("button", name="say-word-199")
    last.scroll_into_view_if_needed()
    last.click()
    table.wait_for_move({"type": "say-word-199"})

    step = cards_step(CARDS, least=10, most=10, ordered=True)
    table.show(hand=["2S"], more=offers, **asked("wish", "Wish for ten cards.", [], step=step))
    for card in CARDS[-10:]:
        ask.get_by_role("button", name=f"the {card}", exact=True).click()
    expect(ask.get_by_role("button", name="the KC, number 10")).to_be_visible()
    assert height(page) <= MOST_PX
    expect(ask.get_by_role("button", name="Next")).to_be_in_viewport()
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    page.set_viewport_size(DESK)
    expect(ask.get_by_role("button", name="Next")).to_be_in_viewport()
    assert height(page) <= MOST_PX


def test_seats_places_reactions_and_trades_are_answered_where_they_are(table: PartsTable) -> None:
    page, ask = table.page, bar(table.page)
    votes = [{"type": "vote", "seat": seat} for seat in range(1, 6)]
    question = asked("vote", "Vote.", [*votes, {"type": "abstain"}])
    question["prompt"]["within"] = "market"
    table.show({"market": 30, "secret": 20}, **question)
    expect(ask.get_by_role("button", name="Pick a player")).to_be_disabled()
    expect(ask.get_by_role("timer")).to_contain_text("0:2")
    expect(page.get_by_role("list", name="The round")).to_contain_text("Market")
    running = page.get_by_role("list", name="Running out")
    expect(running).to_contain_text("The market is open")
    expect(running.get_by_role("listitem")).to_have_count(1)
    expect(page.locator("#announcements")).to_contain_text(
        "The market is open: 30 seconds. Your turn. Vote."
    )
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(ask.get_by_role("button", name="Vote for Dora")).to_be_visible()
    table.wait_for_move({"type": "vote", "seat": 3})
    badges = page.get_by_role("button", name=f"{NAMES[1]}: Red team, Captain of the night")
    badges.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("note")).to_contain_text("1 of 3 votes")
    page.keyboard.press("Escape")
    expect(page.get_by_role("note")).to_have_count(0)
    expect(badges).to_be_focused()

    places = [{"type": "go", "place": name} for name in ("11", "31", "66")]
    table.show(public={"board": BOARD}, **asked("go", "Go to a pier.", places))
    page.get_by_role("button", name="Pier 11").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Pier 21"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pier 31")).to_have_attribute("aria-pressed", "true")
    ask.get_by_role("button", name="go").click()
    table.wait_for_move({"type": "go", "place": "31"})
    page.locator(".strip__seat").nth(1).tap(position={"x": 60, "y": 20})
    expect(page.get_by_role("note")).to_contain_text("1 of 3 votes")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="As a list").click()
    expect(page.get_by_role("region", name="The harbour").get_by_role("listitem")).to_have_count(36)

    passing = [{"type": "pass"}, {"type": "object"}]
    reaction = {"text": "Ben speaks.", "seats": [0, 2], "scope": "turn 1", "until": "this turn"}
    table.show(public={"reaction": reaction}, **asked("object", "Object?", passing))
    expect(ask.get_by_role("group", name="Reactions")).to_contain_text("you, Cleo")
    ask.get_by_role("button", name="Pass all this turn").click()
    expect(ask.get_by_role("button", name="Pass all this turn")).to_have_attribute(
        "aria-pressed", "true"
    )
    again = asked("object", "Object again?", passing)
    again["prompt"]["key"] = "object-2"
    table.show(public={"reaction": reaction}, **again)
    expect(ask).to_contain_text("Object again?")
    table.wait_for_move({"type": "pass"}, "object-2")
    again["prompt"]["key"] = "object-3"
    table.show(public={"reaction": {**reaction, "scope": "turn 2"}}, **again)
    expect(ask.get_by_role("button", name="Pass all this turn")).to_have_attribute(
        "aria-pressed", "false"
    )
    passes = [one["key"] for one in table.sent if one.get("move") == {"type": "pass"}]
    assert passes == ["object-1", "object-2"], "the next turn is asked about again"

    terms = [{"type": "accept"}, {"type": "refuse"}]
    table.compose = gift
    table.show(hand=["2S"], **asked("trade", "Ben offers a trade.", terms, step=PARTNERS))
    sides = ask.locator(".trade")
    expect(sides.get_by_role("img", name="the 2S")).to_be_visible()
    expect(sides.get_by_role("img", name="the 9H")).to_be_visible()
    ask.get_by_role("button", name="Make an offer").click()
    expect(ask.get_by_text("To whom?")).to_be_visible()
    ask.get_by_role("button", name="Back").click()
    ask.get_by_role("button", name="refuse").click()
    table.wait_for_move({"type": "refuse"})


def test_a_board_is_zoomed_by_buttons_fingers_and_the_focus_on_a_phone(table: PartsTable) -> None:
    page = table.page
    places = [{"type": "go", "place": name} for name in ("11", "66")]
    table.show(public={"board": BOARD}, **asked("go", "Go to a pier.", places))
    first = page.get_by_role("button", name="Pier 11")
    zoom_in = page.get_by_role("button", name="Zoom in")
    whole = page.get_by_role("button", name="Whole board")
    natural = width(first)
    window = page.locator(".zoom__window")

    whole.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#announcements")).to_contain_text(re.compile(r"The board at \d\d percent"))
    assert width(first) < natural
    assert page.evaluate(OVERFLOWS) == [False, False], "a finger on it scrolls the page"
    expect(whole).to_have_attribute("aria-disabled", "true")
    expect(whole).to_be_focused()
    page.keyboard.press("Enter")
    zoom_in.click()
    assert width(first) == natural, "the natural size is not stepped over"
    zoom_in.click()
    assert width(first) == pytest.approx(1.5 * natural, abs=1)
    assert page.evaluate(OVERFLOWS) == [True, True]
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")

    first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    assert focused(page) == "Pier 66"
    expect(page.get_by_role("button", name="Pier 66")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Pier 66").tap()
    expect(page.get_by_role("button", name="Pier 66")).to_have_attribute("aria-pressed", "true")

    whole.click()
    small = width(first)
    spread(page, window)
    page.wait_for_function(WIDER, arg=2 * small)
    assert page.evaluate("() => visualViewport.scale") == 1, "the page itself is not zoomed"
    page.get_by_role("button", name="As a list").click()
    expect(page.get_by_role("region", name="The harbour").get_by_role("listitem")).to_have_count(36)
    expect(zoom_in).to_have_count(0)
    page.get_by_role("button", name="As a list").click()
    expect(first).to_be_visible()
    page.set_viewport_size(DESK)
    expect(first).to_be_visible()
    expect(whole).to_be_hidden()  # all of the board is seen


WIDER: Final = """(least) =>
  document.querySelector("[data-place]").getBoundingClientRect().width > least"""
OVERFLOWS: Final = """() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
    document.querySelector(".zoom__window");
  return [scrollWidth > clientWidth + 1, scrollHeight > clientHeight + 1];
}"""


def width(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["width"]


def spread(page: Page, box: Locator) -> None:
    """Two fingers go apart, from 40 px to 160."""
    found = box.bounding_box()
    assert found is not None
    x, y = found["x"] + found["width"] / 2, found["y"] + found["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, half in (("touchStart", 20), ("touchMove", 40), ("touchMove", 80), ("touchEnd", 0)):
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if half else []}
        )


def test_all_parts_are_in_order_on_a_phone_and_a_desk(
    table: PartsTable, review: PageReview
) -> None:
    page = table.page
    reaction = {"text": "Ben speaks.", "seats": [0, 2], "scope": "turn 1", "until": "this turn"}
    terms = [{"type": "accept"}, {"type": "refuse"}]
    trade = offer("trade", "Offer a trade.", moves=[], complete=False, step=PARTNERS)
    offers = [trade, offer("object", "Object.")]
    scenes: dict[str, Message] = {
        "parts-trade": {
            "hand": CARDS[:8],
            "more": offers,
            "public": {"reaction": reaction},
            "spans": {"market": 60},
            **asked("trade", "Ben offers a trade.", terms, step=PARTNERS),
        },
        "parts-board": {
            "hand": CARDS[:5],
            "public": {"board": BOARD},
            **asked("go", "Go to a pier.", [{"type": "go", "place": "31"}]),
        },
        "parts-cards": {
            "hand": CARDS[:5],
            "more": offers,
            **asked("wish", "Wish for ten.", [], step=cards_step(CARDS, least=10, most=10)),
        },
        "parts-seats": {
            "hand": CARDS[:5],
            "more": [offer(f"act-{i}", f"Do act {i}.") for i in range(8)],
            **asked("gift", "Give a card.", [], step={**PARTNERS, "least": 1, "most": 2}),
        },
    }
    for name, scene in scenes.items():
        table.show(**scene)
        expect(bar(page)).to_contain_text(scene["prompt_text"])
        review.check(page, name, (360, 740), "light", whole=False)
        review.check(page, name, (1440, 900), "dark", whole=False)
        review.check_doubled_text(page, name)
