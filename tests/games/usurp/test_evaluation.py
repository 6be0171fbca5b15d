"""The estimate of a running hand."""

import pytest

from app.games.usurp import GAME
from tests.games.usurp.table import playing


def estimate(ada: int, ben: int, hands: tuple[str, str] = ("9C 8D", "9S 8H")) -> list[float]:
    estimated = GAME.evaluate(playing(*hands, upcard="QC", hand_points=(ada, ben)).state)
    assert estimated is not None
    return list(estimated)


def test_the_sides_chances_add_up_to_one() -> None:
    assert sum(estimate(10, 30)) == pytest.approx(1)


def test_a_lead_and_good_cards_are_worth_more() -> None:
    assert estimate(40, 10)[0] > estimate(10, 40)[0]
    assert estimate(10, 10, ("AC KC", "9S 8H"))[0] > estimate(10, 10, ("4C 3D", "9S 8H"))[0]


def test_partners_have_the_same_estimate() -> None:
    estimated = GAME.evaluate(playing("KS 4D", "9S 6H", "QC 7H", "2S 3C", upcard="QS").state)
    assert estimated is not None
    assert estimated[0] == estimated[2]
    assert estimated[1] == estimated[3]


def test_there_is_no_estimate_while_an_uprising_waits_for_its_answer() -> None:
    assert GAME.evaluate(playing("3D 9C", "KC", upcard="KS").uprise(0, "3D").state) is None
