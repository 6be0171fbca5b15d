"""Following suit, enforced or on your honour.

The owner's text: "If play has continued, and the next Player has already played his card for his
turn, the Reneging Player/Team must be penalized." So before the next card it is taken back.
"""

import pytest

from app.games.usurp.cards import Card
from app.games.usurp.events import RenegCalled, RenegsShown, RenegTakenBack
from app.games.usurp.moves import CallReneg, Play, Reason, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Asked, Call
from app.rules.game import Seat
from tests.games.usurp.table import Table, playing

HONOUR = Options(renegs="honour")
C4 = CallReneg(Card.C4)


def reneged(ada: str = "4C 9H", ben: str = "KC 6S 5D", **options: str) -> Table:
    """On her honour, Ada sluffs off the four of clubs on the king of hearts; Ben is to play."""
    return playing(ada, ben, upcard="KH", options=Options(renegs="honour", **options)).play(0, "4C")  # type: ignore[arg-type]


def test_enforced_the_suit_has_to_be_followed_or_usurped() -> None:
    table = playing("9H 4C KD", "KC 6S", upcard="KH")
    assert table.open_cards(0) == "9H KD"
    assert table.refuses(0, Play(Card.C4)) is Reason.FOLLOW_SUIT


def test_enforced_who_lacks_the_suit_may_sluff_off() -> None:
    assert playing("4C KD", "KC 6S", upcard="KH").open_cards(0) == "KD 4C"


def test_enforced_nobody_can_be_called() -> None:
    table = playing("4C 3D", "KC 6S", upcard="KH").play(0, "4C")
    assert table.public.accused is None
    assert CallReneg() not in table.legal(1)
    assert table.refuses(1, CallReneg()) is Reason.NOTHING_TO_CALL


def test_on_your_honour_a_reneg_is_offered_and_taken() -> None:
    table = reneged()
    assert table.points == (0, 13)
    assert table.public.accused == 0
    assert table.asked == (1, Asked.PLAY)


def test_before_the_next_card_a_reneg_is_taken_back_without_a_penalty() -> None:
    """ "If play has continued, and the next Player has already played his card": it has not."""
    table = reneged()
    before = playing("4C 9H", "KC 6S 5D", upcard="KH", options=HONOUR)
    table.call(1)
    assert table.points == (0, 0), "the Sluff Off's points go back too"
    assert table.hand(0) == before.hand(0)
    assert table.public.discard == before.public.discard
    assert (table.public.upcard, table.public.worth, table.public.free) == (Card.HK, 13, False)
    assert table.asked == (0, Asked.PLAY)
    assert table.events == (RenegTakenBack(Seat(1), Seat(0), Card.C4),)
    assert table.public.calls == (Call(Seat(1), Seat(0), True, 0, 1, 1, Card.C4),)


def test_who_took_a_reneg_back_follows_suit_or_rises() -> None:
    table = reneged("4C 9H KD").call(1)
    assert table.open_cards(0) == "9H KD"
    assert Uprise(Card.C4) in table.legal(0)
    assert table.refuses(0, Play(Card.C4)) is Reason.FOLLOW_SUIT
    assert "was taken back" in table.sentence(0, Play(Card.C4))
    assert table.play(0, "9H").points == (0, 13)
    assert table.open_cards(1) == "6S 5D KC", "and everybody is on their honour again"


def test_a_card_that_went_back_may_be_sluffed_off_later_and_called_again() -> None:
    table = playing("4C 9H 8H 3D", "QH 6H 5D KS", upcard="KH", options=HONOUR)
    table.play(0, "4C").call(1).play(0, "9H").play(1, "QH").play(0, "4C").play(1, "5D")
    table.play(0, "3D").move(1, C4)
    assert table.public.calls[1].true


def test_once_the_next_player_has_played_a_reneg_costs_its_side_20() -> None:
    """ "The Reneging Player/Team must be penalized": the points go to the opponent."""
    table = reneged("4C 9H 2D").play(1, "6S").play(0, "2D")
    points = table.points
    assert C4 in table.legal(1)
    table.move(1, C4)
    assert table.points == (points[0], points[1] + 20)
    assert table.events == (RenegCalled(Seat(1), Seat(0), True, 20, 1),)
    assert table.public.calls == (Call(Seat(1), Seat(0), True, 20, 1, 1),)
    assert table.asked == (1, Asked.PLAY), "the turn goes on"
    assert C4 not in table.legal(1)
    assert table.refuses(1, C4) is Reason.NOTHING_TO_CALL, "it is called once"


