"""The pass with which a seat stays out of a trick for good, and where there is none."""

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.moves import Pass
from app.rules.game import view
from app.rules.values import TrickPass
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, playing

A, B, C, D = range(4)


def passes(table: Table) -> list[str | None]:
    """The trick that each seat may pass until it ends."""
    found = [GAME.trick_pass(table.view(seat)) for seat in range(4)]
    assert all(one is None or one.move == Pass() for one in found)
    return [None if one is None else one.trick for one in found]


def test_everybody_but_the_leader_may_stay_out_of_the_trick_from_the_start() -> None:
    assert passes(playing("K K", "5 K", "4 K", "4 K")) == [None, "1-1", "1-1", "1-1"]


def test_whoever_has_played_may_stay_out_of_what_is_left_of_the_trick() -> None:
    table = playing("K 6", "5 K", "4 K", "3 K").play(A, "K")
    assert passes(table) == ["1-1"] * 4
    assert GAME.trick_pass(table.view(B)) == TrickPass("1-1", Pass())


def test_the_next_trick_has_another_name() -> None:
    table = playing("K 6", "5 K", "4 K", "3 K").play(A, "K").pass_(B, C, D)
    assert passes(table) == [None, "1-2", "1-2", "1-2"]


def test_who_is_out_or_kept_out_has_no_trick_to_pass() -> None:
    table = playing("6* K", "5 K", "", "4 K", out=(C,), options=EVERYTHING).play(A, "6*")
    assert passes(table)[C] is None
    table = table.target(A, B)
    assert passes(table)[B] is None, "the special six keeps them out"
    assert passes(table)[D] is not None


def test_a_choice_for_a_special_card_is_no_turn_to_pass() -> None:
    table = playing("6* K", "5 K", "4 K", "4 K").play(A, "6*")
    assert passes(table)[A] is None


def test_a_spectator_passes_nothing() -> None:
    table = playing("K K", "5 K", "4 K", "4 K")
    assert GAME.trick_pass(view(table.state, None)) is None
