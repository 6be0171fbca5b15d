"""The estimate of a running hand."""

import pytest
from msgspec.structs import replace

from app.bots.search import payoffs_from_standings
from app.games.usurp import GAME
from app.games.usurp.state import Paid
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


def test_a_hand_pays_its_winners_alone_as_the_estimate_counts_them() -> None:
    """Paid by rank, a second of four would have two thirds, and the estimate counts wins."""
    public = playing("3D 9C", "KC 2C", "QC 7H", "2S 3C", upcard="KS").public
    alone = replace(
        public, sides=((0,), (1,), (2,), (3,)), paid=Paid(1, (40, 30, 20, 10), 0), game_points=(1,)
    )
    assert payoffs_from_standings(GAME.standings(alone), 4) == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert GAME.payoff(alone) == [1, 0, 0, 0]
    partners = replace(public, sides=((0, 2), (1, 3)), paid=Paid(1, (10, 40), 1), game_points=(1,))
    assert GAME.payoff(partners) == [0, 1, 0, 1]
