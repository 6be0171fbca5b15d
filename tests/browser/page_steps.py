"""Steps on a page that many tests share: open a table, join it, add bots, start a match."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol
from urllib.parse import urljoin

import msgspec
from playwright.sync_api import Locator, Page, WebSocket, expect

from app.games import GAMES
from app.rules.game import AnyGame
from tests.browser.page_player import PagePlayer, PageState
from tests.web.visitors import TableConnection, Visitor, play_to_the_end

GAME = GAMES[0]
FOR_TWO = next(game for game in GAMES if game.seats[0] == 2)


class OpenPage(Protocol):
    """The fixture `visit`: opens a page as a new person; an empty one without a path."""

    def __call__(self, path: str = "", /, **options: Any) -> Page: ...


_use_count: Counter[str] = Counter()


def unused_name(name: str) -> str:
    """The name, with a number from the second use on: a repeated test finds earlier members."""
    _use_count[name] += 1
    return name if _use_count[name] == 1 else f"{name} {_use_count[name]}"


def open_table(
    page: Page,
    name: str,
    listed: bool = False,
    game: AnyGame = GAME,
    bots: int = 0,
    strength: str = "steady",
    clock: str | None = None,
    hands: int | None = None,
    unfold: bool = True,
) -> None:
    """Opens a table as its host, without the home page and without a press for each choice.

    `name`: of the guest that a stranger becomes; empty for a person who has one. `hands`: after
    how many the match ends. `unfold`: shows all rules, for tests that choose some.
    """
    link = new_table(page, name, listed, game)
    with connection(page, link) as table:
        prepare(table, bots, strength, clock, hands)
    page.goto(link)
    expect(seats(page)).to_contain_text(name)
    if unfold:
        more_rules(page)


def open_from_home(page: Page, name: str, game: AnyGame = GAME) -> None:
    """Opens a table from the home page, as its host. `name`: empty for a person who has one."""
    form = page.get_by_role("region", name="Play", exact=True)
    if name:
        form.get_by_label("Your name").fill(name)
    other_ways(form, game.title)
    form.get_by_role("button", name=f"Invite friends to {game.title}").click()
    expect(seats(page)).to_contain_text(name)
    more_rules(page)


def other_ways(home: Page | Locator, title: str) -> None:
    """Unfolds the ways to play a game beside "Play now" on the home page."""
    home.locator("summary", has_text=f"to play {title}").click()


def new_table(page: Page, name: str, listed: bool = False, game: AnyGame = GAME) -> str:
    """Opens a table by its form alone; its address."""
    form = {"name": name, "game": game.slug, "listed": "true" if listed else "false"}
    return post(page, "/rooms", form)


def post(page: Page, path: str, form: dict[str, str]) -> str:
    """Sends a form as this page's browser would; the address to which the server leads."""
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = page.request.post(path, form=dict(form), headers=headers, max_redirects=0)
    assert answer.status == 303, answer.text()
    return urljoin(answer.url, answer.headers["location"])


@contextmanager
def connection(page: Page, table: str) -> Iterator[TableConnection]:
    """A connection of this page's person to the table at that address, beside the page."""
    base_url, _, room = table.partition("/table/")
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    with Visitor(base_url, "").connect(room, cookie=cookie) as line:
        yield line


def play_out(*pages: Page) -> None:
    """Plays the match of these people to its end; their pages are away meanwhile, and come back."""
    tables = [page.url for page in pages]
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        lines = [stack.enter_context(connection(page, page.url)) for page in pages]
        for page in pages:
            page.goto("/healthz")  # to draw every move that nobody looks at takes long
        list(threads.map(play_to_the_end, lines))
    for page, table in zip(pages, tables, strict=True):
        page.goto(table)
        expect(page.get_by_role("list", name="Final order")).to_be_visible()


def table_after_match(page: Page, name: str, bots: int = 3) -> None:
    """Opens a table whose match of one hand is over; it was played without a page."""
    link = new_table(page, name)
    with connection(page, link) as table:
        prepare(table, bots, "steady", "off", 1)
        assert table.ask("start")["type"] == "done"
        play_to_the_end(table)
    page.goto(link)
    expect(page.get_by_role("list", name="Final order")).to_be_visible()


def prepare(
    table: TableConnection,
    bots: int,
    strength: str,
    clock: str | None,
    hands: int | None,
    **options: Any,
) -> None:
    """The host at `table` adds bots and sets what is not None, and options of the game."""
    commands: list[tuple[str, dict[str, Any]]] = [("add-bot", {"strength": strength})] * bots
    if clock is not None:
        commands.append(("set-room", {"clock": clock}))
    if hands is not None:
        options |= {"ending": "deals", "end_deals": hands}
    if options:
        commands.append(("set-options", {"options": options}))
    for kind, fields in commands:
        assert table.ask(kind, **fields)["type"] == "done"


