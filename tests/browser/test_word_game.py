"""The word game at its table: a whole hand, and no page gets another player's cards."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.browser.frame_hold import FrameHold
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    action_bar,
    end_after,
    invite_link,
    join,
    messages_to,
    open_table,
)
from tests.conftest import NewServer
from tests.server_process import ServerProcess

GAME = next(game for game in GAMES if not game.reveals_after_match)
ASK = "() => document.querySelector('[aria-label=\"Your answer\"] p')?.textContent"
IDLE = "() => !document.querySelector('[aria-label=\"Your answer\"] [aria-busy]')"


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server at ordinary pace: the clock for words always runs, and nobody shall be late."""
    with new_server(PECKING_ORDER_PACE="1") as server:
        yield server


class Player:
    """A person who opens, calls, exchanges a card and claims a word of two cards of one suit."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = messages_to(page)
        self.claimed = ""
        self._answered = ""
        """The key of the question that was answered last."""

    @property
    def frame(self) -> dict[str, Any] | None:
        frames = (one for one in reversed(self.messages) if one["type"] == "frame")
        return next(frames, None)

    @property
    def asked(self) -> dict[str, Any] | None:
        """The frame with a question that is not answered yet, once the page shows it."""
        frame = self.frame
        if frame is None or not (prompt := frame["prompt"]) or prompt["key"] == self._answered:
            return None
        return frame if self.page.evaluate(ASK) == frame["prompt_text"] else None

    def act(self) -> None:
        """Answers the open prompt, if the page shows it and it was not answered yet."""
        self.page.wait_for_timeout(20)
        frame = self.asked
        if frame is None:
            return
        bar = action_bar(self.page)
        match frame["prompt"]["kind"]:
            case "bet":
                wager = bar.get_by_role("button", name=re.compile("^Open for"))
                (
                    wager
                    if wager.count()
                    else bar.get_by_role("button", name=re.compile("^(Call|Check|Tap out)"))
                ).click()
            case "draw":
                self.page.get_by_role("group", name=re.compile("^Your hand")).get_by_role(
                    "button"
                ).first.click()
                bar.get_by_role("button", name="Exchange this card").click()
            case "declare":
                self.declare(frame["view"]["private"]["cards"])
            case "challenge":
                bar.get_by_role("button", name="Let it stand").click()
            case _:
                return
        self._answered = frame["prompt"]["key"]
        self.page.wait_for_function(IDLE)

    def declare(self, cards: list[str]) -> None:
        """Claims two cards of one suit; five cards always have two."""
        one, other = next(pair for pair in combinations(cards, 2) if pair[0][:2] == pair[1][:2])
        self.claimed = one[3] + other[3]
        self.page.keyboard.press("w")
        self.page.keyboard.type(self.claimed.lower())
        expect(self.page.get_by_text(f"{self.claimed}: 2 letters (Duck), natural.")).to_be_visible()
        self.page.keyboard.press("Enter")


def test_a_hand_from_the_ante_to_the_bank(visit: PageOpener, review: PageReview) -> None:
    page = visit()
    hold = FrameHold(page)
    ann = Player(page)
    open_table(page, "Ann", game=GAME, bots=1, strength="casual", clock="off")
    end_after(page, 1)
    ben = Player(visit(invite_link(page), viewport={"width": 390, "height": 780}))
    join(ben.page, "Ben")
    ben.page.get_by_role("button", name="I am ready").click()
    hold.until(lambda frame: bool(frame["prompt"]) and frame["prompt"]["kind"] == "bet")
    page.get_by_role("region", name="Start").get_by_role(
        "button", name=re.compile("^Start")
    ).click()
    until(lambda: hold.held, ben)
    look(review, page, "letters-bet", PHONE, "light")
    hold.until(lambda frame: bool(frame["prompt"]) and frame["prompt"]["kind"] == "declare")
    until(lambda: hold.held, ann, ben)
    look(review, page, "letters-declare", PHONE, "dark")
    hold.until(lambda frame: frame["view"]["public"]["phase"] in ("challenge", "over"))
    until(lambda: hold.held, ann, ben)
    look(review, page, "letters-showdown", DESK, "light")
    assert len(ann.claimed) == len(ben.claimed) == 2
    if (
        page.get_by_role("list", name="Final order").count() == 0
    ):  # a Slush leads without a word, and nobody is asked about it
        claims = page.get_by_role("list", name="What was claimed, the best first")
        expect(claims).to_contain_text("Ben")
        expect(claims).to_contain_text(ben.claimed)
    hold.release()
    until(lambda: page.get_by_role("list", name="Final order").count() > 0, ann, ben)
    book = page.get_by_role("table").filter(has_text="Total")
    expect(book.get_by_role("row").filter(has_text="Total")).to_contain_text("0")
    results = [
        int(cell.replace("−", "-"))
        for cell in book.locator("tbody tr td:last-child").all_inner_texts()
    ]
    assert len(results) == 3
    assert sum(results) == 0
    nobody_was_told_what_the_other_held(ann, ben)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    expect(page.get_by_label("See").get_by_role("option")).to_have_count(2)
    expect(
        page.get_by_text("Cards that were not shown at the table stay secret for good.")
    ).to_be_visible()
    expect(page.get_by_role("link", name="As JSON lines")).to_have_count(0)


def until(condition: Any, *players: Player) -> None:
    """Lets the players act until the condition holds; a page on hold does not answer."""
    for _ in range(6000):
        if condition():
            return
        for player in players:
            player.act()
    raise AssertionError(f"not there: {[player.frame for player in players]}")


def look(
    review: PageReview,
    page: Page,
    name: str,
    size: tuple[int, int],
    light: str,
    whole: bool = False,
) -> None:
    review.check(page, name, size, light, whole)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def nobody_was_told_what_the_other_held(*players: Player) -> None:
    """Before the showdown no frame to one page names a card that the other then held."""
    moments = [{moment(frame): frame for frame in frames_in_play(player)} for player in players]
    both = moments[0].keys() & moments[1].keys()
    assert len(both) > 5
    for one, other in (moments, moments[::-1]):
        for at in both:
            held = set(other[at]["view"]["private"].get("cards", ()))
            assert not held & set(
                re.findall(r'"((?:an|ch|le|li):[A-Z]\d?)"', msgspec.json.encode(one[at]).decode())
            )


def frames_in_play(player: Player) -> list[dict[str, Any]]:
    frames = [message for message in player.messages if message["type"] == "frame"]
    return [
        frame for frame in frames if frame["view"]["public"]["phase"] in ("bet", "draw", "declare")
    ]


def moment(frame: dict[str, Any]) -> tuple[Any, ...]:
    public = frame["view"]["public"]
    return (
        public["hand"],
        public.get("questions", 0),
        public["phase"],
        tuple(public.get("declared", ())),
    )


def test_the_rules_page_passes_axe(visit: PageOpener, review: PageReview) -> None:
    page = visit(f"/rules/{GAME.slug}")
    expect(page.get_by_role("heading", name="Try it: spell a word")).to_be_visible()
    look(review, page, "letters-rules", PHONE, "light", whole=True)