def test_a_call_is_open_to_the_end_of_the_hand_also_when_an_uprising_is_to_be_answered() -> None:
    """ "If play has continued": the text names no end but the hand's."""
    table = reneged("4C 9H 2D").play(1, "6S").uprise(0, "9H")
    points = table.points
    table.move(1, C4)
    assert table.points == (points[0], points[1] + 20), "the heart lies face down, and was held"
    assert table.asked == (1, Asked.ANSWER)
    assert reneged("4C 9H 2D").play(1, "6S").play(0, "9H").legal(1).count(C4) == 1


def test_nobody_calls_a_reneg_of_their_own_side() -> None:
    table = reneged("4C 9H 2D").play(1, "6S")
    assert table.refuses(0, C4) is Reason.NOTHING_TO_CALL


@pytest.mark.parametrize("later", [False, True])
def test_a_false_call_brings_the_accused_20(later: bool) -> None:
    table = reneged("4C 9D 8D")
    if later:
        table.play(1, "6S").play(0, "8D")
    points = table.points
    table.move(1, C4 if later else CallReneg())
    assert table.points == (points[0] + 20, points[1])
    assert table.events == (RenegCalled(Seat(1), Seat(0), False, 20, 0),)
    assert table.refuses(1, C4) is Reason.NOTHING_TO_CALL, "it is called once"


def test_the_alternative_reneg_counts_25() -> None:
    table = reneged("4C 9H 3S", points="alternative").play(1, "6S").play(0, "3S")
    points = table.points
    assert table.move(1, C4).points == (points[0], points[1] + 25)


def test_a_turn_that_is_taken_back_reveals_no_second_card() -> None:
    options = Options(renegs="honour", reveal=True)
    table = playing("4C 9H", "KC 6S", upcard="KH", stock="2H 3D 5S", options=options)
    table.play(0, "4C").call(1).play(0, "9H")
    assert table.public.reveal == (Card.H2,)
    assert table.play(1, "KC").public.reveal == (Card.H2, Card.D3)


def test_the_hand_is_judged_as_it_was_when_the_card_was_played() -> None:
    table = (
        playing("9H 4C 3D", "QH 6S 5D", upcard="KH", options=HONOUR)
        .play(0, "9H")
        .play(1, "QH")
        .play(0, "4C")
        .call(1)
    )
    assert table.public.calls[0].true is False, "the last heart went before"


def test_a_card_that_was_the_last_in_hand_cannot_be_a_reneg() -> None:
    table = playing("4C", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C")
    assert table.public.accused is None
    assert table.refuses(1, C4) is Reason.NOTHING_TO_CALL


def test_a_usurp_and_a_free_card_cannot_be_called() -> None:
    usurped = playing("KD 9H", "4C", upcard="KH", options=HONOUR).play(0, "KD").name(0, "regal")
    assert usurped.public.accused is None
    assert (
        playing("4C 9H", "5D 6C", upcard="KS", options=HONOUR, free=True)
        .play(0, "4C")
        .public.accused
        is None
    )


def test_a_challenged_downcard_that_turns_out_a_sluff_off_cannot_be_called() -> None:
    table = playing("4C 9H", "KC 6S", upcard="KH", options=HONOUR).uprise(0, "4C").challenge(1)
    assert table.public.free
    assert table.public.accused is None


def test_at_the_end_of_the_hand_every_reneg_is_marked_called_or_not() -> None:
    table = playing("4C 9H", "6S 5C", upcard="KH", options=HONOUR)
    table.play(0, "4C").play(1, "6S").play(0, "9H").play(1, "5C")
    assert table.public.shown is not None
    assert table.public.shown.renegs == (1,), (
        "Ada’s four of clubs; her nine of hearts was the last card"
    )
    assert RenegsShown(((Seat(0), Card.C4),)) in table.events


def test_a_downcard_laid_later_proves_a_reneg_too() -> None:
    table = playing("4C 9H", "6S 5C", upcard="KH", options=HONOUR)
    table.play(0, "4C").play(1, "6S").uprise(0, "9H").give_in(1).play(1, "5C")
    assert table.public.shown is not None
    assert table.public.shown.renegs == (1,)
    table = playing("4C 9H 3D", "6S 5C 5D", upcard="KH", options=HONOUR)
    table.uprise(0, "9H").give_in(1).play(1, "5C").play(0, "4C").play(1, "5D").play(0, "3D").play(
        1, "6S"
    )
    assert table.public.shown is not None
    assert table.public.shown.renegs == (), "the heart was laid before"
