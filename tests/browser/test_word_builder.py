"""The word builder: words by touch and by keys; page and rules agree about suits."""

from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Reopen
from tests.browser.test_word_game import GAME

RULES = f"app.games.{GAME.slug.replace('-', '_')}"
BUILD = """async ({ slug, codes, shared, wild, rules }) => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const { Builder } = await import(`/static/games/${slug}/builder.js`);
  const sheets = ["css/table/cards.css", `games/${slug}/cards.css`, `games/${slug}/builder.css`];
  const load = (sheet) => new Promise((onload) => {
    const link = document.createElement("link");
    document.head.append(
      Object.assign(link, { rel: "stylesheet", href: `/static/${sheet}`, onload }));
  });
  await Promise.all(sheets.map(load));
  document.body.replaceChildren(
    Object.assign(document.createElement("main"), { id: "builder" }));
  globalThis.claims = 0;
  const submit = () => claims++;
  const words = html`<${Builder} question="q" codes=${codes} shared=${shared} wild=${wild}
    rules=${rules} submit=${submit} />`;
  render(words, document.getElementById("builder"));
}"""
READ_DECK = """async (slug) => {
  const { DECK, cardName, peppersOf, rankOf } = await import(`/static/games/${slug}/deck.js`);
  const codesOf = ([suit, faces]) => faces.map((face) => `${suit}:${face}`);
  const codes = Object.entries(DECK).flatMap(codesOf);
  return codes.map((code) => [code, rankOf(code), peppersOf(code), cardName(code)]);
}"""
JUDGE = """async ({ slug, words, rules }) => {
  const { suitFault, natural } = await import(`/static/games/${slug}/suits.js`);
  return JSON.stringify(
    words.map((word) => [suitFault(word, {}, rules) === null, natural(word, {})]));
}"""


def build(page: Page, codes: str, shared: str = "", wild: str = "") -> None:
    """Puts the word builder alone on the page, with these cards."""
    rules = {"mix": False, "chilis": None}
    page.evaluate(
        BUILD,
        {
            "slug": GAME.slug,
            "codes": codes.split(),
            "shared": shared.split(),
            "wild": wild.split(),
            "rules": rules,
        },
    )
    expect(tiles(page)).to_have_count(len(codes.split()))


def tiles(page: Page) -> Any:
    return page.locator("[data-key]")


def tile(page: Page, code: str) -> Any:
    return page.locator(f'[data-key="{code}"]')


def word(page: Page, number: int = 0) -> list[str]:
    found: list[str] = page.locator(f'[data-drop="{number}"] [data-key]').evaluate_all(
        "(all) => all.map((tile) => tile.dataset.key)"
    )
    return found


def says(page: Page) -> Any:
    return page.get_by_role("status")


