"""The game of letters and chips: words built by hand and by keys, suits judged alike by page and rules, a hand at the table."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from app.games import GAMES
from tests.browser.conftest import GENEROUS, Doorkeeper, opened
from tests.browser.gallery import DESK, PHONE, Gallery, Still
from tests.browser.party import add_bots, choose_game, end_after, invite_link, join, notices_to, open_table, set_clock, your_answer
from tests.house import House

GAME = next(game for game in GAMES if not game.open_after)
RULES = f"app.games.{GAME.slug.replace('-', '_')}"
BUILD = """async ({ slug, codes, shared, wild, rules }) => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const { Builder } = await import(`/static/games/${slug}/builder.js`);
  const styled = ["css/table/cards.css", `games/${slug}/cards.css`, `games/${slug}/builder.css`].map((sheet) => new Promise((onload) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/static/${sheet}`, onload }));
  }));
  await Promise.all(styled);
  document.body.replaceChildren(Object.assign(document.createElement("main"), { id: "builder" }));
  globalThis.claims = 0;
  const submit = () => claims++;
  const words = html`<${Builder} question="q" codes=${codes} shared=${shared} wild=${wild} rules=${rules} submit=${submit} />`;
  render(words, document.getElementById("builder"));
}"""
READ_DECK = """async (slug) => {
  const { DECK, cardName, peppersOf, rankOf } = await import(`/static/games/${slug}/deck.js`);
  const codes = Object.entries(DECK).flatMap(([suit, faces]) => faces.map((face) => `${suit}:${face}`));
  return codes.map((code) => [code, rankOf(code), peppersOf(code), cardName(code)]);
}"""
ASK = "() => document.querySelector('[aria-label=\"Your answer\"] p')?.textContent"
JUDGE = """async ({ slug, words, rules }) => {
  const { impure, natural } = await import(`/static/games/${slug}/suits.js`);
  return words.map((word) => [impure(word, {}, rules) === null, natural(word, {})]);
}"""


@pytest.fixture(scope="module")
def live_server(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house at ordinary pace: words are asked for in a window that always has a clock, and here nobody shall be late."""
    folder = tmp_path_factory.mktemp("unhurried")
    yield from opened(House(folder, "tests.browser.waiting_house", DATABASE_URL=new_database(), PECKING_ORDER_PACE="1", **GENEROUS))


def build(page: Page, codes: str, shared: str = "", wild: str = "") -> None:
    """The word builder alone on a page, with these cards."""
    rules = {"mix": False, "chilis": None}
    page.evaluate(BUILD, {"slug": GAME.slug, "codes": codes.split(), "shared": shared.split(), "wild": wild.split(), "rules": rules})
    expect(tiles(page)).to_have_count(len(codes.split()))


def tiles(page: Page) -> Any:
    return page.locator("[data-key]")


def tile(page: Page, code: str) -> Any:
    return page.locator(f'[data-key="{code}"]')


def word(page: Page, number: int = 0) -> list[str]:
    found: list[str] = page.locator(f'[data-drop="{number}"] [data-key]').evaluate_all("(all) => all.map((tile) => tile.dataset.key)")
    return found


def says(page: Page) -> Any:
    return page.get_by_role("status")


def test_words_are_built_by_tapping_and_suits_are_explained_at_once(visit: Doorkeeper) -> None:
    page = visit("/login")
    build(page, "le:T ch:E4 le:N an:G an:O")
    for code in ("le:T", "ch:E4", "le:N"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("TEN: a Tadpole, not natural.")
    tile(page, "an:O").click()
    expect(says(page)).to_contain_text("Animals keep to themselves: T is from the Lemons.")
    tile(page, "an:O").click()
    page.get_by_role("button", name="and a second word").click()
    for code in ("an:G", "an:O"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("TEN and GO: a Bullfrog, not natural.")
    assert (word(page, 0), word(page, 1)) == (["le:T", "ch:E4", "le:N"], ["an:G", "an:O"])


def test_no_word_is_called_right_or_wrong(visit: Doorkeeper) -> None:
    page = visit("/login")
    build(page, "le:F le:L le:I le:B le:T le:H")
    said = []
    for letters in ("FLIB", "LIFT"):
        page.get_by_label("Type it").fill(letters)
        expect(says(page)).to_contain_text(f"{letters}: a Frog, natural.")
        said.append(says(page).inner_text().replace(letters, ""))
    assert said[0] == said[1]


def test_words_are_built_by_keys_alone(visit: Doorkeeper) -> None:
    page = visit("/login")
    build(page, "le:T ch:E4 le:N an:G an:O sc:1")
    page.get_by_label("Type it").focus()
    page.keyboard.type("ten go")
    expect(says(page)).to_contain_text("TEN and GO: a Bullfrog")
    page.keyboard.press("Enter")
    assert page.evaluate("() => claims") == 1
    tile(page, "le:N").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect(says(page)).to_contain_text("NTE and GO")
    page.keyboard.press("ArrowDown")
    expect(says(page)).to_contain_text("TE and GO: Two Ducks")
    page.keyboard.press("ArrowUp")
    expect(says(page)).not_to_contain_text("Two Ducks: ")
    assert sorted(word(page, 0) + word(page, 1)) == ["an:G", "an:O", "ch:E4", "le:N", "le:T"]


def test_a_wild_card_is_typed_or_told_its_letter(visit: Doorkeeper) -> None:
    page = visit("/login")
    build(page, "li:D li:M li:O li:N sc:1")
    page.get_by_label("Type it").fill("demon")
    expect(says(page)).to_contain_text("DEMON: a Scroker, not natural.")
    assert word(page)[1] == "sc:1"
    expect(tile(page, "sc:1")).to_have_accessible_name("E by a wild card")
    page.get_by_label("a wild card stands for").select_option("A")
    expect(says(page)).to_contain_text("DAMON: a Scroker")
    page.get_by_label("a wild card stands for").select_option("")
    expect(says(page)).to_contain_text("Say which letter the wild card stands for.")
    page.get_by_label("Type it").fill("dome")
    page.get_by_label("Type it").fill("domes")
    expect(says(page)).to_contain_text("You have no more S to lay.")


def test_a_card_is_dragged_to_its_place_in_a_word_and_back(visit: Doorkeeper) -> None:
    page = visit("/login")
    build(page, "an:D an:O an:G le:Q li:X")
    for code in ("an:D", "an:G"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("DG: a Duck")
    drag(page, "an:O", page.locator('[data-drop="0"] [data-key="an:G"]'))
    expect(says(page)).to_contain_text("DOG: a Tadpole, natural.")
    drag(page, "an:D", page.get_by_role("group", name="Cards not in a word"))
    expect(says(page)).to_contain_text("OG: a Duck")
    assert word(page) == ["an:O", "an:G"]


def drag(page: Page, code: str, to: Any) -> None:
    start, end = tile(page, code).bounding_box(), to.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + end["height"] / 2, steps=4)
    page.mouse.move(end["x"] + 4, end["y"] + end["height"] / 2, steps=2)
    page.mouse.up()


def test_page_and_rules_know_the_same_deck(visit: Doorkeeper) -> None:
    deck = import_module(f"{RULES}.cards").DECK
    read = visit("/login").evaluate(READ_DECK, GAME.slug)
    assert [(code, rank, peppers) for code, rank, peppers, _ in read] == [(str(card), card.place, card.peppers) for card in deck]
    names = {code: name for code, _, _, name in read}
    assert (names["ch:E5"], names["an:U"], names["le:W"]) == ("E, five chilis, hot", "U, Unicorn, an Animal", "W, a Lemon")
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(("mix", "chilis"), [(False, None), (True, None), (False, 1), (True, 0)])
def test_page_and_rules_agree_which_suits_go_together(visit: Doorkeeper, mix: bool, chilis: int | None) -> None:
    claims = import_module(f"{RULES}.claims")
    deck = list(import_module(f"{RULES}.cards").DECK)
    chance = Random(7)
    words = [*combinations(deck[::3], 2), *(tuple(chance.sample(deck, chance.randrange(2, 6))) for _ in range(600))]
    rules = claims.HandRules(mix_juice=mix, hot_n_sour=claims.UNLIMITED if chilis is None else chilis)
    asked = {"slug": GAME.slug, "words": [list(map(str, word)) for word in words], "rules": {"mix": mix, "chilis": chilis}}
    read = visit("/login").evaluate(JUDGE, asked)
    for word_, (fine, natural) in zip(words, read, strict=True):
        assert fine == (claims.suit_fault(word_, rules) is None), word_
        assert natural == (not claims.hot_n_sour({card.suit for card in word_})), word_


# -- at the table ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    shown = Gallery()
    yield shown
    shown.close()


class Player:
    """A person at the table who opens, calls, exchanges a card and claims two cards of one suit; keeps what the page was told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.told = notices_to(page)
        self.claimed = ""
        self._answered = ""

    @property
    def frame(self) -> dict[str, Any]:
        frames = [notice for notice in self.told if notice["type"] == "frame"]
        return frames[-1] if frames else {"prompt": None, "view": {"public": {"phase": "", "hand": 0}}}

    @property
    def phase(self) -> str:
        return str(self.frame["view"]["public"]["phase"])

    def act(self) -> None:
        """Answers the open question, if there is one that was not answered yet, and the page shows it by now."""
        frame = self.frame
        prompt = frame["prompt"]
        self.page.wait_for_timeout(20)
        if prompt is None or prompt["key"] == self._answered or self.page.evaluate(ASK) != frame["ask"]:
            return
        bar = your_answer(self.page)
        match prompt["kind"]:
            case "bet":
                wager = bar.get_by_role("button", name=re.compile("^Open for"))
                (wager if wager.count() else bar.get_by_role("button", name=re.compile("^(Call|Check|Tap out)"))).click()
            case "draw":
                self.page.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button").first.click()
                bar.get_by_role("button", name="Exchange this card").click()
            case "declare":
                self.declare(by_keys=not self.claimed)
            case "challenge":
                bar.get_by_role("button", name="Let it stand").click()
            case _:
                return
        self._answered = prompt["key"]
        self.page.wait_for_function("() => !document.querySelector('[aria-label=\"Your answer\"] [aria-busy]')")

    def declare(self, by_keys: bool) -> None:
        """Of five cards two are of one suit."""
        cards = self.frame["view"]["private"]["cards"]
        one, other = next(pair for pair in combinations(cards, 2) if pair[0][:2] == pair[1][:2])
        self.claimed = one[3] + other[3]
        self.page.keyboard.press("w")
        self.page.keyboard.type(self.claimed.lower())
        expect(self.page.get_by_text(f"{self.claimed}: a Duck, natural.")).to_be_visible()
        self.page.keyboard.press("Enter")


def test_a_hand_from_the_ante_to_the_bank(visit: Doorkeeper, gallery: Gallery, live_server: House) -> None:
    page = visit("/")
    still = Still(page)
    ann = Player(page)
    open_table(page, "Ann")
    choose_game(page, GAME)
    add_bots(page, 1, "casual")
    set_clock(page, "Off")
    end_after(page, 1)
    ben = Player(visit(invite_link(page).removeprefix(live_server.base_url), viewport={"width": 390, "height": 780}))
    join(ben.page, "Ben")
    ben.page.get_by_role("button", name="I am ready").click()
    still.at(lambda frame: bool(frame["prompt"]) and frame["prompt"]["kind"] == "bet")
    page.get_by_role("region", name="Start").get_by_role("button", name=re.compile("^Start")).click()
    until(lambda: still.held, ben)
    look(gallery, page, "letters-bet", PHONE, "light")
    still.at(lambda frame: bool(frame["prompt"]) and frame["prompt"]["kind"] == "declare")
    until(lambda: still.held, ann, ben)
    look(gallery, page, "letters-declare", PHONE, "dark")
    still.at(lambda frame: frame["view"]["public"]["phase"] in ("challenge", "over"))
    until(lambda: still.held, ann, ben)
    look(gallery, page, "letters-showdown", DESK, "light")
    assert len(ann.claimed) == len(ben.claimed) == 2
    if page.get_by_role("list", name="Final order").count() == 0:  # a Slush leads without a word, and nobody is asked about it
        claims = page.get_by_role("list", name="What was claimed, the best first")
        expect(claims).to_contain_text("Ben")
        expect(claims).to_contain_text(ben.claimed)
    still.go()
    until(lambda: page.get_by_role("list", name="Final order").count() > 0, ann, ben)
    book = page.get_by_role("table").filter(has_text="Together")
    expect(book.get_by_role("row").filter(has_text="Together")).to_contain_text("0")
    results = [int(cell.replace("−", "-")) for cell in book.locator("tbody tr td:last-child").all_inner_texts()]
    assert len(results) == 3
    assert sum(results) == 0
    nobody_was_told_what_the_other_held(ann, ben)
    page.get_by_role("link", name="See the whole match again").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    expect(page.get_by_label("See").get_by_role("option")).to_have_count(2)
    expect(page.get_by_text("Cards that were not shown at the table stay secret for good.")).to_be_visible()
    expect(page.get_by_role("link", name="As JSON lines")).to_have_count(0)


def until(condition: Any, *players: Player) -> None:
    """Lets them play until that is so; a page that is held still does not answer."""
    for _ in range(6000):
        if condition():
            return
        for player in players:
            player.act()
    raise AssertionError(f"not there: {[player.phase for player in players]}")


def look(gallery: Gallery, page: Page, name: str, size: tuple[int, int], light: str, whole: bool = False) -> None:
    gallery.look(page, name, size, light, whole)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def nobody_was_told_what_the_other_held(*players: Player) -> None:
    """Before the showdown no frame to one page names a card that the other held at the time."""
    moments = [{moment(frame): frame for frame in frames_in_play(player)} for player in players]
    both = moments[0].keys() & moments[1].keys()
    assert len(both) > 5
    for one, other in (moments, moments[::-1]):
        for at in both:
            held = set(other[at]["view"]["private"].get("cards", ()))
            assert not held & set(re.findall(r'"((?:an|ch|le|li):[A-Z]\d?)"', msgspec.json.encode(one[at]).decode()))


def frames_in_play(player: Player) -> list[dict[str, Any]]:
    frames = [notice for notice in player.told if notice["type"] == "frame"]
    return [frame for frame in frames if frame["view"]["public"]["phase"] in ("bet", "draw", "declare")]


def moment(frame: dict[str, Any]) -> tuple[Any, ...]:
    public = frame["view"]["public"]
    return public["hand"], public.get("questions", 0), public["phase"], tuple(public.get("declared", ()))


def test_the_rules_page_is_seen_by_axe(visit: Doorkeeper, gallery: Gallery) -> None:
    page = visit(f"/rules/{GAME.slug}")
    expect(page.get_by_role("heading", name="Lay a word")).to_be_visible()
    look(gallery, page, "letters-rules", PHONE, "light", whole=True)
