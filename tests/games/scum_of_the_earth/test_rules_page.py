"""The rules page of this game says what the game does, for every way a host may set the table."""

import re
from html import unescape
from itertools import product
from typing import Any

import pytest

from app.games.scum_of_the_earth.card_text import ODD
from app.games.scum_of_the_earth.cards import FACE, Card, deck
from app.games.scum_of_the_earth.dealing import HIGHEST, PLAYERS
from app.games.scum_of_the_earth.moves import Play, Reason
from app.games.scum_of_the_earth.options import Options, experimental
from app.games.scum_of_the_earth.state import Set
from app.games.scum_of_the_earth.titles import THEMES, titles
from app.games.scum_of_the_earth.tricks import refusal
from app.rules.game import Seat
from tests.games.kit.rules_page import rules_page, words

EXTRAS: list[dict[str, bool]] = [
    {},
    {"special_5": True},
    {"special_7": True, "special_8": True, "special_9": True, "special_10": True, "wild_3_9": True},
]


def page(**chosen: Any) -> str:
    return rules_page("scum-of-the-earth", Options(**chosen))


def codes(markup: str, section: str) -> list[str]:
    part = markup.split(f'aria-labelledby="{section}"')[1].split("</section>")[0]
    return [unescape(code) for code in re.findall(r'data-code="([^"]+)"', part)]


@pytest.mark.parametrize("theme", [*THEMES, "own"])
def test_the_page_calls_the_ranks_what_the_table_calls_them(theme: str) -> None:
    own = ("Cock of the Walk", " ", "Hen")
    markup = page(theme=theme, own_titles=own)
    ladder = words(markup.split('<ol class="ladder"')[1].split("</ol>")[0].split(">", 1)[1])
    assert ladder == " ".join(
        f"{title} {pay}" for title, pay in zip(titles(theme, own), (4, 3, 2, 1, 0), strict=True)
    )


def test_the_page_lists_every_theme_as_the_game_knows_it() -> None:
    said = words(page())
    for names in THEMES.values():
        assert " ".join(names) in said


@pytest.mark.parametrize(("extra", "highest"), list(product(EXTRAS, HIGHEST)))
def test_the_page_counts_and_orders_the_deck_as_the_game_does(
    extra: dict[str, bool], highest: str
) -> None:
    chosen: dict[str, Any] = {"highest": highest, **extra}
    markup = page(**chosen)
    cards = deck(HIGHEST[highest], experimental(Options(**chosen)))
    row = words(markup.split('<tr class="mine">')[1].split("</tr>")[0])
    assert row.startswith(highest)
    assert row.endswith(str(len(cards)))
    assert codes(markup, "order") == list(dict.fromkeys(str(card) for card in cards))


def test_the_page_says_how_many_may_play_with_which_deck() -> None:
    markup = page()
    for letter, face in HIGHEST.items():
        players = PLAYERS[face]
        said = words(markup.split(f'<th scope="row">{letter}</th><td>')[1].split("</td>")[0])
        assert (int(said.split(",")[0].split()[0]), int(said.split()[-1])) == (
            players[0],
            players[-1],
        )


def test_the_page_says_how_this_table_ends() -> None:
    assert "somebody reaches 60" in words(page(end_points=60))
    assert "ends after 7 hands" in words(page(ending="deals", end_deals=7))
    assert "ends after 1 hand. " in words(page(ending="deals", end_deals=1))
    assert "without a fixed end" in words(page(ending="endless"))


def test_an_experimental_card_is_explained_in_play_and_only_mentioned_otherwise() -> None:
    assert str(Card.SPECIAL_10) in codes(page(special_10=True), "odd-cards")
    assert str(Card.SPECIAL_10) not in codes(page(), "odd-cards")
    assert "Special 10 : counts as one 10 or as two" in words(page())


@pytest.mark.parametrize(("led", "at"), [("J J J", 0), ("J J J J", 1), ("3", 2)])
def test_every_drawn_try_is_judged_as_the_game_judges_it(led: str, at: int) -> None:
    tries = page().split('<ul class="tries">')[at + 1].split("</ul>")[0]
    lies = tuple(Card(code) for code in led.split())
    best = Set(Seat(0), lies, FACE[lies[0]], len(lies))
    shown = re.findall(r'<li class="try (good|bad)">(.*?)</li>', tries, flags=re.DOTALL)
    assert {verdict for verdict, _ in shown} == {"good", "bad"}
    for verdict, markup in shown:
        cards = tuple(Card(code) for code in re.findall(r'data-code="([^"]+)"', markup))
        answer = refusal(cards, best, Play(cards))
        assert (answer in (None, Reason.NAME_THE_WILD)) == (verdict == "good"), (
            f"{cards} on {led}: {answer}"
        )


def test_the_page_says_what_special_cards_do_for_a_player_whom_they_put_out() -> None:
    """The text names a player who passes, and a look at "any one player's hand"; no more."""
    text = words(page(special_5=True))
    assert (
        "Somebody must be picked if possible our ruling , even if the special 6 was the player’s "
        "last card our ruling"
    ) in text
    assert "If only one other player is left, that player is picked automatically our" in text
    assert "A player who goes out with it looks at nothing our ruling" in text


def test_the_page_says_that_a_leader_plays() -> None:
    """ "The lead player plays any number of matching cards"."""
    assert "the leader must play" in words(page())


@pytest.mark.parametrize("extra", EXTRAS)
def test_how_to_play_has_a_step_for_every_odd_card_of_the_deck(extra: dict[str, Any]) -> None:
    """Issue 21: in the words with which the card explains itself at the table."""
    options = Options(**extra)
    found = re.findall(r'<li data-odd="([^"]+)">(.*?)</li>', page(**extra), re.DOTALL)
    steps = {unescape(code): words(markup) for code, markup in found}
    odd = [card for card in deck(13, experimental(options)) if card in ODD]
    assert set(steps) == set(odd)
    for card in odd:
        assert ODD[card] in steps[card]