def test_words_are_built_by_tapping_and_suits_are_explained_at_once(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "le:T ch:E4 le:N an:G an:O")
    for code in ("le:T", "ch:E4", "le:N"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("TEN: 3 letters (Tadpole), not natural.")
    tile(page, "an:O").click()
    expect(says(page)).to_contain_text(
        "A word of Animals takes no other cards: T is from the Lemons."
    )
    tile(page, "an:O").click()
    page.get_by_role("button", name="and a second word").click()
    for code in ("an:G", "an:O"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("TEN and GO: 3 + 2 letters (Bullfrog), not natural.")
    assert (word(page, 0), word(page, 1)) == (["le:T", "ch:E4", "le:N"], ["an:G", "an:O"])


def test_a_card_keeps_its_element_and_the_focus_wherever_it_is_laid(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "le:T ch:E4 le:N")
    page.evaluate("() => { kept = document.querySelector('[data-key=\"le:N\"]'); }")
    tile(page, "le:T").click()
    for row in ("0", "rest", "0"):
        tile(page, "le:N").click()
        expect(page.locator(f'[data-drop="{row}"] [data-key="le:N"]')).to_be_focused()
    assert page.evaluate("() => kept === document.activeElement")
    assert word(page) == ["le:T", "le:N"]
    page.keyboard.press("Shift+ArrowLeft")
    expect(says(page)).to_contain_text("NT: 2 letters (Duck)")
    assert page.evaluate("() => kept === document.activeElement")


def test_a_row_is_as_high_without_cards_as_with_them(reopened: Reopen) -> None:
    """The felt above would be laid out anew at the first card and at the last."""
    page = reopened("/login")
    build(page, "le:T ch:E4 le:N")
    heights = {page.locator(".builder").bounding_box()["height"]}  # type: ignore[index]
    for code in ("le:T", "ch:E4", "le:N"):
        tile(page, code).click()
        heights.add(page.locator(".builder").bounding_box()["height"])  # type: ignore[index]
    assert len(heights) == 1


def test_no_word_is_called_right_or_wrong(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "le:F le:L le:I le:B le:T le:H")
    said = []
    for letters in ("FLIB", "LIFT"):
        page.get_by_label("Type it").fill(letters)
        expect(says(page)).to_contain_text(f"{letters}: 4 letters (Frog), natural.")
        said.append(says(page).inner_text().replace(letters, ""))
    assert said[0] == said[1]


def test_words_are_built_by_keys_alone(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "le:T ch:E4 le:N an:G an:O sc:1")
    page.get_by_label("Type it").focus()
    page.keyboard.type("ten go")
    expect(says(page)).to_contain_text("TEN and GO: 3 + 2 letters (Bullfrog)")
    page.keyboard.press("Enter")
    assert page.evaluate("() => claims") == 1
    tile(page, "le:N").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect(says(page)).to_contain_text("NTE and GO")
    page.keyboard.press("ArrowDown")
    expect(says(page)).to_contain_text("TE and GO: 2 + 2 letters (Two Ducks)")
    page.keyboard.press("ArrowUp")
    expect(says(page)).not_to_contain_text("(Two Ducks): ")
    assert sorted(word(page, 0) + word(page, 1)) == ["an:G", "an:O", "ch:E4", "le:N", "le:T"]


def test_a_wild_card_is_typed_or_told_its_letter(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "li:D li:M li:O li:N sc:1")
    page.get_by_label("Type it").fill("demon")
    expect(says(page)).to_contain_text("DEMON: 5 letters (Scroker), not natural.")
    assert word(page)[1] == "sc:1"
    expect(tile(page, "sc:1")).to_have_accessible_name("E by a wild card")
    page.get_by_label("a wild card stands for").select_option("A")
    expect(says(page)).to_contain_text("DAMON: 5 letters (Scroker)")
    page.get_by_label("a wild card stands for").select_option("")
    expect(says(page)).to_contain_text("Say which letter the wild card stands for.")
    page.get_by_label("Type it").fill("dome")
    page.get_by_label("Type it").fill("domes")
    expect(says(page)).to_contain_text("You have no more S in your hand.")


def test_a_card_is_dragged_to_its_place_in_a_word_and_back(reopened: Reopen) -> None:
    page = reopened("/login")
    build(page, "an:D an:O an:G le:Q li:X")
    for code in ("an:D", "an:G"):
        tile(page, code).click()
    expect(says(page)).to_contain_text("DG: 2 letters (Duck)")
    drag(page, "an:O", page.locator('[data-drop="0"] [data-key="an:G"]'))
    expect(says(page)).to_contain_text("DOG: 3 letters (Tadpole), natural.")
    drag(page, "an:D", page.get_by_role("group", name="Cards not in a word"))
    expect(says(page)).to_contain_text("OG: 2 letters (Duck)")
    assert word(page) == ["an:O", "an:G"]


def drag(page: Page, code: str, to: Any) -> None:
    start, end = tile(page, code).bounding_box(), to.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + end["height"] / 2, steps=4)
    page.mouse.move(end["x"] + 4, end["y"] + end["height"] / 2, steps=2)
    page.mouse.up()


def test_page_and_rules_know_the_same_deck(reopened: Reopen) -> None:
    deck = import_module(f"{RULES}.cards").DECK
    read = reopened("/login").evaluate(READ_DECK, GAME.slug)
    assert [(code, rank, peppers) for code, rank, peppers, _ in read] == [
        (str(card), card.place, card.peppers) for card in deck
    ]
    names = {code: name for code, _, _, name in read}
    assert (names["ch:E5"], names["an:U"], names["le:W"]) == (
        "E, five chilis, hot",
        "U, Unicorn, an Animal",
        "W, a Lemon",
    )
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(("mix", "chilis"), [(False, None), (True, None), (False, 1), (True, 0)])
def test_page_and_rules_agree_which_suits_go_together(
    reopened: Reopen, mix: bool, chilis: int | None
) -> None:
    claims = import_module(f"{RULES}.claims")
    deck = list(import_module(f"{RULES}.cards").DECK)
    chance = Random(7)
    words = [
        *combinations(deck[::3], 2),
        *(tuple(chance.sample(deck, chance.randrange(2, 6))) for _ in range(600)),
    ]
    rules = claims.HandRules(
        mix_juice=mix, hot_n_sour=claims.UNLIMITED if chilis is None else chilis
    )
    asked = {
        "slug": GAME.slug,
        "words": [list(map(str, word)) for word in words],
        "rules": {"mix": mix, "chilis": chilis},
    }
    read = msgspec.json.decode(reopened("/login").evaluate(JUDGE, asked))
    for word_, (fine, natural) in zip(words, read, strict=True):
        assert fine == (claims.suit_fault(word_, rules) is None), word_
        assert natural == (not claims.hot_n_sour({card.suit for card in word_})), word_
