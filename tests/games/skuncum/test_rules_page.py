"""The rules page of this game says what the game does, for every way a host may set the table."""

import re
from typing import Any

import pytest

from app.games.skuncum.cards import ACTIONS, DECK, FACES, SUITS, Rank
from app.games.skuncum.display_names import HAT, card_name
from app.games.skuncum.hats import CARDS_VOTES, POINTS_A_VOTE, PRICES, STROKE_VOTES
from app.games.skuncum.options import BOXES, MOST_HANDS, Options, coalition_votes
from tests.games.kit.rules_page import rules_page, words


def page(**chosen: Any) -> str:
    return rules_page("skuncum", Options(**chosen))


def section(markup: str, name: str) -> str:
    return words(markup.split(f'aria-labelledby="{name}"')[1].split("</section>")[0])


def rows(markup: str, mark: str) -> list[list[str]]:
    """The cells of the rows of cards, without the drawings."""
    plain = re.sub(r'<span class="pc".*?</span>', "", markup)
    found = re.findall(rf"<tr data-{mark}>(.*?)</tr>", plain)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row)] for row in found]


@pytest.mark.parametrize("box", list(BOXES))
def test_the_suit_cards_and_the_score_box_are_those_of_the_tables(box: Any) -> None:
    said = rows(page(box=box), "suit")
    assert len(said) == len(SUITS)
    for (name, value, copies, hats), row in zip(said, SUITS, strict=True):
        whole = row.copies * (1 if row.rank is Rank.DH else 4)
        own = 0 if row.rank is Rank.DH else BOXES[box].hats[list(Rank).index(row.rank)]
        assert (name, value, copies, hats) == (
            HAT[row.rank], f"{row.value}", f"{whole}", f"{own}",
        )  # fmt: skip


def test_the_action_cards_are_those_of_the_table() -> None:
    kinds = {FACES[card].kind: card_name(card) for card in DECK}
    assert [(row[0], int(row[1])) for row in rows(page(), "action")] == [
        (kinds[row.kind], row.copies) for row in ACTIONS
    ]
    for (_, _, does), row in zip(rows(page(), "action"), ACTIONS, strict=True):
        assert does.startswith("BONUS" if FACES_OF[row.kind].bonus else "ATTACK")
        assert not row.value or f"{row.value} " in f"{does} "


FACES_OF = {face.kind: face for face in FACES.values()}


@pytest.mark.parametrize("box", list(BOXES))
def test_the_box_of_this_table_is_in_the_quick_rules(box: Any) -> None:
    hats, votes = sum(BOXES[box].hats), BOXES[box].votes
    assert f"It has {hats} hats and {votes} votes." in section(page(box=box), "start")


@pytest.mark.parametrize("strong", [False, True])
def test_a_coalitions_votes_are_those_of_this_table(strong: bool) -> None:
    king, member = coalition_votes(Options(strong_coalitions=strong))
    text = section(page(strong_coalitions=strong), "winning")
    assert f"{king} votes, and {member} vote" in text


def test_prices_and_tally_are_those_of_the_game() -> None:
    text = section(page(), "hand")
    for (rank, name), price in zip(list(HAT.items())[:7], PRICES, strict=True):
        assert f"{name} {price}" in text, rank
    assert f"{CARDS_VOTES} votes, and one more for each {POINTS_A_VOTE} points" in text
    assert f"Each Hat stroke turns into {STROKE_VOTES} votes" in text
    assert f"after {MOST_HANDS} hands" in section(page(), "end")


def test_options_are_explained_where_they_are_in_play() -> None:
    assert "of another colour into the Coalition" in section(page(), "start")
    assert "of another colour" not in section(page(colours=False), "start")
    assert "at most one player holds a Suit card" in section(page(short_hands=True), "hand")
    assert "when nobody holds a Suit card" in section(page(), "hand")


def test_the_reconstruction_is_marked_and_what_is_public_is_said() -> None:
    text = words(page())
    assert text.count("our reconstruction") > 30
    assert "Whoever drops out without Politiks holds no Suit card." in section(page(), "eyes")
    assert "A concession says nothing" in section(page(), "eyes")
