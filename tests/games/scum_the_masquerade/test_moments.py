"""The moments that a page names from what happened, by docs/rules/scum-the-masquerade.md."""

from collections.abc import Callable

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import AnswerBoon, AskBoon, Hunt, Pact, React
from app.rules.game import Seat
from tests.games.scum_the_masquerade.discipline_table import INQUISITOR, X, sheet, table_with, use
from tests.games.scum_the_masquerade.table import A, B, C, D, E, Table, cards, first_lead, playing
from tests.games.scum_the_masquerade.test_bluffs import bluff
from tests.games.scum_the_masquerade.test_bluffs import table_with as bluffing
from tests.games.scum_the_masquerade.test_decisions import SABBAT, next_round
from tests.games.scum_the_masquerade.test_hunts import between
from tests.games.scum_the_masquerade.test_pacts import over, window
from tests.js.moments import Moment, moments, words

CRYPTS = ("3C 4C 4D", "6C 7C 8C", "9C 9D JC", "QC KC AC")


def named(table: Table, act: Callable[[], Table]) -> list[Moment]:
    before = table.state
    return moments(GAME, before, act().state)


def answered(table: Table, granted: bool) -> list[Moment]:
    return named(table, lambda: table.does(A, AnswerBoon(granted)))


def test_boons_who_asks_is_public_and_the_hand_is_not() -> None:
    """Section 9; owner, 8.1."""
    table = first_lead(*CRYPTS)
    (moment,) = named(table, lambda: table.does(C, AskBoon(cards("9C 9D"))))
    assert words([moment]) == ["Boon called: Cleo calls on Ada"]
    assert "cards" not in moment


def test_boons_the_first_rank_grants_or_refuses() -> None:
    """Owner, 8.3 and 8.5."""
    for granted, said in ((True, "Boon granted: Cleo"), (False, "Boon refused: Cleo")):
        table = first_lead(*CRYPTS).does(C, AskBoon(cards("9C 9D")))
        assert said in words(answered(table, granted))


def test_hunts_the_second_rank_declares_one() -> None:
    """Owner, 2.3; A16."""
    table = between()
    (moment,) = named(table, lambda: table.does(B, Hunt(D)))
    assert words([moment]) == ["Blood hunt: on Dan, by Ben"]
    assert (moment["greatness"], moment["sore"]) == ("great", [D])


def test_disciplines_a_use_before_a_play_names_its_power_and_target() -> None:
    """H41, H44."""
    table = table_with((X.PRESENCE,), sheet(X.POTENCE), None)
    (moment,) = named(table, lambda: table.does(A, use(X.PRESENCE, B)))
    assert words([moment]) == ["Presence: Ada on Ben"]
    assert moment["sore"] == [B]


def test_decisions_of_a_new_first_rank_are_carried() -> None:
    """Owner, 1.1 to 1.5."""
    table = next_round()
    found = named(table, lambda: table.does(A, SABBAT))
    assert [one["stamp"] for one in found] == ["So decided"]


def test_pacts_the_masks_drop_when_the_window_is_over() -> None:
    """Page 8.1: all pacts are revealed together."""
    table = window().does(C, Pact(True))
    (moment,) = named(table, lambda: over(table))
    assert words([moment]) == ["A mask drops: Cleo had a pact"]
    assert moment["greatness"] == "great", "more than one in five rounds"


def test_pacts_taking_one_in_secret_is_no_moment() -> None:
    table = window()
    assert named(table, lambda: table.does(C, Pact(True))) == []


def test_bluffs_a_challenged_hand_is_turned_up() -> None:
    """H56: the cards go back, or the challenger must pass."""
    table = (
        bluffing().does(A, bluff("3C 4C", "8D 8S", 2)).does(C, React(False)).does(D, React(False))
    )
    found = named(table, lambda: table.does(B, React(True)))
    assert words(found)[0] == "Caught bluffing: Ben challenged Ada"
    assert found[0]["cards"] == ["3C", "4C"]


def test_the_play_a_trick_is_won_and_the_first_is_out() -> None:
    table = playing("4C", "6C 7C", "8C 9C", "KC KD")
    assert "Out first: Ada" in words(named(table, lambda: table.plays(Seat(A), "4C")))


def test_the_play_a_trick_is_won_by_whom_nobody_beats() -> None:
    """Page 4.9."""
    table = playing("4C 5C", "6C 7C", "8C 9C", "KC KD").plays(Seat(A), "4C").passes(B, C)
    assert words(named(table, lambda: table.passes(D))) == ["Trick won: Ada"]


def test_the_play_a_last_rank_that_is_out_first_turns_everything_over() -> None:
    """Owner, "The Next Round" 3."""
    table = playing("4C 5C", "6C 7C", "8C 9C", "3H", turn=Seat(D))
    found = named(table, lambda: table.plays(Seat(D), "3H"))
    revolution = next(one for one in found if one["greatness"] == "rare")
    assert words([revolution]) == ["Revolution: Dan: the last are first"]
    assert (revolution["seat"], revolution["sore"]) == (D, [A])


def test_ranks_a_new_first_takes_the_place() -> None:
    table = playing("4C 5C", "6C", "8C", "10C", out=(B, C), turn=Seat(D))
    found = words(named(table, lambda: table.plays(Seat(D), "10C")))
    assert "A new first: Ben" in found


def test_disciplines_a_use_that_is_stopped() -> None:
    """The cancelling matrix of 6.3."""
    table = table_with((X.PRESENCE,), None, INQUISITOR).does(A, use(X.PRESENCE, B))
    (moment,) = named(table, lambda: table.does(D, React(True)))
    assert words([moment]) == ["Cancelled: Dan stops Ada’s Presence"]
    assert (moment["seat"], moment["sore"]) == (D, [A])


def test_pacts_several_masks_drop_together() -> None:
    table = window().does(C, Pact(True)).does(E, Pact(True))
    assert words(named(table, lambda: over(table))) == ["Masks drop: Cleo and Eve had a pact"]


def test_bluffs_a_true_hand_shames_the_challenger() -> None:
    """H56."""
    table = bluffing().does(A, bluff("5C 5D", "5C 5D")).does(B, React(False))
    found = named(table, lambda: table.does(C, React(True)))
    assert words(found)[0] == "It was true: Cleo challenged Ada"
    assert (found[0]["seat"], found[0]["sore"]) == (A, [C])
