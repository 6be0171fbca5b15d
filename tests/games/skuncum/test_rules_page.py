"""The rules page of this game says what its tables say, for every way a host may set the table."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.games.skuncum.cards import ACTIONS, COLOURS, FACES, HATS, SUITS, Card, Rank
from app.games.skuncum.display_names import HAT, card_name
from app.games.skuncum.hats import CARDS_VOTES, POINTS_A_VOTE, PRICES, STROKE_VOTES
from app.games.skuncum.options import BOXES, MOST_HANDS, Options, coalition_votes

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"


def page(**chosen: Any) -> str:
    jinja = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.globals["asset"] = "/static/{}".format
    return jinja.get_template("games/skuncum/rules.html").render(
        options=Options(**chosen), card=None
    )


def words(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def section(markup: str, name: str) -> str:
    return markup.split(f'aria-labelledby="{name}"')[1].split("</section>")[0]


def cells(row: str) -> list[str]:
    return [words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]


def rows(markup: str, key: str) -> list[list[str]]:
    """The cells of each row of cards, without the drawing."""
    found = re.findall(rf"<tr data-{key}>(.*?)</tr>", markup, flags=re.DOTALL)
    return [[name, *rest] for name, _, *rest in map(cells, found)]


@pytest.mark.parametrize("box", BOXES)
def test_the_table_of_suit_cards_is_that_of_the_game(box: Any) -> None:
    size = (*BOXES[box].hats, 0)
    colours = [1 if row.rank is Rank.DH else len(COLOURS) for row in SUITS]
    assert rows(page(box=box), "suit") == [
        [HAT[row.rank], str(row.value), str(row.copies * many), str(hats)]
        for row, many, hats in zip(SUITS, colours, size, strict=True)
    ]


def test_the_table_of_action_cards_is_that_of_the_game() -> None:
    said = rows(page(), "action")
    for row, (name, copies, does) in zip(ACTIONS, said, strict=True):
        assert name == card_name(Card(f"{row.kind}.1"))
        assert int(copies) == row.copies
        assert does.startswith("BONUS" if FACES[Card(f"{row.kind}.1")].bonus else "ATTACK")
        assert str(row.value) in does or not row.value


def test_every_drawn_card_is_one_of_the_deck() -> None:
    drawn = re.findall(r'aria-label="([^"]+)" data-code="([^"]+)"', page())
    assert {kind for _, kind in drawn} >= {row.kind for row in ACTIONS}
    for name, kind in drawn:
        face = FACES[Card(f"{kind}.1")]
        words_of = card_name(Card(f"{kind}.1"))
        assert unescape(name).replace("−", "-") == (
            f"{words_of}, {face.value}" if face.suit else words_of
        )


@pytest.mark.parametrize("box", BOXES)
def test_the_size_of_the_box_is_said_where_it_is_chosen(box: Any) -> None:
    size = BOXES[box]
    counts = f"{sum(size.hats)} hats and {size.votes} votes"
    assert counts in words(section(page(box=box), "start"))
    text = words(section(page(box=box), "table"))
    assert counts in text
    other = BOXES["standard" if box == "short" else "short"]
    assert f"has {sum(other.hats)} hats and {other.votes} votes" in text


@pytest.mark.parametrize("strong", [False, True])
def test_the_votes_of_a_coalition_are_those_of_the_option(strong: bool) -> None:
    king, member = coalition_votes(Options(strong_coalitions=strong))
    text = words(section(page(strong_coalitions=strong), "winning"))
    assert re.search(rf"{king} votes, and {member} votes? for every other member", text)


def test_the_end_of_a_hand_counts_as_the_game_does() -> None:
    text = words(section(page(), "hand"))
    assert f"{CARDS_VOTES} votes, and one more for each {POINTS_A_VOTE} points" in text
    assert f"Each Hat stroke turns into {STROKE_VOTES} votes" in text
    for rank, price in zip(HATS, PRICES, strict=True):
        assert f"{HAT[rank]} {price}" in text
    assert f"after {MOST_HANDS} hands" in words(page())


def test_options_change_what_the_page_says() -> None:
    usual = words(page())
    assert "Only cards of other colours" in usual
    assert "A hand is over when nobody holds a Suit card" in usual
    assert "Only cards of other colours" not in words(page(colours=False))
    assert "once at most one player holds a Suit card" in words(page(short_hands=True))


def test_the_page_says_which_parts_are_reconstructed() -> None:
    assert "was found nowhere" in words(section(page(), "source"))
    for part in ("cards", "playoff", "scrum"):
        assert "our reconstruction" in words(section(page(), part))
