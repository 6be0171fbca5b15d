"""Leads, follows, passes, wild cards, the Zero and Infinity, and going out."""

import pytest

from app.games.scum_of_the_earth.events import Passed, SetPlayed, TrickWon, WentOut
from app.games.scum_of_the_earth.moves import Decline, Give, Pass, Play, Reason, Takeover, Target
from app.games.scum_of_the_earth.state import Asked
from app.rules.errors import NotYourTurn
from app.rules.game import Seat
from tests.games.scum_of_the_earth.table import EVERYTHING, playing

A, B, C, D = range(4)


def test_a_lead_is_any_number_of_one_face() -> None:
    table = playing("J J J Q INF", "K", "K", "K")
    assert table.sets(A) == {"J", "J J", "J J J", "Q", "INF"}


def test_a_lead_of_two_faces_is_refused() -> None:
    assert playing("J J Q", "K", "K", "K").refuses_set(A, "J Q") is Reason.MIXED_FACES


def test_a_follow_has_as_many_cards_and_a_better_face() -> None:
    table = playing("9 9 K", "8 8 8 7 9 9 10", "K", "K").play(A, "9 9")
    assert table.sets(B) == {"8 8"}
    assert table.refuses_set(B, "8") is Reason.WRONG_SIZE
    assert table.refuses_set(B, "8 8 8") is Reason.WRONG_SIZE
    assert table.refuses_set(B, "9 9") is Reason.NOT_BETTER


def test_cards_that_are_not_in_the_hand_are_refused() -> None:
    table = playing("J J Q", "K", "K", "K")
    assert table.refuses_set(A, "K") is Reason.NOT_YOUR_CARDS
    assert table.refuses_set(A, "J J J") is Reason.NOT_YOUR_CARDS
    assert table.refuses_set(A, "") is Reason.NO_CARDS


def test_the_leader_may_not_pass() -> None:
    assert playing("J Q", "K", "K", "K").refuses(A, Pass()) is Reason.LEADER_MUST_PLAY


def test_only_the_seat_whose_turn_it_is_may_play() -> None:
    table = playing("J Q", "K", "K", "K")
    with pytest.raises(NotYourTurn):
        table.play(B, "K")


def test_a_move_that_answers_another_question_is_refused() -> None:
    table = playing("J Q", "9 8", "K", "K")
    for move in (Decline(), Target(Seat(B)), Give(())):
        assert table.refuses(A, move) is Reason.NOT_ASKED
    assert table.refuses(A, Takeover()) is Reason.NO_TAKEOVER
    table.play(A, "J")
    for move in (Decline(), Target(Seat(B)), Give(())):
        assert table.refuses(B, move) is Reason.NOT_ASKED


def test_who_passed_may_play_when_the_turn_comes_back() -> None:
    table = playing("Q J 5", "9 3", "8 4", "K K").play(A, "Q").pass_(B).play(C, "8").pass_(D, A)
    assert table.turn() == (B, Asked.FOLLOW)
    table.play(B, "3")
    assert isinstance(table.events[0], SetPlayed)


def test_play_goes_clockwise_in_order_of_rank() -> None:
    table = playing("Q J", "9 3", "8 4", "K K", ranks=(2, 0, 3, 1), turn=2, asked=Asked.LEAD)
    assert table.turn() == (C, Asked.LEAD)
    table.play(C, "8")
    assert table.turn() == (A, Asked.FOLLOW)
    table.pass_(A)
    assert table.turn() == (D, Asked.FOLLOW)


def test_a_trick_ends_when_everybody_else_has_passed_and_its_winner_leads() -> None:
    table = playing("Q J", "9 3", "8 4", "K K").play(A, "Q").play(B, "9").pass_(C, D, A)
    assert table.turn() == (B, Asked.LEAD)
    assert TrickWon(Seat(B), Seat(B), False) in table.events
    assert table.public.last_trick is not None
    assert [laid.face for laid in table.public.last_trick.sets] == [12, 9]


# -- wild cards


def test_a_wild_fills_up_a_set_and_its_face_follows_from_the_others() -> None:
    table = playing("J J J WILD K", "8 8 WILD K", "K", "K").play(A, "J J J WILD")
    assert table.public.trick is not None
    assert (table.public.trick.sets[0].face, table.public.trick.sets[0].size) == (11, 4)


def test_wilds_alone_need_a_name_where_several_would_do() -> None:
    table = playing("WILD WILD K", "WILD K", "K", "K")
    assert table.refuses_set(A, "WILD WILD") is Reason.NAME_THE_WILD
    table.play(A, "WILD WILD", 1)
    assert table.public.trick is not None
    assert (table.public.last_trick or table.public.trick).sets[0].face == 1


def test_a_wild_alone_needs_no_name_where_only_one_face_would_do() -> None:
    table = playing("2 K", "WILD K", "K", "K").play(A, "2").play(B, "WILD")
    assert table.public.trick is not None
    assert table.public.trick.sets[-1].face == 1