def more_rules(page: Page) -> None:
    """Unfolds all rules of the room page."""
    rules = page.locator("details:has(> summary:text-is('More rules'))")
    if rules.count() and rules.get_attribute("open") is None:
        rules.locator("summary").first.click()


def invite_link(page: Page) -> str:
    return page.get_by_label("Invite link (opens the table)").input_value()


def join(page: Page, name: str) -> None:
    """Takes a seat from the page of an invitation."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join and sit down").click()
    expect(page.get_by_role("region", name="Start")).to_be_visible()


def seats(page: Page) -> Locator:
    return page.get_by_role("list", name="Seats")


def add_bots(page: Page, number: int, strength: str = "steady") -> None:
    lines = seats(page).get_by_role("listitem")
    before = lines.count()
    page.get_by_label("Strength of the bot").select_option(strength)
    for i in range(number):
        page.get_by_role("button", name=f"Add a {strength} bot").click()
        expect(lines).to_have_count(before + i + 1)


def set_clock(page: Page, level: str) -> None:
    """`level` is how its name begins on the room page: "Off", "Soft", "Relaxed", "Brisk"."""
    choose(
        page.get_by_role("group", name="Clock").get_by_role("radio", name=re.compile(f"^{level}"))
    )


def choose(radio: Locator) -> None:
    """Presses a choice in the middle of the screen and waits until the server has agreed.

    At the foot of the page the start bar would lie over it.
    """
    more_rules(radio.page)
    radio.evaluate("(choice) => choice.scrollIntoView({ block: 'center' })")
    radio.click(force=True)
    expect(radio).to_be_checked()


def choose_game(page: Page, game: AnyGame) -> None:
    """In the room before a match, by its host."""
    page.get_by_label("Game", exact=True).select_option(game.slug)
    expect(page.get_by_role("heading", name=game.title, level=1)).to_be_visible()


def messages_to(page: Page) -> list[dict[str, Any]]:
    """The messages that this page gets from its next connection on; the list grows."""
    messages: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: messages.append(msgspec.json.decode(payload)))

    page.on("websocket", listen)
    return messages


def end_after(page: Page, hands: int) -> None:
    choose(page.get_by_role("radio", name="After some hands"))
    field = page.get_by_label("Number of hands", exact=True)
    field.fill(str(hands))
    field.blur()


def start(page: Page) -> None:
    press_start(page)
    expect(hand(page)).to_be_visible()


def press_start(page: Page) -> None:
    page.get_by_role("region", name="Start").get_by_role(
        "button", name=re.compile("^(Start|Again)$")
    ).click()


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("^Your hand"))


def cards_in(page: Page) -> list[str]:
    """Names of the cards in hand as a screen reader reads them, without "playable"."""
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
) -> PagePlayer:
    """Starts a match against bots with no clock; returns the player."""
    open_table(page, name, listed, bots=bots, clock="off", hands=hands, unfold=False)
    start(page)
    return PagePlayer(page)


def two_at_a_table(
    visit: OpenPage,
    bots: int = 2,
    hands: int | None = None,
    listed: bool = False,
    game: AnyGame = GAME,
    **options: Any,
) -> tuple[Page, Page]:
    """Pages of Ann, the host, and of Ben, who is ready; the match has not begun."""
    ann, ben = visit(), visit()
    link = new_table(ann, "Ann", listed, game)
    with connection(ann, link) as table:
        secret = table.receive_until("room")["secret"]
        post(ben, f"/join/{secret}", {"name": "Ben"})
        prepare(table, bots, "steady", "off", hands, **options)
    for page in (ann, ben):
        page.goto(link)
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    return ann, ben


def to_play(state: PageState) -> bool:
    """True if the page asks for cards, to lead or to follow."""
    buttons = [button.name for button in state.buttons]
    return state.on_turn and not state.pending and "Play" in buttons


def to_follow(state: PageState) -> bool:
    return to_play(state) and any(button.name == "Pass" for button in state.buttons)


def to_lead(state: PageState) -> bool:
    return to_play(state) and not to_follow(state)


def action_bar(page: Page) -> Locator:
    """The bar with the prompt and the buttons that answer it."""
    return page.get_by_role("region", name="Your answer")


def read_code(page: Page) -> str:
    """The five letters of the code, from the room page or the invite sheet."""
    code = page.get_by_label(re.compile("^Code")).first.get_attribute("aria-label") or ""
    return code.removeprefix("Code").replace(" ", "")


def knock(page: Page, code: str, name: str) -> None:
    """Asks to be let in, from the home page."""
    form = page.get_by_role("region", name="Join by code")
    form.get_by_label("Five letters").fill(code)
    form.get_by_label("Your name").fill(name)
    form.get_by_role("button", name="Ask to join").click()
