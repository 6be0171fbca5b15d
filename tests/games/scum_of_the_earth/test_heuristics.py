"""The judgement that bots listen to: what anybody at the table would call sense."""

import doctest
import random

import pytest

from app.bots.move_choice import choose
from app.games.scum_of_the_earth import GAME, cards, tricks
from app.games.scum_of_the_earth.cards import write_cards
from app.games.scum_of_the_earth.moves import Give, Move, Pass, Play, Takeover, Target
from app.games.scum_of_the_earth.options import Options
from app.rules.game import Seat
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, playing, window
from tests.games.scum_of_the_earth.test_bonus import all_ready

A, B, C, D = range(4)
MANY = "3 4 5 6 7 8 9 10 J Q K"


def chosen(table: Table, seat: int) -> Move:
    move: Move = choose("steady", GAME, table.view(seat), table.legal(seat), random.Random(1))
    return move


def test_a_takeover_is_declared_by_every_strength() -> None:
    table = window("K K K", "WILD WILD 9", "5 4 3", "0 A 2")
    assert chosen(table, B) == Takeover()
    assert choose("casual", GAME, table.view(B), table.legal(B), random.Random(1)) == Takeover()


def test_six_queens_stay_together_when_a_jack_and_a_ten_can_go_back() -> None:
    table = all_ready(window("3 3 3 3 10 J Q Q Q Q Q Q", MANY, MANY, MANY))
    move = chosen(table, A)
    assert isinstance(move, Give)
    assert write_cards(move.cards) == "10 J"


def test_the_last_cards_go_out() -> None:
    table = playing("J J J", MANY, MANY, MANY)
    assert chosen(table, A) == Play(cards.read_cards("J J J"), 11)
    follow = playing(f"9 {MANY}", "8", MANY, MANY).play(A, "9")
    assert isinstance(chosen(follow, B), Play)


def test_four_of_a_kind_are_not_broken_for_a_single() -> None:
    table = playing(f"8 {MANY}", "7 7 7 7 5 5 5 9 9 9 9 K K", MANY, MANY).play(A, "8")
    assert chosen(table, B) == Pass()


def test_who_can_go_out_in_one_run_plays_the_sure_trick_first() -> None:
    table = playing("A K", MANY, MANY, MANY, gone="0")
    assert chosen(table, A) == Play(cards.read_cards("A"), 1)


def test_wilds_and_aces_are_not_spent_on_a_trick_that_anything_wins() -> None:
    table = playing(f"K {MANY}", "WILD A 2 9 9 10 Q Q Q", MANY, MANY).play(A, "K")
    move = chosen(table, B)
    assert isinstance(move, Play | Pass)
    assert not isinstance(move, Play) or write_cards(move.cards) not in {"WILD", "A"}


def test_the_special_five_is_used_and_looks_at_whoever_is_nearest_to_going_out() -> None:
    table = playing(f"5* {MANY}", MANY, "9 8", MANY, options=EVERYTHING).play(A, "5*")
    assert chosen(table, A) == Target(Seat(C))


def test_the_special_six_bars_whoever_is_nearest_to_going_out_and_able_to_answer() -> None:
    table = playing(f"6* 6 {MANY}", MANY, "9", "9 8 7").play(A, "6* 6")
    assert chosen(table, A) == Target(Seat(D))


def test_a_hand_that_was_seen_counts_as_certain() -> None:
    def sure(other: str) -> float:
        table = playing("5* Q Q K", other, "10 9 2 2", "10 9 2 2", options=EVERYTHING)
        table.play(A, "5*").target(A, B).pass_(B, C, D)
        (score,) = GAME.score_moves(table.view(A), [Play(cards.read_cards("Q Q"), 12)])
        return score

    assert sure("3 3 4 4") < sure("K K J 9")


def test_the_second_turn_of_the_special_seven_is_scored_against_leaving_it() -> None:
    table = playing("7* 6", MANY, MANY, MANY, options=EVERYTHING).play(A, "7*")
    assert chosen(table, A) == Play(cards.read_cards("6"), 6)


@pytest.mark.parametrize("options", [Options(), EVERYTHING], ids=["plain", "everything"])
def test_every_legal_move_has_a_score(options: Options) -> None:
    table = playing("WILD WILD 3-9 0 A 5* 6* 7* 8* 8 9* 10* INF", MANY, MANY, MANY, options=options)
    moves = table.legal(A)
    assert len(GAME.score_moves(table.view(A), moves)) == len(moves)


def test_the_examples_in_the_docstrings_are_true() -> None:
    for module in (cards, tricks):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
