"""Following suit, enforced or on your honour."""

from app.games.usurp.cards import Card
from app.games.usurp.events import RenegCalled, RenegsShown
from app.games.usurp.moves import CallReneg, Play, Reason
from app.games.usurp.options import Options
from app.games.usurp.state import Asked, Call
from app.rules.game import Seat
from tests.games.usurp.table import Table, playing

HONOUR = Options(renegs="honour")


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


def test_a_true_call_brings_the_caller_20_and_the_turn_goes_on() -> None:
    table = reneged().call(1)
    assert table.points == (0, 13 + 20)
    assert table.events == (RenegCalled(Seat(1), Seat(0), True, 20, 1),)
    assert table.public.calls == (Call(Seat(1), Seat(0), True, 20, 1, 1),)
    assert table.asked == (1, Asked.PLAY)
    assert table.open_cards(1) == "6S 5D KC", "it stays a Sluff Off: any card scores"


def test_a_false_call_brings_the_accused_20() -> None:
    table = reneged("4C 9D").call(1)
    assert table.points == (20, 13)
    assert table.events == (RenegCalled(Seat(1), Seat(0), False, 20, 0),)


def test_the_alternative_reneg_counts_25() -> None:
    assert reneged(points="alternative").call(1).points == (0, 10 + 25)


def test_a_sluff_off_is_called_once() -> None:
    table = reneged().call(1)
    assert CallReneg() not in table.legal(1)
    assert table.refuses(1, CallReneg()) is Reason.NOTHING_TO_CALL


def test_who_plays_on_has_let_it_pass() -> None:
    assert reneged().play(1, "6S").public.accused is None
    assert reneged().uprise(1, "6S").public.accused is None


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
    assert playing("4C", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C").public.accused is None


def test_an_usurp_and_a_free_card_cannot_be_called() -> None:
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
        "Ada's four of clubs; her nine of hearts was the last card"
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
