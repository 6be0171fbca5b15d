"""The worked cases of the rules page, by number, in Ye Olde points. Ada is P, Ben is O."""

import pytest

from app.games.usurp.cards import Card
from app.games.usurp.moves import Play, Reason
from app.games.usurp.state import Asked
from tests.games.usurp.table import Table, playing


def on_nine_of_hearts(hand: str) -> Table:
    return playing(f"{hand} 3D", "KC 6S", upcard="9H")


def test_case_1_regal_a_higher_card_of_the_suit_wins_the_nine() -> None:
    assert on_nine_of_hearts("KH").play(0, "KH").points == (9, 0)


def test_case_1_regal_a_lower_card_of_the_suit_gives_the_nine_away() -> None:
    assert on_nine_of_hearts("4H").play(0, "4H").points == (0, 9)


def test_case_1_a_nine_usurps_changes_the_suit_and_may_change_the_order() -> None:
    table = on_nine_of_hearts("9S").play(0, "9S")
    assert (table.points, table.public.upcard) == ((9, 0), Card.S9)
    assert table.asked == (0, Asked.ORDER)
    assert table.name(0, "common").public.order == "common"
    assert table.asked == (1, Asked.PLAY)
    assert table.open_cards(1) == "6S", "Ben follows spades now"


@pytest.mark.parametrize("anything", ["KC", "6S"])
def test_case_1_after_a_sluff_off_whatever_is_played_next_scores(anything: str) -> None:
    table = on_nine_of_hearts("QC").play(0, "QC")
    assert table.points == (0, 9)
    assert table.play(1, anything).points == (0, 9 + 12)


@pytest.mark.parametrize(
    ("order", "upcard", "card"),
    [("regal", "AH", "2H"), ("common", "AH", "2H"), ("common", "2H", "AH"), ("regal", "2H", "AH")],
)
def test_case_2_a_beater_played_on_the_other_beater_wins_20_in_both_orders(
    order: str, upcard: str, card: str
) -> None:
    table = playing(f"{card} 5H", "KC 6S", upcard=upcard, order=order).play(0, card)
    assert table.points == (20, 0)
    assert table.public.discard[-1].beater


def test_case_3_in_common_order_the_lower_card_wins() -> None:
    table = playing("8D 3D", "KC 6S", upcard="5D", order="common")
    assert Table(table.state).play(0, "8D").points == (0, 5)
    assert Table(table.state).play(0, "3D").points == (5, 0)


def test_case_4_an_uprising_given_in_to_wins_and_stays_unseen_and_the_upcard_stays() -> None:
    table = playing("3D 9C", "KC 6S", upcard="KS").uprise(0, "3D").give_in(1)
    assert table.points == (13, 0)
    assert table.public.upcard == "KS"
    assert table.public.discard[-1].card is None
    assert table.state.private[0].downcards == ((Card.D3, 1),)
    assert table.play(1, "KC").points == (13, 13), "the king can be won again"


def test_case_5_a_challenged_crown_wins_with_the_bonus_and_becomes_the_upcard() -> None:
    table = playing("AS 9C", "KC 6S", upcard="KS").uprise(0, "AS").challenge(1)
    assert table.points == (13 + 10, 0)
    assert table.public.upcard == "AS"


def test_case_5_a_challenged_bluff_pays_the_challenger_and_counts_as_a_sluff_off() -> None:
    table = playing("4C 9C", "KC 6D", upcard="KS").uprise(0, "4C").challenge(1)
    assert table.points == (0, 13 + 10)
    assert table.public.upcard == "4C"
    assert table.asked == (1, Asked.PLAY)
    assert table.play(1, "6D").points == (0, 13 + 10 + 4), "any card takes the four"


def test_case_6_a_sluff_off_while_holding_the_suit_is_refused_by_the_rule_and_without_a_card() -> (
    None
):
    table = playing("9H 4C", "KC 6S", upcard="KH")
    assert table.refuses(0, Play(Card.C4)) is Reason.FOLLOW_SUIT
    sentence = table.sentence(0, Play(Card.C4))
    assert sentence == (
        "Following suit is enforced at this table, and you hold hearts: play hearts, usurp with a "
        "card of the same rank, or uprise with any card."
    )
