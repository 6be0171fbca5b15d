"""Serpentis: a forced exchange in the middle of play (page 6.3)."""

import random

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import (
    Ask,
    Give,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.rules.game import Seat
from tests.games.scum_the_masquerade.rare_powers import CRYPTS, X, table_with
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

TEMPTER = {"sheets": (Sheet.of(None, (Dot(X.SERPENTIS, 3),)), Sheet(), Sheet(), Sheet())}


def tempt(seat: Seat, level: int = 1) -> Use:
    return Use(X.SERPENTIS, (seat,), level)


def tempting(**public: object) -> Table:
    return table_with(X.SERPENTIS, 3, **{**TEMPTER, **public})


def test_serpentis_is_a_forced_exchange_with_a_wish_list_of_three() -> None:
    """Page 6.3 and 4.9: the first card held, and any card back; then the turn goes on."""
    table = tempting()
    asked = GAME.prompt(table.view(A))
    table.does(A, tempt(B))
    assert [table.kinds(seat) for seat in (A, B, C)] == [["wish"], [], []]
    assert GAME.awaited_seats(table.public) == (A,)
    assert table.refusal(A, Wish(cards("2H 2S AH AS")), "wish") == "wish-too-long"
    table.does(A, Wish(cards("2H 8H 7C")))
    assert table.kinds(B) == ["ask-back"]
    table.does(B, Ask(cards("6H")[0]))
    assert table.kinds(A) == ["give-back"]
    table.does(A, Give(cards("4C")[0]))
    assert (table.crypt(A), table.crypt(B)) == ("5C 5D 6H 8H", "4C 6C 7C")
    assert GAME.prompt(table.view(A)) == asked, "the turn goes on under the same question"
    assert [(swap.seats, swap.kind) for swap in table.public.swaps] == [((A, B), "tempted")]
    assert "use" not in table.kinds(A)


def test_after_a_miss_the_target_gives_a_card_of_its_choice() -> None:
    table = tempting().does(A, tempt(B), Wish(cards("2H 2S 2D")))
    table.does(B, Give(cards("6C")[0])).does(A, Give(cards("6C")[0]))
    assert (table.crypt(A), table.crypt(B)) == (CRYPTS[0], CRYPTS[1]), "H24: even that one"


def test_time_wishes_for_the_highest_cards_and_returns_the_lowest() -> None:
    """H25, A29."""
    table = tempting().does(A, tempt(D))
    table.time_is_up(A).time_is_up(D).time_is_up(A)
    assert (table.crypt(A), table.crypt(D)) == ("5C 5D 6H KC", "4C 10C JC")


@pytest.mark.parametrize(("level", "open_to"), [(1, False), (2, True), (3, True)])
def test_the_first_level_tempts_lower_ranks_alone(level: int, open_to: bool) -> None:
    sheets = (Sheet(), Sheet.of(None, (Dot(X.SERPENTIS, 3),)), Sheet(), Sheet())
    table = tempting(sheets=sheets).plays(A, "4C")
    assert table.refusal(B, tempt(A, level), "use") == (None if open_to else "wrong-target")


def test_the_third_level_is_two_exchanges() -> None:
    table = tempting().does(A, tempt(B, 3), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("4C")[0]))
    assert table.kinds(A) == ["wish"]
    table.does(A, Wish(cards("7C"))).does(B, Ask()).does(A, Give(cards("5C")[0]))
    assert (table.crypt(A), table.crypt(B)) == ("5D 6H 7C 8H", "4C 5C 6C")
    assert table.kinds(A)[0] == "lead"
    assert table.public.sheets[A].unspent(X.SERPENTIS) == 0


def test_cards_that_everybody_knows_in_a_crypt_do_not_change_hands() -> None:
    """Ours: a card taken up from the pile stays where all have seen it."""
    both = (Sheet.of(None, (Dot(X.SERPENTIS, 3), Dot(X.ANIMALISM))), Sheet(), Sheet(), Sheet())
    table = tempting(sheets=both).does(A, Use(X.ANIMALISM, (), cards=cards("7H")))
    table.plays(A, "4C").passes(B, C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    assert table.refusal(A, Give(cards("7H")[0])) == "not-your-cards"
    table.does(A, Give(cards("5C")[0]))
    assert table.crypt(A) == "5D 6H 7H 8H"


def test_only_the_two_know_the_cards_of_the_exchange() -> None:
    """Section 9: the table sees that two have exchanged."""
    table = tempting().does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("4C")[0]))
    assert [bool(hand.bargains) for hand in table.state.private] == [True, True, False, False]
    assert "8H" not in str(table.view(C).private)
    assert "8H" not in str(table.told)


def test_who_watches_a_crypt_sees_it_before_and_after_an_exchange() -> None:
    """Section 9: live Auspex; what was seen stays in view."""
    sheets = (
        Sheet.of(None, (Dot(X.SERPENTIS),)),
        Sheet(),
        Sheet.of(None, (Dot(X.AUSPEX, 3),)),
        Sheet(),
    )
    table = tempting(sheets=sheets).plays(A, "4C").passes(B).does(C, Use(X.AUSPEX, (B,), 3))
    table.passes(C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("5C")[0]))
    seen = [snapshot.cards for snapshot in table.state.private[C].snapshots]
    assert seen == [cards(CRYPTS[1]), cards("5C 6C 7C")]


def test_in_a_world_a_card_that_was_seen_may_have_changed_hands() -> None:
    """An exchange of two others is a secret: what was known of them is so no more."""
    sheets = (
        Sheet.of(None, (Dot(X.SERPENTIS),)),
        Sheet(),
        Sheet.of(None, (Dot(X.AUSPEX),)),
        Sheet(),
    )
    table = playing(*CRYPTS, sheets=sheets).plays(A, "4C").passes(B).does(C, Use(X.AUSPEX, (B,)))
    table.passes(C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("5C")[0]))
    chance, found = random.Random(4), set()
    for _ in range(60):
        world = GAME.resample(table.view(C), chance)
        found.add(cards("8H")[0] in world.private[B].cards)
        left = {*world.private[A].cards, *world.private[B].cards}
        assert set(cards(CRYPTS[1])) <= left, "between the two they hold what was seen"
    assert found == {True, False}
