"""How people come together: steps of one or two presses that many stories begin with."""

import re
from collections import Counter
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, WebSocket, expect

from app.games import GAMES
from app.rules.game import AnyGame
from tests.browser.robot import Robot, Seen

GAME = GAMES[0]
FOR_TWO = next(game for game in GAMES if game.seats[0] == 2)
SEATS = "Who plays"


_told: Counter[str] = Counter()


def fresh(name: str) -> str:
    """That name; with a number from the second time on, as a story that is told again finds those whom it made members before."""
    _told[name] += 1
    return name if _told[name] == 1 else f"{name} {_told[name]}"


def open_table(page: Page, name: str, listed: bool = False) -> None:
    """From the home page to a table of one's own, as its host. `name`: empty for who has one already."""
    door = page.get_by_role("region", name="Open a table")
    if name:
        door.get_by_label("Your name").fill(name)
    if listed:
        door.get_by_role("checkbox").check()
    door.get_by_role("button", name="Open a table").click()
    expect(seats(page)).to_contain_text(name)


def invite_link(page: Page) -> str:
    return page.get_by_label("The link lets in").input_value()


def join(page: Page, name: str) -> None:
    """On the page of an invitation: a name, one press, and a seat."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join and sit down").click()
    expect(page.get_by_role("region", name="Start")).to_be_visible()


def seats(page: Page) -> Locator:
    return page.get_by_role("list", name="Seats")


def add_bots(page: Page, number: int, strength: str = "steady") -> None:
    lines = seats(page).get_by_role("listitem")
    before = lines.count()
    for i in range(number):
        page.get_by_role("button", name=f"Add a {strength} bot").click()
        expect(lines).to_have_count(before + i + 1)


def set_clock(page: Page, level: str) -> None:
    """`level` is how the room page begins to name it: "Off", "Soft", "Relaxed", "Brisk"."""
    choose(
        page.get_by_role("group", name="Clock").get_by_role("radio", name=re.compile(f"^{level}"))
    )


def choose(radio: Locator) -> None:
    """Presses a choice, which lies under its words, away from what sticks to the foot of the page, and waits until the house has agreed."""
    radio.evaluate("(choice) => choice.scrollIntoView({ block: 'center' })")
    radio.click(force=True)
    expect(radio).to_be_checked()


def choose_game(page: Page, game: AnyGame) -> None:
    """In the room before a match, by its host."""
    page.get_by_label("Game", exact=True).select_option(game.slug)
    expect(page.get_by_role("heading", name=game.title, level=1)).to_be_visible()


def notices_to(page: Page) -> list[dict[str, Any]]:
    """All that the table will tell this page from its next connection on."""
    told: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: told.append(msgspec.json.decode(payload)))

    page.on("websocket", listen)
    return told


def end_after(page: Page, hands: int) -> None:
    choose(page.get_by_role("radio", name="After some hands"))
    field = page.get_by_label("Number of hands")
    field.fill(str(hands))
    field.blur()


def start(page: Page) -> None:
    page.get_by_role("region", name="Start").get_by_role(
        "button", name=re.compile("^(Start|Rematch)$")
    ).click()
    expect(hand(page)).to_be_visible()


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("^Your hand"))


def cards_in(page: Page) -> list[str]:
    """Names of the cards in hand as a screen reader has them, without what is marked on them."""
    names = [
        card.get_attribute("aria-label") or "" for card in hand(page).get_by_role("button").all()
    ]
    return sorted(name.removesuffix(", playable") for name in names)


def log_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def table_of_bots(
    page: Page, name: str, bots: int = 3, listed: bool = False, hands: int | None = None
) -> Robot:
    """A running match against bots with no clock, from a page at home; who will play there."""
    open_table(page, name, listed)
    add_bots(page, bots)
    set_clock(page, "Off")
    if hands is not None:
        end_after(page, hands)
    start(page)
    return Robot(page)


def to_play(seen: Seen) -> bool:
    """Whether cards are asked for: to lead, or to follow."""
    return seen.asked and not seen.waiting and any(button.name == "Play" for button in seen.buttons)


def to_follow(seen: Seen) -> bool:
    return to_play(seen) and any(button.name == "Pass" for button in seen.buttons)


def to_lead(seen: Seen) -> bool:
    return to_play(seen) and not to_follow(seen)


def your_answer(page: Page) -> Locator:
    """The bar: what is asked, and the buttons that answer it."""
    return page.get_by_role("region", name="Your answer")


def read_letters(page: Page) -> str:
    """The five letters that knock, from the room page or the invite sheet."""
    letters = page.get_by_label(re.compile("^Code")).first.get_attribute("aria-label") or ""
    return letters.removeprefix("Code").replace(" ", "")


def knock(page: Page, letters: str, name: str) -> None:
    door = page.get_by_role("region", name="Join by code")
    door.get_by_label("Five letters").fill(letters)
    door.get_by_label("Your name").fill(name)
    door.get_by_role("button", name="Knock").click()
