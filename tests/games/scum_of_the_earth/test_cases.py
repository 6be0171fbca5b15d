"""The numbered cases of the rules page: six players and a deck to the King, unless stated."""

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.moves import Confirm, Reason, Takeover
from app.games.scum_of_the_earth.state import Asked, Phase
from tests.games.scum_of_the_earth.table import Table, playing, window

A, B, C, D, E, F = range(6)
REST = "K Q J"


def test_case_1_four_jacks_are_followed_by_four_better_ones() -> None:
    follower = "0 8 8 8 9 9 10 10 10 10 J J J Q Q Q Q WILD WILD"
    table = playing("J J J J K", follower, REST, REST, REST, REST).play(A, "J J J J")
    assert table.allows(B, "8 8 8 WILD", 8)
    assert table.allows(B, "10 10 10 10")
    assert table.allows(B, "9 9 WILD WILD", 9)
    assert table.refuses_set(B, "8 8 8") is Reason.WRONG_SIZE
    assert table.refuses_set(B, "Q Q Q Q") is Reason.NOT_BETTER
    assert table.refuses_set(B, "J J J WILD", 11) is Reason.NOT_BETTER
    assert table.refuses_set(B, "0 8 8 8") is Reason.ZERO_IS_SINGLE
    assert table.refuses_set(B, "0 8 8 WILD") is Reason.ZERO_IS_SINGLE


def test_case_2_a_three_is_followed_by_two_ace_zero_and_a_wild_below_it() -> None:
    table = playing("3 K", "WILD 0 A 2 INF", REST, REST, REST, REST).play(A, "3")
    assert table.sets(B) == {"2", "A", "0", "WILD as 2", "WILD as 1"}
    assert table.refuses_set(B, "WILD", 3) is Reason.NOT_BETTER
    assert table.refuses_set(B, "INF") is Reason.INFINITY_IS_LED


def test_case_3_a_wild_may_be_led_as_a_king_on_a_ten_high_table() -> None:
    table = playing("WILD 10", "10 9", "10 9", "10 9", highest=10).play(A, "WILD", 13)
    assert table.public.trick is not None
    assert table.public.trick.sets[-1].face == 13
    assert table.allows(B, "10")


def test_case_4_who_wins_a_trick_led_with_infinity_takes_it_into_hand() -> None:
    table = (
        playing("INF Q", "K Q", REST, REST, REST, REST)
        .play(A, "INF")
        .play(B, "K")
        .pass_(C, D, E, F, A)
    )
    assert table.hand(B) == "Q INF"
    assert table.public.infinity == B
    assert table.turn() == (B, Asked.LEAD)


def test_case_4_nobody_takes_an_infinity_that_everybody_passed() -> None:
    table = playing("INF Q", "K Q", REST, REST, REST, REST).play(A, "INF").pass_(B, C, D, E, F)
    assert table.hand(A) == "Q"
    assert table.public.infinity is None
    assert table.turn() == (A, Asked.LEAD)


def test_case_5_nobody_takes_infinity_when_leader_and_winner_have_gone_out() -> None:
    table = (
        playing("INF", "4", REST, REST, REST, REST).play(A, "INF").play(B, "4").pass_(C, D, E, F)
    )
    assert table.public.out == (A, B)
    assert table.turn() == (C, Asked.LEAD)
    assert all("INF" not in table.hand(seat) for seat in range(6))


def test_case_6_the_special_six_keeps_its_target_out_until_the_trick_ends() -> None:
    table = playing("6* 6 K", REST, "5 5 A", REST, REST, REST).play(A, "6* 6")
    assert table.turn() == (A, Asked.TARGET)
    table.target(A, C).pass_(B)
    assert table.turn() == (D, Asked.FOLLOW)
    table.pass_(D, E, F)
    assert table.turn() == (A, Asked.LEAD)
    table.play(A, "K").pass_(B)
    assert table.turn() == (C, Asked.FOLLOW)


def test_case_7_who_won_a_trick_may_lead_but_not_add_to_it() -> None:
    table = playing("5 5 4 4 K", REST, REST, REST, REST, REST).play(A, "5 5").pass_(B, C, D, E, F)
    assert table.public.last_trick is not None
    assert table.public.last_trick.winner == A
    assert table.turn() == (A, Asked.LEAD)
    assert table.public.trick is not None
    assert table.public.trick.sets == ()
    table.play(A, "4 4")
    assert len(table.public.trick.sets) == 1


def test_case_8_a_takeover_turns_the_ranks_and_the_bonuses_follow_the_new_ones() -> None:
    table = window("K Q J", "2 3 9", "WILD WILD J", "A 8 K", "5 5 5", "4 K K")
    table.move(A, Confirm()).move(C, Takeover())
    assert table.public.ranks == (C, D, E, F, A, B)
    assert table.public.phase is Phase.BONUS
    assert table.hand(B) == "9"
    assert table.hand(C) == "WILD WILD 2 3 J"
    assert table.hand(A) == "Q K"
    assert table.hand(D) == "A 8 J K"
    table.give(C, "3 WILD").give(D, "K")
    assert table.hand(B) == "WILD 3 9"
    assert table.hand(A) == "Q K K"
    assert table.turn() == (C, Asked.LEAD)


def test_case_9_the_last_rank_gives_wild_and_zero() -> None:
    table = window("K K K", "K K K", "Q Q Q", "Q Q Q", "J J J", "WILD 0 A 7 INF")
    for seat in range(6):
        table.move(seat, Confirm())
    assert table.hand(F) == "A 7 INF"
    exchange = table.state.private[A].exchange
    assert exchange is not None
    assert exchange.got == (Card.WILD, Card.ZERO)


def test_case_10_salaries_of_three_hands_of_four_players() -> None:
    totals = [0, 0, 0, 0]
    for order in ((A, B, C, D), (B, A, C, D), (A, B, D, C)):
        table = last_cards(order, totals)
        totals = list(table.public.salaries)
    assert totals == [11, 10, 2, 1]


def last_cards(order: tuple[int, ...], totals: list[int]) -> Table:
    """Four players with one King each, who lead it in turn, so that `order` goes out."""
    return (
        playing("K", "K", "K", "K", highest=13, ranks=order, turn=order[0], salaries=tuple(totals))
        .play(order[0], "K").pass_(*order[1:])
        .play(order[1], "K").pass_(*order[2:])
        .play(order[2], "K")
    )  # fmt: skip


def test_case_11_equal_totals_over_the_line_are_won_by_the_better_rank_of_that_hand() -> None:
    table = last_cards((B, A, C, D), [24, 23, 0, 0])
    assert table.public.salaries[:2] == (27, 27)
    assert table.public.phase is Phase.OVER
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert outcome.ranking[0] == (B,)
    assert outcome.ranking[1] == (A,)
    assert outcome.reason == "end-point"
