"""Score, Usurp and Sluff Off, and the card after a Sluff Off."""

import pytest

from app.games.usurp.cards import PACK, Card, Order, PlayType
from app.games.usurp.events import OrderNamed, Scored, Sluffed, Usurped
from app.games.usurp.moves import Challenge, Confirm, GiveIn, NameOrder, Play, Reason, Uprise
from app.games.usurp.options import Options
from app.games.usurp.scoring import VALUES
from app.games.usurp.state import Asked
from app.rules.errors import NotYourTurn
from app.rules.game import Seat
from tests.games.usurp.table import Table, playing

ALTERNATIVE = Options(points="alternative")


def test_ye_olde_cards_count_their_face_and_a_crown_fifteen() -> None:
    by_rank = {str(card)[:-1]: VALUES["olde"][card.rank] for card in PACK}
    assert by_rank == {"A": 15, "K": 13, "Q": 12, "J": 11} | {
        str(rank): rank for rank in range(2, 11)
    }


def test_alternative_cards_count_fifteen_ten_or_five() -> None:
    by_rank = {str(card)[:-1]: VALUES["alternative"][card.rank] for card in PACK}
    assert by_rank == {"A": 15} | dict.fromkeys(("K", "Q", "J", "10"), 10) | dict.fromkeys(
        map(str, range(2, 10)), 5
    )


def test_the_alternative_beater_counts_25() -> None:
    assert playing("2H 5S", "KC 6S", upcard="AH", options=ALTERNATIVE).play(0, "2H").points == (
        25,
        0,
    )
    assert playing("KH 5S", "KC 6S", upcard="2H", options=ALTERNATIVE).play(0, "KH").points == (
        5,
        0,
    )


def test_a_crown_that_is_followed_lower_is_worth_a_plain_crown() -> None:
    table = playing("KH 5S", "KC 6S", upcard="AH").play(0, "KH")
    assert table.events == (Scored(Seat(0), Card.HK, 15, 1, False),)


def test_usurping_needs_no_following_of_suit() -> None:
    assert playing("9S 4H QD", "KC", upcard="9H").open_cards(0) == "9S 4H"


def test_a_beater_of_another_suit_is_a_sluff_off_and_no_beater() -> None:
    table = playing("2S 4S", "KC 6S", upcard="AH").play(0, "2S")
    assert table.events == (Sluffed(Seat(0), Card.S2, 15, 1),)


def test_a_crown_that_usurps_a_crown_wins_a_plain_crown() -> None:
    table = playing("AS 4S", "KC 6S", upcard="AH").play(0, "AS")
    assert table.events == (Usurped(Seat(0), Card.SA, 15, 0),)


def test_every_card_becomes_the_upcard_whoever_scored() -> None:
    table = playing("4H 3S", "9C 6S", upcard="9H").play(0, "4H")
    assert (table.public.upcard, table.public.owner, table.public.worth) == (Card.H4, 0, 4)
    assert table.asked == (1, Asked.PLAY)


def test_the_usurper_may_leave_the_order_as_it_is() -> None:
    table = playing("9S 4H", "KC", upcard="9H").play(0, "9S").name(0, "regal")
    assert table.events == (OrderNamed(Seat(0), Order.REGAL, leading=False, changed=False),)


def test_nobody_asks_about_the_order_when_nobody_has_a_card_left() -> None:
    table = playing("9S", "", upcard="9H").play(0, "9S")
    assert (table.points, table.asked) == ((9, 0), (None, None))


def test_the_usurper_is_asked_while_the_other_has_a_card() -> None:
    assert playing("9S", "KC", upcard="9H").play(0, "9S").asked == (0, Asked.ORDER)


# -- the card after a Sluff Off


def sluffed(ben: str = "KC 3C 4S") -> Table:
    """Ada, without hearts, has sluffed off the queen of clubs on the nine of hearts; Ben plays."""
    return playing("QC 7D 2D", ben, upcard="9H").play(0, "QC")


def test_on_a_sluff_off_every_card_may_be_played() -> None:
    assert sluffed().open_cards(1) == "4S KC 3C"


def test_on_a_sluff_off_a_card_that_would_lose_scores() -> None:
    table = sluffed().play(1, "3C")
    assert table.points == (0, 9 + 12)
    assert table.public.discard[-1].way is PlayType.SCORE


def test_on_a_sluff_off_a_card_of_another_suit_scores_and_is_no_sluff_off_itself() -> None:
    table = sluffed().play(1, "4S")
    assert table.public.discard[-1].way is PlayType.SCORE
    assert not table.public.free


def test_on_a_sluff_off_a_card_of_equal_rank_usurps() -> None:
    table = sluffed("QS KC").play(1, "QS")
    assert (table.points, table.asked) == ((0, 9 + 12), (1, Asked.ORDER))


def test_on_a_sluff_off_a_beater_of_the_suit_beats_the_other_beater() -> None:
    table = playing("AC 4S", "2C 5D", upcard="9H").play(0, "AC").play(1, "2C")
    assert table.points == (0, 9 + 20)


def test_on_a_sluff_off_a_beater_of_another_suit_wins_the_plain_card() -> None:
    table = playing("AC 4S", "2D 5D", upcard="9H").play(0, "AC").play(1, "2D")
    assert table.points == (0, 9 + 15)


def test_only_the_next_turn_is_free() -> None:
    table = sluffed().uprise(1, "4S").give_in(0)
    assert not table.public.free
    assert (table.public.upcard, table.public.owner) == (Card.CQ, 0)
    assert table.play(0, "2D").public.discard[-1].way is PlayType.SLUFF


# -- what is refused


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    table = playing("4H 3S", "9C", upcard="9H")
    assert table.refuses(0, Play(Card.C9)) is Reason.NOT_YOUR_CARD
    assert table.refuses(0, Uprise(Card.C9)) is Reason.NOT_YOUR_CARD


@pytest.mark.parametrize("move", [GiveIn(), Challenge(), NameOrder(Order.REGAL), Confirm()])
def test_an_answer_to_another_question_is_refused(
    move: GiveIn | Challenge | NameOrder | Confirm,
) -> None:
    assert playing("4H 3S", "9C", upcard="9H").refuses(0, move) is Reason.NOT_ASKED


def test_whose_turn_it_is_not_is_not_asked() -> None:
    with pytest.raises(NotYourTurn):
        playing("4H 3S", "9C", upcard="9H").play(1, "9C")
