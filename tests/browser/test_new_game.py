"""New games in the browser: the stub of `new-game`, and the games of the three pages in docs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import (
    add_bots,
    hand,
    invite_link,
    join,
    other_ways,
    play_out,
    seats,
    set_clock,
    start,
)
from tests.conftest import NewServer
from tests.docs.page_runner import copy_checkout, run, run_page
from tests.server_process import ServerProcess

STUB = "Nine Lanterns"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which the pages were followed, and one more stub was made."""
    checkout = copy_checkout(tmp_path_factory.mktemp("workshop"))
    for page in ("docs/new-game.md", "docs/new-game-2.md", "docs/new-game-3.md"):
        list(run_page(checkout, page, commands=False))
    run(checkout, f"python3 run.py new-game '{STUB}'")
    return checkout


@pytest.fixture(scope="module")
def live_server(workshop: Path, new_server: NewServer) -> Iterator[ServerProcess]:
    """The server of the copy, which sends the scripts themselves."""
    settings = {"BUNDLE": "", "PYTHONPATH": str(workshop), "PECKING_ORDER_PACE": "0.2"}
    with new_server(**settings) as server:
        yield server


def open_game(page: Page, title: str, name: str) -> None:
    """Opens a table for this game from the home page."""
    play = page.get_by_role("region", name="Play", exact=True)
    play.get_by_label("Your name").fill(name)
    other_ways(play, title)
    play.get_by_role("button", name=f"Invite friends to {title}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(seats(page)).to_contain_text(name)


def table_of(page: Page, title: str) -> None:
    """Go from the home page to a running match against one bot.

    The bot's first card is down; nothing moves until Ada does.
    """
    open_game(page, title, "Ada")
    add_bots(page, 1)
    set_clock(page, "Off")
    start(page)
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()


def test_a_new_game_is_played_to_its_end_and_seen_again(visit: PageOpener) -> None:
    page = visit("/")
    table_of(page, STUB)
    play_out(page)
    and_again(page, 2)


def test_a_table_that_was_described_in_a_few_lines_is_played_by_keys_and_by_hand(
    visit: PageOpener,
) -> None:
    """Axe finds nothing there; a card is played by keys alone, and an own one stays a secret."""
    page = visit("/")
    table_of(page, "Sandcastles")
    review = PageReview()
    review.check(page, "new-game", (360, 740), "light", whole=False)
    review.check(page, "new-game", (1440, 900), "dark", whole=False)
    review.close()
    page.set_viewport_size({"width": 360, "height": 640})
    cards = hand(page).get_by_role("button")
    expect(cards).to_have_count(5)
    page.keyboard.press("h")
    name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Space")
    height = name.removesuffix(", playable").removeprefix("castle ")
    expect(page.get_by_role("button", name=f"Build on {height}")).to_be_visible()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(4)
    expect(page.get_by_role("list", name="On the table")).to_contain_text("Ada")
    play(PagePlayer(page), until=lambda states: states[0].over, seconds=60)
    and_again(page, 3)


def and_again(page: Page, shown: int) -> None:
    """The replay of the match that is over shows nothing first and this much in the end."""
    expect(page.get_by_role("list", name="Final order").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="Watch the replay").click()
    on_the_table = page.get_by_role("list", name="On the table")
    expect(on_the_table.get_by_role("img", name="nothing yet")).to_have_count(2)
    page.keyboard.press("End")
    expect(on_the_table.get_by_role("img")).to_have_count(shown)


def test_a_tale_is_told_and_its_game_is_played_to_the_end(visit: PageOpener) -> None:
    """The game of the third page, on a phone. A card has several moves, and each has a button."""
    page = visit("/", viewport=PHONE)
    open_game(page, "Tall Tales", "Ada")
    add_bots(page, 2)
    set_clock(page, "Off")
    start(page)
    hand(page).locator("[data-playable]").first.click()
    page.get_by_role("button", name="25 pounds", exact=True).click()
    expect(page.get_by_role("list", name="On the table")).to_contain_text("“25 pounds”")
    play_out(page)
    final = page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(final).to_have_count(3)


def test_two_people_trade_vote_and_play_to_the_end(visit: PageOpener) -> None:
    """The game of the second page, on a desk and on a phone."""
    ann, bob = visit("/", viewport=DESK), visit("/", viewport=PHONE)
    open_game(ann, "Night Market", "Ann")
    bob.goto(invite_link(ann))
    join(bob, "Bob")
    add_bots(ann, 2)
    set_clock(ann, "Off")
    bob.get_by_role("button", name="Ready").click()
    start(ann)
    ask, answer = (page.get_by_role("region", name="Your answer") for page in (ann, bob))
    hands = ann.get_by_role("list", name="The points").get_by_role("listitem")
    expect(hands.filter(has_text="3 cards"), "both bots have proposed a trade").to_have_count(2)
    ask.get_by_role("button", name="Propose a trade").click()
    ann.get_by_role("button", name=re.compile("^Pick Bob")).click()
    hand(ann).locator("[data-playable]").first.click()  # once its step is there
    ask.get_by_role("button", name="Next").click()
    ask.get_by_role("button", name="Show it to Bob").click()
    expect(bob.get_by_label("A trade with Ann")).to_be_visible()
    answer.get_by_role("button", name="Refuse").click()
    expect(ann.get_by_text("Bob refuses Ann.").first).to_be_visible()
    players = [PagePlayer(page) for page in (ann, bob)]
    play(*players, until=lambda states: "Vote" in states[0].prompt, seconds=60)
    play(*players, until=lambda states: states[0].over, seconds=60)
    for page in (ann, bob):
        final = page.get_by_role("list", name="Final order").get_by_role("listitem")
        expect(final).to_have_count(4)