def test_a_wild_is_never_zero_or_infinity() -> None:
    table = playing("WILD INF 0 K", "K", "K", "K")
    assert table.refuses_set(A, "WILD", 0) is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "WILD", 14) is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "WILD", 15) is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "WILD", -1) is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "WILD INF") is Reason.INFINITY_IS_LED
    assert table.refuses_set(A, "WILD 0") is Reason.ZERO_IS_SINGLE


def test_cards_with_a_face_of_their_own_cannot_stand_for_another() -> None:
    table = playing("J J WILD K", "K", "K", "K")
    assert table.refuses_set(A, "J J", 10) is Reason.MIXED_FACES
    assert table.refuses_set(A, "J J WILD", 10) is Reason.MIXED_FACES
    assert table.allows(A, "J J WILD", 11)


def test_a_three_to_nine_wild_stands_for_three_to_nine_only() -> None:
    table = playing("3-9 WILD 2 10 7 K", "K", "K", "K", options=EVERYTHING)
    assert {f"3-9 as {face}" for face in range(3, 10)} <= table.sets(A)
    assert "WILD 3-9 as 9" in table.sets(A)
    assert table.allows(A, "3-9 7")
    assert table.refuses_set(A, "3-9", 2) is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "3-9 2") is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "3-9 10") is Reason.WILD_OUT_OF_RANGE
    assert table.refuses_set(A, "WILD 3-9", 1) is Reason.WILD_OUT_OF_RANGE


def test_a_three_to_nine_wild_cannot_beat_a_three() -> None:
    table = playing("3 K", "3-9 A", "K", "K", options=EVERYTHING).play(A, "3")
    assert table.sets(B) == {"A"}
    assert table.refuses_set(B, "3-9") is Reason.NOT_BETTER


# -- Zero and Infinity


def test_zero_beats_every_single_and_nothing_beats_it() -> None:
    table = playing("A K", "0 K", "WILD K", "K").play(A, "A").play(B, "0")
    assert table.turn() == (B, Asked.LEAD)


def test_zero_is_no_answer_to_a_pair() -> None:
    table = playing("9 9 K", "0 8 8", "K", "K").play(A, "9 9")
    assert table.refuses_set(B, "0") is Reason.WRONG_SIZE


def test_zero_may_be_led() -> None:
    assert playing("0 K", "K", "K", "K").play(A, "0").turn() == (A, Asked.LEAD)


def test_infinity_is_beaten_by_any_single_card() -> None:
    table = playing("INF K", "K WILD 0 9 9", "K", "K").play(A, "INF")
    assert {"K", "0", "9", "WILD as 13"} <= table.sets(B)
    assert table.refuses_set(B, "9 9") is Reason.WRONG_SIZE


def test_infinity_taken_into_hand_may_be_led_again() -> None:
    table = (
        playing("INF Q", "K Q", "J J", "J J")
        .play(A, "INF")
        .play(B, "K")
        .pass_(C, D, A)
        .play(B, "INF")
    )
    assert table.public.infinity is None
    table.play(C, "J").pass_(D, A, B)
    assert table.hand(C) == "J INF"
    assert table.public.infinity == C


def test_infinity_goes_to_a_winner_who_still_holds_cards_even_if_its_leader_went_out() -> None:
    table = playing("INF", "K Q", "J J", "J J").play(A, "INF").play(B, "K").pass_(C, D)
    assert table.hand(B) == "Q INF"


# -- going out


def test_the_last_card_puts_its_player_out_at_once() -> None:
    table = playing("Q", "9 8", "K K", "K K").play(A, "Q")
    assert table.public.out == (A,)
    assert WentOut(Seat(A), 1) in table.events
    assert table.turn() == (B, Asked.FOLLOW)


def test_after_a_winner_gone_out_the_first_still_in_to_the_left_leads() -> None:
    table = playing("9", "Q Q", "K K", "K K").play(A, "9").pass_(B, C, D)
    assert table.turn() == (B, Asked.LEAD)
    assert TrickWon(Seat(A), Seat(B), False) in table.events


def test_somebody_out_is_passed_over_without_a_word() -> None:
    table = (
        playing("Q J 9", "10", "K K", "8 8")
        .play(A, "Q")
        .play(B, "10")
        .pass_(C)
        .play(D, "8")
        .pass_(A)
    )
    assert table.turn() == (C, Asked.FOLLOW)
    assert Passed(Seat(B)) not in table.events


def test_the_hand_ends_when_one_player_is_left_with_cards() -> None:
    table = playing("A", "2 K K", "", "", out=(C, D)).play(A, "A")
    assert table.public.ranks == (C, D, A, B)
    assert table.public.turn is None
    assert table.public.paid == ((C, 4), (D, 3), (A, 1), (B, 0))


def test_moves_of_a_play_are_listed_once_each_and_with_their_face() -> None:
    table = playing("WILD WILD 3-9 8 8* 9 9* 10 10* INF 0 A", "K", "K", "K", options=EVERYTHING)
    moves = table.legal(A)
    assert len(moves) == len(set(moves))
    assert all(isinstance(move, Play) and move.face is not None for move in moves)
