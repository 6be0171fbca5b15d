"""The special 6 of every deck, and the experimental special 5, 7, 8, 9 and 10."""

from app.games.scum_of_the_earth.cards import read_cards
from app.games.scum_of_the_earth.events import Barred, Declined, HandLookedAt, Skipped
from app.games.scum_of_the_earth.moves import Pass, Reason, Target
from app.games.scum_of_the_earth.state import Asked, Seen
from app.rules.game import Seat
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, playing

A, B, C, D = range(4)


def with_all(*hands: str, gone: str = "") -> Table:
    return playing(*hands, options=EVERYTHING, gone=gone)


# -- special 6


def test_the_special_six_may_bar_anybody_else_still_in() -> None:
    table = playing("6* K", "5 K", "", "4 K", out=(C,)).play(A, "6*")
    assert table.legal(A) == [Target(Seat(B)), Target(Seat(D))]
    assert table.refuses(A, Target(Seat(A))) is Reason.NOT_A_TARGET
    assert table.refuses(A, Target(Seat(C))) is Reason.NOT_A_TARGET
    assert table.refuses(A, Target(Seat(77))) is Reason.NOT_A_TARGET
    assert table.refuses(A, Target(Seat(-1))) is Reason.NOT_A_TARGET
    assert table.refuses(A, Pass()) is Reason.NOT_ASKED


def test_a_barred_player_is_passed_over_for_all_to_see() -> None:
    table = playing("6* K", "5 K", "4 K", "4 K").play(A, "6*").target(A, B)
    assert Barred(Seat(A), Seat(B)) in table.events
    assert Skipped(Seat(B), "barred") in table.events
    assert table.turn() == (C, Asked.FOLLOW)


def test_the_special_six_needs_no_naming_where_only_one_other_player_is_left() -> None:
    table = playing("6* K K", "5 K", "", "", out=(C, D)).play(A, "6*")
    assert Barred(Seat(A), Seat(B)) in table.events
    assert table.turn() == (A, Asked.LEAD)


def test_the_special_six_acts_in_a_set_with_wild_cards() -> None:
    table = playing("6* 6 WILD K", "5 K", "4 K", "4 K").play(A, "6* 6 WILD")
    assert table.turn() == (A, Asked.TARGET)


def test_a_wild_standing_for_a_six_bars_nobody() -> None:
    table = playing("WILD 6 K", "5 5 K", "4 K", "4 K").play(A, "WILD 6")
    assert table.turn() == (B, Asked.FOLLOW)


def test_who_goes_out_with_the_special_six_still_bars_somebody() -> None:
    table = playing("6*", "5 K", "4 K", "4 K").play(A, "6*")
    assert table.turn() == (A, Asked.TARGET)
    table.target(A, B)
    assert table.turn() == (C, Asked.FOLLOW)


# -- special 5


def test_the_special_five_shows_a_hand_to_its_player_alone() -> None:
    table = with_all("5* K", "4 Q INF", "3 K", "4 K").play(A, "5*")
    assert table.turn() == (A, Asked.LOOK)
    table.target(A, B)
    assert table.state.private[A].seen == (Seen(Seat(B), read_cards("4 Q INF"), 0),)
    assert HandLookedAt(Seat(A), Seat(B)) in table.events
    assert all(table.state.private[seat].seen == () for seat in (B, C, D))
    assert table.turn() == (B, Asked.FOLLOW)


def test_what_was_seen_stays_what_it_was() -> None:
    table = with_all("5* K", "4 Q Q", "3 K", "4 K").play(A, "5*").target(A, B).play(B, "4")
    assert table.state.private[A].seen == (Seen(Seat(B), read_cards("4 Q Q"), 0),)


def test_the_look_may_be_declined() -> None:
    table = with_all("5* K", "4 Q", "3 K", "4 K").play(A, "5*").decline(A)
    assert Declined(Seat(A), "look") in table.events
    assert table.public.looks == ()
    assert table.turn() == (B, Asked.FOLLOW)


def test_nobody_looks_at_the_own_hand_or_at_somebody_out() -> None:
    table = playing("5* K", "4 K", "", "4 K", options=EVERYTHING, out=(C,)).play(A, "5*")
    assert table.refuses(A, Target(Seat(A))) is Reason.NOT_A_TARGET
    assert table.refuses(A, Target(Seat(C))) is Reason.NOT_A_TARGET


