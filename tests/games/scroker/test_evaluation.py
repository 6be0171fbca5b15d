"""The expected payoff of a hand of chips, and its payoff once it is over."""

import pytest
from msgspec.structs import replace

from app.games.scroker.evaluation import HAND, evaluate, payoff
from app.games.scroker.moves import Declare
from app.games.scroker.state import Phase, Pot
from tests.games.scroker.table import JUNK, A, B, C, Session

GROUT = "an:G an:R an:O an:U an:T"
LITTLE = "le:P le:W li:D li:J an:S"
WON, LOST = 2 * HAND / 3, HAND / 3
"""The worth of a hand among three besides its chips, at an ante of one."""


def test_folding_early_is_worth_less_than_winning_and_more_than_losing_much() -> None:
    session = (
        Session(3)
        .deal(GROUT, "le:B le:A le:T li:X li:Z", LITTLE)
        .bet("o5 f c")
        .stand_pat()
        .bet("o5 c")
    )
    session.declare(A=GROUT, B="le:B le:A le:T").answer()
    worth = payoff(session.public)
    assert worth is not None
    assert worth[A] > 0.5 > worth[C] > worth[B]
    assert sum(worth) == pytest.approx(1.5)


def test_after_the_last_bet_the_pot_is_expected_to_go_to_the_best_cards() -> None:
    session = Session(3).deal(GROUT, "le:B le:A le:T li:X li:Z", LITTLE).bet("o2 c c")
    assert evaluate(session.state) is None
    session.stand_pat()
    assert evaluate(session.state) is None
    session.bet("o2 c c")
    lost = 0.5 - (5 + LOST) / 120
    assert evaluate(session.state) == pytest.approx([0.5 + (10 + WON) / 120, lost, lost])
    session.do(C, Declare())
    assert evaluate(session.state) is None, "somebody may have claimed more than there is"


def test_4_8_an_opener_without_openers_can_expect_nothing() -> None:
    session = Session(2).deal(LITTLE, "li:N li:O le:Q le:P le:W").bet("o1 c").stand_pat().bet("k k")
    expected = evaluate(session.state)
    assert expected is not None
    assert expected[A] > 0.5 > expected[B]


def test_each_pot_is_expected_to_go_to_the_best_eligible_hand() -> None:
    session = (
        Session(3)
        .deal(GROUT, "le:B le:A le:T li:X li:Z", LITTLE)
        .bet("o2 c c")
        .stand_pat()
        .bet("k k k")
    )
    public = replace(session.public, pots=(Pot(5, (B, C, A)), Pot(4, (B, C))))
    expected = evaluate(replace(session.state, public=public))
    assert expected == pytest.approx(
        [0.5 + (2 + WON) / 120, 0.5 + (1 - LOST) / 120, 0.5 - (3 + LOST) / 120]
    )


def test_a_hand_that_is_won_is_worth_more_than_its_chips() -> None:
    """The one who takes the antes wins the hand, and one chip."""
    worth = payoff(Session(2).deal(*JUNK[:2]).bet("o5 f").public)
    more = (1 + HAND / 2) / 80
    assert worth == pytest.approx([0.5 - more, 0.5 + more]), "B sits at the dealer's left"


def test_a_hand_that_is_passed_in_is_won_by_nobody() -> None:
    worth = payoff(Session(2).deal(*JUNK[:2]).bet("k k").public)
    assert worth == pytest.approx([0.5 - 1 / 80, 0.5 - 1 / 80])


def test_between_hands_there_is_no_estimate() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("k k")
    assert session.public.phase is Phase.INTERVAL
    assert evaluate(session.state) is None
