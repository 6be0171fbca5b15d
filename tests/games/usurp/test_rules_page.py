"""The rules page of this game says what the game does, for every way a host may set the table."""

import re
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.usurp.cards import PACK, Card, Order
from app.games.usurp.dealing import begin
from app.games.usurp.options import Options
from app.games.usurp.plays import judge
from app.games.usurp.scoring import BEATEN, BONUS, RENEG, VALUES, value
from tests.games.kit.rules_page import rules_page, section, words

TABLES = ("olde", "alternative")
LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J"}


def page(**chosen: Any) -> str:
    return rules_page("usurp", Options(**chosen))


def codes(markup: str) -> list[str]:
    return re.findall(r'data-code="([^"]+)"', markup)


def rows_of_points() -> dict[str, tuple[int, int]]:
    """The first word and both numbers of each line in the table of points."""
    rows = re.findall(
        r'<tr><th scope="row">(.*?)</th><td class="num">(\d+)</td><td class="num">(\d+)</td></tr>',
        section(page(), "points"),
    )
    return {words(what): (int(one), int(other)) for what, one, other in rows}


def test_the_table_of_points_says_what_the_game_counts() -> None:
    said = rows_of_points()
    for rank in VALUES["olde"]:
        (line,) = [what for what in said if what.split(",")[0] == LETTERS.get(rank, str(rank))]
        assert said[line] == tuple(VALUES[table][rank] for table in TABLES)
    assert said["A Crown beaten by a Plow, or a Plow by a Crown"] == tuple(
        BEATEN[table] for table in TABLES
    )
    assert said["Challenge Bonus"] == tuple(BONUS[table] for table in TABLES)
    assert said["A Reneg"] == tuple(RENEG[table] for table in TABLES)


@pytest.mark.parametrize("points", TABLES)
@pytest.mark.parametrize("at", [0, 1])
def test_every_drawn_try_is_judged_as_the_game_judges_it(points: Any, at: int) -> None:
    tries = page(points=points).split('<ul class="tries"')[at + 1].split("</ul>")[0]
    upcard = Card(re.findall(r'data-upcard="(\w+)"', tries)[0])
    lies = replace(
        begin(2, Options(points=points)),
        upcard=upcard,
        order=Order(re.findall(r'data-order="(\w+)"', tries)[0]),
    )
    lies = replace(lies, worth=value(lies, upcard))
    shown = re.findall(
        r'<li class="try (good|bad)" data-way="(.*?)" data-points="(\d+)">(.*?)</li>',
        tries,
        flags=re.DOTALL,
    )
    assert len(shown) > 2
    for verdict, way, brings, markup in shown:
        (card,) = codes(markup)
        judged = judge(lies, Card(card))
        assert (judged.way, judged.wins, judged.points) == (way, verdict == "good", int(brings)), (
            f"{card} on {upcard}"
        )
        assert f"{brings} to {'you' if judged.wins else 'the other'}" in words(markup)


@pytest.mark.parametrize("order", list(Order))
def test_the_drawn_orders_rank_as_the_game_ranks(order: Order) -> None:
    drawn = [
        Card(code)
        for code in codes(
            page().split(f'class="drawn long" data-order="{order}"')[1].split("</p>")[0]
        )
    ]
    assert sorted(drawn) == sorted(card for card in PACK if card.suit == "S")
    for better, worse in pairwise(drawn):
        lies = replace(begin(2, Options()), upcard=worse, worth=1, order=order)
        assert judge(lies, better).wins
        assert not judge(replace(lies, upcard=better), worse).wins


@pytest.mark.parametrize(
    ("best_of", "says"),
    [(1, "One hand decides it"), (3, "first to 2 game points"), (9, "first to 5 game points")],
)
def test_the_page_says_what_wins_this_match(best_of: Any, says: str) -> None:
    assert says in words(page(best_of=best_of))
    assert begin(2, Options(best_of=best_of)).to_win == best_of // 2 + 1


@pytest.mark.parametrize("points", TABLES)
def test_the_bonus_and_the_renegs_of_this_table_stand_in_the_text(points: Any) -> None:
    markup = page(points=points, renegs="honour")
    assert f"Challenge Bonus of {BONUS[points]}" in words(section(markup, "plays"))
    suit = words(section(markup, "suit"))
    assert "the card and its points go back without a penalty" in suit
    assert f"if they are right, they get {RENEG[points]}." in suit
    assert f"If the call is wrong, the accused player gets {RENEG[points]}" in suit
    assert f"always wins: {BEATEN[points]} points" in words(section(markup, "start"))


def test_an_option_is_explained_where_it_is_in_play_and_only_mentioned_where_it_is_not() -> None:
    assert "After each turn a card of the Stock is turned up beside the table" in words(
        page(reveal=True)
    )
    assert "an option for two players" in words(page())
    assert "you cannot sluff off while you hold the suit" in words(page())
    assert "That is a Reneg" in words(page(renegs="honour"))


def test_the_four_player_extension_is_marked_as_ours() -> None:
    assert words(section(page(), "four")).split(">", 1)[-1].strip().startswith("Four players Ours")