def test_who_goes_out_with_the_special_five_looks_at_nothing() -> None:
    assert with_all("5*", "4 Q", "3 K", "4 K").play(A, "5*").turn() == (B, Asked.FOLLOW)


# -- special 7


def test_the_special_seven_lets_its_player_beat_the_own_play_at_once() -> None:
    table = with_all("7* 7 4 4 K", "6 6 K", "5 5 K", "3 3 K").play(A, "7* 7")
    assert table.turn() == (A, Asked.AGAIN)
    assert table.sets(A) == {"4 4"}
    assert table.refuses_set(A, "K") is Reason.WRONG_SIZE
    assert table.refuses(A, Pass()) is Reason.NOT_ASKED
    table.play(A, "4 4")
    assert table.turn() == (B, Asked.FOLLOW)
    assert not table.allows(B, "6 6")


def test_the_second_turn_may_be_declined() -> None:
    table = with_all("7* 4 K", "6 K", "5 K", "3 K").play(A, "7*").decline(A)
    assert Declined(Seat(A), "again") in table.events
    assert table.turn() == (B, Asked.FOLLOW)


def test_the_second_turn_may_play_another_special_card() -> None:
    table = with_all("7* 6* K", "6 K", "5 K", "3 K").play(A, "7*").play(A, "6*")
    assert table.turn() == (A, Asked.TARGET)


def test_there_is_no_second_turn_without_cards() -> None:
    assert with_all("7*", "6 K", "5 K", "3 K").play(A, "7*").turn() == (B, Asked.FOLLOW)


def test_there_is_no_second_turn_where_everybody_sees_that_the_cards_are_too_few() -> None:
    assert with_all("7* 7 7 K", "6 K K K", "5 K K K", "3 K K K").play(A, "7* 7 7").turn() == (
        B,
        Asked.FOLLOW,
    )


# -- special 8


def test_the_special_eight_is_no_single() -> None:
    table = with_all("8* 8 K", "K", "K", "K")
    assert table.refuses_set(A, "8*") is Reason.EIGHT_NOT_SINGLE
    assert table.sets(A) == {"8", "8 8*", "K"}


def test_the_special_eight_may_be_the_last_card() -> None:
    table = with_all("8*", "K K", "K", "K").play(A, "8*")
    assert table.public.out == (A,)


def test_the_special_eight_goes_with_a_wild() -> None:
    assert with_all("8* WILD K", "K", "K", "K").allows(A, "8* WILD")


def test_the_special_eight_does_not_follow_as_a_single_either() -> None:
    table = with_all("9 K", "8* K", "K", "K").play(A, "9")
    assert table.sets(B) == set()
    assert table.refuses_set(B, "8*") is Reason.EIGHT_NOT_SINGLE


# -- special 9


def test_the_special_nine_may_be_led_alone_or_in_a_set() -> None:
    table = with_all("9* 9 K", "K", "K", "K")
    assert table.sets(A) == {"9*", "9", "9 9*", "K"}


def test_the_special_nine_never_follows() -> None:
    table = with_all("K K Q", "9 9* 10 10", "K", "K").play(A, "K K")
    assert table.sets(B) == {"10 10"}
    assert table.refuses_set(B, "9 9*") is Reason.NINE_IS_LED


# -- special 10


def test_the_special_ten_counts_as_one_or_as_two() -> None:
    table = with_all("10* 10 K", "K K K", "K", "K")
    assert table.sets(A) == {"10", "10*", "10* doubled", "10* 10", "10* 10 doubled", "K"}
    table.play(A, "10* 10", double=True)
    assert table.public.trick is not None
    assert table.public.trick.sets[0].size == 3


def test_the_special_ten_alone_answers_a_pair() -> None:
    table = with_all("K K Q", "10* 10 9 9", "K K", "K").play(A, "K K")
    assert table.sets(B) == {"10* doubled", "10* 10", "9 9"}
    assert table.refuses_set(B, "10*") is Reason.WRONG_SIZE
    table.play(B, "10*", double=True)
    assert table.turn() == (C, Asked.FOLLOW)


def test_no_other_card_counts_as_two() -> None:
    assert (
        with_all("10* 10 K", "K", "K", "K").refuses_set(A, "10", double=True)
        is Reason.TEN_ALONE_DOUBLES
    )


def test_a_wild_with_the_special_ten_counts_once_and_the_ten_twice() -> None:
    table = with_all("K K K Q", "10* WILD K", "K", "K").play(A, "K K K")
    assert table.sets(B) == {"WILD 10* as 10 doubled"}
