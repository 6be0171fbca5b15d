"""New games in the browser: the stub of `new-game`, and the games of the three pages in docs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.company import answering, seated
from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import (
    connection,
    hand,
    other_ways,
    play_out,
    post,
    prepare,
    start,
)
from tests.conftest import NewServer
from tests.docs.page_runner import copy_checkout, run, run_page
from tests.server_process import ServerProcess
from tests.web.visitors import Message, TableConnection

STUB = "Nine Lanterns"
PHONE: ViewportSize = {"width": 360, "height": 740}


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


@pytest.fixture(scope="module")
def page(visit_once: PageOpener) -> Page:
    """The page of one person, whose browser has the scripts after the first game."""
    return visit_once("/")


def begin(page: Page, link: str, bots: int) -> None:
    """Starts a match with bots at the table of that address."""
    with connection(page, link) as table:
        prepare(table, bots, "steady", "off", None)
    page.goto(link)
    start(page)


def new_table(page: Page, slug: str) -> str:
    return post(page, "/rooms", {"name": "Ada", "game": slug})


def test_a_new_game_is_played_to_its_end_and_seen_again(page: Page) -> None:
    page.goto("/")
    ways = page.get_by_role("region", name="Play", exact=True)
    if ways.get_by_label("Your name").count():
        ways.get_by_label("Your name").fill("Ada")
    other_ways(ways, STUB)
    ways.get_by_role("button", name=f"Invite friends to {STUB}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(STUB)
    begin(page, page.url, 1)
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()
    play_out(page)
    and_again(page, 2)


def test_a_table_that_was_described_in_a_few_lines_is_played_by_keys_and_by_hand(
    page: Page,
) -> None:
    """Axe finds nothing there; a card is played by keys alone, and an own one stays a secret."""
    begin(page, new_table(page, "sandcastles"), 1)
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()
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
    player = PagePlayer(page)
    play(player, until=lambda states: states[0].over or player.answers > 0, seconds=60)
    play_out(page)
    and_again(page, 3)


def and_again(page: Page, shown: int) -> None:
    """The replay of the match that is over shows nothing first and this much in the end."""
    expect(page.get_by_role("list", name="Final order").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="Watch the replay").click()
    on_the_table = page.get_by_role("list", name="On the table")
    expect(on_the_table.get_by_role("img", name="nothing yet")).to_have_count(2)
    page.keyboard.press("End")
    expect(on_the_table.get_by_role("img")).to_have_count(shown)


def test_a_tale_is_told_and_its_game_is_played_to_the_end(page: Page) -> None:
    """The game of the third page, on a phone. A card has several moves, and each has a button."""
    page.set_viewport_size(PHONE)
    begin(page, new_table(page, "tall-tales"), 2)
    hand(page).locator("[data-playable]").first.click()
    page.get_by_role("button", name="25 pounds", exact=True).click()
    expect(page.get_by_role("list", name="On the table")).to_contain_text("“25 pounds”")
    play_out(page)
    final = page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(final).to_have_count(3)


def test_two_people_trade_vote_and_play_to_the_end(page: Page) -> None:
    """The game of the second page."""
    page.goto(new_table(page, "night-market"))
    with seated(page, "Bob", ready=False) as bob:
        with connection(page, page.url) as table:
            prepare(table, 2, "steady", "off", None)
        assert bob.ask("ready", ready=True)["type"] == "done"
        start(page)
        ask = page.get_by_role("region", name="Your answer")
        hands = page.get_by_role("list", name="The points").get_by_role("listitem")
        expect(hands.filter(has_text="3 cards"), "both bots have proposed a trade").to_have_count(2)
        ask.get_by_role("button", name="Propose a trade").click()
        page.get_by_role("button", name=re.compile("^Pick Bob")).click()
        hand(page).locator("[data-playable]").first.click()  # once its step is there
        ask.get_by_role("button", name="Next").click()
        ask.get_by_role("button", name="Show it to Bob").click()
        refuse_trades(bob, "Bob refuses Ada.")
        expect(page.get_by_text("Bob refuses Ada.").first).to_be_visible()
        with answering(bob):
            player = PagePlayer(page)
            play(player, until=lambda states: "Vote" in states[0].prompt, seconds=60)
            before = player.answers
            play(player, until=lambda _: player.answers > before, seconds=60)
            play_out(page)
    final = page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(final).to_have_count(4)


def refuse_trades(bob: TableConnection, last: str) -> None:
    """Bob refuses what he is offered, by bots too, until the log says `last`."""
    refused: set[str | None] = {None}
    while not any(last in str(heard.get("events")) for heard in bob.received):
        frame = bob.find("frame", lambda frame: trade_in(frame) not in refused)
        key = trade_in(frame)
        refused.add(key)
        bob.ask("play", key=key, move={"type": "answer", "card": None})


def trade_in(frame: Message) -> str | None:
    """The key of the question whether to trade."""
    prompts = [one["prompt"] for one in (frame, *frame.get("more", ())) if one["prompt"]]
    kind = "give-a-card-or-refuse"
    return next((str(one["key"]) for one in prompts if one["kind"] == kind), None)
